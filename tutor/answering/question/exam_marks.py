"""What a paper prints around a question and asks nothing: its number, and the marks that it is worth."""

from __future__ import annotations

import re

_MARKS = re.compile(
    r"\s*[\[({]\s*(?:(?:marks?|mks?|alama|maksi)\s*[:.]?\s*(?:\d{1,2}|\w{3,7})|"
    r"\d{1,2}(?:\s*[½.]\d?)?\s*(?:marks?|mks?|alama|maksi))\s*\.?\s*[\])}]",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"^\s*(?:(?:question|swali)\s*(?:la\s+)?(?:no\.?\s*)?\d{1,2}\s*[:.)]|(?:q|qn|sw)\.?\s*\d{1,2}\s*[:.)]?|"
    r"\d{1,2}\s*[.)](?=\s*\(?[A-Za-z]))\s*",
    re.IGNORECASE,
)
_PART = re.compile(r"^\s*(?:\(\s*(?P<one>[a-h]|i{1,3})\s*\)|(?P<two>[a-h])\))\s*", re.IGNORECASE)
_SECOND = re.compile(r"(?<!\w)\(?\s*(?:[1-9b-h]|i{1,3}|iv)\s*[).]\s", re.IGNORECASE)


def without_exam_marks(text: str) -> str:
    """The question without its marks, and without a number or letter that no second one follows."""
    asked = _MARKS.sub(" ", text)
    number = _NUMBER.match(asked)
    if number and not (number.group().strip().startswith("1") and re.search(r"(?<!\w)2\s*[.)]\s", asked)):
        asked = asked[number.end() :]
    part = _PART.match(asked)
    if part and not _SECOND.search(asked[part.end() :]):
        asked = asked[part.end() :]
    return " ".join(asked.split(" ")).strip() if asked.strip() else ""
