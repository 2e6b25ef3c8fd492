"""What the API takes and gives of lessons, as types."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from tutor.web.api.common_model import PageLanguage
from tutor.web.api.schema import Bounds

StateName = Literal["planned", "writing", "ready", "review", "uncovered", "failed", "gated"]
Outcome = Literal["right", "partly", "wrong", "unsure"]


@dataclass(frozen=True)
class PathRequest:
    """A path of lessons: asked for in a sentence, or chosen by subject with forms, topics and weeks.

    With `subject` the sentence is not read. Its lessons are written at once, behind the questions of pupils.
    """

    request: Annotated[str, Bounds(max_length=400)] = ""
    language: PageLanguage | None = None
    subject: Annotated[str, Bounds(max_length=60)] | None = None
    forms: list[int] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    weeks: Annotated[int, Bounds(minimum=1, maximum=144)] | None = None


@dataclass(frozen=True)
class NodeReport:
    """A lesson of a path. `needs`: topics of the path to read first. `said`: what an uncovered or failed one says.

    `review` waits for a teacher; `gated` is from books that the class does not use. `current` is false while the books
    have changed and the lesson has not been looked at since.
    """

    topic: str
    name: str
    form: int
    periods: int
    needs: list[str]
    state: StateName
    said: str
    current: bool
    link: str


@dataclass(frozen=True)
class BranchReport:
    """The lessons of one form, in order."""

    title: str
    form: int
    lessons: list[NodeReport]


@dataclass(frozen=True)
class PathReport:
    """A path and where each of its lessons stands. `done`: no lesson will change by itself any more."""

    id: str
    title: str
    request: str
    language: str
    subject: str
    periods: int
    notes: list[str]
    branches: list[BranchReport]
    done: bool


@dataclass(frozen=True)
class PathName:
    """A path in a list."""

    id: str
    title: str
    language: str
    subject: str
    lessons: int
    ready: int
    of_class: bool


@dataclass(frozen=True)
class PathsReport:
    """The paths of this device and those of its class."""

    paths: list[PathName]


@dataclass(frozen=True)
class LessonCitation:
    """A quote that the lesson stands on, with its place and the page to open."""

    passage_id: str
    document: str
    language: str
    heading_path: list[str]
    page: int | None
    place: str
    quote: str
    link: str


@dataclass(frozen=True)
class LessonLine:
    """A line of a lesson. `origin`: the book's own words, words rewritten from it and checked, or a teacher's."""

    text: str
    kind: Literal["sentence", "item", "row", "formula"]
    origin: Literal["book", "rewritten", "teacher"]
    citations: list[int]


@dataclass(frozen=True)
class LessonPart:
    """Lines under a heading of the book."""

    heading: str
    lines: list[LessonLine]


@dataclass(frozen=True)
class LessonTerm:
    """A key term in both languages with its meaning."""

    en: str
    sw: str
    meaning: str


@dataclass(frozen=True)
class LessonQuestion:
    """A question without its answer. `lefts` and `rights` belong to a matching."""

    kind: Literal["choice", "true-false", "short", "matching"]
    prompt: str
    options: list[str]
    lefts: list[str]
    rights: list[str]


@dataclass(frozen=True)
class LessonReport:
    """A lesson that a pupil may read. `citations` of a line are positions in the list of citations."""

    topic: str
    title: str
    subject: str
    form: int
    language: str
    book_language: str
    aim: str
    know_first: list[str]
    frame: str
    explanation: list[LessonPart]
    example: LessonPart | None
    questions: list[LessonQuestion]
    terms: list[LessonTerm]
    citations: list[LessonCitation]
    edited_by_teacher: bool
    approved: bool


@dataclass(frozen=True)
class AnswerToMark:
    """An answer to the question at that position. A matching is answered by its right sides, a line for each left."""

    question: Annotated[int, Bounds(minimum=0, maximum=20)]
    answer: Annotated[str, Bounds(max_length=1000)]


@dataclass(frozen=True)
class MarkReport:
    """How an answer did. `missing`: what it did not say, in the book's words. `quote`: the sentence of the book."""

    outcome: Outcome
    share: float
    missing: list[str]
    quote: str


@dataclass(frozen=True)
class AnswerCount:
    """That a device of a class answered a question for the first time, and whether rightly. Nothing says who."""

    question: Annotated[int, Bounds(minimum=0, maximum=20)]
    right: bool


@dataclass(frozen=True)
class CountReport:
    """Whether it was counted: only where the path is one that the device's class was given."""

    counted: bool
