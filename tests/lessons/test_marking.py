"""Short answers are marked by their facts, in either language, with the quote."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lesson_makers import lesson

from tutor.language.glossary import Glossary
from tutor.lessons.facts import facts_of, marked
from tutor.lessons.lesson import Fact, Lesson, Pair, QuizItem

QUOTE = "Osmosis is the movement of water molecules through a semi-permeable membrane."
MEANING = "the movement of water molecules through a semi-permeable membrane"
LESSON = lesson(text=QUOTE)


def asked() -> QuizItem:
    facts = facts_of(MEANING, "Osmosis", "en", "biology", Glossary.load())
    return QuizItem("short", "What is osmosis?", MEANING, 0, facts=facts)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Osmosis is the movement of water through a semi-permeable membrane", "right"),
        ("water molecules move through a semipermeable membrane", "right"),
        ("it is when water molecules pass a semi-permeable membrane", "right"),
        ("The movement of sugar", "partly"),
        ("Plants make food", "wrong"),
        ("", "wrong"),
        ("osmosis is osmosis", "wrong"),
        ("Water molecules do not move through a semi-permeable membrane", "wrong"),
    ],
)
def test_answers_are_marked_by_what_they_say(text: str, outcome: str) -> None:
    mark = marked(asked(), text, LESSON)
    assert mark.outcome == outcome, mark
    assert mark.quote == QUOTE


def test_a_wrong_number_is_never_right() -> None:
    own = lesson(text="The Maji Maji War was a rising of the peoples of the south from 1905 to 1907.")
    facts = (Fact(("rising",)), Fact(("peoples",)), Fact(("1905",)), Fact(("1907",)))
    item = QuizItem("short", "?", "a rising of the peoples of the south from 1905 to 1907", 0, facts=facts)
    assert marked(item, "a rising of the peoples in 1905", own).outcome == "right"
    assert marked(item, "a rising of the peoples in 1914", own).outcome == "partly"


def test_an_answer_in_the_other_language_is_marked_where_the_glossary_can() -> None:
    facts = (Fact(("load", "mzigo")), Fact(("effort", "jitihada")), Fact(("ratio",)))
    item = QuizItem("short", "?", "the ratio of the load to the effort", 0, facts=facts)
    own = lesson(text="Mechanical advantage is the ratio of the load to the effort.")
    assert marked(item, "ni uwiano wa mzigo kwa jitihada katika mashine", own).outcome == "right"
    unknown = QuizItem("short", "?", "big and round things", 0, facts=(Fact(("big",)), Fact(("round",))))
    assert marked(unknown, "ni vitu vikubwa vya mviringo", own).outcome == "unsure"


def test_the_other_kinds_are_right_or_wrong() -> None:
    choice = QuizItem("choice", "?", "Osmosis", 0, ("Osmosis", "Diffusion", "Growth"))
    assert marked(choice, "osmosis", LESSON).outcome == "right" and marked(choice, "Growth", LESSON).outcome == "wrong"
    false = QuizItem("true-false", "?", "false", 0, correction="water")
    assert marked(false, "false", LESSON).outcome == "right"
    assert marked(false, "true", LESSON).missing == ("water",)
    pairs = (Pair("A", "one", 0), Pair("B", "two", 0))
    matching = QuizItem("matching", "?", "", 0, pairs=pairs)
    assert marked(matching, "one\ntwo", LESSON).outcome == "right"
    assert marked(matching, "one\none", LESSON).outcome == "partly"
    assert marked(matching, "two\none", LESSON).outcome == "wrong"


def test_a_lesson_keeps_its_questions() -> None:
    own = replace(LESSON, questions=(asked(),))
    assert Lesson.from_dict(own.as_dict()) == own
