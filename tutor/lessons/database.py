"""The file of paths and lessons: SQLite in WAL, one connection, numbered migrations. It holds no pupil's name."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tutor.lessons.errors import LessonError

BUSY_SECONDS = 10.0
OWNER_ONLY = 0o600


def _first_tables(db: sqlite3.Connection) -> None:
    db.execute(
        """CREATE TABLE paths (
            id TEXT PRIMARY KEY, owner TEXT NOT NULL, plan TEXT NOT NULL, made_at TEXT NOT NULL,
            number INTEGER NOT NULL, wanted INTEGER NOT NULL DEFAULT 0
        )"""
    )
    db.execute(
        """CREATE TABLE nodes (
            path_id TEXT NOT NULL REFERENCES paths(id) ON DELETE CASCADE, position INTEGER NOT NULL,
            subject TEXT NOT NULL, topic TEXT NOT NULL, language TEXT NOT NULL, PRIMARY KEY (path_id, position)
        ) WITHOUT ROWID"""
    )
    # One row for a topic, a language and a state of library and models; `finished` counts how often it was written.
    db.execute(
        """CREATE TABLE lessons (
            key TEXT PRIMARY KEY, subject TEXT NOT NULL, topic TEXT NOT NULL, form INTEGER NOT NULL,
            language TEXT NOT NULL, stamp TEXT NOT NULL, state TEXT NOT NULL, evidence TEXT NOT NULL DEFAULT '',
            body TEXT NOT NULL DEFAULT '', begun INTEGER NOT NULL DEFAULT 0, finished INTEGER NOT NULL DEFAULT 0,
            seconds REAL NOT NULL DEFAULT 0, changed_at TEXT NOT NULL
        )"""
    )
    db.execute("CREATE INDEX lessons_by_topic ON lessons(subject, topic, language)")
    db.execute(
        """CREATE TABLE assignments (
            path_id TEXT NOT NULL REFERENCES paths(id) ON DELETE CASCADE, classroom TEXT NOT NULL,
            link TEXT NOT NULL UNIQUE, made_at TEXT NOT NULL, PRIMARY KEY (path_id, classroom)
        ) WITHOUT ROWID"""
    )
    # Answers of a class, counted: nothing says who gave them.
    db.execute(
        """CREATE TABLE class_answers (
            classroom TEXT NOT NULL, key TEXT NOT NULL, question INTEGER NOT NULL, asked INTEGER NOT NULL DEFAULT 0,
            correct INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (classroom, key, question)
        ) WITHOUT ROWID"""
    )


def _known_by_evidence(db: sqlite3.Connection) -> None:
    """Lessons are no longer known by the library's revision, so that an unrelated book leaves them alone.

    Those written before carried it in their key, and nobody could edit or approve them: they are written anew.
    """
    db.execute("ALTER TABLE lessons ADD COLUMN checked TEXT NOT NULL DEFAULT ''")
    for table in ("lessons", "class_answers", "nodes"):
        db.execute(f"DELETE FROM {table}")
    db.execute("ALTER TABLE nodes ADD COLUMN form INTEGER NOT NULL DEFAULT 0")
    for name, plan in db.execute("SELECT id, plan FROM paths").fetchall():
        value = json.loads(plan)
        nodes = [node for branch in value["branches"] for node in branch["nodes"]]
        db.executemany(
            "INSERT INTO nodes (path_id, position, subject, topic, form, language) VALUES (?, ?, ?, ?, ?, ?)",
            [
                (name, at, value["subject"], node["topic"], node["form"], value["language"])
                for at, node in enumerate(nodes)
            ],
        )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first_tables, _known_by_evidence)


class LessonDatabase:
    """An open file, for several threads of one process. Raises LessonError `lessons-damaged` or `lessons-too-new`."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.RLock()
        file.parent.mkdir(parents=True, exist_ok=True)
        is_new = not file.exists()
        try:
            self._db = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            # A lesson that is said to be finished is on the disk, whatever happens to the power next.
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except sqlite3.DatabaseError as error:
            raise LessonError("lessons-damaged", file=file, why=error) from error
        if is_new and os.name != "nt":
            file.chmod(OWNER_ONLY)

    @contextmanager
    def together(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time, in one transaction: all of it or none."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _migrate(self) -> None:
        with self.together() as db:
            db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
            (applied,) = db.execute("SELECT COUNT(*) FROM migrations").fetchone()
            if applied > len(MIGRATIONS):
                raise LessonError("lessons-too-new", file=self.file)
            for number, migration in enumerate(MIGRATIONS[applied:], start=applied + 1):
                migration(db)
                db.execute("INSERT INTO migrations VALUES (?)", (number,))
