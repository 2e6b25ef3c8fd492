"""Lessons over the sample library: what must hold for all of them."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tutor.answering.opening import open_tutor
from tutor.answering.tutor import Parts
from tutor.core.settings import Settings
from tutor.core.types import LANGUAGES
from tutor.evaluation.faithfulness import Evaluator, calibrated_thresholds, faithfulness
from tutor.evaluation.outcomes import Quote, Reply, Said
from tutor.lessons.claims import is_verbatim
from tutor.lessons.editing import Edit
from tutor.lessons.errors import LessonError
from tutor.lessons.lesson import WRITTEN, Lesson, State
from tutor.lessons.service import open_lessons
from tutor.lessons.store import KeptLesson
from tutor.lessons.units import LEAST, MOST
from tutor.lessons.writing import LessonWriter

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]  # every lesson of the whole library is written first


@pytest.fixture(scope="module")
def parts(sample_home: Settings) -> Parts:
    return open_tutor(sample_home).parts


@pytest.fixture(scope="module")
def every_lesson(parts: Parts) -> list[Lesson]:
    """A lesson for every topic of every subject and form, in both languages."""
    writer = LessonWriter(parts)
    return [
        writer.lesson(subject, topic, language, writer.ground(subject, topic, language))
        for subject in parts.curriculum.subjects
        for topic in subject.topics
        if not topic.parts
        for language in LANGUAGES
    ]


def test_every_topic_ends_in_a_state_and_most_that_the_library_holds_are_ready(every_lesson: list[Lesson]) -> None:
    states = Counter(lesson.state for lesson in every_lesson)
    assert set(states) <= {State.READY, State.REVIEW, State.UNCOVERED} and sum(states.values()) == 326
    # Measured with the starter embedder: 149 ready, 71 for review, 106 not covered.
    assert states[State.READY] >= 130 and states[State.UNCOVERED] >= 90
    for subject in {lesson.subject for lesson in every_lesson}:
        for language in LANGUAGES:
            own = [one for one in every_lesson if (one.subject, one.language) == (subject, language)]
            assert {one.form for one in own} == {1, 2, 3, 4}
            assert sum(one.state is State.READY for one in own) >= 5, (subject, language)


def test_ready_lessons_are_whole(every_lesson: list[Lesson]) -> None:
    for lesson in every_lesson:
        where = f"{lesson.subject} {lesson.topic} {lesson.language}"
        if lesson.state is State.UNCOVERED:
            assert lesson.message and not lesson.parts and not lesson.questions, where
        if lesson.state is State.REVIEW:
            assert lesson.reasons, where
        if lesson.state is State.READY:
            assert LEAST <= lesson.words <= MOST, where
            assert 3 <= len(lesson.questions) <= 5 and lesson.terms and lesson.aim and lesson.frame, where
            assert lesson.counts.checked == lesson.counts.supported == len(lesson.lines), where


def test_every_quote_is_verbatim_and_every_answer_stands_in_its_quote(parts: Parts, every_lesson: list[Lesson]) -> None:
    answers = 0
    for lesson in every_lesson:
        names = {citation.passage_id for citation in lesson.citations}
        passages = {item.passage.id: item.passage for item in parts.store.passages_by_id(names)}
        assert all(is_verbatim(citation.quote, passages[citation.passage_id]) for citation in lesson.citations)
        for item in lesson.questions:
            answers += 1
            quote = lesson.citations[item.citation].quote.casefold()
            if item.kind == "matching":
                for pair in item.pairs:
                    own = lesson.citations[pair.citation].quote.casefold()
                    assert pair.left.casefold() in own and pair.right.casefold() in own
            elif item.kind == "true-false" and item.answer == "true":
                assert quote in item.prompt.casefold()
            else:
                assert (item.correction or item.answer).casefold() in quote, item
            if item.kind == "choice":
                assert item.answer in item.options and len(item.options) >= 3
    assert answers > 600


def test_ready_lessons_are_faithful_by_the_evaluations_own_reading(parts: Parts, every_lesson: list[Lesson]) -> None:
    thresholds = calibrated_thresholds(None)
    assert thresholds is not None
    judge = Evaluator(thresholds)
    judged = 0
    for lesson in every_lesson:
        if lesson.state is not State.READY:
            continue
        reply = Reply(
            True, lesson.language, " ".join(line.text for line in lesson.lines),
            sentences=tuple(Said(line.text, line.citations) for line in lesson.lines),
            quotes=tuple(Quote(c.passage_id, c.quote) for c in lesson.citations),
        )  # fmt: skip
        names = {c.passage_id for c in lesson.citations}
        passages = {item.passage.id: item.passage for item in parts.store.passages_by_id(names)}
        share = faithfulness(judge.judged(reply, passages))
        # Measured: 1.000 for every ready lesson.
        assert share is not None and share >= 0.97, (lesson.topic, lesson.language, share)
        judged += 1
    assert judged > 100


def test_no_worse_language_is_used_where_the_books_speak_the_pupils(every_lesson: list[Lesson]) -> None:
    for lesson in every_lesson:
        if lesson.state in WRITTEN and lesson.subject in {"history", "civics", "geography", "biology"}:
            other = lesson.book_language != lesson.language
            assert not other or "only in" in lesson.frame or "kwa Kiingereza tu" in lesson.frame
        if lesson.state in WRITTEN and lesson.subject in {"physics", "chemistry", "mathematics"}:
            assert lesson.book_language == "en"


EXAMINATION = "Prepare me for the Form 4 civics examination"
UNRELATED = """---
title: Rivers
subject: geography
form: 2
language: en
type: textbook
---
# Rivers

