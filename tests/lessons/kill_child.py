"""Run by test_lesson_worker in a process of its own, which is killed: writes the lessons of one path, slowly."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any, cast

import lesson_makers

from tutor.lessons.lesson import Lesson, State
from tutor.lessons.source import FixedSource, Library
from tutor.lessons.store import LessonStore
from tutor.lessons.worker import LessonWorker

NODES = 40
TOPICS = [lesson_makers.topic(f"topic-{number:02}") for number in range(NODES)]


def write(library: Any, subject: Any, topic: Any, language: Any, patience: Any, kept: Any) -> tuple[Lesson, str]:
    """A lesson that takes a moment, in two steps."""
    time.sleep(0.004)
    patience.pause()
    time.sleep(0.004)
    return lesson_makers.lesson(topic.slug, State.READY), "evidence"


def main(file: Path) -> None:
    store = LessonStore(file)
    source = FixedSource(Library(cast(Any, None), "library.1/models/1"))
    LessonWorker(store, source, lesson_makers.curriculum_of(TOPICS), write=write).write_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
