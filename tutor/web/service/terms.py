"""What the answer service promises and asks of others: its limits, its state, who remembers and who records."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from tutor.core.errors import TutorError
from tutor.web.service.limits import Limit
from tutor.web.service.work import Asked, Progress

ASKS_OF_PUPIL = Limit(60, 60.0)
ASKS_OF_CLASS = Limit(300, 60.0)
ASKS_OF_ADDRESS = Limit(300, 60.0)
"""A whole class may sit behind one address, so this is no smaller than a class's."""


@dataclass(frozen=True)
class ServiceLimits:
    """Bounds of the service. `patience_seconds`: how long a page may be silent before its question is dropped."""

    waiting: int = 60
    waiting_of_class: int = 50
    waiting_of_address: int = 50
    open_tickets: int = 240
    open_of_pupil: int = 3
    of_pupil: Limit = ASKS_OF_PUPIL
    of_class: Limit = ASKS_OF_CLASS
    of_address: Limit = ASKS_OF_ADDRESS
    patience_seconds: float = 12.0
    kept_tickets: int = 600
    kept_seconds: float = 1800.0
    evidence_workers: int = 2


@dataclass(frozen=True)
class ServiceState:
    """What the service is doing, for the status page. `last_errors` are (time, what happened), newest last."""

    looking: int
    waiting: int
    writing: int
    seconds_each: float
    answered: int
    cached: int
    failed: int
    last_errors: tuple[tuple[str, TutorError], ...]


Withholds = Callable[[str, Collection[str]], bool]
"""Whether an answer to a question, by its plain words, from these passages is not to be given."""


def withholds_nothing(key: str, passages: Collection[str]) -> bool:
    """Every answer is given."""
    return False


class Keeper(Protocol):
    """Remembers what was asked under a ticket, so that a page recovers after the server was started again."""

    def keep(self, ticket: str, asked: Asked) -> None: ...

    def finish(self, ticket: str) -> None: ...

    def find(self, ticket: str) -> Asked | None: ...


class Recorder(Protocol):
    """Told of every question that came to an end. Never raises."""

    def record(self, ticket: str, asked: Asked, progress: Progress) -> None: ...
