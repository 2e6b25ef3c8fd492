"""The shape of an equation to be solved: an exercise on quadratic equations is shown by one on quadratic equations."""

from __future__ import annotations

import re
from typing import Literal

from tutor.answering.problems.plain_text import plain_units

Shape = Literal["linear", "quadratic", "simultaneous", "exponential"]

_EQUATION = re.compile(r"[-+*/×÷()\w.^ ]*[a-zA-Z][-+*/×÷()\w.^ ]*=\s*[-+*/×÷()\w.^]+")
_ORDER = re.compile(
    r"\b(?:solve|find (?:the )?(?:value|values|root|roots|solution)|work out|what is (?:the value of )?[a-z]\b|"
    r"tatua|u?tafute?|kokotoa|pata)\b",
    re.IGNORECASE,
)
_SQUARED = re.compile(r"[a-z](?:\^?2)(?!\d)", re.IGNORECASE)
_IN_POWER = re.compile(r"\d\^\(?\s*-?\d*[a-z]", re.IGNORECASE)
_UNKNOWN = re.compile(r"(?<![A-Za-z])[a-z](?![A-Za-z])")


def equation_shape(text: str) -> Shape | None:
    """The shape of the equation that the text wants solved; None where it wants none solved. Never raises."""
    plain = plain_units(text)
    if not _ORDER.search(plain):
        return None
    found = [one.group() for one in _EQUATION.finditer(plain)]
    unknowns = {letter for one in found for letter in _UNKNOWN.findall(re.sub(r"\d", " ", one))}
    if not found or not unknowns:
        return None
    if len(found) > 1 and len(unknowns) > 1:
        return "simultaneous"
    if _IN_POWER.search(found[0]):
        return "exponential"
    return "quadratic" if _SQUARED.search(found[0]) else "linear"
