"""A lesson as data: what a pupil reads, where each word stands, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal

from tutor.core.types import BookLanguage, Citation

Origin = Literal["book", "rewritten", "teacher"]
LineKind = Literal["sentence", "item", "row", "formula"]
QuestionKind = Literal["choice", "true-false", "short", "matching"]


class State(StrEnum):
    """Where a lesson stands. The API, the pages and the tests share these names."""

    PLANNED = "planned"
    WRITING = "writing"
    READY = "ready"
    REVIEW = "review"
    """Something a teacher has to judge; shown to teachers only."""
    UNCOVERED = "uncovered"
    """The library does not hold the topic."""
    FAILED = "failed"


WRITTEN = frozenset({State.READY, State.REVIEW})
ENDED = frozenset({State.READY, State.REVIEW, State.UNCOVERED, State.FAILED})


@dataclass(frozen=True)
class Line:
    """A sentence, list item, table row or formula of a lesson. `citations` are positions in the lesson's list."""

    text: str
    citations: tuple[int, ...] = ()
    kind: LineKind = "sentence"
    origin: Origin = "book"


@dataclass(frozen=True)
class Part:
    """A piece of the explanation under a heading of the book."""

    heading: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Example:
    """A worked example, as the book has it."""

    heading: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class KeyTerm:
    """A term in both languages with its meaning. `citation`: where the lesson quotes its definition, else None."""

    en: str
    sw: str
    meaning: str
    citation: int | None = None


@dataclass(frozen=True)
class Pair:
    """Two things that belong together, and the quote in which both stand."""

    left: str
    right: str
    citation: int


@dataclass(frozen=True)
class Fact:
    """What a short answer must say: any of the wordings, each a text in one of the languages."""

    wordings: tuple[str, ...]
    must: bool = False


@dataclass(frozen=True)
class QuizItem:
    """A question whose answer stands in its quote: the citation `citation` of the lesson (a matching has one a pair).

    `answer` is the right option of a choice, "true" or "false", the book's words of a short answer, "" of a matching.
    `correction` is what stands in the quote in place of what a false statement says.
    """

    kind: QuestionKind
    prompt: str
    answer: str
    citation: int
    options: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] = ()
    facts: tuple[Fact, ...] = ()
    correction: str = ""


@dataclass(frozen=True)
class ClaimCounts:
    """What the check of the claims found: how many there were, were supported, and were dropped, by reason."""

    checked: int = 0
    supported: int = 0
    verbatim: int = 0
    dropped: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """How hard an explanation is to read, after and before easier sentences were chosen, and the most that is meant.

    `measure`: the readability index of an English text, or the percentile among the form's own Swahili books.
    """

    measure: Literal["ari", "percentile"]
    value: float
    before: float
    most: float

    @property
    def is_met(self) -> bool:
        return self.value <= self.most


@dataclass(frozen=True)
class Place:
    """Where more on the topic stands."""

    passage_id: str
    document: str
    heading: str
    page: int | None
    form: int | None


@dataclass(frozen=True)
class Lesson:
    """One lesson. `book_language` is that of its quotes; `reasons` say why a teacher has to look at it.

    `message` is what an uncovered or failed lesson says instead of an explanation.
    """

    topic: str
    subject: str
    form: int
    language: BookLanguage
    title: str
    state: State
    aim: str = ""
    frame: str = ""
    book_language: BookLanguage = "en"
    parts: tuple[Part, ...] = ()
    example: Example | None = None
    questions: tuple[QuizItem, ...] = ()
    terms: tuple[KeyTerm, ...] = ()
    citations: tuple[Citation, ...] = ()
    more: tuple[Place, ...] = ()
    counts: ClaimCounts = ClaimCounts()
    reasons: tuple[str, ...] = ()
    message: str = ""
    words: int = 0
    reading: Reading | None = None
    edited: bool = False
    approved_by: str = ""

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the explanation, in order."""
        return tuple(line for part in self.parts for line in part.lines)

    @property
    def is_for_pupils(self) -> bool:
        """True when a pupil may read it."""
        return self.state is State.READY

    def as_dict(self) -> dict[str, Any]:
        """The lesson as plain JSON values."""
        plain = _plain(self)
        assert isinstance(plain, dict)
        return plain

    @staticmethod
    def from_dict(value: dict[str, Any]) -> Lesson:
        """The lesson that `as_dict` gave."""
        return Lesson(
            **{
                **value,
                "state": State(value["state"]),
                "parts": tuple(Part(part["heading"], _lines(part["lines"])) for part in value["parts"]),
                "example": _example(value["example"]),
                "questions": tuple(_question(item) for item in value["questions"]),
                "terms": tuple(KeyTerm(**term) for term in value["terms"]),
                "citations": tuple(_citation(citation) for citation in value["citations"]),
                "more": tuple(Place(**place) for place in value["more"]),
                "counts": ClaimCounts(**value["counts"]),
                "reasons": tuple(value["reasons"]),
                "reading": Reading(**value["reading"]) if value["reading"] else None,
            }
        )

    def in_state(self, state: State) -> Lesson:
        return replace(self, state=state)


def _plain(value: object) -> object:
    if isinstance(value, State):
        return str(value)
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(own) for name, own in vars(value).items()}
    if isinstance(value, dict):
        return {name: _plain(own) for name, own in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(own) for own in value]
    return value


def _lines(values: list[dict[str, Any]]) -> tuple[Line, ...]:
    return tuple(Line(**{**value, "citations": tuple(value["citations"])}) for value in values)


def _example(value: dict[str, Any] | None) -> Example | None:
    return None if value is None else Example(value["heading"], _lines(value["lines"]))


def _question(value: dict[str, Any]) -> QuizItem:
    return QuizItem(
        **{
            **value,
            "options": tuple(value["options"]),
            "pairs": tuple(Pair(**pair) for pair in value["pairs"]),
            "facts": tuple(Fact(tuple(fact["wordings"]), fact["must"]) for fact in value["facts"]),
        }
    )


def _citation(value: dict[str, Any]) -> Citation:
    return Citation(**{**value, "heading_path": tuple(value["heading_path"])})
