"""Writes the lessons that paths want, one after the other, behind every pupil's question.

A killed writer loses the lesson it was at and nothing else: what is finished is on the disk, what was begun is planned
again when the next writer takes the lock. When the library has changed every wanted lesson is looked at again: its own
retrieval is cheap, and only where that finds other evidence is the lesson written anew.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count

from filelock import FileLock, Timeout

from tutor.core.errors import TutorError
from tutor.core.types import BookLanguage, Passage
from tutor.curriculum.curriculum import Curriculum, Subject, Topic
from tutor.lessons import wording
from tutor.lessons.errors import LessonError
from tutor.lessons.keeping import edited_for_review, still_stands
from tutor.lessons.lesson import Lesson, State
from tutor.lessons.outline import Plan, PlanNode
from tutor.lessons.paths import KeptPath
from tutor.lessons.patience import Patience
from tutor.lessons.source import LessonSource, Library, models_part
from tutor.lessons.store import KeptLesson, LessonKey, LessonStore, Wanted
from tutor.lessons.writing import LessonWriter

logger = logging.getLogger("tutor.lessons")
LOCK_SECONDS = 1.0
POLL_SECONDS = 0.05
IDLE_SECONDS = 2.0

Write = Callable[[Library, Subject, Topic, BookLanguage, Patience, KeptLesson | None], tuple[Lesson, str]]
"""Writes one lesson; gives it with the fingerprint of its evidence. The last is what is kept of it, which is given back
as it is where it still stands."""


class StoppedError(Exception):
    """The writer is being closed: the lesson at hand is planned again."""


@dataclass(frozen=True)
class Job:
    """A lesson that somebody wants, with the path's owner and the stamp of the library that it is wanted from."""

    key: LessonKey
    owner: str
    library: str
    is_planned: bool = True


def write_lesson(
    library: Library, subject: Subject, topic: Topic, language: BookLanguage, patience: Patience,
    kept: KeptLesson | None,
) -> tuple[Lesson, str]:  # fmt: skip
    """The lesson, or the kept one where its evidence is the same, approvals and edits with it."""
    writer = LessonWriter(library.parts)
    ground = writer.ground(subject, topic, language)
    evidence = ground.fingerprint

    def passages(names: Sequence[str]) -> dict[str, Passage]:
        return {item.passage.id: item.passage for item in library.parts.store.passages_by_id(set(names))}

    if kept is not None and kept.lesson is not None:
        if still_stands(kept, evidence, passages):
            return kept.lesson, evidence
        if kept.lesson.edited:
            edited = edited_for_review(kept.lesson, passages)
            if edited is not None:
                return edited, evidence
    return writer.lesson(subject, topic, language, ground, patience), evidence


