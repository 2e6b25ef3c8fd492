"""Writing in the background: resumed after any kill, fair, behind pupils' questions, and one failure is only one."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import lesson_makers
import pytest
from lesson_makers import curriculum_of, lesson, plan_with, topic

from tutor.core.errors import ModelError
from tutor.core.places import PACKAGE
from tutor.lessons.errors import LessonError
from tutor.lessons.lesson import ENDED, Lesson, State
from tutor.lessons.source import FixedSource, Library
from tutor.lessons.store import LessonStore
from tutor.lessons.worker import LessonWorker, path_keys

CHILD = Path(__file__).with_name("kill_child.py")
STAMP = "library.1/models/1"
KILLS = 10


@pytest.fixture
def store(home: Path) -> LessonStore:
    return LessonStore(home / "lessons.db")


def source(stamp: str = STAMP) -> FixedSource:
    return FixedSource(Library(cast(Any, None), stamp))


def writer(written: list[str], fails: dict[str, Exception] | None = None) -> Callable[..., tuple[Lesson, str]]:
    def write(library: Any, subject: Any, topic: Any, language: Any, patience: Any, kept: Any) -> tuple[Lesson, str]:
        patience.pause()
        written.append(topic.slug)
        if fails and topic.slug in fails:
            raise fails[topic.slug]
        return lesson(topic.slug), f"evidence of {topic.slug}"

    return write


def states(store: LessonStore, name: str, stamp: str = STAMP) -> list[State]:
    keys = [key.text for key in path_keys(store.path(name), stamp)]
    known = store.lessons(keys)
    return [known[key].state if key in known else State.PLANNED for key in keys]


@pytest.mark.slow
def test_forty_lessons_killed_ten_times_are_finished_without_repeating_one(home: Path, store: LessonStore) -> None:
    spec = importlib.util.spec_from_file_location("kill_child", CHILD)
    assert spec is not None and spec.loader is not None
    child = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(child)
    path = store.add_path(plan_with(child.TOPICS), "someone")
    store.want(path.id)
    keys = [key.text for key in path_keys(path, STAMP)]
    draw = random.Random(20)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PACKAGE.parent), str(CHILD.parent)])}
    command = [sys.executable, str(CHILD), str(store.file)]

    def finished() -> int:
        return sum(kept.finished for kept in store.lessons(keys).values())

    killed = 0
    for target in sorted(draw.sample(range(child.NODES - 1), KILLS)):
        process = subprocess.Popen(command, env=environment)
        while finished() < target and process.poll() is None:
            time.sleep(0.002)
        time.sleep(draw.random() * 0.012)
        if process.poll() is None:
            process.kill()
            killed += 1
        process.wait()
    assert killed == KILLS
    assert subprocess.run(command, env=environment, check=False).returncode == 0
    rows = store.lessons(keys)
    assert len(rows) == child.NODES and all(kept.state is State.READY for kept in rows.values())
    assert [kept.finished for kept in rows.values()] == [1] * child.NODES
    # What was cut off is begun once more, and nothing else is.
    assert child.NODES <= sum(kept.begun for kept in rows.values()) <= child.NODES + KILLS


def test_one_failure_touches_no_other_lesson(store: LessonStore) -> None:
    topics = [topic(name) for name in ("a", "b", "c", "d")]
    path = store.add_path(plan_with(topics), "someone")
    store.want(path.id)
    fails: dict[str, Exception] = {
        "b": ValueError("a fault of the code"), "c": ModelError("generator-unfit", name="x", why="y")
    }  # fmt: skip
    worker = LessonWorker(store, source(), curriculum_of(topics), write=writer([], fails))
    assert worker.write_all() == 4
    assert states(store, path.id) == [State.READY, State.FAILED, State.FAILED, State.READY]
    failed = store.lessons([path_keys(path, STAMP)[2].text])
    told = next(iter(failed.values())).lesson
    assert told is not None and "not affected" in told.message


def test_owners_take_turns(store: LessonStore) -> None:
    mine, yours = [topic(f"mine-{n}") for n in range(6)], [topic(f"yours-{n}") for n in range(2)]
    for topics, owner in ((mine, "one"), (yours, "two")):
        store.want(store.add_path(plan_with(topics, owner), owner).id)
    written: list[str] = []
    LessonWorker(store, source(), curriculum_of([*mine, *yours]), write=writer(written)).write_all()
    assert written[:4] == ["mine-0", "yours-0", "mine-1", "yours-1"]
    assert written[4:] == ["mine-2", "mine-3", "mine-4", "mine-5"]


def test_paths_share_lessons_and_a_changed_library_is_only_looked_at(store: LessonStore) -> None:
    topics = [topic(name) for name in ("a", "b", "c")]
    written: list[str] = []
    for number, chosen in enumerate((topics[:2], topics[1:])):
        store.want(store.add_path(plan_with(chosen, str(number)), "someone").id)
    curriculum = curriculum_of(topics)
    assert LessonWorker(store, source(), curriculum, write=writer(written)).write_all() == 3
    assert written == ["a", "b", "c"]
    assert LessonWorker(store, source(), curriculum, write=writer(written)).write_all() == 0

    def changed(library: Any, subject: Any, topic: Any, language: Any, patience: Any, kept: Any) -> tuple[Lesson, str]:
        written.append(f"look at {topic.slug}")
        return (lesson("b", text="Other words."), "new") if topic.slug == "b" else (kept.lesson, kept.evidence)

    newer = "library.2/models/1"
    assert LessonWorker(store, source(newer), curriculum, write=changed).write_all() == 3
    assert written[3:] == ["look at a", "look at b", "look at c"]
    rows = store.lessons([key.text for path in store.paths() for key in path_keys(path, newer)])
    assert {kept.topic: (kept.finished, kept.checked) for kept in rows.values()} == {
        "a": (1, newer), "b": (2, newer), "c": (1, newer)
    }  # fmt: skip
    assert LessonWorker(store, source(newer), curriculum, write=changed).write_all() == 0


def test_a_lesson_stays_readable_while_it_is_looked_at_again(store: LessonStore) -> None:
    topics = [topic("a")]
    path = store.add_path(plan_with(topics), "someone")
    store.want(path.id)
    LessonWorker(store, source(), curriculum_of(topics), write=writer([])).write_all()
    seen: list[State] = []

    def look(library: Any, subject: Any, topic: Any, language: Any, patience: Any, kept: Any) -> tuple[Lesson, str]:
        seen.extend(states(store, path.id))
        return kept.lesson, kept.evidence

    LessonWorker(store, source("library.2/models/1"), curriculum_of(topics), write=look).write_all()
    assert seen == [State.READY]


def test_whoever_asked_for_much_before_waits_for_nobody_who_came_later(store: LessonStore) -> None:
    early = [topic(f"early-{n}") for n in range(8)]
    store.want(store.add_path(plan_with(early, "early"), "early").id)
    written: list[str] = []
    late = [topic(f"late-{n}") for n in range(4)]
    curriculum = curriculum_of([*early, *late])

    def write(library: Any, subject: Any, topic: Any, language: Any, patience: Any, kept: Any) -> tuple[Lesson, str]:
        written.append(topic.slug)
        if topic.slug == "early-3":
            store.want(store.add_path(plan_with(late, "late"), "late").id)
        return lesson(topic.slug), "evidence"

    LessonWorker(store, source(), curriculum, write=write).write_all()
    assert written[4:] == ["late-0", "early-4", "late-1", "early-5", "late-2", "early-6", "late-3", "early-7"]


def test_lessons_wait_while_a_question_is_answered(store: LessonStore) -> None:
    topics = [topic("a"), topic("b")]
    path = store.add_path(plan_with(topics), "someone")
    store.want(path.id)
    asked, looked = threading.Event(), threading.Event()
    asked.set()
    written: list[str] = []

    def busy() -> bool:
        looked.set()
        return asked.is_set()

    worker = LessonWorker(store, source(), curriculum_of(topics), busy, write=writer(written))
    worker.start()
    try:
        assert looked.wait(20)
        assert written == [] and states(store, path.id)[0] is State.WRITING
        asked.clear()
        deadline = time.monotonic() + 20
        while not all(state in ENDED for state in states(store, path.id)) and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        worker.close()
    assert written == ["a", "b"]


def test_closing_plans_the_lesson_at_hand_again(store: LessonStore) -> None:
    topics = [topic("a")]
    path = store.add_path(plan_with(topics), "someone")
    store.want(path.id)
    looked = threading.Event()

    def busy() -> bool:
        looked.set()
        return True

    worker = LessonWorker(store, source(), curriculum_of(topics), busy, write=writer([]))
    worker.start()
    assert looked.wait(20)
    worker.close()
    assert states(store, path.id) == [State.PLANNED]


def test_several_threads_write_each_lesson_once_and_only_under_the_lock(store: LessonStore) -> None:
    topics = [topic(f"t-{number}") for number in range(12)]
    path = store.add_path(plan_with(topics), "someone")
    both = threading.Barrier(2, timeout=20)
    written: list[str] = []

    def write(library: Any, subject: Any, topic: Any, language: Any, patience: Any, kept: Any) -> tuple[Lesson, str]:
        if len(written) < 2:
            both.wait()  # two are being written at one time
        written.append(topic.slug)
        return lesson(topic.slug), "evidence"

    from filelock import FileLock

    worker = LessonWorker(store, source(), curriculum_of(topics), workers=2, write=write)
    held = FileLock(store.file.with_suffix(".lock"))
    with held:
        store.want(path.id)
        worker.start()
        worker.wake()
        time.sleep(0.1)
        assert written == []
    try:
        deadline = time.monotonic() + 20
        while not all(state in ENDED for state in states(store, path.id)) and time.monotonic() < deadline:
            worker.wake()
            time.sleep(0.01)
    finally:
        worker.close()
    assert sorted(written) == sorted(one.slug for one in topics)


def test_only_one_process_writes(store: LessonStore) -> None:
    from filelock import FileLock

    topics = [topic("a")]
    store.want(store.add_path(plan_with(topics), "someone").id)
    with FileLock(store.file.with_suffix(".lock")), pytest.raises(LessonError) as raised:
        LessonWorker(store, source(), curriculum_of(topics), write=writer([])).write_all()
    assert raised.value.code == "lessons-busy"


def test_without_books_nothing_fails_for_good(store: LessonStore) -> None:
    topics = [topic("a")]
    path = store.add_path(plan_with(topics), "someone")
    store.want(path.id)

    class Missing(FixedSource):
        def current(self) -> Library:
            raise ModelError("generator-unfit", name="x", why="y")

    broken = Missing(Library(cast(Any, None), STAMP))
    with pytest.raises(ModelError):
        LessonWorker(store, broken, curriculum_of(topics), write=writer([])).write_all()
    assert states(store, path.id) == [State.PLANNED]


def test_makers_are_the_ones_of_this_folder() -> None:
    assert Path(lesson_makers.__file__).parent == CHILD.parent
