"""Words as they are shortened in messages: "rushwa ni nn", "what r the causes"."""

from __future__ import annotations

import re

_SHORT = {
    "nn": "nini", "kwnn": "kwa nini", "kwann": "kwa nini", "kwa nn": "kwa nini", "gan": "gani", "lin": "lini",
    "vp": "vipi", "nan": "nani", "kat ya": "kati ya", "toaut": "tofauti", "tofaut": "tofauti", "maan": "maana",
    "wat": "what", "wht": "what", "whats": "what is", "r": "are", "u": "you", "ur": "your", "hw": "how", "wen": "when",
    "btn": "between", "btwn": "between", "diff": "difference", "diffs": "differences", "pls": "please",
    "plz": "please", "bcz": "because", "coz": "because", "eg": "e.g.", "def": "define",
}  # fmt: skip
_ANY_SHORT = "|".join(sorted(map(re.escape, _SHORT), key=len, reverse=True))
_FOUND = re.compile(rf"(?<![\w'’.\-=$\\{{^+*/])(?:{_ANY_SHORT})(?![\w'’\-=^+*/(])")
_LETTER = re.compile(
    r"(?:\b(?:radius|ratio|velocity|speed|letter|symbol|is|ni|of|by|and|na|the|in)|[^A-Za-z]|^)$", re.IGNORECASE
)
"""What stands before a letter that is the name of a quantity."""


def spelled_out(text: str) -> str:
    """The question with such words written out; a letter within a formula stays ("u = 5", "$r$", "R")."""
    return _FOUND.sub(_whole, text)


def _whole(found: re.Match[str]) -> str:
    word = found.group()
    before, after = found.string[: found.start()].rstrip(), found.string[found.end() :].lstrip()
    is_letter = len(word) == 1 and (_LETTER.search(before) or not after[:1].isalpha())
    return word if is_letter else _SHORT[word]
