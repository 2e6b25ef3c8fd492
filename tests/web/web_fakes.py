"""A tutor that says what a test wants, when the test wants it, and what is needed around it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from flask.testing import FlaskClient

from tutor.answering.tutor import Tutor
from tutor.core.errors import TutorError
from tutor.core.events import Answered, Declined, Event, EvidenceFound, SentenceReady, Traced, Understood
from tutor.core.types import (
    Answer,
    AnswerSentence,
    Decline,
    EvidenceSentence,
    Metadata,
    Passage,
    Pointer,
    Question,
    Reason,
    Scope,
    Sentence,
)
from tutor.web.service.source import FixedSource, LiveTutor
from tutor.web.service.work import Asked, Progress
from tutor.web.site import Site


def form_token_of(client: FlaskClient, address: str = "/") -> str:
    """The token in the forms of that page."""
    text = client.get(address).get_data(as_text=True)
    return text.split('name="csrf" value="')[1].split('"')[0]


PASSWORD = "tembo mkubwa mweupe"


def sign_in(client: FlaskClient, site: Site) -> None:
    """Choose the teacher's password, as at first start, and sign in with it."""
    site.accounts.set_first_password(site.accounts.setup_code, PASSWORD, PASSWORD, "127.0.0.1")
    data = {"csrf": form_token_of(client), "password": PASSWORD}
    assert client.post("/teacher/sign-in", data=data).status_code == 303


TEXT = "The heart <pumps> blood. It has four parts."
PASSAGE = Passage(
    "book#heart", "book", "Book", "book.md", 0, ("Chapter", "Heart <b>"), TEXT,
    Metadata(subject="biology", form=2, language="en", topic="transport"), ((0, 7),),
)  # fmt: skip
EVIDENCE = EvidenceSentence(Sentence(TEXT[:24], 0, 24, 7), PASSAGE, 1.0, 0.9, 1.0)
POINTER = Pointer("biology", 2, "Book", ("Photosynthesis",), "book#leaf")


@dataclass
class Clock:
    """Seconds that go on only when a test says so."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


class FakeTutor(Tutor):
    """Declines what holds "usanisinuru", fails at "fail", answers the rest. `hold` keeps every answer waiting."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.written: list[str] = []
        self.hold: threading.Event | None = None
        self.fault: Exception | None = None
        self.after_evidence: Exception | None = None

    def ask(self, question: Question, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        self.asked.append(question)
        yield Understood(question.text, question.language or "en", "define", "remember", ("biology",))
        if self.fault is not None:
            raise self.fault
        if "usanisinuru" in question.text.lower():
            yield Declined(Decline("sw", Reason.OUTSIDE_SCOPE, "Hili halimo.", (POINTER,)))
        elif "kill" in question.text:
            yield Declined(Decline("en", Reason.UNSAFE, "Please talk with an adult.", ()))
        else:
            yield EvidenceFound((EVIDENCE,))
            while self.hold is not None and not self.hold.wait(0.01):
                if stop():
                    return
            if stop():
                return
            if self.after_evidence is not None:
                raise self.after_evidence
            self.written.append(question.text)
            sentence = AnswerSentence(TEXT[:24], (0,))
            yield SentenceReady(sentence, (EVIDENCE.citation(),))
            yield Answered(Answer("en", (sentence,), (EVIDENCE.citation(),), "generated"))
        yield Traced({"whole": 1.0}, ())


class WritingTutor(LiveTutor):
    """Every answer has to wait for its turn to be written."""

    def needs_writing(self, understood: Understood, found: EvidenceFound) -> bool:
        return True


@dataclass
class Memory:
    """Keeps tickets and records in memory."""

    kept: dict[str, Asked] = field(default_factory=dict)
    records: list[tuple[str, Progress]] = field(default_factory=list)

    def keep(self, ticket: str, asked: Asked) -> None:
        self.kept[ticket] = asked

    def finish(self, ticket: str) -> None:
        pass

    def find(self, ticket: str) -> Asked | None:
        return self.kept.get(ticket)

    def record(self, ticket: str, asked: Asked, progress: Progress) -> None:
        self.records.append((asked.question.text, progress))


class NoSource:
    """A source that has no tutor, for a reason."""

    def __init__(self, fault: TutorError) -> None:
        self.fault = fault

    def current(self) -> LiveTutor:
        raise self.fault


def writing_source(tutor: Tutor, quoting: Tutor | None = None) -> FixedSource:
    """A source of that tutor, whose answers wait for their turn."""
    return FixedSource(WritingTutor(tutor, "stamp", None, quoting))


def asked(text: str, pupil: str = "amina", classroom: str | None = None, scope: Scope | None = None) -> Asked:
    """A question of a pupil."""
    return Asked(Question(text, scope or Scope()), pupil, classroom)
