"""Answers that the teacher wrote. They are kept with the classes, for they are worth a backup."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from tutor.web.errors import WebError
from tutor.web.service.cache import plain_question
from tutor.web.stores.database import Database

LONGEST_ANSWER = 3000


@dataclass(frozen=True)
class Pin:
    """A question and what the teacher answers to it. `key` is the question's plain words."""

    key: str
    question: str
    answer: str


class PinStore:
    """The pinned answers in the file of the classes. Thread-safe."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pins(self) -> list[Pin]:
        """All of them, newest first."""
        return [
            Pin(*row) for row in self._database.rows("SELECT key, question, answer FROM pins ORDER BY made_at DESC")
        ]

    def answer_to(self, question: str) -> Pin | None:
        """What the teacher answers to a question, or None. Case, spaces and closing marks make no difference."""
        rows = self._database.rows("SELECT key, question, answer FROM pins WHERE key = ?", (plain_question(question),))
        return Pin(*rows[0]) if rows else None

    def pin(self, question: str, answer: str) -> None:
        """Keep an answer, in place of an earlier one to the same question. Raises WebError `answer-empty`."""
        key, words = plain_question(question), answer.strip()
        if not key or not 0 < len(words) <= LONGEST_ANSWER:
            raise WebError("answer-empty", most=LONGEST_ANSWER)
        now = datetime.now(UTC).isoformat()
        self._database.change("INSERT OR REPLACE INTO pins VALUES (?, ?, ?, ?)", (key, question.strip(), words, now))

    def unpin(self, key: str) -> bool:
        """Remove an answer. False when there is none."""
        return self._database.change("DELETE FROM pins WHERE key = ?", (key,)) > 0
