"""How long work tells what it is doing."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Told (what is being done, done so far, of how much)."""


def no_progress(what: str, done: int, total: int) -> None:
    """Tells nobody."""
