"""The answer service: takes questions, and tells everybody who follows one how it stands."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator

from tutor.core.errors import TutorError
from tutor.web.errors import WebError
from tutor.web.service.board import Board
from tutor.web.service.cache import AnswerCache, answer_key
from tutor.web.service.limits import RateLimiter
from tutor.web.service.source import TutorSource
from tutor.web.service.terms import Keeper, Recorder, ServiceLimits, ServiceState, Withholds, withholds_nothing
from tutor.web.service.work import Asked, Progress, State, Ticket, Work, without_trace
from tutor.web.service.workers import IDLE_SECONDS, Workers
from tutor.web.texts.catalogue import about_in_both

LEAVING_SECONDS = 4.0


class AnswerService:
    """Thread-safe. Without `threads` nothing happens until a test calls the steps of `workers`.

    `clock` gives seconds that never go back.
    """

    def __init__(
        self,
        source: TutorSource,
        keeper: Keeper,
        recorder: Recorder,
        limits: ServiceLimits | None = None,
        clock: Callable[[], float] = time.monotonic,
        threads: bool = True,
        withholds: Withholds = withholds_nothing,
    ) -> None:
        self.limits = limits or ServiceLimits()
        self.cache = AnswerCache()
        self._board = Board(self.limits, clock, withholds)
        self.workers = Workers(self._board, source, self.cache, keeper, recorder, clock)
        self._source = source
        self._keeper = keeper
        self._clock = clock
        self._pupil_rate = RateLimiter(self.limits.of_pupil, clock)
        self._class_rate = RateLimiter(self.limits.of_class, clock)
        self._address_rate = RateLimiter(self.limits.of_address, clock)
        if threads:
            self.workers.start(self.limits.evidence_workers)

    def ask(self, asked: Asked) -> str:
        """The ticket of a new question. Raises WebError where limits are reached, TutorError without a library."""
        self.require_patience(asked.pupil, asked.address, asked.classroom)
        ticket = secrets.token_urlsafe(16)
        self._keeper.keep(ticket, asked)
        try:
            self._open(ticket, asked)
        except TutorError:
            self._keeper.finish(ticket)
            raise
        return ticket

    def require_patience(self, pupil: str, address: str, classroom: str | None = None) -> None:
        """Count a question or a search. Raises WebError `too-many-questions` or `class-too-busy` at the limits."""
        for rate, key, code in (
            (self._pupil_rate, pupil, "too-many-questions"),
            (self._class_rate, classroom, "class-too-busy"),
            (self._address_rate, address, "too-many-questions"),
        ):
            wait = rate.seconds_to_wait(key) if key else 0.0
            if wait:
                raise WebError(code, wait=about_in_both(wait))

    def asked(self, name: str) -> Asked:
        """What was asked under the ticket. Raises WebError `ticket-missing`."""
        return self._found(name).asked

    def progress(self, name: str) -> Progress:
        """What is known of the ticket's question now. Raises WebError `ticket-missing`.

        A question dropped because nobody followed it, or lost when the server stopped, is asked anew.
        """
        ticket = self._found(name)
        with self._board.lock:
            ticket.seen = self._clock()
            ticket.patience = self.limits.patience_seconds
            return self._board.progress(ticket)

    def watch(
        self, name: str, heartbeat_seconds: float, gone: Callable[[], bool] = lambda: False
    ) -> Iterator[Progress]:
        """The ticket's progress now, whenever it changes, and at least at each heartbeat, until it has ended.

        The iterator ends early when `gone` says that nobody reads any more. Raises WebError `ticket-missing`.
        """
        ticket = self._found(name)
        with self._board.lock:
            ticket.watchers += 1
            ticket.patience = self.limits.patience_seconds
        try:
            before: Progress | None = None
            while not gone() and not self.workers.closing.is_set():
                with self._board.lock:
                    now = self._board.progress(ticket)
                    if now == before:
                        ticket.work.changed.wait(heartbeat_seconds)
                        now = self._board.progress(ticket)
                if self.workers.closing.is_set():
                    return  # what was cancelled by the server's own end goes on when it is back
                before = now
                yield now
                if now.ended:
                    return
        finally:
            with self._board.lock:
                ticket.watchers -= 1
                ticket.seen = self._clock()

    def wait(self, name: str, seconds: float, until_evidence: bool = False) -> Progress:
        """The progress when the question has ended, or its evidence is there, but at the latest after that time."""
        ends = self._clock() + seconds
        for progress in self.watch(name, min(seconds, IDLE_SECONDS) or 0.01):
            enough = progress.ended or (until_evidence and progress.state is not State.LOOKING)
            if enough or self._clock() >= ends:
                return progress
        return self.progress(name)

    def stop(self, name: str) -> None:
        """Cancel at the pupil's wish. The ticket stays, so that its page still shows the evidence."""
        with self._board.lock:
            ticket = self._board.tickets.get(name)
            if ticket is None or ticket.work.ended:
                return
            self._board.stop(ticket)
        self._keeper.finish(name)

    def leave(self, name: str, patience_seconds: float = LEAVING_SECONDS) -> None:
        """The page says that it goes away; it may be a reload, so the question is kept for a moment."""
        with self._board.lock:
            ticket = self._board.tickets.get(name)
            if ticket is not None:
                ticket.seen = self._clock()
                ticket.patience = patience_seconds

    def sweep(self) -> None:
        """Drop the questions that nobody follows, and forget old tickets. The workers do it every second."""
        with self._board.lock:
            self._board.sweep()

    def state(self) -> ServiceState:
        """What is being done now."""
        with self._board.lock:
            works = list(self._board.works.values())
            return ServiceState(
                looking=sum(work.state is State.LOOKING for work in works),
                waiting=sum(work.state is State.WAITING for work in works),
                writing=int(self._board.writing is not None),
                seconds_each=self._board.seconds_each,
                answered=self.workers.answered,
                cached=self.cache.hits,
                failed=self.workers.failed,
                last_errors=tuple(self.workers.errors),
            )

    def close(self) -> None:
        """Stop the workers and the running answer. Streams end."""
        self.workers.close()

    def _open(self, name: str, asked: Asked) -> None:
        """A ticket that is answered from the cache, joins the same question of somebody else, or is worked on."""
        live = self._source.current()
        key = answer_key(asked.question, live.stamp)
        known = self.cache.events(key)
        with self._board.lock:
            ticket, is_new = self._board.open(name, asked, key)
            work = ticket.work
            if known is not None and is_new:
                work.events.extend(known)
                work.state = State.DONE
            elif is_new:
                work.rest = without_trace(live.tutor.ask(asked.question, lambda: self._should_stop(work)))
                work.needs_writing = live.needs_writing
                self._board.works[key] = work
                self.workers.look_for(work)
        if work.ended:
            self.workers.record(work)

    def _should_stop(self, work: Work) -> bool:
        """Asked before each token: true when nobody wants the answer any more. Waits while evidence is looked for."""
        return work.unwanted or self.workers.closing.is_set() or self.workers.give_way(work)

    def _found(self, name: str) -> Ticket:
        if name not in self._board.tickets:
            # Not under the lock: opening the books may take a while.
            asked = self._keeper.find(name)
            if asked is not None:
                self._open(name, asked)
        with self._board.lock:
            return self._board.ticket(name)
