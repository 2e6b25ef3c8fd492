"""A library as one file: made on one computer, taken in on another, with corrections and vectors."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path, PureWindowsPath

import numpy as np

from tutor.core.errors import LibraryError
from tutor.core.files import flush_folder, flush_to_disk
from tutor.curriculum.curriculum import Curriculum
from tutor.library.book_reading import now
from tutor.library.changes import LibraryChanges
from tutor.library.corrections import Corrections, keep_corrections
from tutor.library.disk_faults import disk_faults
from tutor.library.duplicates import sampled, shingle_hashes
from tutor.library.editing import rewrite_metadata
from tutor.library.errors import ImportingError
from tutor.library.prepared import PreparedBook
from tutor.library.readers.files import file_faults, shown_name
from tutor.library.reports import ImportReport
from tutor.library.store import Document, LibraryStore
from tutor.library.withdrawals import books_to_withdraw, withdrawn_books

HEADER = b"SQLite format 3\0"
VECTORS_AT_ONCE = 2000
TABLES = {"documents", "passages", "vectors", "state", "migrations"}
KINDS = {"table", "index"}
"""What may stand in a library file. Triggers and views would run when it is read."""


def export_library(store: LibraryStore, file: Path) -> int:
    """Write the library as one file, whole or not at all. Returns how many documents it holds.

    Of where books came from only the file name goes along: folders of one computer are nobody else's business.
    Raises LibraryError `import-no-room` or `book-unreadable` where the file cannot be written.
    """
    with disk_faults(file.parent), file_faults(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(f".{file.name}.part")
        temporary.unlink(missing_ok=True)
        try:
            store.run("VACUUM INTO ?", (str(temporary),))
            with closing(sqlite3.connect(temporary, isolation_level=None)) as copy:
                sources = copy.execute("SELECT id, source FROM documents").fetchall()
                copy.executemany(
                    "UPDATE documents SET source = ? WHERE id = ?",
                    [(PureWindowsPath(source).name, name) for name, source in sources],
                )
                for table in ("staged", "imports"):
                    copy.execute(f"DELETE FROM {table}")
                copy.execute("DELETE FROM state WHERE name NOT IN ('library_id', 'revision')")
                copy.execute("VACUUM")
            flush_to_disk(temporary)
            temporary.replace(file)
            flush_folder(file.parent)
        finally:
            temporary.unlink(missing_ok=True)
    return len(sources)


def take_in_library(
    store: LibraryStore, curriculum: Curriculum, changes: LibraryChanges, file: Path, may_withdraw: bool = False
) -> ImportReport:
    """Add the documents of an exported library: new ones, and newer editions in place of older ones.

    With `may_withdraw` the books go that the file says its edition no longer has: only for what a known key signed.
    The library is as before if anything is raised. Raises LibraryError `export-unusable`, `library-busy`,
    `import-no-room` or `path-missing`.
    """
    report = ImportReport()
    with changes.alone(), _opened(store, file) as other:
        journal = store.begin_import(shown_name(file), now())
        changes.step(journal, "reading")
        known = {document.id: document for document in store.documents()}
        going = books_to_withdraw(known, withdrawn_books(other), report) if may_withdraw else []
        wanted = _wanted(known, going, other, report)
        _copy_vectors(store, other)
        changes.step(journal, "embedding")
        changes.expect(report.passages)
        for document in wanted:
            changes.embed([_book(other, document)])
        if not wanted and not going:
            changes.keep_in_step()
            store.end_import(journal, now(), report.as_dict())
            return report
        # Under another id it is the same book, and what was corrected of it stays with it.
        moved = {document.file_sha256: document.corrections for document in going}
        with changes.together(journal):
            for document in going:
                store.remove_document(document.id)
            for document in wanted:
                book = _book(other, document)
                store.put_document(book.document, book.passages, book.sentences)
                store.put_shingles(document.id, book.shingles.tobytes())
                # What was corrected here stands: this school knows its books.
                before = known.get(document.id)
                ours = before.corrections if before else moved.get(document.file_sha256, {})
                keep_corrections(store, document.id, Corrections({**document.corrections, **ours}))
                if ours:
                    rewrite_metadata(store, curriculum, store.document(document.id))
            store.end_import(journal, now(), report.as_dict())
    return report


def _wanted(
    known: Mapping[str, Document], going: Sequence[Document], other: LibraryStore, report: ImportReport
) -> list[Document]:
    hashes = {document.file_sha256: document.id for document in known.values() if document not in going}
    wanted = []
    for document in other.documents():
        before = known.get(document.id)
        if before is None and document.file_sha256 in hashes:
            report.duplicates.append((document.id, hashes[document.file_sha256], 1.0))
            continue
        is_older = before is not None and document.imported_at <= before.imported_at
        if before is not None and (before.file_sha256 == document.file_sha256 or is_older):
            report.unchanged.append(document.id)
            continue
        (report.replaced if before else report.added).append(document.id)
        report.passages += document.passages
        report.books.append({"file": document.source, "id": document.id, **document.report})
        if {"subject", "form"} & set(document.unknown):
            report.unknown.append(document.id)
        wanted.append(document)
    return wanted


def _book(other: LibraryStore, document: Document) -> PreparedBook:
    items = sorted(other.passages_of(document.id), key=lambda item: item.passage.ordinal)
    hashes = sampled(shingle_hashes(item.passage.text for item in items))
    own_name = replace(document, source=PureWindowsPath(document.source).name)
    return PreparedBook(own_name, tuple(i.passage for i in items), tuple(i.sentences for i in items), hashes)


def _copy_vectors(store: LibraryStore, other: LibraryStore) -> None:
    """Take over the vectors, so that nothing has to be embedded again; those that cannot be vectors are left."""
    last = ("", "")
    while True:
        rows = other.rows(
            "SELECT text_hash, model_hash, vector FROM vectors WHERE (text_hash, model_hash) > (?, ?) "
            f"ORDER BY text_hash, model_hash LIMIT {VECTORS_AT_ONCE}",
            last,
        )
        if not rows:
            return
        with store.together():
            store.run_many("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)", [row for row in rows if _is_unit(row[2])])
        last = (rows[-1][0], rows[-1][1])


def _is_unit(data: object) -> bool:
    if not isinstance(data, bytes) or not data or len(data) % 2:
        return False
    length = float(np.linalg.norm(np.frombuffer(data, dtype=np.float16).astype(np.float32)))
    return 0.9 < length < 1.1


@contextmanager
def _opened(store: LibraryStore, file: Path) -> Iterator[LibraryStore]:
    """The exported library, opened as a copy: what is taken in is never written to."""
    with file_faults(file):
        if not file.is_file():
            raise LibraryError("path-missing", path=shown_name(file))
        with file.open("rb") as stream:
            if stream.read(len(HEADER)) != HEADER:
                raise _unusable(file, "it is no library file")
    with tempfile.TemporaryDirectory(dir=store.file.parent, prefix="taking-in-") as folder:
        copy = Path(folder) / "library.db"
        shutil.copyfile(file, copy)
        other = _checked(copy, file)
        try:
            yield other
        finally:
            other.close()


def _checked(copy: Path, file: Path) -> LibraryStore:
    """The copy, opened and brought up to date. Raises LibraryError `export-unusable`."""
    try:
        with closing(sqlite3.connect(copy)) as db:
            db.execute("PRAGMA trusted_schema = OFF")
            parts = db.execute("SELECT type, name FROM sqlite_master").fetchall()
            whole = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
        if {kind for kind, _ in parts} - KINDS or not {name for _, name in parts} >= TABLES:
            raise _unusable(file, "what is in it is not a library")
        if whole != "ok":
            raise _unusable(file, whole)
        other = LibraryStore(copy)
        # A file that has the names of a library and not its columns shows itself here.
        other.documents()
        withdrawn_books(other)
        next(iter(other.passages()), None)
    except (sqlite3.DatabaseError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise _unusable(file, error) from error
    except LibraryError as error:
        if error.code == "export-unusable":
            raise
        raise _unusable(file, error.what()) from error
    return other


def _unusable(file: Path, why: object) -> LibraryError:
    return ImportingError("export-unusable", file=shown_name(file.name), why=why)
