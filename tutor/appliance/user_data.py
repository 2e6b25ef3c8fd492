"""What in a home is the school's own, and what can be made again. Standard library only."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tutor.appliance.errors import ApplianceError

DERIVED = frozenset({"models", "index", "cache", "caches", "downloads", "arriving", "logs"})
"""Top folders that are fetched or built again."""
PASSING = ("-wal", "-shm", "-journal", ".lock", ".part", ".tmp")
CHECKOUT_DATA = ("library", "classroom", "lessons.db", "tutor.toml")
"""What is the school's own where the home is a source checkout, beside all that is the project's."""
DATABASE_ENDING = ".db"


def data_entries(home: Path) -> list[Path]:
    """The files and folders at the top of a home that are the school's own; hidden ones are tutor's workplaces."""
    if not home.is_dir():
        return []
    if (home / "pyproject.toml").is_file():
        return [home / name for name in CHECKOUT_DATA if (home / name).exists()]
    return sorted(
        path
        for path in home.iterdir()
        if path.name not in DERIVED and not path.name.startswith(".") and not path.name.endswith(PASSING)
    )


def data_files(home: Path) -> Iterator[Path]:
    """Every file that is worth a backup, in order. Links are left out: they lead elsewhere."""
    for entry in data_entries(home):
        paths = sorted(entry.rglob("*")) if entry.is_dir() and not entry.is_symlink() else [entry]
        for path in paths:
            if path.is_file() and not path.is_symlink() and not path.name.endswith(PASSING):
                yield path


def is_database(path: Path) -> bool:
    """Whether the file is an SQLite database.

    Only SQLite may open it: a file that is opened otherwise and closed ends every lock of this process on it, and the
    next program that closes the database removes the log of the running server. Raises OSError.
    """
    if path.suffix != DATABASE_ENDING or path.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=30.0)) as db:
            db.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError:
        # It is one, in use or not to be opened now.
        return True
    except sqlite3.DatabaseError:
        return False
    return True


def databases(home: Path) -> list[Path]:
    """The databases of a home."""
    return [path for path in data_files(home) if is_database(path)]


def migrations_of(db: sqlite3.Connection) -> int | None:
    """How many migrations a database has been through; None where it counts none."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").fetchone():
        return None
    return int(db.execute("SELECT COUNT(*) FROM migrations").fetchone()[0])


def require_unused(file: Path) -> None:
    """Fold the write-ahead log into the file. Raises ApplianceError `home-in-use` while another has it open."""
    with closing(sqlite3.connect(file, timeout=1.0, isolation_level=None)) as db:
        try:
            # Leaving WAL asks for the file alone, which no other open connection allows.
            mode = db.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        except sqlite3.OperationalError as error:
            raise ApplianceError("home-in-use", file=file.name) from error
    if mode != "delete":
        raise ApplianceError("home-in-use", file=file.name)


def give_to_owner(path: Path, home: Path) -> None:
    """Give what root made in a home to the owner of the home, with all below it. Raises OSError."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    owner = home.stat()
    for each in (path, *path.rglob("*")):
        if not each.is_symlink():
            shutil.chown(each, owner.st_uid, owner.st_gid)
