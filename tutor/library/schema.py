"""The library's tables. Each change is a numbered function; `migrations` says which have been applied."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from tutor.core.errors import LibraryError


def _first_tables(db: sqlite3.Connection) -> None:
    metadata = """
        subject TEXT, form INTEGER, language TEXT NOT NULL, topic TEXT, document_type TEXT,
        authority TEXT, paper TEXT, year INTEGER, question TEXT
    """
    db.execute(
        f"""CREATE TABLE documents (
            id TEXT PRIMARY KEY, source TEXT NOT NULL, title TEXT NOT NULL, {metadata},
            file_sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, segmenter INTEGER NOT NULL,
            imported_at TEXT NOT NULL
        )"""
    )
    db.execute(
        f"""CREATE TABLE passages (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            document_id TEXT NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
            ordinal INTEGER NOT NULL, heading_path TEXT NOT NULL, text TEXT NOT NULL,
            pages TEXT NOT NULL, sentences TEXT NOT NULL, {metadata}
        )"""
    )
    db.execute("CREATE INDEX passages_by_document ON passages(document_id, ordinal)")
    db.execute(
        """CREATE TABLE vectors (
            text_hash TEXT NOT NULL, model_hash TEXT NOT NULL, vector BLOB NOT NULL,
            PRIMARY KEY (text_hash, model_hash)
        ) WITHOUT ROWID"""
    )
    db.execute(
        """CREATE TABLE imports (
            number INTEGER PRIMARY KEY AUTOINCREMENT, began_at TEXT NOT NULL, ended_at TEXT,
            path TEXT NOT NULL, report TEXT
        )"""
    )
    db.execute("CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    db.execute("INSERT INTO state VALUES ('library_id', lower(hex(randomblob(16)))), ('revision', '0')")


def _marks(db: sqlite3.Connection) -> None:
    for table in ("documents", "passages"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN marks INTEGER")


def _provenance_and_stages(db: sqlite3.Connection) -> None:
    for name in ("facts", "report"):
        db.execute(f"ALTER TABLE documents ADD COLUMN {name} TEXT NOT NULL DEFAULT '{{}}'")
    db.execute("ALTER TABLE imports ADD COLUMN step TEXT")
    # No foreign key: a correction outlives the edition that it was made for.
    db.execute(
        """CREATE TABLE corrections (
            document_id TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL, made_at TEXT NOT NULL,
            PRIMARY KEY (document_id, field)
        ) WITHOUT ROWID"""
    )
    db.execute(
        """CREATE TABLE shingles (
            document_id TEXT PRIMARY KEY REFERENCES documents(id) ON DELETE CASCADE, hashes BLOB NOT NULL
        ) WITHOUT ROWID"""
    )
    db.execute(
        """CREATE TABLE staged (
            source TEXT PRIMARY KEY, document_id TEXT NOT NULL, recipe TEXT NOT NULL, book BLOB NOT NULL
        ) WITHOUT ROWID"""
    )


LINKED = "mark_schemes_linked"
"""The state that says that papers were linked to their mark schemes: a library of an older tutor has no links yet."""


def _mark_schemes(db: sqlite3.Connection) -> None:
    # No foreign keys: the links are made anew within each change, see `link_mark_schemes`.
    db.execute(
        "CREATE TABLE paper_schemes (paper_id TEXT PRIMARY KEY, scheme_id TEXT NOT NULL, source TEXT NOT NULL) "
        "WITHOUT ROWID"
    )
    db.execute(
        """CREATE TABLE scheme_entries (
            question_passage TEXT NOT NULL, scheme_passage TEXT NOT NULL,
            PRIMARY KEY (question_passage, scheme_passage)
        ) WITHOUT ROWID"""
    )
    db.execute("CREATE INDEX entries_by_scheme ON scheme_entries(scheme_passage)")
    # Where an older tutor was gone back to, the state is still there and the links are not.
    db.execute("DELETE FROM state WHERE name = ?", (LINKED,))


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    _first_tables,
    _marks,
    _provenance_and_stages,
    _mark_schemes,
)


def migrate(db: sqlite3.Connection, file: object) -> None:
    """Apply the migrations that are missing, in one transaction.

    Raises LibraryError `library-too-new` for a library of a newer tutor, `library-damaged` otherwise.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
        (applied,) = db.execute("SELECT COUNT(*) FROM migrations").fetchone()
        if applied > len(MIGRATIONS):
            raise LibraryError("library-too-new", found=applied, known=len(MIGRATIONS))
        for number, change in enumerate(MIGRATIONS[applied:], start=applied + 1):
            change(db)
            db.execute("INSERT INTO migrations VALUES (?)", (number,))
        db.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        raise LibraryError("library-damaged", file=file, why=error) from error
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
