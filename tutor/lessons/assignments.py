"""Which class has which path, and how its answers went. Nothing here says who answered."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from tutor.lessons.database import LessonDatabase
from tutor.lessons.errors import LessonError

LINK_BYTES = 8


@dataclass(frozen=True)
class Assignment:
    """A path given to a class; `link` is the last part of its address."""

    path_id: str
    classroom: str
    link: str


class Assignments:
    """Reads and writes the two tables of classes in an open file of lessons."""

    def __init__(self, database: LessonDatabase) -> None:
        self._database = database

    def assign(self, path_id: str, classroom: str) -> str:
        """The link of the path for a class; the same one when it was assigned before."""
        made_at = datetime.now(UTC).isoformat()
        with self._database.together() as db:
            db.execute(
                "INSERT OR IGNORE INTO assignments VALUES (?, ?, ?, ?)",
                (path_id, classroom, secrets.token_urlsafe(LINK_BYTES), made_at),
            )
            (kept,) = db.execute(
                "SELECT link FROM assignments WHERE path_id = ? AND classroom = ?", (path_id, classroom)
            ).fetchone()
        return str(kept)

    def withdraw(self, path_id: str, classroom: str) -> None:
        """Take the path from the class; its link is void."""
        with self._database.together() as db:
            db.execute("DELETE FROM assignments WHERE path_id = ? AND classroom = ?", (path_id, classroom))

    def of_link(self, link: str) -> Assignment:
        """The assignment of a link. Raises LessonError `path-unknown`."""
        rows = self._database.rows("SELECT path_id, classroom, link FROM assignments WHERE link = ?", (link,))
        if not rows:
            raise LessonError("path-unknown", name=link)
        return Assignment(*map(str, rows[0]))

    def of_path(self, path_id: str) -> list[Assignment]:
        """The classes that have the path, the first assigned first."""
        return self._found("path_id = ?", path_id)

    def of_class(self, classroom: str) -> list[Assignment]:
        """The paths that the class has, the first assigned first."""
        return self._found("classroom = ?", classroom)

    def count_answer(self, classroom: str, key: str, question: int, is_right: bool) -> None:
        """Count an answer of a class to a lesson's question."""
        with self._database.together() as db:
            db.execute(
                "INSERT INTO class_answers VALUES (?, ?, ?, 1, ?) ON CONFLICT (classroom, key, question) "
                "DO UPDATE SET asked = asked + 1, correct = correct + excluded.correct",
                (classroom, key, question, int(is_right)),
            )

    def counts(self, classroom: str, key: str) -> dict[int, tuple[int, int]]:
        """Question -> (how often answered, how often right) in a class."""
        rows = self._database.rows(
            "SELECT question, asked, correct FROM class_answers WHERE classroom = ? AND key = ?", (classroom, key)
        )
        return {int(question): (int(asked), int(right)) for question, asked, right in rows}

    def forget_counts(self, key: str) -> None:
        """Forget the counts of a lesson: its questions are other ones now."""
        with self._database.together() as db:
            db.execute("DELETE FROM class_answers WHERE key = ?", (key,))

    def _found(self, where: str, value: str) -> list[Assignment]:
        rows = self._database.rows(
            f"SELECT path_id, classroom, link FROM assignments WHERE {where} ORDER BY made_at, path_id, classroom",
            (value,),
        )
        return [Assignment(*map(str, row)) for row in rows]
