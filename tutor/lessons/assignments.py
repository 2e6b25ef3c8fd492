"""Which class has which path, and how its answers went. Nothing here says who answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from tutor.core.link_names import names_as_typed, new_link_name
from tutor.lessons.database import LessonDatabase
from tutor.lessons.errors import LessonError


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
                (path_id, classroom, new_link_name(), made_at),
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
        """The assignment of a link, as somebody may have copied it by hand. Raises LessonError `path-unknown`."""
        for name in names_as_typed(link):
            rows = self._database.rows("SELECT path_id, classroom, link FROM assignments WHERE link = ?", (name,))
            if rows:
                return Assignment(*map(str, rows[0]))
        raise LessonError("path-unknown", name=link)

    def of_path(self, path_id: str) -> list[Assignment]:
        """The classes that have the path, the first assigned first."""
        return self._found("path_id = ?", path_id)

    def of_class(self, classroom: str) -> list[Assignment]:
        """The paths that the class has, the first assigned first."""
        return self._found("classroom = ?", classroom)

    def class_renamed(self, before: str, now: str) -> None:
        """The class has another name for its links from now on: its paths get new links too, its counts stay."""
        with self._database.together() as db:
            for (path_id,) in db.execute("SELECT path_id FROM assignments WHERE classroom = ?", (before,)).fetchall():
                db.execute(
                    "UPDATE assignments SET classroom = ?, link = ? WHERE path_id = ? AND classroom = ?",
                    (now, new_link_name(), path_id, before),
                )
            db.execute("UPDATE class_answers SET classroom = ? WHERE classroom = ?", (now, before))

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
