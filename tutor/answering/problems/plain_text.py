"""Formulas and amounts as plain text: what books write in LaTeX, and pupils with signs of the keyboard, in one way."""

from __future__ import annotations

import re

_WRAPPED = re.compile(r"\\(?:mathrm|text|mathbf|mathit|operatorname|bar|vec)\s*\{([^{}]*)\}")
_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_ROOT = re.compile(r"\\sqrt\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_SIGNS = {
    r"\times": "×", r"\div": "÷", r"\circ": "°", r"\Omega": "Ω", r"\pm": "±", r"\%": "%", r"\left": "", r"\right": "",
    r"\cdot": "×", r"\ ": " ", r"\,": " ", r"\;": " ",
}  # fmt: skip
_POWERS = str.maketrans({"²": "2", "³": "3", "⁻": "-", "¹": "1"})
_UNIT_POWER = re.compile(r"(?<=[A-Za-z])\^\{?(-?\d)\}?(?![\w(])")
_RAISED = re.compile(r"\^\{([^{}]*)\}")
DEEPEST = 5


def plain_mathematics(text: str) -> str:
    """The text without LaTeX: `$\\rho=\\frac{m}{V}$` is "\\rho=(m)/(V)", `$50\\ \\mathrm{cm^3}$` is "50 cm3"."""
    text = text.replace("^\\circ", "°").replace("{}", "")
    for sign, plain in _SIGNS.items():
        text = re.sub(rf"{re.escape(sign)}(?![A-Za-z])" if sign[1].isalpha() else re.escape(sign), plain, text)
    for _ in range(DEEPEST):
        before = text
        text = _WRAPPED.sub(r"\1", text)
        text = _FRACTION.sub(r"(\1)/(\2)", text)
        text = _ROOT.sub(r"√(\1)", text)
        if text == before:
            break
    text = _RAISED.sub(r"^\1", text.replace("$", " ").replace("{,}", ","))
    return re.sub(r"[^\S\n]+", " ", _UNIT_POWER.sub(r"\1", text)).strip()


def plain_units(text: str) -> str:
    """As `plain_mathematics`, with raised signs as digits: "8 cm³" is "8 cm3"."""
    return plain_mathematics(text).translate(_POWERS)
