"""Quotes at a form's reading level."""

from __future__ import annotations

import pytest

from tutor.answering.composing.levelling import levelled_texts
from tutor.answering.question.understanding import Understanding, understand
from tutor.answering.reading_level import Level, ReadingLevels, hardness
from tutor.core.types import EvidenceSentence, Metadata, Passage, Question, Scope, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary

LONG = (
    "Acceleration is the rate of change of velocity, and its SI unit is the metre per second squared. "
    "Mass is measured in kilograms with a beam balance, but weight is measured in newtons with a spring balance."
)


@pytest.fixture(scope="module")
def asked() -> Understanding:
    return understand(Question("What is weight?", Scope(forms=(1,))), Curriculum.load(), Glossary.load())


def evidence_of(text: str, form: int | None = 1) -> list[EvidenceSentence]:
    passage = Passage("p#1", "p", "P", "p.md", 0, ("T",), text, Metadata(form=form, language="en"))
    starts = [0, text.index("Mass")] if "Mass" in text else [0]
    ends = [*(start - 1 for start in starts[1:]), len(text)]
    return [
        EvidenceSentence(Sentence(text[a:b], a, b, 1), passage, 1.0, 1.0, 1.0)
        for a, b in zip(starts, ends, strict=True)
    ]


def with_levels(asked: Understanding, most: int, ari_max: float = 99.0, simpler: bool = False) -> Understanding:
    from dataclasses import replace

    return replace(asked, simpler=simpler, reading=ReadingLevels((Level(1, ari_max, most),), 1, simpler))


def test_the_marks_are_the_curriculums(asked: Understanding) -> None:
    levels = ReadingLevels.of(Curriculum.load(), 3, simpler=False)
    assert [level.form for level in levels.levels] == [1, 2, 3, 4]
    level = levels.level(None)
    assert level is not None and (level.form, level.ari_max) == (3, 11.0)
    assert asked.reading.form == 1


def test_simpler_goes_one_form_down_and_no_further() -> None:
    curriculum = Curriculum.load()
    down, first = (ReadingLevels.of(curriculum, form, simpler=True).level(None) for form in (3, 1))
    assert down is not None and down.form == 2
    assert first is not None and first.form == 1


def test_a_book_is_held_to_its_own_form_where_the_pupil_chose_none() -> None:
    levels = ReadingLevels.of(Curriculum.load(), None, simpler=False)
    level = levels.level(4)
    assert level is not None and level.form == 4
    assert levels.level(None) is None


def test_long_sentences_are_shown_clause_by_clause_and_the_citation_stays_whole(asked: Understanding) -> None:
    evidence = evidence_of(LONG)
    shown = levelled_texts(with_levels(asked, most=12), evidence)
    assert [len(pieces) for pieces in shown] == [2, 2]
    assert evidence[1].citation().quote.startswith("Mass is measured") and "spring" in evidence[1].citation().quote


def test_sentences_within_the_level_stay_whole(asked: Understanding) -> None:
    assert [len(pieces) for pieces in levelled_texts(with_levels(asked, most=30), evidence_of(LONG))] == [1, 1]


def test_a_text_that_is_too_hard_as_a_whole_is_cut_shorter(asked: Understanding) -> None:
    # Each sentence is within the longest, their index is above the mark.
    easy, hard = (levelled_texts(with_levels(asked, 30, mark), evidence_of(LONG)) for mark in (99.0, 1.0))
    assert sum(map(len, hard)) >= sum(map(len, easy))
    simpler = levelled_texts(with_levels(asked, 30, 99.0, simpler=True), evidence_of(LONG[: LONG.index(" Mass")]))
    assert [len(pieces) for pieces in simpler] == [2]


def test_without_levels_nothing_is_cut(asked: Understanding) -> None:
    from dataclasses import replace

    assert [len(p) for p in levelled_texts(replace(asked, reading=ReadingLevels()), evidence_of(LONG))] == [1, 1]


def test_hardness_orders_sentences() -> None:
    assert hardness("Plants make food.") < hardness("Photosynthetic organisms synthesise carbohydrates continually.")
    assert hardness("") == 0.0