## The Rufiji

The Rufiji is the largest river of Tanzania. Its water comes from the southern highlands. The government built a dam on
it. Citizens of many districts fish in its delta, and the law protects the mangroves there.
"""


def copied(sample_home: Settings, home: Path) -> Settings:
    """Settings of a copy of the home, to change."""
    shutil.copytree(sample_home.places.home, home)
    return replace(sample_home, places=replace(sample_home.places, home=home))


def rows_written(settings: Settings, request: str) -> dict[str, KeptLesson]:
    """Topic -> its row, once nothing of the path is left to write or to look at."""
    lessons = open_lessons(settings)
    path = lessons.plan_path(request, write=True).path.id
    lessons.worker().write_all()
    status = lessons.path_status(path)
    assert status.is_done
    found = {node.node.topic: lessons.store.lesson(node.key) for node in status.nodes}
    lessons.store.close()
    return found


def test_a_topic_that_is_removed_turns_uncovered_and_nothing_else_changes(
    sample_home: Settings, tmp_path: Path, change_library: Callable[..., None]
) -> None:
    settings = copied(sample_home, tmp_path / "one less")
    before = rows_written(settings, EXAMINATION)
    change_library(settings, lambda importer: importer.remove_all(["civics/form-2-*"]))
    stale = open_lessons(settings)
    (path,) = stale.paths()
    assert not path.is_done and not any(node.is_current for node in path.nodes)
    stale.store.close()
    after = rows_written(settings, EXAMINATION)
    gone = {name for name in before if before[name].state is not after[name].state}
    assert gone == {"government-of-tanzania", "local-government"}
    assert all(before[name].state in WRITTEN and after[name].state is State.UNCOVERED for name in gone)
    # What was not covered before may now name fewer places where it is touched; no lesson is another one.
    kept = [name for name in set(before) - gone if before[name].state in WRITTEN]
    assert kept and all(before[name].lesson == after[name].lesson for name in kept)
    ready = [name for name in kept if before[name].state is State.READY]
    assert ready and all(after[name].finished == 1 for name in ready), "a lesson that stands is not written again"
    gone_lesson = after["local-government"].lesson
    assert gone_lesson is not None and "textbook for Form 2" in gone_lesson.message


def test_an_unrelated_book_changes_nothing(
    sample_home: Settings, tmp_path: Path, change_library: Callable[..., None]
) -> None:
    settings = copied(sample_home, tmp_path / "one more")
    before = rows_written(settings, EXAMINATION)
    book = tmp_path / "rivers.md"
    book.write_text(UNRELATED, encoding="utf-8")
    change_library(settings, lambda importer: importer.add(book))
    after = rows_written(settings, EXAMINATION)
    assert {name: row.lesson for name, row in before.items()} == {name: row.lesson for name, row in after.items()}
    assert all(row.checked != before[name].checked for name, row in after.items()), "each was looked at"
    assert all(row.finished == 1 for row in after.values()), "and none was written again"


def test_a_teachers_lesson_is_never_overwritten_by_a_change_of_the_books(
    sample_home: Settings, tmp_path: Path, change_library: Callable[..., None]
) -> None:
    settings = copied(sample_home, tmp_path / "mine")
    rows = rows_written(settings, EXAMINATION)
    key = rows["local-government"].key
    lessons = open_lessons(settings)
    own = rows["local-government"].lesson
    assert own is not None
    lessons.edit(key, Edit((("Mine", (own.lines[0].text, "My village meets under the mango tree.")),)))
    lessons.approve(key, "Asha", own_words=True)
    lessons.store.close()
    change_library(settings, lambda importer: importer.remove_all(["civics/form-2-*"]))
    after = rows_written(settings, EXAMINATION)["local-government"].lesson
    assert after is not None and after.state is State.REVIEW and after.edited
    assert [line.text for line in after.lines] == ["My village meets under the mango tree."]
    assert len(after.reasons) == 2 and not after.citations


def test_an_edit_is_held_against_the_books(sample_home: Settings, tmp_path: Path) -> None:
    home = tmp_path / "edited"
    shutil.copytree(sample_home.places.home, home)
    settings = replace(sample_home, places=replace(sample_home.places, home=home))
    lessons = open_lessons(settings)
    path = lessons.plan_path("biology form 2, nutrition, 1 period", write=True).path.id
    lessons.worker().write_all()
    (node,) = lessons.path_status(path).nodes
    written = lessons.lesson(path, "nutrition")
    kept = written.parts[0].lines[0].text
    supported = "Arteries carry blood away from the heart under high pressure."
    from_book = "Fibre prevents constipation because it helps food to move along the gut."
    false = "Plants make all their food from stones in the dark."
    edited = lessons.edit(node.key, Edit((("Food", (kept, from_book, false, supported)),)))
    own, book, wrong, elsewhere = edited.lines
    assert own.origin == "book" and own == written.parts[0].lines[0]
    assert book.origin == "teacher" and book.citations
    assert edited.citations[book.citations[0]].quote == from_book
    assert not wrong.citations and not elsewhere.citations, "true, but nothing this lesson's evidence says"
    assert edited.state is State.REVIEW and edited.edited and "2" in edited.reasons[0]
    with pytest.raises(LessonError):
        lessons.approve(node.key, "Mwalimu")
    assert lessons.approve(node.key, "Mwalimu", own_words=True).state is State.READY
    lessons.store.close()
