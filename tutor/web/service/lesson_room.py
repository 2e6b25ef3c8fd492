"""The lessons of a running site: kept in their file, written behind the pupils' questions."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from tutor.core.errors import TutorError
from tutor.core.settings import Settings
from tutor.core.types import Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.service import Lessons
from tutor.lessons.store import FILE, LessonStore
from tutor.lessons.worker import LessonWorker
from tutor.web.errors import WebError
from tutor.web.service.answers import AnswerService
from tutor.web.service.lesson_source import AnsweringLibrary, questions_are_answered, writers
from tutor.web.service.limits import Limit, RateLimiter
from tutor.web.service.source import TutorSource
from tutor.web.texts.catalogue import about_in_both

logger = logging.getLogger("tutor.web")
PLANS_OF_PUPIL = Limit(12, 600.0)
ANSWERS_OF_PUPIL = Limit(90, 60.0)
COUNTS_OF_PUPIL = Limit(40, 60.0)
PATHS_OF_PUPIL = 12
"""Older paths of one device are forgotten; their lessons stay for others."""


class LessonRoom:
    """Opens with the site. A damaged file of lessons leaves questions alone: its fault is raised by `lessons` only."""

    def __init__(
        self, home: Path, source: TutorSource, settings: Settings, curriculum: Curriculum, service: AnswerService,
        threads: bool = True,
    ) -> None:  # fmt: skip
        self._fault: TutorError | None = None
        self._lessons: Lessons | None = None
        self._worker: LessonWorker | None = None
        self.admitted: dict[tuple[str, str, Scope], bool] = {}
        self.plans = RateLimiter(PLANS_OF_PUPIL, time.monotonic)
        self.answers = RateLimiter(ANSWERS_OF_PUPIL, time.monotonic)
        self.counts = RateLimiter(COUNTS_OF_PUPIL, time.monotonic)
        try:
            store = LessonStore(home / FILE)
        except TutorError as error:
            logger.error("Lessons cannot be opened: %s", error)
            self._fault = error.kept()
            return
        self._lessons = Lessons(store, AnsweringLibrary(source, settings), curriculum)
        if threads:
            self._worker = self._lessons.worker(questions_are_answered(service), writers())
            self._worker.start()

    @property
    def lessons(self) -> Lessons:
        """Raises LessonError for a damaged file."""
        if self._lessons is None:
            assert self._fault is not None
            raise self._fault.kept()
        return self._lessons

    def wake(self) -> None:
        """Say that something new is wanted."""
        if self._worker is not None:
            self._worker.wake()

    def close(self) -> None:
        """Stop writing; the lesson at hand is planned again."""
        if self._worker is not None:
            self._worker.close()
        if self._lessons is not None:
            self._lessons.store.close()


def require_patience(limiter: RateLimiter, pupil: str) -> None:
    """Raises WebError `lessons-too-many` with the time to wait where the device did too much of something."""
    wait = limiter.seconds_to_wait(pupil)
    if wait:
        raise WebError("lessons-too-many", wait=about_in_both(wait))
