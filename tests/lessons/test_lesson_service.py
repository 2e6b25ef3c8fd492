"""What pages ask: reading, review, editing, approving, assigning and marking."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from lesson_makers import curriculum_of, lesson, topic

from tutor.core.errors import TutorError
from tutor.lessons.choosing import Chosen
from tutor.lessons.errors import LessonError
from tutor.lessons.lesson import Fact, Line, Part, QuizItem, State
from tutor.lessons.service import ClassResult, Lessons
from tutor.lessons.source import FixedSource, Library
from tutor.lessons.store import LessonStore

TOPICS = [topic("a", periods=4), topic("b", needs=["a"], periods=2)]
STAMP = "library.1/models/1"


@pytest.fixture
def lessons(home: Path) -> Lessons:
    source = FixedSource(Library(cast(Any, None), STAMP))
    return Lessons(LessonStore(home / "lessons.db"), source, curriculum_of(TOPICS))


def put(lessons: Lessons, path_id: str, states: list[State]) -> list[str]:
    """Finish the path's lessons in these states. Returns their keys."""
    keys = [node.key for node in lessons.path_status(path_id).nodes]
    from tutor.lessons.worker import path_keys

    lessons.store.plan_lessons(path_keys(lessons.store.path(path_id), STAMP))
    for key, state, one in zip(keys, states, TOPICS, strict=True):
        lessons.store.finish(key, lesson(one.slug, state), "evidence", 0.1, STAMP)
    return keys


def test_an_outline_needs_no_model_and_no_lesson(lessons: Lessons) -> None:
    status = lessons.plan_path("history form 1, 3 periods", "owner")
    assert [node.node.topic for node in status.nodes] == ["a", "b"]
    assert {node.state for node in status.nodes} == {State.PLANNED} and not status.is_done
    assert status.as_dict()["branches"][0]["nodes"][1]["needs"] == ["a"]
    assert lessons.path_status(status.path.id) == status


def test_pupils_read_what_is_ready_and_teachers_what_waits(lessons: Lessons) -> None:
    path = lessons.plan_path("history form 1").path.id
    with pytest.raises(LessonError) as raised:
        lessons.lesson(path, "a")
    assert raised.value.code == "lesson-not-written"
    keys = put(lessons, path, [State.READY, State.REVIEW])
    assert lessons.lesson(path, "a").state is State.READY
    with pytest.raises(LessonError):
        lessons.lesson(path, "b")
    assert lessons.lesson(path, "b", for_teacher=True).state is State.REVIEW
    assert [kept.key for kept in lessons.review_list()] == [keys[1]]
    assert lessons.path_status(path).is_done
    with pytest.raises(LessonError):
        lessons.lesson(path, "nowhere")


def test_approving_gives_a_lesson_free(lessons: Lessons) -> None:
    path = lessons.plan_path("history form 1").path.id
    _, key = put(lessons, path, [State.READY, State.REVIEW])
    lessons.approve(key, "Mwalimu Asha")
    assert lessons.lesson(path, "b").approved_by == "Mwalimu Asha"
    assert lessons.review_list() == []


def test_own_words_need_a_teacher_who_answers_for_them(lessons: Lessons) -> None:
    path = lessons.plan_path("history form 1").path.id
    key, _ = put(lessons, path, [State.REVIEW, State.READY])
    own = lessons.lesson_of_key(key, for_teacher=True)
    from dataclasses import replace

    mine = Part("Mine", (Line("The moon is cheese.", (), "sentence", "teacher"),))
    lessons.store.replace_body(key, replace(own, parts=(*own.parts, mine)))
    with pytest.raises(LessonError) as raised:
        lessons.approve(key, "A")
    assert raised.value.code == "lesson-unverified" and "cheese" in raised.value.what("sw")
    assert lessons.approve(key, "A", own_words=True).state is State.READY


def test_a_class_finds_its_path_by_link_and_is_counted(lessons: Lessons) -> None:
    path = lessons.plan_path("history form 1").path.id
    key, _ = put(lessons, path, [State.READY, State.READY])
    from dataclasses import replace

    question = QuizItem("short", "What?", "pumps blood", 0, facts=(Fact(("blood",)),))
    lessons.store.replace_body(key, replace(lesson("a"), questions=(question,)))
    assert not lessons.count_answer(path, key, 0, True, "form-1a"), "the class does not have the path"
    link = lessons.assign(path, "form-1a")
    assert lessons.store.assignments.of_link(link).path_id == path
    assert lessons.mark(key, 0, "it pumps blood").outcome == "right"
    assert lessons.mark(key, 0, "air").quote == "The heart pumps blood."
    for is_right in (True, False):
        assert lessons.count_answer(path, key, 0, is_right, "form-1a")
    assert lessons.class_summary("form-1a", path) == [ClassResult("a", (("What?", 2, 1),))]
    assert lessons.class_summary("form-1b", path) == []
    for wrong in (7, -1):
        with pytest.raises(LessonError):
            lessons.mark(key, wrong, "x")
        with pytest.raises(LessonError):
            lessons.count_answer(path, key, wrong, True, "form-1a")


def test_a_path_can_be_chosen_from_lists(lessons: Lessons) -> None:
    status = lessons.plan_chosen(Chosen("history", "sw", topics=("b",), weeks=2))
    assert [node.node.topic for node in status.nodes] == ["a", "b"] and "wiki 2" in status.path.plan.request
    whole = lessons.plan_chosen(Chosen("history", "en", forms=(1,)), write=True)
    assert [node.node.topic for node in whole.nodes] == ["a", "b"] and lessons.store.has_wanted()
    for bad, code in (
        (Chosen("history", "en", topics=("z",)), "topic-unknown"),
        (Chosen("history", "en", weeks=0), "path-time-none"),
        (Chosen("history", "en", weeks=999), "path-time-huge"),
    ):
        with pytest.raises(TutorError) as raised:
            lessons.plan_chosen(bad)
        assert raised.value.code == code


def test_failed_lessons_can_be_tried_again(lessons: Lessons) -> None:
    path = lessons.plan_path("history form 1").path.id
    put(lessons, path, [State.READY, State.FAILED])
    assert [node.state for node in lessons.want(path).nodes] == [State.READY, State.FAILED]
    assert [node.state for node in lessons.want(path, again=True).nodes] == [State.READY, State.PLANNED]
