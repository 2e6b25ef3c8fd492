"""Formulas of books, written in TeX between dollar signs, as MathML that every current browser draws."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree import ElementTree

from latex2mathml.converter import convert
from latex2mathml.exceptions import (
    DenominatorNotFoundError,
    DoubleSubscriptsError,
    DoubleSuperscriptsError,
    ExtraLeftOrMissingRightError,
    InvalidAlignmentError,
    InvalidStyleForGenfracError,
    InvalidWidthError,
    LimitsMustFollowMathOperatorError,
    MissingEndError,
    MissingSuperScriptOrSubscriptError,
    NoAvailableTokensError,
    NumeratorNotFoundError,
)
from markupsafe import Markup, escape

FORMULA = re.compile(r"\$\$(?P<display>[^$]+)\$\$|\$(?=\S)(?P<inline>[^$\n]*?[^\s$\\])\$(?!\d)")
CLOSING = re.compile(r"[.,;:!?)\]]+")
LONGEST = 2000
MATHML = "http://www.w3.org/1998/Math/MathML"
FAULTS = (
    DenominatorNotFoundError, DoubleSubscriptsError, DoubleSuperscriptsError, ExtraLeftOrMissingRightError,
    InvalidAlignmentError, InvalidStyleForGenfracError, InvalidWidthError, LimitsMustFollowMathOperatorError,
    MissingEndError, MissingSuperScriptOrSubscriptError, NoAvailableTokensError, NumeratorNotFoundError,
    ElementTree.ParseError, IndexError, KeyError, ValueError, StopIteration, RuntimeError, AttributeError, TypeError,
)  # fmt: skip
"""What the converter raises on TeX it does not know; a book may hold any."""
PLAIN_ATTRIBUTES = frozenset(
    {"display", "alttext", "mathvariant", "stretchy", "fence", "form", "accent", "accentunder", "columnalign",
     "rowspacing", "columnspacing", "linethickness", "displaystyle", "scriptlevel", "width", "height", "depth",
     "lspace", "rspace", "minsize", "maxsize", "movablelimits", "separator", "symmetric", "columnlines", "rowlines"}
)  # fmt: skip
"""The attributes that only say how a formula is drawn. Links, styles and classes of a book are left out."""
ElementTree.register_namespace("", MATHML)


@lru_cache(maxsize=4096)
def formula_html(tex: str, display: bool = False) -> Markup:
    """The formula as MathML with its TeX as the alternative text; the TeX itself where it cannot be drawn."""
    if len(tex) <= LONGEST:
        try:
            root = ElementTree.fromstring(convert(tex, display="block" if display else "inline"))
        except FAULTS:
            root = None
        if root is not None and "".join(root.itertext()).strip():
            _keep_plain_attributes(root)
            root.set("alttext", tex)
            return Markup(ElementTree.tostring(root, encoding="unicode"))
    return Markup('<code class="tex">{}</code>').format(tex)


def text_html(text: str) -> Markup:
    """The text escaped, its formulas drawn."""
    parts: list[Markup] = []
    end = 0
    for match in FORMULA.finditer(text):
        parts.append(escape(text[end : match.start()]))
        end = match.end()
        if match["display"]:
            # A formula may be wider than the screen: then it scrolls, also by keyboard.
            parts.append(Markup('<span class="scroll" tabindex="0">{}</span>').format(_displayed(match["display"])))
            continue
        drawn = formula_html(match["inline"].strip())
        closing = CLOSING.match(text, end)
        if closing:
            end = closing.end()
            # A full stop alone on the next line looks lost.
            drawn = Markup('<span class="whole">{}{}</span>').format(drawn, closing[0])
        parts.append(drawn)
    parts.append(escape(text[end:]))
    return Markup("").join(parts)


def _displayed(tex: str) -> Markup:
    return formula_html(tex.strip(), True)


def formula_spans(text: str) -> list[tuple[int, int]]:
    """Where formulas stand in the text, dollar signs included."""
    return [match.span() for match in FORMULA.finditer(text)]


def _keep_plain_attributes(root: ElementTree.Element) -> None:
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            # Browsers no longer know sizes relative to what they are ("+0.8em") and would make them absolute.
            if name not in PLAIN_ATTRIBUTES or value.startswith(("+", "-")):
                del element.attrib[name]
