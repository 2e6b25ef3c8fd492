"""What is kept of paths and lessons, and what is not."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from lesson_makers import lesson, plan_with, topic

from tutor.lessons.errors import LessonError
from tutor.lessons.lesson import Lesson, State
from tutor.lessons.store import LessonKey, LessonStore


@pytest.fixture
def store(home: Path) -> LessonStore:
    return LessonStore(home / "lessons.db")


def key(name: str = "one", stamp: str = "lib.1/models/1") -> LessonKey:
    return LessonKey("history", name, 1, "en", stamp)


def test_a_lesson_comes_back_as_it_was(store: LessonStore) -> None:
    store.plan_lessons([key()])
    assert store.lesson(key().text).state is State.PLANNED and store.lesson(key().text).lesson is None
    assert store.begin(key().text) and not store.begin(key().text)
    store.finish(key().text, lesson(), "evidence", 1.5)
    kept = store.lesson(key().text)
    assert kept.lesson == lesson() and (kept.begun, kept.finished, kept.seconds) == (1, 1, 1.5)
    assert Lesson.from_dict(lesson().as_dict()) == lesson()


def test_what_was_being_written_is_planned_again(store: LessonStore) -> None:
    store.plan_lessons([key("a"), key("b")])
    store.begin(key("a").text)
    assert store.put_back() == 1
    assert store.lesson(key("a").text).state is State.PLANNED


def test_a_lesson_on_the_same_evidence_is_found_again_for_the_same_models_only(store: LessonStore) -> None:
    old, new, other = key(stamp="lib.1/models/1"), key(stamp="lib.2/models/1"), key(stamp="lib.2/others/1")
    store.plan_lessons([old, new, other])
    store.finish(old.text, lesson(), "the evidence", 0.1)
    assert store.of_same_evidence(new, "the evidence") == lesson()
    assert store.of_same_evidence(new, "other evidence") is None
    assert store.of_same_evidence(other, "the evidence") is None


def test_the_same_request_of_one_owner_is_one_path(store: LessonStore) -> None:
    plan = plan_with([topic("a")])
    first, again = store.add_path(plan, "one"), store.add_path(plan, "one")
    other = store.add_path(plan, "two")
    assert first.id == again.id != other.id
    assert {path.id for path in store.paths()} == {first.id, other.id}
    assert store.path(first.id[:6]).plan == plan
    store.remove_path(first.id)
    with pytest.raises(LessonError, match="no path"):
        store.path(first.id)


def test_classes_are_counted_without_names(store: LessonStore) -> None:
    path = store.add_path(plan_with([topic("a")]), "one")
    link = store.assign(path.id, "form-2b")
    assert store.assign(path.id, "form-2b") == link and store.assigned(link) == (path.id, "form-2b")
    for is_right in (True, False, True):
        store.count_answer("form-2b", "key", 0, is_right)
    assert store.class_summary("form-2b", "key") == {0: (3, 2)}
    columns = [row[1] for row in sqlite3.connect(store.file).execute("PRAGMA table_info(class_answers)")]
    assert columns == ["classroom", "key", "question", "asked", "correct"]


def test_a_damaged_or_newer_file_is_said(home: Path) -> None:
    damaged = home / "damaged.db"
    damaged.write_bytes(b"no database at all, but long enough to be read as one" * 40)
    with pytest.raises(LessonError) as raised:
        LessonStore(damaged)
    assert raised.value.code == "lessons-damaged" and "damaged" in raised.value.what()
    newer = LessonStore(home / "newer.db")
    newer.close()
    with sqlite3.connect(home / "newer.db") as db:
        db.executemany("INSERT INTO migrations VALUES (?)", [(number,) for number in range(50, 60)])
    with pytest.raises(LessonError) as raised:
        LessonStore(home / "newer.db")
    assert raised.value.code == "lessons-too-new"
