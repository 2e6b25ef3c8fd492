"""What becomes of an answer: a rewrite that fails leaves the quotes, and quotes that say nothing are declined."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import numpy as np
import pytest

from tutor.answering import wording
from tutor.answering.composing.composition import Composer, too_weak_alone
from tutor.answering.question.understanding import Understanding, understand
from tutor.answering.sections import Plan, Section
from tutor.core.events import Answered, Declined, Event
from tutor.core.trace import Trace
from tutor.core.types import EvidenceSentence, Metadata, Passage, Question, Reason, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.language.detection import detect_language
from tutor.language.glossary import Glossary

STATES = "People fought because the Germans forced them to grow cotton."
ANNOUNCES = "The main causes of the war were:"


class Says:
    """A generator that always writes the same."""

    languages = ("en", "sw")

    def __init__(self, text: str) -> None:
        self.text = text

    def generate(self, prompt: Any, stop: Callable[[], bool] = lambda: False) -> Iterator[str]:
        yield self.text


class Alike:
    """An embedder to which all sentences mean the same: only words are left to be verified."""

    def embed_sentences(self, texts: Sequence[str]) -> Any:
        return np.ones((len(texts), 1), dtype=np.float32)


@pytest.fixture(scope="module")
def asked() -> Understanding:
    return understand(Question("Why did people fight in the war?"), Curriculum.load(), Glossary.load())


def evidence_of(*texts: str) -> tuple[EvidenceSentence, ...]:
    whole = " ".join(texts)
    known = Metadata(subject="history", form=3, language="en", document_type="textbook")
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Causes",), whole, known)
    starts = [whole.index(text) for text in texts]
    return tuple(
        EvidenceSentence(Sentence(text, at, at + len(text), 43), passage, 1.0, 1.0, 1.0)
        for text, at in zip(texts, starts, strict=True)
    )


def last_of(asked: Understanding, evidence: tuple[EvidenceSentence, ...], written: str | None) -> Event:
    generator = cast(Any, Says(written)) if written is not None else None
    composer = Composer(cast(Any, Alike()), Curriculum.load(), Glossary.load(), generator)
    plan = Plan(asked, (Section(asked, evidence),))
    return list(composer.events(plan, lambda: False, Trace()))[-1]


INVENTED = "Napoleon led the war in 1812."


def test_a_rewrite_that_fails_leaves_the_quotes(asked: Understanding) -> None:
    last = last_of(asked, evidence_of(STATES), INVENTED)
    assert isinstance(last, Answered) and last.answer.method == "extracted"
    assert STATES in last.answer.text and "Napoleon" not in last.answer.text


REWORDED = "Because the Germans forced them to grow cotton, people fought."


def test_a_rewrite_that_is_verified_is_shown(asked: Understanding) -> None:
    last = last_of(asked, evidence_of(STATES), REWORDED)
    assert isinstance(last, Answered) and last.answer.method == "generated"
    assert last.answer.text == REWORDED


def test_what_is_only_copied_is_a_quote_in_its_frame(asked: Understanding) -> None:
    last = last_of(asked, evidence_of(STATES), STATES)
    quoted = last_of(asked, evidence_of(STATES), None)
    assert isinstance(last, Answered) and isinstance(quoted, Answered)
    assert last.answer == quoted.answer and last.answer.method == "extracted"
    assert last.answer.sentences[0].text == "Your History book (Form 3) gives the reason:"


def test_a_copy_does_not_stand_before_what_leads_to_it(asked: Understanding) -> None:
    last = last_of(
        asked, evidence_of(STATES, "So the war spread to many villages."), "So the war spread to many villages."
    )
    assert isinstance(last, Answered)
    assert last.answer.text.index(STATES) < last.answer.text.index("So the war")


LONG = "In 1902 the Germans forced people to grow cotton, and many villages lost the food of a whole year."
REWORDED_LONG = "The Germans forced people to grow cotton in 1902, and many villages lost the food of a whole year."


def test_a_copy_and_a_rewrite_are_both_held_to_the_reading_level() -> None:
    simpler = understand(Question("Why did people fight in the war?", simpler=True), Curriculum.load(), Glossary.load())
    for written, method in ((LONG, "extracted"), (REWORDED_LONG, "generated")):
        last = last_of(simpler, evidence_of(LONG), written)
        assert isinstance(last, Answered) and last.answer.method == method
        assert max(len(sentence.text.split()) for sentence in last.answer.sentences if sentence.citations) <= 12


@pytest.mark.parametrize("written", [INVENTED, None])
def test_quotes_that_state_nothing_are_declined_as_unsupported(asked: Understanding, written: str | None) -> None:
    last = last_of(asked, evidence_of(ANNOUNCES), written)
    assert isinstance(last, Declined) and last.decline.reason == Reason.UNSUPPORTED
    assert [pointer.passage_id for pointer in last.decline.pointers] == ["p#1"]
    assert "History" in last.decline.text


def test_a_part_whose_quotes_state_nothing_is_left_open(asked: Understanding) -> None:
    composer = Composer(cast(Any, Alike()), Curriculum.load(), Glossary.load(), None)
    parts = (
        Section(asked, evidence_of(STATES), titles=("Why did people fight?",)),
        Section(asked, evidence_of(ANNOUNCES), titles=("what followed",)),
    )
    last = list(composer.events(Plan(asked, parts), lambda: False, Trace()))[-1]
    assert isinstance(last, Answered)
    assert last.answer.notes == ("2. What followed? I did not find this in your books, so I leave it open.",)
    assert [citation.quote for citation in last.answer.citations] == [STATES]


@pytest.mark.parametrize(
    "text, weak",
    [
        (ANNOUNCES, True),
        ("Why did they fight?", True),
        ("In 1905.", True),
        (STATES, False),
        (r"$$P=\frac{F}{A}$$", False),
    ],
)
def test_what_states_nothing(text: str, weak: bool) -> None:
    assert too_weak_alone(evidence_of(text)) is weak


NEXT_STEPS = {
    "en": ("choose", "ask", "try", "read", "talk"),
    "sw": ("chagua", "muulize", "mwombe", "uliza", "jaribu", "soma", "zungumza"),
}


@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("language", ["en", "sw"])
def test_every_reason_offers_the_next_step_in_both_languages(reason: Reason, language: str) -> None:
    text = wording.DECLINES[reason][language].format(scope="", where="")  # type: ignore[index]
    assert detect_language(text).language == language
    assert any(step in text.casefold() for step in NEXT_STEPS[language]), text
