"""The hands of the answer service: some look for evidence, one writes, and none dies of a question."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from queue import Empty, SimpleQueue

from tutor.core.errors import TutorError
from tutor.core.events import EvidenceFound
from tutor.web.errors import WebError
from tutor.web.service.board import Board
from tutor.web.service.cache import AnswerCache
from tutor.web.service.source import TutorSource
from tutor.web.service.terms import Keeper, Recorder
from tutor.web.service.work import State, Work, without_trace

logger = logging.getLogger("tutor.web")
IDLE_SECONDS = 0.5
SWEEP_SECONDS = 1.0
ERRORS_KEPT = 10
HOLD_SECONDS = 0.02
LONGEST_HOLD_SECONDS = 4.0


class Workers:
    """Does the steps of every question. Tests call `find_next` and `write_next` themselves."""

    def __init__(
        self,
        board: Board,
        source: TutorSource,
        cache: AnswerCache,
        keeper: Keeper,
        recorder: Recorder,
        clock: Callable[[], float],
    ) -> None:
        self._board = board
        self._source = source
        self._cache = cache
        self._keeper = keeper
        self._recorder = recorder
        self._clock = clock
        self._to_look: SimpleQueue[Work | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._looking = 0
        self.closing = threading.Event()
        self.answered = self.failed = 0
        self.errors: deque[tuple[str, TutorError]] = deque(maxlen=ERRORS_KEPT)

    def start(self, evidence_workers: int) -> None:
        """Begin to work, in threads."""
        for number, job in enumerate([self._keep_looking] * evidence_workers + [self._keep_writing, self._keep_tidy]):
            thread = threading.Thread(target=job, name=f"answers-{number}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def close(self) -> None:
        """Cancel what runs and wait for the threads."""
        self.closing.set()
        with self._board.lock:
            self._board.tell_everybody()
        for _ in self._threads:
            self._to_look.put(None)
        for thread in self._threads:
            thread.join()

    def look_for(self, work: Work) -> None:
        """Have the evidence of a new question found."""
        with self._board.lock:
            self._looking += 1
        self._to_look.put(work)

    def give_way(self, work: Work) -> bool:
        """Hold the writing while evidence is looked for, at each token, up to so long for an answer. Always False.

        Both need the same few cores, and forty pupils who wait for evidence come before one who waits for words.
        """
        # Our own threads ask too, between steps; only the generator's is held.
        while (
            self._looking > 0
            and work.held_seconds < LONGEST_HOLD_SECONDS
            and threading.current_thread() not in self._threads
            and not self.closing.is_set()
        ):
            time.sleep(HOLD_SECONDS)
            work.held_seconds += HOLD_SECONDS
        return False

    def find_next(self, wait_seconds: float = 0.0) -> bool:
        """Find the evidence of the next question. False when none came within the time."""
        try:
            work = self._to_look.get(timeout=wait_seconds) if wait_seconds else self._to_look.get_nowait()
        except Empty:
            return False
        if work is None:
            return False
        try:
            with self._board.lock:
                if work.unwanted:
                    self._board.end(work, State.CANCELLED)
                    return True
            self._safely(work, self._find)
        finally:
            with self._board.lock:
                self._looking -= 1
        return True

    def write_next(self, wait_seconds: float = 0.0) -> bool:
        """Write the answer whose turn it is. False when none came within the time."""
        with self._board.lock:
            work = self._board.take()
            if work is None and wait_seconds:
                self._board.something_waits.wait(wait_seconds)
                work = self._board.take()
        if work is None:
            return False
        began = self._clock()
        self._safely(work, self._write)
        with self._board.lock:
            self._board.written(work, self._clock() - began)
        return True

    def record(self, work: Work, ending_as: State | None = None) -> None:
        """Tell the recorder of every ticket of a question that ended, or is about to end in this state, once."""
        state = ending_as or work.state
        if state is State.CANCELLED:
            return
        with self._board.lock:
            todo = [ticket for ticket in work.tickets if not ticket.recorded]
            for ticket in todo:
                ticket.recorded = True
            noted = [(ticket, replace(self._board.progress(ticket), state=state)) for ticket in todo]
        for ticket, progress in noted:
            self._recorder.record(ticket.id, ticket.asked, progress)
            self._keeper.finish(ticket.id)

    def _find(self, work: Work) -> None:
        for event in work.rest:
            with self._board.lock:
                work.events.append(event)
                work.changed.notify_all()
                if isinstance(event, EvidenceFound) and self._goes_no_further(work, event):
                    break
        else:
            self._finish(work)
            return
        if self._board.withholds(work):
            self._end(work, State.DONE)
        elif work.ended:
            self.record(work)

    def _goes_no_further(self, work: Work, found: EvidenceFound) -> bool:
        """True when the evidence is all there is for now: the rest is held back, or waits for its turn."""
        understood = work.understood()
        if self._board.withholds(work):
            return True
        if understood is None or not work.needs_writing(understood, found):
            return False
        self._board.line_up(work)
        return True

    def _write(self, work: Work) -> None:
        try:
            for event in work.rest:
                with self._board.lock:
                    work.events.append(event)
                    work.changed.notify_all()
        except Exception as error:
            # What fails in the writing costs fluency, never the answer: the book's own words stand, the fault is noted.
            quoting = self._source.current().quoting
            if quoting is None:
                raise
            logger.error("An answer is quoted because its writing failed", exc_info=error)
            self._note(told(error))
            with self._board.lock:
                work.events.clear()
                work.run = secrets.token_hex(4)
            for event in without_trace(quoting.ask(work.asked.question)):
                with self._board.lock:
                    work.events.append(event)
        self._finish(work)

    def _finish(self, work: Work) -> None:
        with self._board.lock:
            if work.has_outcome:
                self._cache.keep(work.key, tuple(work.events))
                self.answered += 1
        self._end(work, State.DONE if work.has_outcome else State.CANCELLED)

    def _end(self, work: Work, state: State) -> None:
        """Note what came of it, then tell: whoever reads the end can at once put it on the teacher's list."""
        self.record(work, state)
        with self._board.lock:
            self._board.end(work, state)
        self.record(work)  # for who joined meanwhile

    def _safely(self, work: Work, step: Callable[[Work], None]) -> None:
        """Do a step. Whatever goes wrong is logged, counted and shown on the page, and the worker lives on."""
        try:
            step(work)
        except Exception as error:
            logger.error("A question could not be answered", exc_info=error)
            self._fail(work, told(error))

    def _fail(self, work: Work, error: TutorError) -> None:
        self._note(error)
        with self._board.lock:
            work.error = error
            self.failed += 1
        self._end(work, State.FAILED)

    def _note(self, error: TutorError) -> None:
        with self._board.lock:
            self.errors.append((datetime.now().strftime("%Y-%m-%d %H:%M:%S"), error))

    def _keep_looking(self) -> None:
        while not self.closing.is_set():
            self.find_next(IDLE_SECONDS)

    def _keep_writing(self) -> None:
        while not self.closing.is_set():
            self.write_next(IDLE_SECONDS)

    def _keep_tidy(self) -> None:
        while not self.closing.wait(SWEEP_SECONDS):
            with self._board.lock:
                self._board.sweep()


def told(error: Exception) -> TutorError:
    """The error as a person can read it: what nobody thought of is named by its time, for the log."""
    if isinstance(error, TutorError):
        return error.kept()
    return WebError("answer-failed", when=datetime.now().strftime("%H:%M:%S"))
