"""`classroom.db`: classes, the teacher's password, the server's secret. Unlike the questions it is worth a backup."""

from __future__ import annotations

import json
import secrets
import sqlite3
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tutor.core.link_names import names_as_typed, new_link_name
from tutor.core.types import Scope
from tutor.web.stores.database import Database

SECRET_BYTES = 32


def _tables(db: sqlite3.Connection) -> None:
    db.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    db.execute("INSERT INTO settings VALUES ('secret', ?)", (secrets.token_hex(SECRET_BYTES),))
    db.execute(
        """CREATE TABLE classes (
            token TEXT PRIMARY KEY, name TEXT NOT NULL, subject TEXT, form INTEGER, language TEXT,
            allowed TEXT NOT NULL, made_at TEXT NOT NULL
        ) WITHOUT ROWID"""
    )
    db.execute("CREATE TABLE sessions (hash TEXT PRIMARY KEY, ends_at TEXT NOT NULL) WITHOUT ROWID")


def _pins(db: sqlite3.Connection) -> None:
    db.execute(
        """CREATE TABLE pins (
            key TEXT PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL, made_at TEXT NOT NULL
        ) WITHOUT ROWID"""
    )


def _held_back(db: sqlite3.Connection) -> None:
    db.execute(
        """CREATE TABLE held_back (
            key TEXT NOT NULL, question TEXT NOT NULL, passages TEXT NOT NULL, made_at TEXT NOT NULL,
            PRIMARY KEY (key, passages)
        ) WITHOUT ROWID"""
    )


@dataclass(frozen=True)
class Classroom:
    """A class. `subject`, `form` and `language` are what its pages begin with; `allowed` is what it may see at all."""

    token: str
    name: str
    subject: str | None = None
    form: int | None = None
    language: str | None = None
    allowed: Scope = field(default_factory=Scope)


class ClassroomStore:
    """The open file. Thread-safe. Raises LibraryError when it is damaged."""

    def __init__(self, file: Path) -> None:
        self.database = Database(file, (_tables, _pins, _held_back), disposable=False)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    # -- settings ----------------------------------------------------------------------------

    def setting(self, name: str, default: str = "") -> str:
        """The value of that name, or the default."""
        rows = self.database.rows("SELECT value FROM settings WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else default

    def set_setting(self, name: str, value: str) -> None:
        """Set the value of that name."""
        self.database.change("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    @property
    def secret(self) -> str:
        """What signs forms. Made once; it never leaves this file."""
        return self.setting("secret")

    @property
    def keep_days(self) -> int:
        """How many days questions are kept."""
        return int(self.setting("keep_days", "180"))

    @property
    def open_to_all(self) -> bool:
        """True when pupils may ask without a class link."""
        return self.setting("open_to_all", "yes") == "yes"

    # -- classes -----------------------------------------------------------------------------

    def classes(self) -> list[Classroom]:
        """All classes by name."""
        return [_classroom(row) for row in self.database.rows(f"SELECT {_COLUMNS} FROM classes ORDER BY name, token")]

    def classroom(self, token: str) -> Classroom | None:
        """The class of that token, or None."""
        rows = self.database.rows(f"SELECT {_COLUMNS} FROM classes WHERE token = ?", (token,))
        return _classroom(rows[0]) if rows else None

    def classroom_typed(self, name: str) -> Classroom | None:
        """The class whose link ends in that name, as somebody may have copied it by hand; None where there is none."""
        found = (self.classroom(each) for each in names_as_typed(name))
        return next((classroom for classroom in found if classroom is not None), None)

    def add_class(
        self,
        name: str,
        subject: str | None = None,
        form: int | None = None,
        language: str | None = None,
        allowed: Scope = Scope(),
    ) -> Classroom:
        """A new class with a token of its own for its link."""
        made = Classroom(new_link_name(), name, subject, form, language, allowed)
        self.database.change(
            f"INSERT INTO classes ({_COLUMNS}, made_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*_values(made), datetime.now(UTC).isoformat()),
        )
        return made

    def change_class(self, classroom: Classroom) -> bool:
        """Store the class in place of the one with its token. False when there is none."""
        token, *values = _values(classroom)
        changed = self.database.change(
            "UPDATE classes SET name = ?, subject = ?, form = ?, language = ?, allowed = ? WHERE token = ?",
            (*values, token),
        )
        return changed > 0

    def renew_link(self, token: str) -> Classroom | None:
        """The class under a new token, so that the old link is void; None when there is none."""
        old = self.classroom(token)
        if old is None:
            return None
        renewed = replace(old, token=new_link_name())
        self.database.change("UPDATE classes SET token = ? WHERE token = ?", (renewed.token, token))
        return renewed

    def remove_class(self, token: str) -> bool:
        """Remove the class. False when there is none."""
        return self.database.change("DELETE FROM classes WHERE token = ?", (token,)) > 0

    # -- sessions ----------------------------------------------------------------------------

    def add_session(self, token_hash: str, ends_at: datetime) -> None:
        """Remember that somebody signed in; only the hash of the cookie is kept."""
        self.database.change("INSERT OR REPLACE INTO sessions VALUES (?, ?)", (token_hash, ends_at.isoformat()))

    def has_session(self, token_hash: str, now: datetime) -> bool:
        """True when that session has not ended."""
        self.database.change("DELETE FROM sessions WHERE ends_at < ?", (now.isoformat(),))
        return bool(self.database.rows("SELECT 1 FROM sessions WHERE hash = ?", (token_hash,)))

    def end_sessions(self, token_hash: str | None = None) -> None:
        """End one session, or all of them."""
        if token_hash is None:
            self.database.change("DELETE FROM sessions")
        else:
            self.database.change("DELETE FROM sessions WHERE hash = ?", (token_hash,))


_COLUMNS = "token, name, subject, form, language, allowed"


def _values(classroom: Classroom) -> tuple[Any, ...]:
    values = {column.name: getattr(classroom, column.name) for column in fields(Classroom)}
    return (*list(values.values())[:-1], json.dumps(classroom.allowed.as_dict()))


def _classroom(row: tuple[Any, ...]) -> Classroom:
    allowed = {name: tuple(values) for name, values in json.loads(row[5]).items()}
    token, name, subject, form, language = row[:5]
    return Classroom(token, name, subject, form, language, Scope(**allowed))
