"""Questions with parts, comparisons and calculations, asked of the sample library (small profile, answers quoted)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tutor.core.events import EvidenceFound
from tutor.core.types import Reason

pytestmark = pytest.mark.timeout(600)  # the first test imports the whole library where its vectors are not kept yet

Ask = Callable[..., Any]


def frames(outcome: Any) -> list[str]:
    """What tutor says itself, in order."""
    return [sentence.text for sentence in outcome.answer.sentences if not sentence.citations]


def quotes_after(outcome: Any, number: int) -> str:
    """The quotes under the part of that number."""
    found, inside = [], False
    for sentence in outcome.answer.sentences:
        if not sentence.citations:
            inside = sentence.text.startswith(f"{number}. ")
        elif inside:
            found.append(sentence.text)
    return " ".join(found)


def test_each_part_is_answered_with_its_own_quotes(sample_ask: Ask) -> None:
    outcome = sample_ask("Taja sababu za vita vya Maji Maji na eleza matokeo yake")
    assert outcome.answer is not None
    assert "pamba" in quotes_after(outcome, 1) and "njaa" in quotes_after(outcome, 2)
    headings = {c.heading_path[-1] for c in outcome.answer.citations if c.quote in quotes_after(outcome, 2)}
    assert headings == {"Matokeo ya Vita vya Maji Maji"}
    assert frames(outcome)[1].startswith("2. Eleza matokeo yake. Kitabu")
    found = next(event for event in outcome.events if isinstance(event, EvidenceFound))
    assert [item.sentence.text for item in found.sentences] == [c.quote for c in outcome.answer.citations]


@pytest.mark.parametrize(
    "text, said",
    [
        ("(a) What is soil? (b) Who won the 2018 football World Cup?",
         "2. Who won the 2018 football World Cup? I did not find this in your books"),
        ("Demokrasia ni nini na nani alishinda kombe la dunia mwaka 2018?", "Hili sikulipata katika vitabu vyako"),
    ],
)  # fmt: skip
def test_a_part_that_no_book_answers_is_said_to_be_missing(sample_ask: Ask, text: str, said: str) -> None:
    outcome = sample_ask(text)
    assert outcome.answer is not None
    assert any(said in frame for frame in frames(outcome))
    assert all(note in frames(outcome) for note in outcome.answer.notes)
    assert quotes_after(outcome, 1) and not quotes_after(outcome, 2)


@pytest.mark.parametrize(
    "text",
    ["What is a delta? How is it formed? Give two examples", "Delta ni nini? Hutokeaje? Toa mifano miwili"],
)
def test_what_is_said_of_a_thing_that_no_book_explains_is_not_said_of_another(sample_ask: Ask, text: str) -> None:
    assert sample_ask(text).answer is None


def test_a_question_of_which_no_part_stands_is_declined(sample_ask: Ask) -> None:
    outcome = sample_ask("(a) Who won the 2018 football World Cup? (b) How do I reset my phone password?")
    assert outcome.answer is None and outcome.decline.reason == Reason.WEAK_EVIDENCE


def test_a_part_outside_the_chosen_subject_is_pointed_to(sample_ask: Ask) -> None:
    outcome = sample_ask("Why did people fight in the Maji Maji war? What is photosynthesis?", subject="history")
    assert outcome.answer is not None
    assert {citation.subject for citation in outcome.answer.citations} == {"history"}
    assert "Biology" in frames(outcome)[-1] and frames(outcome)[-1].startswith("2. What is photosynthesis?")


@pytest.mark.parametrize(
    "text, known, missing",
    [
        ("What is the difference between osmosis and blockchain?", "osmosis", "“blockchain”"),
        ("Kuna tofauti gani kati ya osmosisi na blokcheni?", "osmosisi", "“blokcheni”"),
    ],
)
def test_a_comparison_names_the_side_that_is_missing(sample_ask: Ask, text: str, known: str, missing: str) -> None:
    outcome = sample_ask(text)
    assert outcome.answer is not None
    assert known in outcome.answer.notes[-1] and missing in outcome.answer.notes[-1]


def test_a_comparison_that_one_passage_makes_is_left_to_it(sample_ask: Ask) -> None:
    outcome = sample_ask("What is the difference between weather and climate?")
    assert outcome.answer is not None and outcome.answer.notes == ()
    assert frames(outcome) == ["Your Geography book (Form 1) puts them side by side:"]


def test_two_things_of_two_chapters_are_both_looked_for(sample_ask: Ask) -> None:
    outcome = sample_ask("How is mitosis different from osmosis?")
    assert outcome.answer is not None
    assert "mitosis" in outcome.quotes.casefold() and "osmosis" in outcome.quotes.casefold()


def test_a_calculation_shows_the_formula_and_the_worked_example_of_the_book(sample_ask: Ask) -> None:
    outcome = sample_ask("Calculate the density of a stone of mass 60 g and volume 20 cm3")
    assert outcome.answer is not None
    assert r"\rho=\frac{m}{V}" in outcome.quotes and "Find the density of the stone" in outcome.quotes
    shown = " ".join(sentence.text for sentence in outcome.answer.sentences)
    assert "3 g" not in shown and "= 3" not in shown, "the pupil's own result is not worked out"
    assert "your own numbers" in outcome.answer.notes[-1]


@pytest.mark.parametrize(
    "text, line, label",
    [
        ("what is 12 x 15?", "12 × 15 = 180", "Worked out by tutor, not taken from a book"),
        ("5 + 3 ni ngapi", "5 + 3 = 8", "Imekokotolewa na tutor, haijatoka kitabuni"),
        ("What is 25% of 80?", "25% × 80 = 20", "Worked out by tutor, not taken from a book"),
        ("7/0", "7/0", "nothing can be divided by zero"),
        ("9^9^9", "", "short, plain sums"),
    ],
)
def test_a_sum_is_worked_out_and_called_tutors_own(sample_ask: Ask, text: str, line: str, label: str) -> None:
    outcome = sample_ask(text)
    assert outcome.decline is not None and outcome.decline.reason == Reason.NOT_A_QUESTION
    assert line in outcome.decline.text and label in outcome.decline.text


@pytest.mark.parametrize(
    "text, in_both",
    [
        ("Orodhesha mihimili mitatu ya serikali na kazi zake", "Bunge hutunga sheria."),
        ("Taja aina za miamba na utoe mfano mmoja wa kila aina", "Graniti, basalti"),
    ],
)
def test_a_list_that_tells_it_of_each_answers_both_parts(sample_ask: Ask, text: str, in_both: str) -> None:
    answer = sample_ask(text).answer
    assert answer is not None
    assert answer.sentences[0].text.startswith("1. ") and " 2. " in answer.sentences[0].text
    assert in_both in quotes_after_all(answer) and answer.notes == ()


def quotes_after_all(answer: Any) -> str:
    return " ".join(sentence.text for sentence in answer.sentences[1:])


@pytest.mark.parametrize(
    "text, example, other",
    [
        ("What is an acid? Give two examples", "such as hydrochloric acid", "such as zinc"),
        ("Nini maana ya homoni? toa mifano miwili", "Insulini", "Kisukari"),
    ],
)
def test_examples_are_those_of_the_thing(sample_ask: Ask, text: str, example: str, other: str) -> None:
    outcome = sample_ask(text)
    assert outcome.answer is not None
    assert example in quotes_after(outcome, 2) and other not in quotes_after(outcome, 2)


def test_a_side_without_words_of_its_own_is_known_only_with_the_other(sample_ask: Ask) -> None:
    outcome = sample_ask("compare renewable and non renewable resources")
    assert outcome.answer is None and outcome.decline.reason == Reason.WEAK_EVIDENCE


def test_a_table_with_a_column_for_each_side_is_given_whole(sample_ask: Ask) -> None:
    for text, rows in (("Tofauti kati ya mitosisi na meiosisi", 4), ("Differences between plant and animal cells", 4)):
        answer = sample_ask(text).answer
        assert answer is not None, text
        assert sum(citation.quote.startswith("|") for citation in answer.citations) == rows
        assert "photosynthesis" not in answer.text.casefold()


def test_one_date_is_asked_for_and_one_is_given(sample_ask: Ask) -> None:
    answer = sample_ask("Lini Tanganyika ilipata uhuru?").answer
    assert answer is not None
    assert "9 Desemba 1961" in answer.text and "1 Mei 1961" not in answer.text


def test_two_eclipses_told_in_the_same_words_are_two(sample_ask: Ask) -> None:
    answer = sample_ask("Explain how eclipses happen").answer
    assert answer is not None
    assert "An eclipse of the Sun occurs" in answer.text and "An eclipse of the Moon occurs" in answer.text
