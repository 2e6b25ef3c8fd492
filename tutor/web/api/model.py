"""What the API takes and gives, as types. The OpenAPI document is made from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from tutor.web.api.schema import Bounds

Text = Annotated[str, Bounds(min_length=1, max_length=1000)]
PageLanguage = Literal["en", "sw"]
StateName = Literal["looking", "waiting", "writing", "done", "busy", "failed", "cancelled"]


@dataclass(frozen=True)
class AskRequest:
    """A question. Without `subject` and `form` all books that the device may see are asked.

    `language` beats what the question's own words say. `wait_seconds`: how long the reply may wait for the whole
    answer. `html`: also give ready HTML with words of that language around it. `simpler` asks for an easier
    wording, `more` for further sentences, where the tutor can do that.
    """

    question: Text
    subject: Annotated[str, Bounds(max_length=60)] | None = None
    form: Annotated[int, Bounds(minimum=1, maximum=13)] | None = None
    language: Literal["en", "sw", "mixed"] | None = None
    wait_seconds: Annotated[float, Bounds(minimum=0, maximum=120)] = 60.0
    html: PageLanguage | None = None
    simpler: bool = False
    more: bool = False


@dataclass(frozen=True)
class Quote:
    """Verbatim text of a passage: `text == passage.text[start:end]`."""

    text: str
    start: int
    end: int
    page: int | None


@dataclass(frozen=True)
class EvidenceCard:
    """A passage with the sentences an answer stands on. `place` is how a pupil reads where it stands."""

    passage_id: str
    document: str
    subject: str | None
    form: int | None
    language: str
    heading_path: list[str]
    page: int | None
    place: str
    quotes: list[Quote]
    link: str


@dataclass(frozen=True)
class SourceCitation:
    """Where a sentence stands."""

    passage_id: str
    document: str
    subject: str | None
    form: int | None
    language: str
    heading_path: list[str]
    page: int | None
    place: str
    quote: str
    link: str


@dataclass(frozen=True)
class Sentence:
    """A verified sentence. `citations` are positions in the list of citations."""

    text: str
    citations: list[int]
    html: str | None = None


@dataclass(frozen=True)
class PlaceToLook:
    """Where a pupil could look instead. `where` is its subject and form in words."""

    passage_id: str
    document: str
    subject: str | None
    form: int | None
    heading_path: list[str]
    where: str
    place: str
    link: str


@dataclass(frozen=True)
class DeclineReport:
    """Why there is no answer. `lead` is the text without the places, for who shows the pointers beside it."""

    reason: str
    language: str
    text: str
    lead: str
    pointers: list[PlaceToLook]


@dataclass(frozen=True)
class Fault:
    """What went wrong and what to do, in both languages."""

    error: str
    message: str
    hint: str
    message_sw: str
    hint_sw: str


@dataclass(frozen=True)
class TeacherAnswer:
    """What the teacher wrote for this question. `label` says so in words, for whoever shows it."""

    text: str
    label: str


@dataclass(frozen=True)
class AnswerReport:
    """All that is known of a question now. `place` is 0 where nothing is waited for.

    `teacher_answer` is not from a book and never among the sentences. `withheld`: a teacher found the computer's
    answer wrong, so that there is evidence and no answer.
    """

    ticket: str
    state: StateName
    place: int
    wait_seconds: float
    language: str | None
    evidence: list[EvidenceCard]
    sentences: list[Sentence]
    citations: list[SourceCitation]
    method: str | None
    decline: DeclineReport | None
    fault: Fault | None
    teacher_answer: TeacherAnswer | None = None
    withheld: bool = False
    html: str | None = None


@dataclass(frozen=True)
class QueueReport:
    """The queue now. `is_full`: a new question would see its evidence and be told to come back."""

    waiting: int
    writing: int
    most: int
    seconds_each: float
    is_full: bool


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
class StatusReport:
    """Whether questions can be answered now, and from what. `local_name`: the name on the school's network, if any."""

    status: Literal["ok", "fault"]
    version: str
    books: int
    passages: int
    queue: QueueReport
    answered: int
    from_cache: int
    failed: int
    local_name: str | None = None
    fault: Fault | None = None


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


@dataclass(frozen=True)
class FollowQuery:
    """How to follow a ticket. `after`: the id of the last event that is known, as `Last-Event-ID` says it."""

    html: PageLanguage | None = None
    after: Annotated[str, Bounds(max_length=40)] | None = None


@dataclass(frozen=True)
class StreamEvent:
    """One event of a stream. `name`: teacher, understood, evidence, sentence, answer, declined, state, reset, end."""

    name: str
    data: dict[str, object] = field(default_factory=dict)
