"""What is kept of paths and lessons, and what is not."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from lesson_makers import lesson, plan_with, topic

from tutor.lessons import database
from tutor.lessons.assignments import Assignment
from tutor.lessons.errors import LessonError
from tutor.lessons.lesson import Lesson, State
from tutor.lessons.store import LessonKey, LessonStore, Wanted
from tutor.lessons.worker import path_keys


@pytest.fixture
def store(home: Path) -> LessonStore:
    return LessonStore(home / "lessons.db")


def key(name: str = "one", stamp: str = "models/1") -> LessonKey:
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


def test_a_teachers_lesson_outlives_the_models_and_no_other_does(store: LessonStore) -> None:
    old, new = key(stamp="models/1"), key(stamp="others/1")
    store.plan_lessons([old, new])
    store.finish(old.text, lesson(), "the evidence", 0.1)
    assert store.before(new) is None
    store.replace_body(old.text, replace(lesson(), edited=True))
    found = store.before(new)
    assert found is not None and found.key == old.text and found.evidence == "the evidence"
    store.finish(new.text, lesson(text="Newer."), "other evidence", 0.1)
    own = store.before(new)
    assert own is not None and own.key == new.text


def test_what_is_wanted_says_what_was_not_looked_at_since_the_library_changed(store: LessonStore) -> None:
    plan = plan_with([topic("a"), topic("b")])
    path = store.add_path(plan, "one")
    assert store.wanted("models/1", "lib.1/models/1") == []
    store.want(path.id)
    first, second = path_keys(path, "lib.1/models/1")
    assert store.wanted("models/1", "lib.1/models/1") == [Wanted(first, "one", True), Wanted(second, "one", True)]
    store.plan_lessons([first, second])
    store.finish(first.text, lesson(), "evidence", 0.1, "lib.1/models/1")
    store.begin(second.text)
    assert store.wanted("models/1", "lib.1/models/1") == []
    assert store.wanted("models/1", "lib.2/models/1") == [Wanted(first, "one", False)]
    store.still_stands(first.text, "evidence", "lib.2/models/1")
    assert store.wanted("models/1", "lib.2/models/1") == []


def test_lessons_of_the_first_version_are_planned_again_and_paths_stay(home: Path, store: LessonStore) -> None:
    file = home / "old.db"
    with sqlite3.connect(file) as db:
        database._first_tables(db)
        db.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY)")
        db.execute("INSERT INTO migrations VALUES (1)")
        plan = json.dumps(plan_with([topic("a", form=3)]).as_dict())
        db.execute("INSERT INTO paths VALUES ('abcd', 'one', ?, '2026', 1, 1)", (plan,))
        db.execute("INSERT INTO nodes VALUES ('abcd', 0, 'history', 'a', 'en')")
        db.execute(
            "INSERT INTO lessons VALUES ('k', 'history', 'a', 3, 'en', 'lib.1/m/1', 'ready', '', '{}', 1, 1, 1.0, '')"
        )
    db.close()
    opened = LessonStore(file)
    assert opened.wanted("m/1", "lib.1/m/1") == [Wanted(LessonKey("history", "a", 3, "en", "m/1"), "one", True)]
    assert opened.in_state(State.READY) == []


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
    classes = store.assignments
    link = classes.assign(path.id, "form-2b")
    assert classes.assign(path.id, "form-2b") == link
    assert classes.of_link(link) == classes.of_path(path.id)[0] == classes.of_class("form-2b")[0]
    assert classes.of_link(link) == Assignment(path.id, "form-2b", link)
    for is_right in (True, False, True):
        classes.count_answer("form-2b", "key", 0, is_right)
    assert classes.counts("form-2b", "key") == {0: (3, 2)}
    columns = [row[1] for row in sqlite3.connect(store.file).execute("PRAGMA table_info(class_answers)")]
    assert columns == ["classroom", "key", "question", "asked", "correct"]
    classes.forget_counts("key")
    assert classes.counts("form-2b", "key") == {}
    classes.withdraw(path.id, "form-2b")
    with pytest.raises(LessonError):
        classes.of_link(link)


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


def test_where_lessons_stand_is_told_without_reading_them(store: LessonStore) -> None:
    store.plan_lessons([key("a"), key("b"), key("c")])
    store.finish(key("a").text, lesson(), "evidence", 0.5, "lib.1/models/1")
    waits = replace(lesson(state=State.REVIEW), reasons=("Too short.", "Too few."))
    store.finish(key("b").text, waits, "evidence", 0.1)
    found = store.standings([key(name).text for name in "abcd"])
    a, b, c = (found[key(name).text] for name in "abc")
    assert len(found) == 3 and (a.state, a.said, a.seconds, a.checked) == (State.READY, "", 0.5, "lib.1/models/1")
    assert b.said == "Too short. Too few." and (c.state, c.said) == (State.PLANNED, "")
    store.replace_body(key("a").text, replace(lesson(), message="Gone."))
    again = store.standings([key("a").text])[key("a").text]
    assert again.said == "Gone." and again.version != a.version
