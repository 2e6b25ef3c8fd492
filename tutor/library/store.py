"""The SQLite store: the truth about documents and passages. Everything else is derived from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from tutor.core.errors import LibraryError
from tutor.core.types import Metadata, Passage, Scope, Sentence
from tutor.library.cached_vectors import CachedVectors
from tutor.library.corrections import corrections_by_document
from tutor.library.provenance import (
    Facts,
    Value,
    corrected,
    facts_as_json,
    facts_from_json,
    facts_without_sources,
    unknown_fields,
)
from tutor.library.readers.files import shown_name

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
    facts: Facts = field(default_factory=dict)
    """What the book says of itself, with sources."""
    report: Mapping[str, Any] = field(default_factory=dict)
    """What reading it gave: see `BookReport`."""
    corrections: Mapping[str, Value] = field(default_factory=dict)
    """What a teacher put in the place of facts; `metadata` has it in already."""

    @property
    def known(self) -> Facts:
        """The facts with the corrections in."""
        return corrected(self.facts, self.corrections)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Which values that scopes ask for are not known."""
        return unknown_fields(self.known)

    def as_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "source": self.source,
            **vars(self.metadata),
            "passages": self.passages,
            "bytes": self.bytes,
            "imported_at": self.imported_at,
            "provenance": facts_as_json(self.known),
            "unknown": list(self.unknown),
            "report": dict(self.report),
        }


@dataclass(frozen=True)
class StoredPassage:
    """A passage with its number (the id both indexes use) and its sentences."""

    number: int
    passage: Passage
    sentences: tuple[Sentence, ...]


