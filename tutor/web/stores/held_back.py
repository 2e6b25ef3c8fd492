"""Answers that a teacher marked as wrong: the same question is not answered so again. Kept with the classes."""

from __future__ import annotations

import json
import threading
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from tutor.web.service.cache import plain_question
from tutor.web.stores.database import Database


@dataclass(frozen=True)
class HeldBack:
    """A question whose answer from these passages was wrong. `key` is the question's plain words."""

    key: str
    question: str
    passages: frozenset[str]


class HeldBackStore:
    """The wrong answers in the file of the classes. Thread-safe.

    They are kept in memory too: whether an answer is held back is asked whenever somebody looks at it.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._by_key: dict[str, list[frozenset[str]]] = {}
        self._read()

    def all(self) -> list[HeldBack]:
        """All of them, newest first."""
        rows = self._database.rows("SELECT key, question, passages FROM held_back ORDER BY made_at DESC")
        return [HeldBack(key, question, frozenset(json.loads(passages))) for key, question, passages in rows]

    def hold_back(self, question: str, passages: Collection[str]) -> None:
        """From now on the question is not answered from these passages. Nothing happens where there are none."""
        key = plain_question(question)
        if not key or not passages:
            return
        now = datetime.now(UTC).isoformat()
        values = (key, question.strip(), _as_text(passages), now)
        self._database.change("INSERT OR REPLACE INTO held_back VALUES (?, ?, ?, ?)", values)
        self._read()

    def release(self, question: str, passages: Collection[str] | None = None) -> bool:
        """The question is answered again: from these passages, or from any. False when it was not held back."""
        values: list[str] = [plain_question(question)]
        where = "key = ?"
        if passages is not None:
            where += " AND passages = ?"
            values.append(_as_text(passages))
        changed = self._database.change(f"DELETE FROM held_back WHERE {where}", values)
        self._read()
        return changed > 0

    def holds_back(self, key: str, passages: Collection[str]) -> bool:
        """True when the question of that key was answered wrongly from any of the passages.

        Any, not all: the wish for a longer or simpler answer must not bring the wrong one back.
        """
        known = self._by_key.get(key)
        return known is not None and any(not wrong.isdisjoint(passages) for wrong in known)

    def _read(self) -> None:
        with self._lock:
            found: dict[str, list[frozenset[str]]] = {}
            for one in self.all():
                found.setdefault(one.key, []).append(one.passages)
            self._by_key = found


def _as_text(passages: Collection[str]) -> str:
    return json.dumps(sorted(set(passages)), ensure_ascii=False)
