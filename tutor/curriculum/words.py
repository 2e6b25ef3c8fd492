"""The plain words of a question. Only for spotting cues; searching has its own, finer tokens."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u02bb": "'", "`": "'", "\u00b4": "'"})
# A zero-width space stands between words; the others stand inside one.
_INVISIBLE = {0x200B: " ", 0x200C: None, 0x200D: None, 0x2060: None, 0xFEFF: None, 0x00AD: None}


def plain_text(text: str) -> str:
    """The text case-folded, with straight apostrophes, compatibility letters resolved and nothing invisible.

    Never raises; punctuation and spaces stay.
    """
    # Apostrophes first: a lone acute accent is compatible with a space and a mark, and would be lost.
    visible = text.translate(_APOSTROPHES).translate(_INVISIBLE)
    return unicodedata.normalize("NFKC", visible).casefold()


def plain_words(text: str) -> list[str]:
    """The words and numbers of a text, case-folded; `ng'ombe` is one word. Never raises."""
    return _WORD.findall(plain_text(text))


def spaced_words(text: str) -> str:
    """The plain words with one space between them, the form that cue patterns are written for."""
    return " ".join(plain_words(text))


def squeezed(text: str) -> str:
    """The plain words with nothing between them: `Form-2`, `form 2` and `FORM2` become the same."""
    return "".join(plain_words(text))
