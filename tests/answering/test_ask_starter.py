"""The whole way with the starter models: real weights, a real generator, real answers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tutor.answering.tutor import Tutor
from tutor.core.events import EvidenceFound
from tutor.core.types import Question, Reason
from tutor.language.detection import detect_language
from tutor.language.normalise import match_form

Ask = Callable[..., Any]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_a_swahili_question_is_answered_from_the_swahili_chapter(starter_ask: Ask) -> None:
    answer = starter_ask("Kwa nini watu walipigana katika vita vya Maji Maji?").answer
    assert answer is not None and answer.language == "sw"
    assert detect_language(answer.text).language == "sw"
    assert answer.method == "extracted", "this generator echoes in Swahili, so it is not asked"
    first = answer.citations[0]
    assert first.source.endswith("form-3-colonial-rule-and-maji-maji.sw.md") and first.page == 43
    assert first.quote in Path(first.source).read_text(encoding="utf-8")
    assert "pamba" in first.quote


def test_an_english_answer_stands_on_verified_sentences(starter_ask: Ask) -> None:
    outcome = starter_ask("Why did people fight in the Maji Maji war?")
    answer = outcome.answer
    assert answer is not None and detect_language(answer.text).language == "en"
    for citation in answer.citations:
        assert match_form(citation.quote) in match_form(Path(citation.source).read_text(encoding="utf-8"))
    if answer.method == "generated":
        assert all(sentence.citations for sentence in answer.sentences)


def test_declines_hold_with_the_generator_there(starter_ask: Ask) -> None:
    for text in ("Who won the 2018 football World Cup?", "Nani aliandika wimbo wa taifa wa Ufaransa?"):
        outcome = starter_ask(text)
        assert outcome.answer is None and outcome.decline.reason == Reason.WEAK_EVIDENCE
    outside = starter_ask("Usanisinuru ni nini?", subject="history")
    assert outside.decline.reason == Reason.OUTSIDE_SCOPE
    assert outside.decline.pointers[0].subject == "biology"


def test_the_same_question_gets_the_same_answer_with_the_generator(starter_ask: Ask) -> None:
    first = starter_ask("What is osmosis?")
    starter_ask("What is democracy?")
    again = starter_ask("What is osmosis?")
    assert first.answer is not None and again.answer == first.answer


@pytest.mark.timeout(3600)
def test_a_hundred_times_the_same_with_the_generator_while_others_ask(starter_tutor: Tutor, starter_ask: Ask) -> None:
    """One question is written anew a hundred times between others that are written and others that are quoted."""
    if starter_tutor.parts.generator is None:
        pytest.skip("the generator cannot run here")
    asked, others = "What is osmosis?", ["What is democracy?", "Osmosisi ni nini?", "Who won the 2018 World Cup?"]

    def reply(text: str) -> Any:
        outcome = starter_ask(text)
        return outcome.answer, outcome.decline, outcome.trace.steps

    alone = {text: reply(text) for text in [asked, *others]}
    assert any(step["step"] == "generate" for step in alone[asked][2])
    order = [text for number in range(100) for text in (asked, *([others[number // 5 % 3]] if number % 5 == 0 else []))]
    with ThreadPoolExecutor(8) as together:
        for text, found in zip(order, together.map(reply, order), strict=True):
            assert found == alone[text], text


def test_a_reader_who_leaves_does_not_break_the_next_question(starter_tutor: Tutor, starter_ask: Ask) -> None:
    for _ in range(3):
        events = starter_tutor.ask(Question("How do kidneys remove waste from the blood?"))
        for event in events:
            if isinstance(event, EvidenceFound):
                break
        next(events, None)
        events.close()
    assert starter_ask("What is osmosis?").answer is not None


def test_a_part_is_told_by_its_own_section(starter_ask: Ask) -> None:
    answer = starter_ask("Taja sababu za vita vya Maji Maji na eleza matokeo yake").answer
    assert answer is not None
    assert {citation.heading_path[-1] for citation in answer.citations} == {
        "Sababu za Vita vya Maji Maji", "Matokeo ya Vita vya Maji Maji"
    }  # fmt: skip


def test_nonsense_is_not_answerable_for_its_many_sentences(starter_ask: Ask) -> None:
    assert starter_ask("What is a delta? How is it formed? Give two examples").answer is None


@pytest.mark.parametrize(
    "text, first, entries",
    [
        ("Taja sayari za mfumo wa jua", "| 1 | Zebaki", 8),
        ("Taja sehemu za seli", "Utando wa seli huizunguka seli", 5),
        ("Define a conductor and give two examples", "A conductor is a material", 1),
        ("What is an organ? Give one example.", "An organ is a group of tissues", 1),
        ("How do sedimentary rocks come about? Give two examples.", "| Sedimentary |", 2),
        ("Name the national symbols of Tanzania.", "The national symbols of Tanzania include the flag", 5),
    ],
)
def test_what_is_listed_is_given_and_nothing_else(starter_ask: Ask, text: str, first: str, entries: int) -> None:
    answer = starter_ask(text).answer
    assert answer is not None
    assert answer.citations[0].quote.startswith(first) and len(answer.citations) == entries


def test_a_side_that_is_only_named_in_what_is_said_of_the_other_is_looked_up(starter_ask: Ask) -> None:
    answer = starter_ask("Difference kati ya acid na base").answer
    assert answer is not None
    assert "An acid is a substance" in answer.text and "A base is a substance" in answer.text


def test_what_speaks_against_is_no_advantage(starter_ask: Ask) -> None:
    answer = starter_ask("Taja faida za utalii nchini Tanzania").answer
    assert answer is not None
    assert "fedha za kigeni" in answer.text and "Hata hivyo" not in answer.text


def test_an_answer_begins_with_what_says_so_in_so_many_words(starter_ask: Ask) -> None:
    answer = starter_ask("Nini umuhimu wa katiba?").answer
    assert answer is not None and answer.citations[0].quote.startswith("Katiba ni muhimu kwa sababu")


def test_one_place_is_asked_for_and_one_is_given(starter_ask: Ask) -> None:
    answer = starter_ask("Where are diamonds mined?").answer
    assert answer is not None
    assert [citation.quote.split(",")[0] for citation in answer.citations] == ["Gold is mined at Geita"]


def test_for_the_benefit_of_somebody_is_no_advantage(starter_ask: Ask) -> None:
    assert starter_ask("Faida za ukoloni").answer is None
    assert starter_ask("Taja faida za utandawazi").answer is not None
