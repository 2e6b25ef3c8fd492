"""Formulas as search sees them: one spelling for what books, pupils and LaTeX write in different ways.

After the CHSR paper (its ingestion fix): LaTeX delimiters go, super- and subscripts become tokens of their own,
`\\vec` and its like go and leave their letter. The same function serves a passage and a question; what is shown is
never changed.
"""

from __future__ import annotations

import re
import unicodedata

_SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u207c\u207d\u207e\u207f\u2071"
_SUBSCRIPTS = "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u208a\u208b\u208c\u208d\u208e"
_LETTERLIKE = "\u2100-\u214f\U0001d400-\U0001d7ff\u00b5\u2126"
_ARROWS_ABOVE = "[\u20d6\u20d7\u20d0\u20d1\u0302\u0305]"

_WORTH_A_LOOK = re.compile(
    rf"[\\$^_{_SUPERSCRIPTS}{_SUBSCRIPTS}{_LETTERLIKE}\u0391-\u03c9\u00bc-\u00be\u2150-\u215e\u221a\u00d7\u00f7\u2206\u20d0-\u20d7]"
    r"|\*\*"
)
_DELIMITER = re.compile(r"\\[()\[\]]|\${1,2}(?!\d[\d.,]*(?:\s|$))|\\(?:begin|end)\{[A-Za-z]+\*?\}(?:\{[lcr|]+\})?")
# What says how a letter looks, and not which letter it is.
_WRAPPERS = (
    "vec|overrightarrow|overleftarrow|hat|widehat|bar|overline|underline|tilde|widetilde|dot|ddot|mathbf|mathrm|mathit"
    "|mathsf|mathcal|mathbb|boldsymbol|bm|text|textbf|textit|textrm|mbox|operatorname|ce|unit|mathring|acute|check"
)
_WRAPPED = re.compile(rf"\\(?:{_WRAPPERS})\s*(?:\{{([^{{}}]*)\}}|([A-Za-z]))")
_FRACTION = re.compile(r"\\[dt]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))")
_ROOT = re.compile(r"\\sqrt\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_SPACING = re.compile(r"\\(?:left|right|big|Big|bigg|Bigg|displaystyle|limits|quad|qquad|[,;:! ])|\\\\|&(?=\s)|~")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?")
_BASE = f"[^\\W_{_SUPERSCRIPTS}{_SUBSCRIPTS}]"
_RAISED_RUN = re.compile(f"({_BASE}*)([{_SUPERSCRIPTS}]+)")
_LOWERED_RUN = re.compile(f"({_BASE}*)([{_SUBSCRIPTS}]+)")
# "H$_2$O" sets only the digit as a formula: it is one word.
_SET_DIGIT = re.compile(r"\$([_^])\{?(\d+)\}?\$")
_POWER = re.compile(r"([^\W_]*)\s*(?:\^|\*\*)\s*(?:\{([^{}]{1,40})\}|([+\-\u2212]?(?:\d+|[^\W\d_]+)|[+\-\u2212]))")
_INDEX = re.compile(r"(?<!\w)([^\W\d_]{1,2})_(\d+|[^\W\d_]+)|(?<=\d)([A-Z][a-z]?)_(\d+)")
_BRACED_INDEX = re.compile(r"([^\W_]*)_\{([^{}]{1,40})\}")
_ELEMENTS = re.compile(r"^(?:[A-Z][a-z]?\d*)+$")
_GREEK = re.compile("[\u0391-\u03a9\u03b1-\u03c9](?![\u0370-\u03ff])(?<![\u0370-\u03ff][\u0391-\u03c9])")
_SPACES = re.compile(r"[^\S\n]{2,}")

_COMMANDS = {
    "times": " ", "cdot": " ", "div": "/", "pm": " ", "leq": " ", "geq": " ", "neq": " ", "approx": " ",
    "rightarrow": " ", "to": " ", "infty": " infinity ", "sqrt": " sqrt ", "degree": "\u00b0", "circ": "\u00b0",
    "varepsilon": " epsilon ", "varphi": " phi ", "vartheta": " theta ", "partial": " d ", "angle": " angle ",
    "triangle": " triangle ", "therefore": " ", "because": " ", "item": " ", "hline": " ",
}  # fmt: skip
_OPERATORS = str.maketrans({"\u221a": " sqrt ", "\u00d7": " ", "\u00f7": "/", "\u22c5": " ", "\u2044": "/"})
_GREEK_LIKE = str.maketrans({"\u2206": "\u0394", "\u2126": "\u03a9", "\u00b5": "\u03bc", "\u03d5": "\u03c6"})
_PLAIN = {ord(sign): unicodedata.normalize("NFKC", sign).replace("\u2212", "-") for sign in _SUPERSCRIPTS + _SUBSCRIPTS}
DEEPEST = 8


