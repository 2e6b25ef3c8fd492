"""What teachers put right. Kept apart from what books say, so that a new edition does not undo it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tutor.core.errors import InputError
from tutor.core.types import LANGUAGES
from tutor.curriculum.curriculum import Curriculum
from tutor.language.normalise import normalise_text
from tutor.library.database import Database
from tutor.library.errors import ImportingError
from tutor.library.provenance import Value

UNKNOWN = "unknown"
AUTO = "auto"
"""Said for a value, it takes a correction back: the book speaks for itself again."""
YEARS = range(1900, 2101)


def corrections_by_document(database: Database) -> dict[str, dict[str, Value]]:
    """Document id -> field -> value, for all documents that were corrected, also those not in the library now."""
    found: dict[str, dict[str, Value]] = defaultdict(dict)
    for name, each, value in database.rows("SELECT document_id, field, value FROM corrections"):
        found[name][each] = json.loads(value)
    return dict(found)


@dataclass(frozen=True)
class Corrections:
    """Values by field, and the fields whose corrections are taken back."""

    values: Mapping[str, Value] = field(default_factory=dict)
    taken_back: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.values or self.taken_back)


def read_corrections(said: Mapping[str, str | None], curriculum: Curriculum) -> Corrections:
    """What a person said of a book, by field (None: nothing said). "unknown" makes a value unknown, "auto" takes
    the correction back.

    Raises InputError `subject-unknown`, `form-unknown` or `language-unknown`, LibraryError `correction-invalid`.
    """
    values: dict[str, Value] = {}
    taken_back = set()
    for name, text in said.items():
        if text is None:
            continue
        plain = text.strip()
        if plain.lower() == AUTO:
            taken_back.add(name)
        elif plain.lower() == UNKNOWN or not plain:
            values[name] = None
        else:
            values[name] = _value(name, plain, curriculum)
    return Corrections(values, frozenset(taken_back))


def keep_corrections(database: Database, name: str, corrections: Corrections) -> None:
    """Keep the corrections of one document, in place of earlier ones of the same fields."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    database.run_many(
        "INSERT OR REPLACE INTO corrections VALUES (?, ?, ?, ?)",
        [(name, each, json.dumps(value, ensure_ascii=False), now) for each, value in corrections.values.items()],
    )
    database.run_many(
        "DELETE FROM corrections WHERE document_id = ? AND field = ?",
        [(name, each) for each in sorted(corrections.taken_back)],
    )


def forget_corrections(database: Database, name: str) -> None:
    """Forget all corrections of a document that was removed."""
    database.run("DELETE FROM corrections WHERE document_id = ?", (name,))


def _value(name: str, text: str, curriculum: Curriculum) -> Value:
    if name == "subject":
        return curriculum.subject(text).slug
    if name == "form":
        return curriculum.form(text)
    if name == "language":
        if text.lower() not in LANGUAGES:
            raise InputError("language-unknown", name=text)
        return text.lower()
    if name == "document_type":
        kind = curriculum.document_type(text)
        if kind is None:
            known = ", ".join(each.slug for each in curriculum.document_types)
            raise ImportingError("correction-invalid", name=text, field="type", known=known)
        return kind.slug
    if name == "year":
        if not text.isascii() or not text.isdigit() or int(text) not in YEARS:
            raise ImportingError("correction-invalid", name=text, field="year", known=f"{YEARS[0]} - {YEARS[-1]}")
        return int(text)
    return " ".join(normalise_text(text).split())
