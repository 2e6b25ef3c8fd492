"""A sentence of one language on evidence of the other."""

from __future__ import annotations


def crossing_fault(sentence: str, language: str, book: str, book_language: str) -> str | None:
    """Why the sentence is no translation that can be trusted; None when it is."""
    return "crossing"