def formula_tokens(text: str) -> str:
    """The text for search: `$v^{2}$`, `v²` and `v^2` all become `v2 v sup2`; `v_0` and `v₀` become `v0 v sub0`.

    The base with its script in one word matches what is typed without a sign (`mv2`); the token of its own matches
    whatever stands before it. Chemical formulas stay one word (`H₂O` is `H2O`). Greek letters get their names. Text
    without formulas comes back unchanged. Never raises.
    """
    if not _WORTH_A_LOOK.search(text):
        return text
    text = unicodedata.normalize("NFC", re.sub(_ARROWS_ABOVE, "", text.translate(_GREEK_LIKE)))
    text = re.sub(f"[{_LETTERLIKE}]", lambda sign: unicodedata.normalize("NFKC", sign.group()), text)
    text = _without_commands(_SPACING.sub(" ", _DELIMITER.sub(" ", _SET_DIGIT.sub(r"\1\2", text))))
    text = re.sub("([\u00bc-\u00be\u2150-\u215e])", _fraction, text).translate(_OPERATORS)
    # Lowered first: in `SO₄²⁻` the charge belongs to the whole.
    text = _LOWERED_RUN.sub(lambda m: _lowered(m[1], m[2].translate(_PLAIN)), text)
    text = _BRACED_INDEX.sub(lambda m: _lowered(m[1], m[2]), text)
    text = _INDEX.sub(lambda m: _lowered(m[1] or m[3], m[2] or m[4]), text)
    text = _RAISED_RUN.sub(lambda m: _raised(m[1], m[2].translate(_PLAIN)), text)
    text = _POWER.sub(lambda m: _raised(m[1], m[2] or m[3]), text)
    text = _GREEK.sub(lambda m: f" {_greek_name(m.group())} ", text)
    return _SPACES.sub(" ", text.replace("{", " ").replace("}", " ")).strip()


def _without_commands(text: str) -> str:
    """LaTeX commands replaced by what they mean, from the inside out."""
    for _ in range(DEEPEST):
        before = text
        text = _WRAPPED.sub(lambda m: m[1] if m[1] is not None else m[2], text)
        text = _FRACTION.sub(lambda m: f" {m[1] or m[2] or ''} / {m[3] or m[4] or ''} ", text)
        text = _ROOT.sub(r" sqrt \1 ", text)
        if text == before:
            break
    # What has no meaning of its own here is a Greek letter or a function, and its name says it.
    return _COMMAND.sub(lambda m: _COMMANDS.get(m[1], f" {m[1]} "), text)


def _fraction(sign: re.Match[str]) -> str:
    return f" {unicodedata.normalize('NFKC', sign.group()).replace(chr(0x2044), '/')} "


def _raised(base: str, script: str) -> str:
    joined = _joined(script)
    if not joined:
        return base
    whole = f"{base}{script} " if base and not base.isdecimal() and script.isalnum() else ""
    return f"{whole}{base} sup{joined} "


def _lowered(base: str, script: str) -> str:
    joined = _joined(script)
    if not joined:
        return base
    if _ELEMENTS.match(base) and joined.isdecimal() and joined != "0" and (len(base) > 1 or base in "HCNOFPSKIBU"):
        return base + joined
    whole = f"{base}{script} " if base and script.isalnum() else ""
    return f"{whole}{base} sub{joined} "


def _joined(script: str) -> str:
    """The script as one word; a minus is written out, for it changes everything."""
    words = script.replace("\u2212", "-").replace("-", "minus").replace("+", "plus")
    return "".join(filter(str.isalnum, words))


def _greek_name(letter: str) -> str:
    return unicodedata.name(letter).split()[-1].lower().replace("lamda", "lambda")
