"""Raised and lowered text as characters: `²`, `₂`, and `^{n}`, `_{n}` where no such character exists."""

from __future__ import annotations

SUPERSCRIPTS = dict(zip("0123456789+-\u2212=()ni", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
                        "\u207a\u207b\u207b\u207c\u207d\u207e\u207f\u2071", strict=True))  # fmt: skip
SUBSCRIPTS = dict(zip("0123456789+-\u2212=()", "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089"
                      "\u208a\u208b\u208b\u208c\u208d\u208e", strict=True))  # fmt: skip


def raised(text: str) -> str:
    """The text as superscript characters, else `^{text}`; empty text stays empty."""
    return _as(text, SUPERSCRIPTS, "^")


def lowered(text: str) -> str:
    """The text as subscript characters, else `_{text}`; empty text stays empty."""
    return _as(text, SUBSCRIPTS, "_")


def _as(text: str, characters: dict[str, str], sign: str) -> str:
    text = " ".join(text.split())
    if all(character in characters for character in text):
        return "".join(characters[character] for character in text)
    return f"{sign}{{{text}}}"
