"""The last part of a link that pupils copy from the board: short, in small letters, nothing that looks like another."""

from __future__ import annotations

import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without i, l and 1, o and 0."""
LENGTH = 8
"""8.5e11 names: at a hundred guesses a second a class of forty is hit once in seven years."""


def new_link_name() -> str:
    """A name that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def names_as_typed(text: str) -> tuple[str, ...]:
    """What somebody may have meant who typed this: a phone begins with a large letter unasked."""
    small = text.lower()
    return (text,) if small == text else (text, small)
