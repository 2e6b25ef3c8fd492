"""Each value known of a book, with where it comes from and how sure that is; and what a teacher put right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args

from tutor.core.types import Metadata
from tutor.library.remarks import Remark

Source = Literal["front matter", "folder", "file name", "first pages", "text", "teacher"]
Value = str | int | None
SOURCES: tuple[Source, ...] = get_args(Source)
FIELDS = tuple(each.name for each in fields(Metadata))
ASKED_FOR = ("subject", "form", "language", "document_type")
"""What scopes ask for: where it is unknown, a book is lost to them, so it is listed to be mended."""
GIVEN: frozenset[Source] = frozenset({"front matter", "teacher"})
"""Sources in which a person says it outright: a guess never stands against them."""


@dataclass(frozen=True)
class Fact:
    """A value with its source and how sure it is, 0 to 1. A value of None says: known to be unknown."""

    value: Value
    source: Source
    certainty: float

    def as_dict(self) -> dict[str, Any]:
        return {"value": self.value, "source": self.source, "certainty": round(self.certainty, 2)}


Facts = Mapping[str, Fact]


@dataclass(frozen=True)
class Found:
    """What was found out about a book, and what about it should be looked at."""

    facts: Facts = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()


def surest(facts: Iterable[Fact]) -> Fact | None:
    """The surest of several witnesses of one value, made surer by those that agree and less so by the others.

    Of equally sure ones the first counts. Front matter and teachers are not doubted.
    """
    known = [fact for fact in facts if fact.value is not None or fact.source in GIVEN]
    if not known:
        return None
    best = max(known, key=lambda fact: fact.certainty)
    if best.source in GIVEN:
        return best
    certainty = best.certainty
    for other in known:
        if other is not best:
            agrees = other.value == best.value
            certainty = 1 - (1 - certainty) * (1 - other.certainty) if agrees else certainty * (1 - other.certainty / 3)
    return Fact(best.value, best.source, min(certainty, 0.99))


def corrected(facts: Facts, corrections: Mapping[str, Value]) -> dict[str, Fact]:
    """The facts with a teacher's corrections in the place of what was found."""
    return {**facts, **{name: Fact(value, "teacher", 1.0) for name, value in corrections.items()}}


def metadata_of(facts: Facts) -> Metadata:
    """The values alone. A book whose language is unknown counts as English."""
    values: dict[str, Any] = {name: fact.value for name, fact in facts.items() if name in FIELDS}
    return Metadata(**{**values, "language": values.get("language") or "en"})


def unknown_fields(facts: Facts) -> tuple[str, ...]:
    """Which of the values that scopes ask for are not known. A syllabus is of all forms."""
    missing = [name for name in ASKED_FOR if name not in facts or facts[name].value is None]
    kind = facts.get("document_type")
    return tuple(name for name in missing if not (name == "form" and kind and kind.value == "syllabus"))


def facts_as_json(facts: Facts) -> dict[str, dict[str, Any]]:
    """The facts as plain values, in the order of the fields of Metadata."""
    return {name: facts[name].as_dict() for name in FIELDS if name in facts}


def facts_from_json(raw: Mapping[str, Mapping[str, Any]]) -> dict[str, Fact]:
    """The facts that `facts_as_json` gave."""
    return {name: Fact(one["value"], one["source"], float(one["certainty"])) for name, one in raw.items()}


def facts_without_sources(metadata: Metadata) -> dict[str, Fact]:
    """Facts for books stored before sources were kept: what is known counts as said by the book."""
    return {name: Fact(value, "front matter", 1.0) for name, value in vars(metadata).items() if value is not None}
