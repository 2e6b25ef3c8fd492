"""Books that the next edition of a library no longer has: named in the library file that brings the edition."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import PurePath

from tutor.library.database import Database
from tutor.library.reports import ImportReport
from tutor.library.store import Document

WITHDRAWN = "withdrawn_books"
"""The state that names them, id -> SHA-256 of the book's file."""


def note_withdrawn(database: Database, books: Mapping[str, str]) -> None:
    """Name the books in a library file that is to be taken in elsewhere."""
    database.keep_state(WITHDRAWN, json.dumps(dict(books), ensure_ascii=False, sort_keys=True) if books else None)


def withdrawn_books(database: Database) -> dict[str, str]:
    """The books that a library file names so. Raises ValueError or AttributeError for what cannot be read."""
    return {str(name): str(sha256) for name, sha256 in json.loads(database.state(WITHDRAWN) or "{}").items()}


def books_to_withdraw(held: Mapping[str, Document], named: Mapping[str, str], report: ImportReport) -> list[Document]:
    """Those of the named books that the library holds as they were; what is the school's own stays and is reported.

    A book that was added here has a whole path as its source; one that came with a library has a file name.
    """
    going = []
    for name, sha256 in named.items():
        document = held.get(name)
        if document is None:
            continue
        if document.file_sha256 != sha256 or PurePath(document.source).is_absolute():
            report.kept.append(name)
        else:
            report.withdrawn.append(name)
            going.append(document)
    return going
