"""Lines joined to running text: a word cut at a line's end is whole again."""

from __future__ import annotations

import re
from collections.abc import Sequence

SOFT_HYPHENS = "\u00ad\ufffe\u0002"
HYPHENS = "-\u2010\u2011"
LAST_WORD = re.compile(r"[^\W\d_]+$")
FIRST_WORD = re.compile(r"^[^\W\d_]+")
# No book breaks these off; they are joined with a hyphen in the middle of a line as well.
KEEP_THEIR_HYPHEN = frozenset(
    "self non semi anti pre post co ex well half cross multi inter sub vice east west".split()
)


def joined_lines(lines: Sequence[str]) -> str:
    """The lines as one line of text; words cut by a hyphen at a line's end are mended.

    A soft hyphen always goes. A hard one goes between two pieces in lower case, but stays where the first piece is
    one that is written with a hyphen (`semi-` `arid`) or the same word stands with its hyphen inside a line.
    """
    text = ""
    whole = " ".join(lines)
    for line in lines:
        following = line.strip(" \t")
        if not text or not following:
            text = text or following
        elif text[-1] in SOFT_HYPHENS:
            text = text.rstrip(SOFT_HYPHENS) + following
        elif text[-1] in HYPHENS and _is_cut_word(text[:-1], following, whole):
            text = text[:-1] + following
        elif (text[-1] in HYPHENS and text[-2:-1].isalnum()) or (is_ideograph(text[-1]) and is_ideograph(following[0])):
            text += following
        else:
            text += " " + following
    return text


def is_ideograph(character: str) -> bool:
    """True for the signs of Chinese and Japanese, which have no space between words nor between lines."""
    return "\u2e80" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or "\uff00" <= character <= "\uffef"


def _is_cut_word(before: str, after: str, whole: str) -> bool:
    first, second = LAST_WORD.search(before), FIRST_WORD.match(after)
    if not first or not second or not after[0].islower():
        return False
    if first.group().lower() in KEEP_THEIR_HYPHEN or (len(first.group()) > 1 and first.group().isupper()):
        return False
    return f"{first.group()}-{second.group()}".lower() not in whole.lower()
