"""`questions.db`: what was asked and what came of it, without names, for a set time. It may be deleted at any time.

What a pupil in danger wrote is counted and never kept: it is nobody's reading.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from tutor.core.events import Answered, Declined, EvidenceFound, Understood
from tutor.core.types import Question, Reason, Scope
from tutor.web.service.work import Asked, Progress, State
from tutor.web.stores.database import Database

logger = logging.getLogger("tutor.web")
Mark = Literal["good", "wrong"]
TICKET_HOURS = 1


def _tables(db: sqlite3.Connection) -> None:
    db.execute(
        """CREATE TABLE questions (
            number INTEGER PRIMARY KEY AUTOINCREMENT, ticket TEXT NOT NULL, day TEXT NOT NULL, classroom TEXT,
            text TEXT, language TEXT, scope TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT, method TEXT,
            subject TEXT, form INTEGER, topic TEXT, answer TEXT, passages TEXT NOT NULL,
            for_teacher INTEGER NOT NULL DEFAULT 0, mark TEXT
        )"""
    )
    db.execute("CREATE INDEX questions_by_day ON questions(day)")
    db.execute("CREATE INDEX questions_by_ticket ON questions(ticket)")
    db.execute(
        """CREATE TABLE tickets (
            id TEXT PRIMARY KEY, began TEXT NOT NULL, pupil TEXT, classroom TEXT, asked TEXT NOT NULL
        ) WITHOUT ROWID"""
    )


@dataclass(frozen=True)
class QuestionRecord:
    """A question that came to an end. Only its day is kept, and no mark of who asked.

    `outcome`: answered, declined, withheld, busy, failed or unsafe (which has no text). `classroom`: the class's token.
    """

    number: int
    day: str
    classroom: str | None
    text: str | None
    language: str | None
    scope: dict[str, Any]
    outcome: str
    reason: str | None
    method: str | None
    subject: str | None
    form: int | None
    topic: str | None
    answer: str | None
    passages: tuple[str, ...]
    for_teacher: bool
    mark: Mark | None


_COLUMNS = (
    "number, day, classroom, text, language, scope, outcome, reason, method, subject, form, topic, answer, passages, "
    "for_teacher, mark"
)


class QuestionStore:
    """Records questions and keeps open tickets. `now` gives the time in UTC. `keep_days`: after that all is deleted."""

    def __init__(
        self, file: Path, keep_days: Callable[[], int] = lambda: 180, now: Callable[[], datetime] | None = None
    ) -> None:
        self.database = Database(file, (_tables,), disposable=True)
        self._keep_days = keep_days
        self._now = now or (lambda: datetime.now(UTC))
        self.purge()

    # -- records -----------------------------------------------------------------------------

    def record(self, ticket: str, asked: Asked, progress: Progress) -> None:
        """Note what came of a question."""
        if self._now() - self._purged >= timedelta(hours=TICKET_HOURS):
            self.purge()
        row = _row(ticket, asked, progress, self._day())
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        self._note(f"INSERT INTO questions ({names}) VALUES ({marks})", tuple(row.values()))

    def ask_teacher(self, ticket: str) -> bool:
        """Put a question on the teacher's list. False when it is not known any more, or not for others to read."""
        changed = self.database.change(
            "UPDATE questions SET for_teacher = 1 WHERE ticket = ? AND text IS NOT NULL", (ticket,)
        )
        return changed > 0

    def class_renamed(self, before: str, now: str) -> None:
        """The class has another token from now on; what it asked stays its own."""
        for table in ("questions", "tickets"):
            self.database.change(f"UPDATE {table} SET classroom = ? WHERE classroom = ?", (now, before))

    def mark(self, number: int, mark: Mark | None) -> bool:
        """Mark an answer good or wrong. False when there is no such question."""
        return self.database.change("UPDATE questions SET mark = ? WHERE number = ?", (mark, number)) > 0

    def done_for_teacher(self, number: int) -> bool:
        """Take a question off the teacher's list. False when there is no such question."""
        return self.database.change("UPDATE questions SET for_teacher = 0 WHERE number = ?", (number,)) > 0

    def records(
        self,
        since: str = "",
        classroom: str | None = None,
        outcome: str | None = None,
        for_teacher: bool = False,
        marked: bool = False,
        limit: int = 500,
    ) -> list[QuestionRecord]:
        """Questions, newest first. `since` is an ISO day."""
        wanted: list[tuple[str, Any]] = [("day >= ?", since)]
        if classroom is not None:
            wanted.append(("classroom = ?", classroom))
        if outcome is not None:
            wanted.append(("outcome = ?", outcome))
        if for_teacher:
            wanted.append(("for_teacher = ?", 1))
        if marked:
            wanted.append(("(mark IS NOT NULL) = ?", 1))
        where = " AND ".join(clause for clause, _ in wanted)
        rows = self.database.rows(
            f"SELECT {_COLUMNS} FROM questions WHERE {where} ORDER BY number DESC LIMIT ?",
            (*[value for _, value in wanted], limit),
        )
        return [_record(row) for row in rows]

    def question(self, number: int) -> QuestionRecord | None:
        """The question of that number, or None."""
        rows = self.database.rows(f"SELECT {_COLUMNS} FROM questions WHERE number = ?", (number,))
        return _record(rows[0]) if rows else None

    def counts(self, since: str = "") -> dict[str, int]:
        """Outcome -> how many, from an ISO day on."""
        return dict(self.database.rows("SELECT outcome, COUNT(*) FROM questions WHERE day >= ? GROUP BY 1", (since,)))

    def purge(self) -> None:
        """Delete what is older than the set time, and tickets whose pages are gone. Done by itself every hour."""
        self._purged = self._now()
        oldest = (self._now() - timedelta(days=self._keep_days())).date().isoformat()
        self.database.change("DELETE FROM questions WHERE day < ?", (oldest,))
        stale = (self._now() - timedelta(hours=TICKET_HOURS)).isoformat()
        self.database.change("DELETE FROM tickets WHERE began < ?", (stale,))

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    # -- tickets -----------------------------------------------------------------------------

    def keep(self, ticket: str, asked: Asked) -> None:
        """Remember an open question, so that its page recovers when the server is started again."""
        self._note(
            "INSERT OR REPLACE INTO tickets VALUES (?, ?, ?, ?, ?)",
            (ticket, self._now().isoformat(), asked.pupil, asked.classroom, _asked_json(asked)),
        )

    def finish(self, ticket: str) -> None:
        """The question came to an end: forget which device asked it."""
        self._note("UPDATE tickets SET pupil = NULL WHERE id = ?", (ticket,))

    def find(self, ticket: str) -> Asked | None:
        """What was asked under the ticket within the last hour, or None."""
        stale = (self._now() - timedelta(hours=TICKET_HOURS)).isoformat()
        rows = self.database.rows(
            "SELECT pupil, classroom, asked FROM tickets WHERE id = ? AND began >= ?", (ticket, stale)
        )
        if not rows:
            return None
        pupil, classroom, asked = rows[0]
        return _asked(pupil or f"ticket:{ticket}", classroom, json.loads(asked))

    def _note(self, statement: str, values: tuple[Any, ...]) -> None:
        """Write what no pupil has to wait for: a full disk costs the record, never the answer."""
        try:
            self.database.change(statement, values)
        except sqlite3.OperationalError as error:
            logger.error("A question was not recorded: %s", error)

    def _day(self) -> str:
        return self._now().astimezone().date().isoformat()


