"""Questions and answers as types of the API. The OpenAPI document is made from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from tutor.web.api.common_model import Fault, PageLanguage, Text
from tutor.web.api.schema import Bounds

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
class FollowQuery:
    """How to follow a ticket. `after`: the id of the last event that is known, as `Last-Event-ID` says it."""

    html: PageLanguage | None = None
    after: Annotated[str, Bounds(max_length=40)] | None = None
