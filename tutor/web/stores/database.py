"""A small SQLite file used by many threads: WAL, a busy timeout, one connection, numbered migrations."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tutor.core.errors import LibraryError

logger = logging.getLogger("tutor.web")
BUSY_SECONDS = 10.0
Migration = Callable[[sqlite3.Connection], None]
OWNER_ONLY = 0o600


class Database:
    """An open file. `disposable`: a file that is damaged is moved aside and begun anew, and nobody has to mend it.

    Raises LibraryError `library-damaged` for a damaged file that is not disposable.
    """

    def __init__(self, file: Path, migrations: Sequence[Migration], disposable: bool) -> None:
        self.file = file
        self._migrations = migrations
        self._disposable = disposable
        self._lock = threading.RLock()
        self.begun_anew = 0
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = self._opened()
        except sqlite3.DatabaseError as error:
            if not disposable or isinstance(error, sqlite3.OperationalError):
                raise LibraryError("library-damaged", file=file, why=error) from error
            self._begin_anew()

    @contextmanager
    def use(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time, in one transaction."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query. A disposable file found damaged is begun anew."""
        found: list[tuple[Any, ...]] = self._safely(lambda: self._db.execute(query, values).fetchall())
        return found

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Run one statement. Returns how many rows it changed."""
        return int(self._safely(lambda: self._db.execute(statement, values).rowcount))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _safely(self, action: Callable[[], Any]) -> Any:
        with self._lock:
            try:
                return action()
            except sqlite3.DatabaseError as error:
                # Its subclasses say "locked" or "disk full": nothing that a new file would mend.
                if not self._disposable or type(error) is not sqlite3.DatabaseError:
                    raise
                logger.error("%s is damaged and is begun anew: %s", self.file.name, error)
                self._db.close()
                self._begin_anew()
                return action()

    def _opened(self) -> sqlite3.Connection:
        is_new = not self.file.exists()
        db = sqlite3.connect(self.file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("the check of the file failed")
            self._migrate(db)
        except sqlite3.DatabaseError:
            db.close()
            raise
        if is_new and os.name != "nt":
            self.file.chmod(OWNER_ONLY)
        return db

    def _migrate(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
        (applied,) = db.execute("SELECT COUNT(*) FROM migrations").fetchone()
        if applied > len(self._migrations):
            db.execute("ROLLBACK")
            raise LibraryError("library-too-new", found=applied, known=len(self._migrations))
        for number, migration in enumerate(self._migrations[applied:], start=applied + 1):
            migration(db)
            db.execute("INSERT INTO migrations VALUES (?)", (number,))
        db.execute("COMMIT")

    def _begin_anew(self) -> None:
        """Move the damaged file aside, with what belongs to it, and open an empty one."""
        self.begun_anew += 1
        count = len(list(self.file.parent.glob(f"{self.file.stem}-damaged-*{self.file.suffix}"))) + 1
        if self.file.exists():
            self.file.replace(self.file.with_name(f"{self.file.stem}-damaged-{count}{self.file.suffix}"))
        for ending in ("-wal", "-shm"):
            self.file.with_name(self.file.name + ending).unlink(missing_ok=True)
        self._db = self._opened()
