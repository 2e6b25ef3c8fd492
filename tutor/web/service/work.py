"""One question being answered, and the tickets of those who wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from tutor.core.errors import TutorError
from tutor.core.events import Answered, Declined, Event, EvidenceFound, Traced, Understood
from tutor.core.types import Question
from tutor.web.service.cache import AnswerKey


class State(StrEnum):
    """Where a question stands. The API, the pages and the tests share these names."""

    LOOKING = "looking"
    """Its evidence is being looked for."""
    WAITING = "waiting"
    """Its evidence is shown; it waits for its turn to be written."""
    WRITING = "writing"
    DONE = "done"
    BUSY = "busy"
    """Its evidence is shown; too many wait, so it will not be written."""
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = frozenset({State.DONE, State.BUSY, State.FAILED, State.CANCELLED})


@dataclass(frozen=True)
class Asked:
    """A question with who asks it. `pupil` is a random mark of a device, never a name; `classroom` a class's token.

    `address` is only for limits and never kept: marks are free to invent, addresses are not.
    """

    question: Question
    pupil: str
    classroom: str | None = None
    address: str = ""


@dataclass(frozen=True)
class Progress:
    """What is known of a question at one moment.

    `place` counts from 1 and is 0 where nothing is waited for; `wait_seconds` is a guess. `run` changes when a
    question is asked anew under the same ticket, so that a reader knows that the events begin again. `withheld`: a
    teacher marked this answer as wrong, so that there is evidence and no answer.
    """

    ticket: str
    run: str
    state: State
    events: tuple[Event, ...]
    place: int = 0
    wait_seconds: float = 0.0
    error: TutorError | None = None
    withheld: bool = False

    @property
    def ended(self) -> bool:
        """True when nothing will change any more."""
        return self.state in ENDED


def nothing_to_write(understood: Understood, found: EvidenceFound) -> bool:
    """No answer goes through the generator."""
    return False


class Work:
    """A question being answered for one or more tickets. Its fields change only under the service's lock."""

    def __init__(self, key: AnswerKey, asked: Asked, run: str, lock: threading.RLock) -> None:
        self.key = key
        self.asked = asked
        self.run = run
        self.state = State.LOOKING
        self.events: list[Event] = []
        self.error: TutorError | None = None
        self.tickets: list[Ticket] = []
        self.rest: Iterator[Event] = iter(())
        self.needs_writing: Callable[[Understood, EvidenceFound], bool] = nothing_to_write
        self.changed = threading.Condition(lock)
        self.unwanted = False
        self.held_seconds = 0.0

    @property
    def ended(self) -> bool:
        return self.state in ENDED

    def let_go(self) -> None:
        """Drop what holds the tutor. The events stay for readers, long after its books and models were replaced."""
        self.rest, self.needs_writing = iter(()), nothing_to_write

    @property
    def has_outcome(self) -> bool:
        """True when an answer or a decline is among the events."""
        return any(isinstance(event, Answered | Declined) for event in self.events)

    def understood(self) -> Understood | None:
        """How the question was understood, once it was."""
        return next((event for event in self.events if isinstance(event, Understood)), None)

    def passages(self) -> list[str]:
        """The ids of the passages that its evidence stands on."""
        found = next((event for event in self.events if isinstance(event, EvidenceFound)), None)
        return [item.passage.id for item in found.sentences] if found else []


def without_trace(events: Iterator[Event]) -> Iterator[Event]:
    """What the pages tell. A trace is as large as all the rest of an answer, and nobody reads it here."""
    return (event for event in events if not isinstance(event, Traced))


@dataclass(eq=False)
class Ticket:
    """One page that waits for an answer. `watchers` are open streams; `seen` is when the page was last heard of."""

    id: str
    asked: Asked
    work: Work
    seen: float
    watchers: int = 0
    recorded: bool = False
    patience: float = field(default=0.0)
