"""A question as a book would print it, for the embedder: its vector lies nearer to what answers it.

Pupils write "mimba inachukua miezi mingapi". Measured on 554 questions written without a capital or a question mark:
the best sentence's cosine tells those that the books answer from those they do not with an area of .920, as written
with .914 (Swahili .855 and .836).
"""

from __future__ import annotations

import re

_ENDS = (".", "?", "!")
_ONE_WORD = re.compile(r"\bkwanini\b", re.IGNORECASE)
"""Two words in every book; as one its vector is far from them (cosines of what answers it rise by .05)."""


def asked_form(text: str) -> str:
    """The text with a capital and an end mark. What has them already stays as it is."""
    bare = _ONE_WORD.sub("kwa nini", text.strip())
    if not bare:
        return text
    told = bare[0].upper() + bare[1:]
    return told if told.endswith(_ENDS) else f"{told}?"