class LessonWorker:
    """Writes wanted lessons. `gate` says that a pupil's question is being answered: lessons wait meanwhile.

    At most `workers` threads write at once. Only one process writes: the others see its lessons arrive.
    """

    def __init__(
        self, store: LessonStore, source: LessonSource, curriculum: Curriculum,
        gate: Callable[[], bool] = lambda: False, workers: int = 1, write: Write = write_lesson,
    ) -> None:  # fmt: skip
        if workers < 1:
            raise ValueError(f"at least one worker writes, not {workers}")
        self._store, self._source, self._curriculum = store, source, curriculum
        self._gate, self._workers, self._write = gate, workers, write
        self._closing = threading.Event()
        self._wake = threading.Event()
        self._turn = threading.Lock()
        self._served: dict[str, int] = {}
        self._turns = count(1)
        self._looked_at: set[str] = set()
        self._is_open = threading.Event()
        self._idle = threading.Condition()
        self._at_work = 0
        self._said = ""
        self._threads: list[threading.Thread] = []

    # -- writing now -----------------------------------------------------------------------------

    def write_all(self, told: Callable[[Job, State], None] = lambda job, state: None) -> int:
        """Write everything that is wanted, then return how many lessons were written or looked at again.

        Raises LessonError `lessons-busy` when another process writes, TutorError when there are no books or models.
        """
        with self._alone():
            done = 0
            while not self._closing.is_set():
                job = self._next()
                if job is None:
                    return done
                told(job, self._written(job))
                done += 1
            return done

    # -- writing in the background ---------------------------------------------------------------

    def start(self) -> None:
        """Write in the background until `close`."""
        for number in range(self._workers):
            thread = threading.Thread(target=self._keep_writing, args=(number,), name=f"lessons-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def wake(self) -> None:
        """Say that something new is wanted."""
        self._wake.set()

    def close(self) -> None:
        """Stop; the lesson at hand is planned again."""
        self._closing.set()
        self._wake.set()
        for thread in self._threads:
            thread.join()

    def _keep_writing(self, number: int) -> None:
        """The first thread takes and gives back the lock that one process writes under; the others write meanwhile."""
        while not self._closing.is_set():
            try:
                if number == 0:
                    self._lead()
                elif self._is_open.wait(IDLE_SECONDS):
                    self._write_while_open()
            except LessonError as error:
                logger.info("Lessons wait: %s", error)
            except TutorError as error:
                # No book or model yet: it is tried again.
                if error.code != self._said:
                    logger.warning("Lessons cannot be written: %s", error)
                self._said = error.code
            if number == 0:
                self._wake.wait(IDLE_SECONDS)
                self._wake.clear()

    def _lead(self) -> None:
        if not self._store.has_wanted() or not self._store.wanted(*self._stamps()):
            return
        with self._alone():
            self._is_open.set()
            try:
                self._write_while_open()
            finally:
                self._is_open.clear()
                with self._idle:
                    self._idle.wait_for(lambda: self._at_work == 0)

    def _write_while_open(self) -> None:
        while not self._closing.is_set():
            with self._idle:
                if not self._is_open.is_set():
                    return
                self._at_work += 1
            try:
                job = self._next()
                if job is None:
                    return
                self._written(job)
            finally:
                with self._idle:
                    self._at_work -= 1
                    self._idle.notify_all()

    def _stamps(self) -> tuple[str, str]:
        """The models' part and the whole stamp of the library as it is now."""
        stamp = self._source.stamp()
        return models_part(stamp), stamp

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with FileLock(self._store.file.with_suffix(".lock"), timeout=LOCK_SECONDS):
                # Nobody else can be writing: what stands as being written was cut off.
                self._store.put_back()
                yield
        except Timeout as error:
            raise LessonError("lessons-busy") from error

    # -- one lesson ------------------------------------------------------------------------------

    def _next(self) -> Job | None:
        """The lesson whose turn it is, taken: of the owner served longest ago, his oldest path's next node."""
        models, stamp = self._stamps()
        with self._turn:
            waiting: dict[str, list[Wanted]] = {}
            for wanted in self._store.wanted(models, stamp):
                waiting.setdefault(wanted.owner, []).append(wanted)
            for owner in sorted(waiting, key=lambda name: self._served.get(name, 0)):
                for wanted in waiting[owner]:
                    if self._take(wanted):
                        self._served[owner] = next(self._turns)
                        return Job(wanted.key, owner, stamp, wanted.is_planned)
        return None

    def _take(self, wanted: Wanted) -> bool:
        """True when the lesson is now this thread's. One that is looked at again keeps its state meanwhile."""
        if not wanted.is_planned:
            if wanted.key.text in self._looked_at:
                return False
            self._looked_at.add(wanted.key.text)
            return True
        self._store.plan_lessons([wanted.key])
        return self._store.begin(wanted.key.text)

    def _written(self, job: Job) -> State:
        try:
            return self._kept(job)
        except StoppedError:
            self._store.put_back(keys=[job.key.text])
            return State.PLANNED
        except TutorError:
            # There is nothing to write with: no fault of this lesson.
            self._store.put_back(keys=[job.key.text])
            raise
        finally:
            self._looked_at.discard(job.key.text)

    def _kept(self, job: Job) -> State:
        began = time.monotonic()
        before = self._store.before(job.key)
        lesson, evidence = self._safely(job, before)
        own = before is not None and before.key == job.key.text
        if own and before is not None and lesson == before.lesson and not job.is_planned:
            self._store.still_stands(job.key.text, evidence, job.library)
        else:
            self._store.finish(job.key.text, lesson, evidence, time.monotonic() - began, job.library)
        return lesson.state

    def _safely(self, job: Job, before: KeptLesson | None) -> tuple[Lesson, str]:
        """The lesson; whatever goes wrong with it is logged, shown in its place, and touches no other."""
        key = job.key
        library = self._source.current()
        if library.stamp != job.library:
            raise StoppedError  # the books changed since it was taken: it is taken anew
        subject = self._curriculum.subject(key.subject)
        topic = self._curriculum.topic(key.subject, key.topic)
        if topic is None:
            return _failed(key, key.topic, LessonError("lesson-unknown", name=key.topic)), ""
        self._pause()
        try:
            patience = Patience(self._pause, self._closing.is_set, self._gate)
            return self._write(library, subject, topic, key.language, patience, before)
        except StoppedError:
            raise
        except TutorError as error:
            return _failed(key, topic.names[key.language], error), ""
        except Exception:  # a fault in one lesson is logged and shown as failed; the others are still written
            logger.exception("A lesson could not be written: %s %s", key.subject, key.topic)
            return _failed(key, topic.names[key.language], None), ""

    def _pause(self) -> None:
        """Return when no pupil's question is being answered. Raises StoppedError when the writer is being closed."""
        while self._gate() and not self._closing.wait(POLL_SECONDS):
            pass
        if self._closing.is_set():
            raise StoppedError


def path_keys(path: KeptPath, stamp: str) -> list[LessonKey]:
    """The keys of a path's lessons, in order, for models of that stamp."""
    return [node_key(path.plan, node, stamp) for node in path.plan.nodes]


def node_key(plan: Plan, node: PlanNode, stamp: str) -> LessonKey:
    """The key of one lesson of a plan."""
    return LessonKey(plan.subject, node.topic, node.form, plan.language, models_part(stamp))


def _failed(key: LessonKey, title: str, error: TutorError | None) -> Lesson:
    why = error.what(key.language) if error else datetime.now().strftime("%H:%M:%S.")
    blank = Lesson(key.topic, key.subject, key.form, key.language, title, State.FAILED)
    return replace(blank, message=wording.FAILED[key.language].format(why=why))
