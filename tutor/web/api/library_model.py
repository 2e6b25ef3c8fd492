"""Books, passages and school words as types of the API. The OpenAPI document is made from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tutor.web.api.common_model import PageLanguage, Text
from tutor.web.api.schema import Bounds


@dataclass(frozen=True)
class FoundPassage:
    """A passage near to what was searched for."""

    passage_id: str
    document_id: str
    document: str
    subject: str | None
    form: int | None
    language: str
    document_type: str | None
    heading_path: list[str]
    page: int | None
    place: str
    text: str
    score: float
    link: str


@dataclass(frozen=True)
class SearchReport:
    """Passages, nearest first."""

    query: str
    passages: list[FoundPassage]


@dataclass(frozen=True)
class PassageReport:
    """A passage whole, with the ids of its neighbours."""

    passage_id: str
    document_id: str
    document: str
    subject: str | None
    form: int | None
    language: str
    document_type: str | None
    topic: str | None
    heading_path: list[str]
    page: int | None
    place: str
    text: str
    previous_id: str | None
    next_id: str | None


@dataclass(frozen=True)
class BookReport:
    """A book of the library."""

    id: str
    title: str
    subject: str | None
    form: int | None
    language: str
    topic: str | None
    document_type: str | None
    year: int | None
    passages: int


@dataclass(frozen=True)
class SubjectReport:
    """A subject of which there are books."""

    slug: str
    name_en: str
    name_sw: str
    forms: list[int]
    books: int


@dataclass(frozen=True)
class LibraryReport:
    """The books that this device may see."""

    subjects: list[SubjectReport]
    books: list[BookReport]


@dataclass(frozen=True)
class ChapterReport:
    """A chapter and the ids of its passages."""

    number: int
    title: str
    page: int | None
    passages: list[str]


@dataclass(frozen=True)
class BookContents:
    """A book with its chapters."""

    book: BookReport
    chapters: list[ChapterReport]


@dataclass(frozen=True)
class TermReport:
    """A concept in both languages."""

    subject: str
    en: list[str]
    sw: list[str]
    definition_en: str
    definition_sw: str


@dataclass(frozen=True)
class GlossaryReport:
    """Terms that begin with, or hold, what was looked up."""

    query: str
    terms: list[TermReport]


@dataclass(frozen=True)
class SearchQuery:
    """What to search for."""

    q: Text
    subject: Annotated[str, Bounds(max_length=60)] | None = None
    form: Annotated[int, Bounds(minimum=1, maximum=13)] | None = None
    limit: Annotated[int, Bounds(minimum=1, maximum=50)] = 8
    page: PageLanguage | None = None


@dataclass(frozen=True)
class PassageQuery:
    """Which passage."""

    id: Annotated[str, Bounds(min_length=1, max_length=500)]
    page: PageLanguage | None = None


@dataclass(frozen=True)
class BookQuery:
    """Which book."""

    id: Annotated[str, Bounds(min_length=1, max_length=500)]


@dataclass(frozen=True)
class GlossaryQuery:
    """Which word."""

    q: Annotated[str, Bounds(min_length=1, max_length=100)]
    limit: Annotated[int, Bounds(minimum=1, maximum=200)] = 50
