"""Metrics of answers and declines against cases worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.core.types import Passage
from tutor.evaluation.answer_metrics import (
    citation_accuracy,
    citation_coverage,
    citation_relevance,
    facts_covered,
    language_match,
    score_answerable,
    score_unanswerable,
    token_f1,
)
from tutor.evaluation.outcomes import Quote, Reply, Said
from tutor.evaluation.scores import Scores

GOOD = Quote("bio/one.en#cell", "Robert Hooke  named the cell in 1665.")
INVENTED = Quote("bio/one.en#cell", "Robert Hooke named the atom.")
UNKNOWN = Quote("bio/none#x", "Robert Hooke named the cell in 1665.")


def reply(*sentences: Said, quotes: tuple[Quote, ...] = (GOOD,), **changes: Any) -> Reply:
    text = " ".join(said.text for said in sentences)
    return Reply(**{"answered": True, "language": "en", "text": text, "method": "generated", **changes},
                 sentences=sentences, quotes=quotes)  # fmt: skip


def decline(reason: str = "weak-evidence", empty: bool = False) -> Reply:
    return Reply(answered=False, language="en", text="No.", reason=reason, empty_retrieval=empty)


@pytest.mark.parametrize(
    ("text", "reference", "expected"),
    [
        ("Robert Hooke named the cell.", "robert hooke named the CELL", 1.0),
        ("", "the cell", 0.0),
        ("atom", "the cell", 0.0),
        # 2 words in common of 3 and of 4: P = 2/3, R = 2/4
        ("the red cell", "the cell has walls", 2 * (2 / 3) * (2 / 4) / (2 / 3 + 2 / 4)),
        # a word said three times counts as often as the reference has it
        ("cell cell cell", "cell", 2 * (1 / 3) * 1 / (1 / 3 + 1)),
    ],
)
def test_token_f1(text: str, reference: str, expected: float) -> None:
    assert token_f1(text, reference) == pytest.approx(expected)


def test_facts_covered() -> None:
    facts = [["Robert Hooke"], ["cell", "seli"], ["1665"], ["5 %"]]
    assert facts_covered("ROBERT HOOKE aliita seli mwaka 1665.", facts) == pytest.approx(3 / 4)
    assert facts_covered("In 1905.", [["5"], ["190"]]) == 0
    assert facts_covered("In 1905 and 5.", [["5"], ["1905"]]) == 1
    assert facts_covered("anything", []) is None


def test_citation_accuracy_wants_the_quote_in_the_passage(passages: dict[str, Passage]) -> None:
    said = Said("Hooke named it.", (0,))
    assert citation_accuracy(reply(said, quotes=(GOOD,)), passages) == 1
    assert citation_accuracy(reply(said, quotes=(GOOD, INVENTED, UNKNOWN)), passages) == pytest.approx(1 / 3)
    assert citation_accuracy(reply(said, quotes=()), passages) == 0
    assert citation_accuracy(reply(said, quotes=(Quote("bio/one.en#cell", " "),)), passages) == 0


def test_citation_coverage_counts_what_states_something(passages: dict[str, Passage]) -> None:
    frame, help_line = Said("Your book says:"), Said("Word help: cell = seli.")
    cited, uncited, wrongly = Said("Hooke named it.", (0,)), Said("It was a Tuesday."), Said("The atom.", (1,))
    answer = reply(frame, cited, uncited, wrongly, help_line, quotes=(GOOD, INVENTED), notes=(help_line.text,))
    assert citation_coverage(answer, passages) == pytest.approx(1 / 3)
    assert citation_coverage(reply(frame, cited), passages) == 1
    assert citation_coverage(reply(frame), passages) == 0


def test_citation_relevance() -> None:
    other = Quote("his/one.en#iron", "Iron tools raised harvests.")
    answer = reply(Said("x", (0,)), quotes=(GOOD, other))
    assert citation_relevance(answer, {"bio/one.en#cell": 2, "his/one.en#iron": 1}) == 0.5


SWAHILI = Said("Seli ni sehemu ndogo kabisa ya kiumbe hai.", (0,))
ENGLISH = Said("The cell is the smallest part of a living thing.", (0,))


def test_language_match_of_what_is_generated() -> None:
    assert language_match(reply(ENGLISH), "en") == 1
    assert language_match(reply(ENGLISH), "sw") == 0
    assert language_match(reply(SWAHILI), "sw") == 1
    assert language_match(reply(SWAHILI), "mixed") == 1
    assert language_match(reply(ENGLISH), "mixed") == 0


def test_language_match_of_an_extract_looks_at_the_frame() -> None:
    frame = Said("Jibu lipo katika kitabu cha biolojia (Kidato cha 1) kwa Kiingereza. Kinasema:")
    assert language_match(reply(frame, ENGLISH, method="extracted"), "sw") == 1
    assert language_match(reply(frame, ENGLISH, method="extracted"), "en") == 0
    assert language_match(reply(ENGLISH, method="extracted"), "en") is None


def test_language_match_of_two_parts_that_both_name_the_books_language() -> None:
    frames = [
        Said(f"{number}. {title} Jibu lipo katika kitabu cha Historia (Kidato cha 4) kwa Kiingereza. Kinasema:")
        for number, title in enumerate(("Kauli mbiu ya TANU ilikuwa ipi?", "Ina maana gani in English?"), start=1)
    ]
    parted = reply(frames[0], ENGLISH, frames[1], ENGLISH, method="extracted")
    assert language_match(parted, "mixed") == 1
    assert language_match(parted, "en") == 0


def test_language_match_leaves_out_the_words_of_the_book_that_a_note_explains() -> None:
    frame = Said("Jibu lipo katika kitabu cha Biolojia (Kidato cha 3) kwa Kiingereza. Kinasema:")
    note = "Msaada wa maneno: enzymes = kimeng'enya; hypothalamus = haipothalamasi; body temperature = joto la mwili."
    helped = reply(frame, ENGLISH, Said(note), method="extracted", notes=(note,))
    assert language_match(helped, "sw") == 1
    wrong = "Word help: kimeng'enya = enzymes; joto la mwili = the temperature that the body has."
    assert language_match(reply(Said(wrong), ENGLISH, method="extracted", notes=(wrong,)), "sw") == 0


def test_the_reading_index_looks_at_what_is_stated_and_not_at_frames(passages: dict[str, Passage]) -> None:
    hard = "Photosynthetic organisms synthesise carbohydrates from atmospheric carbon dioxide and water in sunlight."
    quotes = [Said(f"{hard[:-1]} number{number}.", (0,)) for number in range(4)]
    frames = [Said("Your book says:"), Said("It is so."), Said("It is so.")]
    bare, framed = (answerable(reply(*said, notes=("It is so.",)), passages) for said in (quotes, [*frames, *quotes]))
    assert framed["ari"] == bare["ari"] > 15


def answerable(given: Reply, passages: dict[str, Passage]) -> dict[str, float]:
    scores: Scores = {}
    grades = {"bio/one.en#cell": 3}
    score_answerable(scores, "q", given, "Hooke named it.", [["Hooke"], ["1665"]], grades, "en", passages)
    return {metric: measure.values["q"] for metric, measure in scores.items()}


def test_a_right_answer(passages: dict[str, Passage]) -> None:
    found = answerable(reply(Said("Hooke named it.", (0,))), passages)
    assert found["token_f1"] == found["token_f1_overall"]
    assert found["coverage"] == found["token_f1"] == found["citation_accuracy"] == found["citation_coverage"] == 1
    assert found["facts_covered"] == found["facts_covered_overall"] == 0.5
    assert found["false_declines"] == found["empty_retrieval"] == 0


@pytest.mark.parametrize(("empty", "false_declines"), [(False, 1), (True, 0)])
def test_a_decline_of_an_answerable_question(passages: dict[str, Passage], empty: bool, false_declines: int) -> None:
    found = answerable(decline(empty=empty), passages)
    assert found == {
        "coverage": 0, "false_declines": false_declines, "empty_retrieval": 1 - false_declines,
        "facts_covered_overall": 0, "token_f1_overall": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "reason", "correct"),
    [
        (decline("weak-evidence"), "weak-evidence", 1),
        (decline("unsupported"), "weak-evidence", 1),
        (decline("outside-scope"), "weak-evidence", 0),
        (decline("weak-evidence"), "outside-scope", 0),
        (decline("nothing-in-scope", empty=True), "weak-evidence", 0),
        (decline("nothing-in-scope", empty=True), None, 0),
        (decline("not-a-question"), None, 1),
        (reply(Said("It is so.", (0,))), "weak-evidence", 0),
    ],
)
def test_correct_declines(given: Reply, reason: str | None, correct: int) -> None:
    scores: Scores = {}
    score_unanswerable(scores, "q", given, reason)
    found = {metric: measure.values["q"] for metric, measure in scores.items()}
    assert found["correct_declines"] == correct
    assert found["wrong_answers"] == 1 - found["declined"] == float(given.answered)
    assert found["empty_retrieval"] == float(given.empty_retrieval)
    assert found.get(f"correct_declines.{reason}", correct) == correct
