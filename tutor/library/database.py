"""The SQLite file of the library: connections by thread, and changes that happen whole or not at all."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tutor.core.errors import LibraryError
from tutor.library.schema import migrate

_BUSY_SECONDS = 30.0
_FURTHER_CACHE_KB = 512
"""A server's many threads each have a connection: with SQLite's own cache of 2 MB they would grow to 200 MB."""


class Database:
    """The open file, with a connection of its own for every thread.

    Raises LibraryError when the file is damaged or was written by a newer tutor.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._local = threading.local()
        self._opened: list[sqlite3.Connection] = []
        file.parent.mkdir(parents=True, exist_ok=True)
        migrate(self._db, file)

    @property
    def _db(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connected()
            self._opened.append(connection)
        return connection

    def _connected(self) -> sqlite3.Connection:
        # `close` may be called by another thread than the one that opened the connection.
        db = sqlite3.connect(self.file, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            if self._opened:
                db.execute(f"PRAGMA cache_size = -{_FURTHER_CACHE_KB}")
        except sqlite3.DatabaseError as error:
            db.close()
            raise LibraryError("library-damaged", file=self.file, why=error) from error
        return db

    def close(self) -> None:
        """Close the connections of all threads."""
        for connection in self._opened:
            connection.close()
        self._opened.clear()
        self._local = threading.local()

    def rows(self, question: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows that the SQL gives."""
        return self._db.execute(question, values).fetchall()

    def run(self, statement: str, values: Sequence[Any] = ()) -> None:
        """Run one SQL statement; alone it is a transaction of its own."""
        self._db.execute(statement, values)

    def run_many(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run one SQL statement for every row."""
        self._db.executemany(statement, rows)

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction: all of it happens or nothing does. Inside another one it is part of that."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def damage(self) -> str | None:
        """What SQLite finds wrong with the file, in its words; None when it is whole."""
        found = str(self._db.execute("PRAGMA quick_check(1)").fetchone()[0])
        return None if found == "ok" else found

    # -- state -------------------------------------------------------------------------------

    def state(self, name: str) -> str | None:
        """The value kept under that name, or None."""
        found = self.rows("SELECT value FROM state WHERE name = ?", (name,))
        return str(found[0][0]) if found else None

    def keep_state(self, name: str, value: str | None) -> None:
        """Keep a value under that name; None forgets it."""
        if value is None:
            self.run("DELETE FROM state WHERE name = ?", (name,))
        else:
            self.run("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))

    def identity(self) -> tuple[str, int]:
        """The library's own id and its revision, which grows with every change of its passages."""
        rows = dict(self.rows("SELECT name, value FROM state"))
        return str(rows["library_id"]), int(rows["revision"])

    @contextmanager
    def changing(self) -> Iterator[None]:
        """One transaction around changes of documents. Inside, `identity` gives the new revision already."""
        with self.together():
            self.run("UPDATE state SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'revision'")
            yield
