"""The SQLite store: the truth about documents and passages. Everything else is derived from it."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from tutor.core.errors import LibraryError
from tutor.core.types import Metadata, Passage, Scope, Sentence
from tutor.library.schema import migrate

METADATA_FIELDS = tuple(field.name for field in fields(Metadata))
_COLUMNS = ", ".join(f"p.{name}" for name in METADATA_FIELDS)
_SCOPE_COLUMNS = {
    "subjects": "p.subject",
    "forms": "p.form",
    "languages": "p.language",
    "topics": "p.topic",
    "document_types": "p.document_type",
    "authorities": "p.authority",
    "papers": "p.paper",
    "years": "p.year",
    "questions": "p.question",
    "documents": "p.document_id",
}
_BUSY_SECONDS = 30.0


@dataclass(frozen=True)
class Document:
    """A book in the library."""

    id: str
    source: str
    title: str
    metadata: Metadata
    file_sha256: str
    bytes: int
    segmenter: int
    imported_at: str
    passages: int = 0

    def as_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "source": self.source,
            **vars(self.metadata),
            "passages": self.passages,
            "bytes": self.bytes,
            "imported_at": self.imported_at,
        }


@dataclass(frozen=True)
class StoredPassage:
    """A passage with its number (the id both indexes use) and its sentences."""

    number: int
    passage: Passage
    sentences: tuple[Sentence, ...]


class LibraryStore:
    """The open library, with a connection of its own for every thread. The importer alone writes.

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

    def __enter__(self) -> LibraryStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def damage(self) -> str | None:
        """What SQLite finds wrong with the file, in its words; None when it is whole."""
        found = str(self._db.execute("PRAGMA quick_check(1)").fetchone()[0])
        return None if found == "ok" else found

    # -- state -------------------------------------------------------------------------------

    def identity(self) -> tuple[str, int]:
        """The library's own id and its revision, which grows with every change of its passages."""
        rows = dict(self._db.execute("SELECT name, value FROM state").fetchall())
        return str(rows["library_id"]), int(rows["revision"])

    @contextmanager
    def changing(self) -> Iterator[None]:
        """One transaction around changes of documents: all of it happens or nothing does."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute(
                "UPDATE state SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE name = 'revision'"
            )
            self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    # -- documents ---------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All documents by id, with their passage counts."""
        rows = self._db.execute(
            f"""SELECT id, source, title, {", ".join(METADATA_FIELDS)}, file_sha256, bytes, segmenter, imported_at,
                (SELECT COUNT(*) FROM passages WHERE document_id = documents.id)
                FROM documents ORDER BY id"""
        ).fetchall()
        last = 3 + len(METADATA_FIELDS)
        return [Document(row[0], row[1], row[2], Metadata(*row[3:last]), *row[last:]) for row in rows]

    def document(self, name: str) -> Document:
        """The document of that id. Raises LibraryError `document-unknown`."""
        for document in self.documents():
            if document.id == name:
                return document
        raise LibraryError("document-unknown", name=name)

    def put_document(
        self, document: Document, passages: Sequence[Passage], sentences: Sequence[Sequence[Sentence]]
    ) -> None:
        """Store a document in place of any of the same id. Call inside `changing`."""
        self.remove_document(document.id)
        values = (document.id, document.source, document.title, *_metadata_values(document.metadata))
        marks = ", ".join("?" * (3 + len(METADATA_FIELDS)))
        self._db.execute(
            f"INSERT INTO documents VALUES ({marks}, ?, ?, ?, ?)",
            (*values, document.file_sha256, document.bytes, document.segmenter, document.imported_at),
        )
        names = "id, document_id, ordinal, heading_path, text, pages, sentences, " + ", ".join(METADATA_FIELDS)
        marks = ", ".join("?" * (7 + len(METADATA_FIELDS)))
        self._db.executemany(
            f"INSERT INTO passages ({names}) VALUES ({marks})",
            [
                (
                    p.id, p.document_id, p.ordinal, json.dumps(p.heading_path, ensure_ascii=False), p.text,
                    json.dumps(p.pages), json.dumps([[s.start, s.end, s.page, s.kind] for s in own]),
                    *_metadata_values(p.metadata),
                )
                for p, own in zip(passages, sentences, strict=True)
            ],
        )  # fmt: skip

    def remove_document(self, name: str) -> None:
        """Remove a document and its passages, if it is there. Call inside `changing`."""
        self._db.execute("DELETE FROM documents WHERE id = ?", (name,))

    # -- passages ----------------------------------------------------------------------------

    def passages(self, numbers: Iterable[int] | None = None) -> Iterator[StoredPassage]:
        """The passages of those numbers (None: all), by number."""
        if numbers is None:
            return self._passages("", ())
        wanted = [int(number) for number in numbers]
        return self._passages(f"WHERE p.number IN ({', '.join('?' * len(wanted))})", wanted)

    def passages_by_id(self, names: Iterable[str]) -> Iterator[StoredPassage]:
        """The passages of those ids, by number; ids that are not there are left out."""
        wanted = list(names)
        return self._passages(f"WHERE p.id IN ({', '.join('?' * len(wanted))})", wanted)

    def _passages(self, where: str, values: Sequence[Any]) -> Iterator[StoredPassage]:
        cursor = self._db.execute(
            f"""SELECT p.number, p.id, p.document_id, d.title, d.source, p.ordinal, p.heading_path, p.text,
                p.pages, p.sentences,
                (SELECT id FROM passages WHERE document_id = p.document_id AND ordinal = p.ordinal - 1),
                (SELECT id FROM passages WHERE document_id = p.document_id AND ordinal = p.ordinal + 1),
                {_COLUMNS}
                FROM passages p JOIN documents d ON d.id = p.document_id {where} ORDER BY p.number""",
            values,
        )
        for row in cursor:
            yield _stored(row)

    def passage_count(self) -> int:
        """How many passages the library holds."""
        return int(self._db.execute("SELECT COUNT(*) FROM passages").fetchone()[0])

    def admissible_numbers(self, scope: Scope) -> list[int]:
        """The numbers of the passages that the scope lets through, in order. Unknown is not let through."""
        clauses, values = [], []
        for name, column in _SCOPE_COLUMNS.items():
            wanted = getattr(scope, name)
            if wanted:
                clauses.append(f"{column} IN ({', '.join('?' * len(wanted))})")
                values.extend(wanted)
        where = " WHERE " + " AND ".join(clauses) if clauses else ""
        rows = self._db.execute(f"SELECT p.number FROM passages p{where} ORDER BY p.number", values)
        return [number for (number,) in rows]

    # -- import journal ----------------------------------------------------------------------

    def begin_import(self, path: str, began_at: str) -> int:
        """Note that an import began. Returns its number."""
        cursor = self._db.execute("INSERT INTO imports (began_at, path) VALUES (?, ?)", (began_at, path))
        return int(cursor.lastrowid or 0)

    def end_import(self, number: int, ended_at: str, report: dict[str, Any]) -> None:
        """Note how an import ended."""
        self._db.execute(
            "UPDATE imports SET ended_at = ?, report = ? WHERE number = ?",
            (ended_at, json.dumps(report, ensure_ascii=False), number),
        )

    def unfinished_imports(self) -> list[tuple[int, str]]:
        """(number, path) of imports that never ended: a power cut, or one that runs now."""
        return self._db.execute("SELECT number, path FROM imports WHERE ended_at IS NULL").fetchall()

    # -- cached vectors ----------------------------------------------------------------------

    def known_vectors(self, hashes: Iterable[str], model_hash: str) -> dict[str, bytes]:
        """Text hash -> float16 vector bytes, for those of the texts that are cached for the model."""
        wanted = list(dict.fromkeys(hashes))
        found: dict[str, bytes] = {}
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ", ".join("?" * len(part))
            rows = self._db.execute(
                f"SELECT text_hash, vector FROM vectors WHERE model_hash = ? AND text_hash IN ({marks})",
                (model_hash, *part),
            )
            found.update(rows.fetchall())
        return found

    def keep_vectors(self, vectors: Iterable[tuple[str, bytes]], model_hash: str) -> None:
        """Cache vectors. They are derived, so this does not count as a change of the library."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(
                "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                [(text_hash, model_hash, vector) for text_hash, vector in vectors],
            )
            self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _metadata_values(metadata: Metadata) -> tuple[Any, ...]:
    return tuple(getattr(metadata, name) for name in METADATA_FIELDS)


def _stored(row: tuple[Any, ...]) -> StoredPassage:
    (number, name, document_id, title, source, ordinal, heading, text, pages, sentences, before, after) = row[:12]
    passage = Passage(
        id=name,
        document_id=document_id,
        document_title=title,
        source=source,
        ordinal=ordinal,
        heading_path=tuple(json.loads(heading)),
        text=text,
        metadata=Metadata(*row[12:]),
        pages=tuple((start, page) for start, page in json.loads(pages)),
        previous_id=before,
        next_id=after,
    )
    own = tuple(Sentence(text[s:e], s, e, page, kind) for s, e, page, kind in json.loads(sentences))
    return StoredPassage(number, passage, own)
