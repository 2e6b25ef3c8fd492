"""Looking at the databases of a running tutor takes nothing away from it.

A file that is opened and closed by other means than SQLite's ends every lock that the process holds on it. The next
program that closes the database then believes to be the last one, removes its log below the running server, and every
page fails from then on.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tutor.appliance.backup import write_backup
from tutor.appliance.checks import appliance_checks
from tutor.appliance.user_data import databases, is_database
from tutor.core.settings import load_settings

ANOTHER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("INSERT INTO books VALUES ('from another program')")
db.commit()
db.close()
"""


@pytest.fixture
def served(home: Path) -> Iterator[sqlite3.Connection]:
    """The library, open as in a running server."""
    (home / "library").mkdir()
    with closing(sqlite3.connect(home / "library" / "library.db")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE books (title TEXT)")
        db.commit()
        db.execute("SELECT * FROM books").fetchall()
        yield db


def looked_at(home: Path, place: Path) -> None:
    assert [file.name for file in databases(home)] == ["library.db"]


def backed_up(home: Path, place: Path) -> None:
    write_backup(home, place)


def checked(home: Path, place: Path) -> None:
    assert {check.name for check in appliance_checks(load_settings(home))} >= {"databases", "rights"}


@pytest.mark.skipif(sys.platform == "win32", reason="the locks of Windows belong to the handle, not to the process")
@pytest.mark.parametrize("look", [looked_at, backed_up, checked])
def test_another_program_leaves_the_log_where_it_is(
    look: Callable[[Path, Path], None], served: sqlite3.Connection, home: Path, tmp_path: Path
) -> None:
    file = home / "library" / "library.db"
    look(home, tmp_path)
    subprocess.run([sys.executable, "-c", ANOTHER, file], check=True)
    assert file.with_name("library.db-wal").exists(), "the log of an open database was removed"
    assert served.execute("SELECT title FROM books").fetchall() == [("from another program",)]
    assert served.execute("PRAGMA quick_check").fetchall() == [("ok",)]


@pytest.mark.parametrize(
    ("content", "expected"), [(b"", False), (b"SQLite", False), (b"no database at all " * 100, False), (None, True)]
)
def test_what_a_database_is(content: bytes | None, expected: bool, tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    if content is None:
        with closing(sqlite3.connect(file)) as db:
            db.execute("CREATE TABLE a (b)")
    else:
        file.write_bytes(content)
    assert is_database(file) is expected
    other = file.rename(tmp_path / "some.txt")
    assert is_database(other) is False
