"""Answers that were given before, for as long as the books and the models are the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from tutor.core.events import Event
from tutor.core.types import Question
from tutor.language.normalise import normalise_text

CLOSING_MARKS = " ?!.\u2026"


@dataclass(frozen=True)
class AnswerKey:
    """Everything that an answer depends on. `stamp` stands for the library's revision and the models' hashes."""

    text: str
    question: Hashable
    stamp: Hashable


def plain_question(text: str) -> str:
    """The question's words without what makes no difference: case, spaces and closing marks."""
    return " ".join(normalise_text(text).casefold().split()).rstrip(CLOSING_MARKS)


def answer_key(question: Question, stamp: Hashable) -> AnswerKey:
    """The key of a question. Case, spaces and closing marks make no difference, everything else does."""
    text = plain_question(question.text)
    rest = tuple(value for name, value in sorted(vars(question).items()) if name != "text")
    return AnswerKey(text, rest, stamp)


class AnswerCache:
    """The events of the last answers. Thread-safe. Raises ValueError when it may hold nothing."""

    def __init__(self, most: int = 500) -> None:
        if most < 1:
            raise ValueError(f"a cache holds at least one answer, not {most}")
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[AnswerKey, tuple[Event, ...]] = OrderedDict()
        self.hits = 0

    def __len__(self) -> int:
        return len(self._kept)

    def events(self, key: AnswerKey) -> tuple[Event, ...] | None:
        """The whole answer to the same question, or None."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                self.hits += 1
            return found

    def keep(self, key: AnswerKey, events: tuple[Event, ...]) -> None:
        """Remember a whole answer; the one that was not asked for longest is forgotten."""
        with self._lock:
            self._kept[key] = events
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
