"""What becomes of a kept lesson when the books have changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lesson_makers import lesson, passage

from tutor.core.types import Citation, Passage
from tutor.lessons.keeping import edited_for_review, gone_citations, still_stands, with_citations_in_use
from tutor.lessons.lesson import Fact, Lesson, Line, Part, Place, QuizItem, State
from tutor.lessons.store import KeptLesson

HEART, LUNG = "The heart pumps blood.", "The lungs take in air."


def library(*own: Passage) -> Callable[[Sequence[str]], dict[str, Passage]]:
    return lambda names: {one.id: one for one in own if one.id in names}


def both() -> Lesson:
    """A lesson of two quotes from two books, with a question on each."""
    first = lesson(text=HEART)
    second = Citation("other#two", "Other", "other.md", ("Chapter", "Section"), 3, "en", LUNG, "history", 1)
    lines = (Line(HEART, (0,)), Line(LUNG, (1,)), Line("Both are inside the chest.", (0,), "sentence", "teacher"))
    questions = tuple(
        QuizItem("short", "?", text, at, facts=(Fact(("blood",)),)) for at, text in enumerate((HEART, LUNG))
    )
    return replace(first, parts=(Part("Section", lines),), questions=questions, citations=(*first.citations, second))


def kept(own: Lesson, evidence: str = "core.all") -> KeptLesson:
    return KeptLesson("key", "history", "one", 1, "en", own.state, evidence, own, 0.1, 1, 1)


HELD = library(passage(HEART), passage(LUNG, name="other#two"))
ONE_LESS = library(passage(LUNG, name="other#two"))


def test_a_ready_lesson_stands_whatever_else_is_mentioned() -> None:
    assert still_stands(kept(both()), "core.more mentions", HELD)
    assert not still_stands(kept(both()), "other core.all", HELD)


def test_a_lesson_that_waits_may_be_better_with_a_new_mention() -> None:
    waits = both().in_state(State.REVIEW)
    assert not still_stands(kept(waits), "core.more mentions", HELD)
    assert still_stands(kept(waits), "core.all", HELD)
    assert still_stands(kept(replace(waits, edited=True)), "core.more mentions", HELD)


def test_a_lesson_whose_quote_or_place_is_gone_does_not_stand() -> None:
    assert gone_citations(both(), ONE_LESS) == {0}
    assert not still_stands(kept(both()), "core.all", ONE_LESS)
    assert not still_stands(kept(both()), "core.all", library(passage("The heart rests."), passage(LUNG)))
    placed = replace(both(), more=(Place("gone#x", "Gone", "Heading", 1, 1),))
    assert not still_stands(kept(placed), "core.all", HELD)
    for state in (State.UNCOVERED, State.FAILED):
        assert not still_stands(kept(both().in_state(state)), "core.all", HELD)


def test_a_teachers_lesson_loses_only_the_quotes_that_are_gone_and_waits_for_him() -> None:
    mine = replace(both(), edited=True, approved_by="Asha")
    changed = edited_for_review(mine, ONE_LESS)
    assert changed is not None and changed.state is State.REVIEW and changed.approved_by == ""
    assert [(line.text, line.citations) for line in changed.lines] == [
        (LUNG, (0,)), ("Both are inside the chest.", ())
    ]  # fmt: skip
    assert [item.answer for item in changed.questions] == [LUNG] and changed.questions[0].citation == 0
    assert [citation.quote for citation in changed.citations] == [LUNG]
    assert len(changed.reasons) == 2 and "1" in changed.reasons[1]
    assert edited_for_review(replace(mine, parts=(Part("S", (Line(HEART, (0,)),)),)), ONE_LESS) is None


def test_citations_that_nothing_points_to_are_left_out() -> None:
    own = both()
    less = replace(own, parts=(Part("Section", own.lines[1:2]),), questions=own.questions[1:])
    assert with_citations_in_use(less).citations == own.citations[1:]
    assert with_citations_in_use(own) == own
