"""A book read and cut but not yet in the library, and the place where it waits: what a power cut must not cost."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from tutor.core.types import Metadata, Passage, Sentence
from tutor.library.database import Database
from tutor.library.duplicates import Hashes
from tutor.library.provenance import facts_as_json, facts_from_json
from tutor.library.store import Document


@dataclass(frozen=True)
class PreparedBook:
    """A book read and cut, not yet stored. `shingles` are its sampled ones."""

    document: Document
    passages: tuple[Passage, ...]
    sentences: tuple[tuple[Sentence, ...], ...]
    shingles: Hashes = field(default_factory=lambda: np.empty(0, np.uint64))


class Staging:
    """Books that wait in the library's file until all of an import are ready. No question finds them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, book: PreparedBook, recipe: str) -> None:
        """Keep a book that was read by the recipe: what it was made of, and how."""
        self._database.run(
            "INSERT OR REPLACE INTO staged VALUES (?, ?, ?, ?)",
            (book.document.source, book.document.id, recipe, _packed(book)),
        )

    def get(self, source: str, recipe: str | None = None) -> PreparedBook | None:
        """The book of that source, or None where none waits that was made by the recipe (None: by any)."""
        rows = self._database.rows("SELECT recipe, book FROM staged WHERE source = ?", (source,))
        return _unpacked(rows[0][1]) if rows and recipe in {None, rows[0][0]} else None

    def count(self) -> int:
        """How many books wait."""
        return int(self._database.rows("SELECT COUNT(*) FROM staged")[0][0])

    def clear(self) -> None:
        """Forget all that wait."""
        self._database.run("DELETE FROM staged")


def linked(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages of a book in order, each with the names of its neighbours."""
    names = [None, *(passage.id for passage in passages), None]
    return tuple(replace(passage, previous_id=names[i], next_id=names[i + 2]) for i, passage in enumerate(passages))


def _packed(book: PreparedBook) -> bytes:
    document = book.document
    raw = {
        "document": {
            **{name: value for name, value in vars(document).items() if name not in {"metadata", "facts"}},
            "metadata": asdict(document.metadata),
            "facts": facts_as_json(document.facts),
        },
        "passages": [
            [p.id, p.heading_path, p.text, p.pages, asdict(p.metadata), [[s.start, s.end, s.page, s.kind] for s in own]]
            for p, own in zip(book.passages, book.sentences, strict=True)
        ],
        "shingles": book.shingles.tolist(),
    }
    return zlib.compress(json.dumps(raw, ensure_ascii=False, default=dict).encode("utf-8"), 1)


def _unpacked(data: bytes) -> PreparedBook:
    raw: dict[str, Any] = json.loads(zlib.decompress(data))
    held = raw["document"]
    document = Document(**{**held, "metadata": Metadata(**held["metadata"]), "facts": facts_from_json(held["facts"])})
    passages, sentences = [], []
    for ordinal, (name, heading, text, pages, metadata, own) in enumerate(raw["passages"]):
        passages.append(
            Passage(
                name,
                document.id,
                document.title,
                document.source,
                ordinal,
                tuple(heading),
                text,
                Metadata(**metadata),
                tuple((start, page) for start, page in pages),
            )
        )
        sentences.append(tuple(Sentence(text[start:end], start, end, page, kind) for start, end, page, kind in own))
    return PreparedBook(document, linked(passages), tuple(sentences), np.array(raw["shingles"], dtype=np.uint64))
