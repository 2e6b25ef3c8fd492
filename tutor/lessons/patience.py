"""How a lesson that is being written gives way: to pupils' questions, and to the end of the server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def never() -> bool:
    """Nobody calls for an end."""
    return False


def no_pause() -> None:
    """Lets nobody go first."""


@dataclass(frozen=True)
class Patience:
    """`pause` is called between steps and returns when the lesson may go on; `stop` says that nobody wants it.

    `gives_way` says that a pupil's question is being answered: what takes seconds is broken off for it.
    """

    pause: Callable[[], None] = no_pause
    stop: Callable[[], bool] = never
    gives_way: Callable[[], bool] = never