def _row(ticket: str, asked: Asked, progress: Progress, day: str) -> dict[str, Any]:
    """The columns of a question's record."""
    row: dict[str, Any] = {
        "ticket": ticket, "day": day, "classroom": asked.classroom, "text": asked.question.text.strip(),
        "scope": json.dumps(asked.question.scope.as_dict()), "outcome": str(progress.state), "passages": "[]",
        "reason": progress.error.code if progress.error and progress.state is State.FAILED else None,
    }  # fmt: skip
    if progress.withheld:
        row["outcome"] = "withheld"
    for event in progress.events:
        if isinstance(event, Understood):
            row["language"] = event.language
        elif isinstance(event, EvidenceFound) and event.sentences:
            metadata = event.sentences[0].passage.metadata
            row |= {"subject": metadata.subject, "form": metadata.form, "topic": metadata.topic}
            ids = dict.fromkeys(item.passage.id for item in event.sentences)
            row["passages"] = json.dumps(list(ids), ensure_ascii=False)
        elif isinstance(event, Answered):
            answer = event.answer
            row |= {"outcome": "answered", "language": answer.language, "method": answer.method, "answer": answer.text}
        elif isinstance(event, Declined):
            decline = event.decline
            row |= {"outcome": "declined", "language": decline.language, "reason": str(decline.reason)}
            row |= _place_of_decline(decline.pointers[0] if decline.pointers else None)
            if decline.reason is Reason.UNSAFE:
                row |= {"outcome": "unsafe", "text": None, "scope": "{}", "classroom": None}
    return row


def _place_of_decline(pointer: Any) -> dict[str, Any]:
    return {} if pointer is None else {"subject": pointer.subject, "form": pointer.form}


def _record(row: tuple[Any, ...]) -> QuestionRecord:
    values = dict(zip(_COLUMNS.split(", "), row, strict=True))
    values["scope"] = json.loads(values["scope"])
    values["passages"] = tuple(json.loads(values["passages"]))
    values["for_teacher"] = bool(values["for_teacher"])
    return QuestionRecord(**values)


def _asked_json(asked: Asked) -> str:
    return json.dumps(asdict(asked.question), ensure_ascii=False)


def _asked(pupil: str, classroom: str | None, kept: dict[str, Any]) -> Asked:
    scopes = {name: _scope(kept[name]) for name in ("scope", "limit")}
    return Asked(Question(**{**kept, **scopes}), pupil, classroom)


def _scope(kept: dict[str, Any]) -> Scope:
    return Scope(**{name: tuple(values) for name, values in kept.items()})
