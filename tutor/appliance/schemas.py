"""What going back to an older program takes: its databases' tables, filled with what the newer one has kept.

When a version is left, the form of every database is noted. A newer program may add tables and columns; an older one
refuses such a file. Going back makes a file in the old form and copies into it all that fits. Nothing is thrown away:
the newer file is kept beside.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.appliance.errors import ApplianceError
from tutor.appliance.user_data import databases, give_to_owner, migrations_of, require_unused
from tutor.core.files import flush_to_disk, write_json_atomically

FORMS, ASIDE = ".forms", ".before-going-back"


@dataclass(frozen=True)
class Form:
    """The form of a database: its count of migrations, and the statements that make its tables, then its indexes."""

    migrations: int
    statements: tuple[str, ...]


def note_forms(home: Path, version: str) -> None:
    """Note the forms of the home's databases under the version that leaves them so. Raises OSError."""
    forms = {}
    for file in databases(home):
        with closing(sqlite3.connect(file)) as db:
            count = migrations_of(db)
            if count is not None:
                rows = db.execute(
                    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
                    "ORDER BY type <> 'table', rowid"
                )
                forms[file.relative_to(home).as_posix()] = {"migrations": count, "statements": [sql for (sql,) in rows]}
    (home / FORMS).mkdir(exist_ok=True)
    write_json_atomically(home / FORMS / f"{version}.json", forms)
    give_to_owner(home / FORMS, home)


def noted_forms(home: Path, version: str) -> dict[str, Form]:
    """Name of database -> its form when the version was left; empty where nothing was noted."""
    try:
        raw: Mapping[str, Any] = json.loads((home / FORMS / f"{version}.json").read_text(encoding="utf-8"))
        return {name: Form(int(each["migrations"]), tuple(each["statements"])) for name, each in raw.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def go_back_to_forms(home: Path, version: str) -> list[Path]:
    """Bring databases that a newer program changed into the form that the version knows. Returns those changed.

    Raises ApplianceError `home-in-use` or `data-not-carried`, with no file changed.
    """
    forms = noted_forms(home, version)
    changed = []
    for file in databases(home):
        form = forms.get(file.relative_to(home).as_posix())
        with closing(sqlite3.connect(file)) as db:
            count = migrations_of(db)
        if form is not None and count is not None and count > form.migrations:
            changed.append((file, form))
    for file, _ in changed:
        require_unused(file)
    made = [(file, _carried(file, form)) for file, form in changed]
    for file, older in made:
        kept = home / ASIDE / version / file.relative_to(home)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, kept)
        flush_to_disk(kept)
        shutil.copymode(file, older)
        # One rename: whenever the power goes, one whole file or the other is there.
        older.replace(file)
        give_to_owner(file, home)
        give_to_owner(home / ASIDE, home)
    return [file for file, _ in made]


def _carried(file: Path, form: Form) -> Path:
    older = file.with_name(f".{file.name}.back.tmp")
    older.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(older, isolation_level=None)) as db:
            for statement in form.statements:
                db.execute(statement)
            db.execute("ATTACH ? AS newer", (str(file),))
            db.execute("BEGIN")
            for (table,) in db.execute(
                "SELECT name FROM main.sqlite_master WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' "
                "OR name = 'sqlite_sequence') ORDER BY rowid"
            ).fetchall():
                _copy_table(db, table)
            db.execute("DELETE FROM main.migrations WHERE number > ?", (form.migrations,))
            db.execute("COMMIT")
            faults: Sequence[Any] = db.execute("PRAGMA main.foreign_key_check").fetchall()
            whole = db.execute("PRAGMA main.quick_check(1)").fetchone()[0]
        if faults or whole != "ok":
            raise ApplianceError("data-not-carried", file=file.name, why=whole if whole != "ok" else "links are lost")
        flush_to_disk(older)
    except sqlite3.Error as error:
        older.unlink(missing_ok=True)
        raise ApplianceError("data-not-carried", file=file.name, why=error) from error
    return older


def _copy_table(db: sqlite3.Connection, table: str) -> None:
    def columns(schema: str) -> list[str]:
        return [str(row[1]) for row in db.execute(f'PRAGMA {schema}.table_info("{table}")')]

    theirs = set(columns("newer"))
    names = ", ".join(f'"{name}"' for name in columns("main") if name in theirs)
    if names:
        db.execute(f'DELETE FROM main."{table}"')
        db.execute(f'INSERT INTO main."{table}" ({names}) SELECT {names} FROM newer."{table}"')
