"""Paths on the disk: who asked for which plan, and whether its lessons are wanted."""

from __future__ import annotations

import json
import secrets
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime

from tutor.lessons.database import LessonDatabase
from tutor.lessons.errors import LessonError
from tutor.lessons.outline import Plan


@dataclass(frozen=True)
class KeptPath:
    """A path as it is kept. `owner` is a random mark or a teacher's name, for fairness only."""

    id: str
    owner: str
    plan: Plan
    made_at: str


class Paths:
    """The paths of an open file of lessons."""

    def __init__(self, database: LessonDatabase) -> None:
        self._database = database

    def add_path(self, plan: Plan, owner: str) -> KeptPath:
        """Keep a path. One that the same owner asked for in the same words is given back, with the newer plan."""
        value = json.dumps(plan.as_dict(), ensure_ascii=False)
        with self._database.together() as db:
            found = db.execute(
                "SELECT id, made_at FROM paths WHERE owner = ? AND json_extract(plan, '$.request') = ? "
                "AND json_extract(plan, '$.language') = ?",
                (owner, plan.request, plan.language),
            ).fetchone()
            if found:
                name, made_at = found
                db.execute("UPDATE paths SET plan = ? WHERE id = ?", (value, name))
            else:
                name, made_at = secrets.token_hex(4), now()
                (number,) = db.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM paths").fetchone()
                db.execute(
                    "INSERT INTO paths (id, owner, plan, made_at, number) VALUES (?, ?, ?, ?, ?)",
                    (name, owner, value, made_at, number),
                )
            _put_nodes(db, name, plan)
        return KeptPath(name, owner, plan, made_at)

    def change_plan(self, name: str, plan: Plan) -> None:
        """Keep another plan for the path of that id."""
        value = json.dumps(plan.as_dict(), ensure_ascii=False)
        with self._database.together() as db:
            db.execute("UPDATE paths SET plan = ? WHERE id = ?", (value, name))
            _put_nodes(db, name, plan)

    def paths(self, owner: str | None = None) -> list[KeptPath]:
        """All paths, or those of one owner, the newest first."""
        rows = self._database.rows(
            "SELECT id, owner, plan, made_at FROM paths WHERE ? IS NULL OR owner = ? ORDER BY number DESC",
            (owner, owner),
        )
        return [KeptPath(name, owner, Plan.from_dict(json.loads(plan)), made) for name, owner, plan, made in rows]

    def path(self, name: str) -> KeptPath:
        """The path of that id, or of an id that begins so. Raises LessonError `path-unknown`."""
        rows = self._database.rows("SELECT id, owner, plan, made_at FROM paths WHERE substr(id, 1, ?) = ?",
                                   (len(name), name))  # fmt: skip
        if len(rows) != 1 or not name:
            raise LessonError("path-unknown", name=name)
        found, owner, plan, made_at = rows[0]
        return KeptPath(found, owner, Plan.from_dict(json.loads(plan)), made_at)

    def want(self, name: str, wanted: bool = True) -> None:
        """Have the path's lessons written, or no longer. Raises LessonError `path-unknown`."""
        path = self.path(name)
        with self._database.together() as db:
            db.execute("UPDATE paths SET wanted = ? WHERE id = ?", (int(wanted), path.id))

    def remove_path(self, name: str) -> None:
        """Forget a path; its lessons stay, for other paths. Raises LessonError `path-unknown`."""
        path = self.path(name)
        with self._database.together() as db:
            db.execute("DELETE FROM paths WHERE id = ?", (path.id,))

    def forget_paths(self, owner: str, keep: int) -> None:
        """Forget the owner's oldest paths beyond so many; those of a class stay, and so do all lessons."""
        with self._database.together() as db:
            db.execute(
                "DELETE FROM paths WHERE owner = ? AND id NOT IN (SELECT path_id FROM assignments) AND id NOT IN "
                "(SELECT id FROM paths WHERE owner = ? ORDER BY number DESC LIMIT ?)",
                (owner, owner, keep),
            )


def _put_nodes(db: sqlite3.Connection, name: str, plan: Plan) -> None:
    db.execute("DELETE FROM nodes WHERE path_id = ?", (name,))
    db.executemany(
        "INSERT INTO nodes (path_id, position, subject, topic, form, language) VALUES (?, ?, ?, ?, ?, ?)",
        [(name, at, plan.subject, node.topic, node.form, plan.language) for at, node in enumerate(plan.nodes)],
    )


def now() -> str:
    """This moment, as rows are stamped with it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