class LibraryStore(CachedVectors):
    """The open library: its documents and passages, its imports, and cached vectors. The importer alone writes."""

    def __enter__(self) -> LibraryStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- documents ---------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All documents by id, with their passage counts."""
        return self._documents("", ())

    def documents_of_types(self, types: Sequence[str]) -> list[Document]:
        """The documents of those kinds, by id."""
        return self._documents(f"WHERE document_type IN ({', '.join('?' * len(types))})", types)

    def _documents(self, where: str, values: Sequence[Any]) -> list[Document]:
        rows = self.rows(
            f"""SELECT id, source, title, file_sha256, bytes, segmenter, imported_at,
                (SELECT COUNT(*) FROM passages WHERE document_id = documents.id), facts, report,
                {", ".join(METADATA_FIELDS)} FROM documents {where} ORDER BY id""",
            values,
        )
        corrections = corrections_by_document(self)
        return [_document(row, corrections.get(row[0], {})) for row in rows]

    def document(self, name: str) -> Document:
        """The document of that id. Raises LibraryError `document-unknown`."""
        found = self._documents("WHERE id = ?", (shown_name(name),))
        if not found:
            raise LibraryError("document-unknown", name=shown_name(name))
        return found[0]

    def put_document(
        self, document: Document, passages: Sequence[Passage], sentences: Sequence[Sequence[Sentence]]
    ) -> None:
        """Store a document in place of any of the same id. Call inside `changing`."""
        self.remove_document(document.id)
        names = "id, source, title, file_sha256, bytes, segmenter, imported_at, facts, report, "
        names += ", ".join(METADATA_FIELDS)
        marks = ", ".join("?" * (9 + len(METADATA_FIELDS)))
        notes = (_json(facts_as_json(document.facts)), _json(document.report))
        facts = (document.file_sha256, document.bytes, document.segmenter, document.imported_at, *notes)
        self._db.execute(
            f"INSERT INTO documents ({names}) VALUES ({marks})",
            (document.id, document.source, document.title, *facts, *_metadata_values(document.metadata)),
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

    def put_metadata(self, document: Document) -> None:
        """Store what is known of a document that is there, without its passages. Call inside `changing`."""
        sets = ", ".join(f"{name} = ?" for name in (*METADATA_FIELDS, "facts"))
        facts = _json(facts_as_json(document.facts))
        self.run(
            f"UPDATE documents SET {sets} WHERE id = ?", (*_metadata_values(document.metadata), facts, document.id)
        )

    def put_shingles(self, name: str, hashes: bytes) -> None:
        """Keep what duplicates of a document are found by. Call inside `changing`."""
        self.run("INSERT OR REPLACE INTO shingles VALUES (?, ?)", (name, hashes))

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

    def passages_of(self, name: str) -> Iterator[StoredPassage]:
        """The passages of one document, by number."""
        return self._passages("WHERE p.document_id = ?", (name,))

    def passage_parts(self, size: int, language: str | None = None) -> Iterator[list[StoredPassage]]:
        """All passages, or those in one language, by number and a few at a time: they need not fit into memory."""
        where = "WHERE p.number > ?" if language is None else "WHERE p.number > ? AND p.language = ?"
        last = 0
        # Asked for anew each time: an open answer would stand in the way of writing in between.
        while part := list(self._passages(where, (last,) if language is None else (last, language), size)):
            yield part
            last = part[-1].number

    def _passages(self, where: str, values: Sequence[Any], limit: int = -1) -> Iterator[StoredPassage]:
        cursor = self._db.execute(
            f"""SELECT p.number, p.id, p.document_id, d.title, d.source, p.ordinal, p.heading_path, p.text,
                p.pages, p.sentences,
                (SELECT id FROM passages WHERE document_id = p.document_id AND ordinal = p.ordinal - 1),
                (SELECT id FROM passages WHERE document_id = p.document_id AND ordinal = p.ordinal + 1),
                {_COLUMNS}
                FROM passages p JOIN documents d ON d.id = p.document_id {where} ORDER BY p.number LIMIT ?""",
            (*values, limit),
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
        if scope.without_types:
            marks = ", ".join("?" * len(scope.without_types))
            clauses.append(f"(p.document_type IS NULL OR p.document_type NOT IN ({marks}))")
            values.extend(scope.without_types)
        where = " WHERE " + " AND ".join(clauses) if clauses else ""
        rows = self._db.execute(f"SELECT p.number FROM passages p{where} ORDER BY p.number", values)
        return [number for (number,) in rows]

    def texts_of(self, name: str) -> list[str]:
        """The texts of a document's passages, in order."""
        return [
            str(text)
            for (text,) in self.rows("SELECT text FROM passages WHERE document_id = ? ORDER BY ordinal", (name,))
        ]

    # -- import journal ----------------------------------------------------------------------

    def begin_import(self, path: str, began_at: str) -> int:
        """Note that an import began. Returns its number."""
        cursor = self._db.execute("INSERT INTO imports (began_at, path) VALUES (?, ?)", (began_at, path))
        return int(cursor.lastrowid or 0)

    def note_step(self, number: int, step: str) -> None:
        """Note what an import does now."""
        self.run("UPDATE imports SET step = ? WHERE number = ?", (step, number))

    def end_import(self, number: int, ended_at: str, report: dict[str, Any]) -> None:
        """Note how an import ended."""
        self._db.execute(
            "UPDATE imports SET ended_at = ?, report = ? WHERE number = ?",
            (ended_at, json.dumps(report, ensure_ascii=False), number),
        )

    def unfinished_imports(self) -> list[tuple[int, str]]:
        """(number, path) of imports that never ended: a power cut, or one that runs now."""
        return self._db.execute("SELECT number, path FROM imports WHERE ended_at IS NULL").fetchall()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _metadata_values(metadata: Metadata) -> tuple[Any, ...]:
    return tuple(getattr(metadata, name) for name in METADATA_FIELDS)


def _document(row: tuple[Any, ...], corrections: Mapping[str, Value]) -> Document:
    (name, source, title, sha256, size, segmenter, imported_at, passages, facts, report) = row[:10]
    metadata = Metadata(*row[10:])
    # A book stored before sources were kept has none.
    known = facts_from_json(json.loads(facts)) or facts_without_sources(metadata)
    return Document(
        name, source, title, metadata, sha256, size, segmenter, imported_at, passages, known, json.loads(report),
        corrections,
    )  # fmt: skip


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
