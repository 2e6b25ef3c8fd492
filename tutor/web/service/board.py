"""Who waits for what: tickets, the questions they share, and whose turn it is. Knows nothing of tutors."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable

from tutor.core.events import Event, EvidenceFound, Understood
from tutor.web.errors import WebError
from tutor.web.service.cache import AnswerKey
from tutor.web.service.fair_queue import FairQueue
from tutor.web.service.terms import ServiceLimits, Withholds, withholds_nothing
from tutor.web.service.work import Asked, Progress, State, Ticket, Work

FIRST_GUESS_SECONDS = 6.0
DURATIONS_KEPT = 20


class Board:
    """Every method is called under `lock`. Whoever reads on a work's `changed` is told when its place moves."""

    def __init__(
        self, limits: ServiceLimits, clock: Callable[[], float], withholds: Withholds = withholds_nothing
    ) -> None:
        self.lock = threading.RLock()
        self.something_waits = threading.Condition(self.lock)
        self.tickets: OrderedDict[str, Ticket] = OrderedDict()
        self.works: dict[AnswerKey, Work] = {}
        self.writing: Work | None = None
        self._limits = limits
        self._clock = clock
        self._withholds = withholds
        self._queue: FairQueue[Ticket] = FairQueue(limits.waiting)
        self._durations: deque[float] = deque([FIRST_GUESS_SECONDS], maxlen=DURATIONS_KEPT)

    # -- tickets -----------------------------------------------------------------------------

    def open(self, name: str, asked: Asked, key: AnswerKey) -> tuple[Ticket, bool]:
        """A ticket for the question, and whether nobody else is waiting for the same one.

        Raises WebError `too-many-waiting` or `server-full`.
        """
        self._make_room(asked)
        work = self.works.get(key)
        is_new = work is None
        if work is None:
            work = Work(key, asked, secrets.token_hex(4), self.lock)
        ticket = Ticket(name, asked, work, self._clock(), patience=self._limits.patience_seconds)
        self.tickets[name] = ticket
        work.tickets.append(ticket)
        if work.state is State.WAITING:
            self._queue.add(asked.pupil, ticket)
        return ticket, is_new

    def ticket(self, name: str) -> Ticket:
        """The open ticket of that name. Raises WebError `ticket-missing`."""
        ticket = self.tickets.get(name)
        if ticket is None:
            raise WebError("ticket-missing")
        return ticket

    def stop(self, ticket: Ticket) -> None:
        """End this ticket alone: others may wait for the same question. It keeps the evidence found so far."""
        shared = ticket.work
        stopped = Work(shared.key, ticket.asked, shared.run, self.lock)
        stopped.events = _evidence_of(shared)
        stopped.state = State.CANCELLED
        self._detach(ticket)
        ticket.work = stopped
        shared.changed.notify_all()

    def sweep(self) -> None:
        """Drop what nobody follows, and forget old tickets."""
        now = self._clock()
        for ticket in list(self.tickets.values()):
            silent = now - ticket.seen
            if ticket.work.ended:
                if silent > self._limits.kept_seconds:
                    del self.tickets[ticket.id]
            elif not ticket.watchers and silent > ticket.patience:
                self._drop(ticket)
        while len(self.tickets) > self._limits.kept_tickets:
            oldest = next((t for t in self.tickets.values() if t.work.ended and not t.watchers), None)
            if oldest is None:
                return
            del self.tickets[oldest.id]

    def _make_room(self, asked: Asked) -> None:
        still_open = [ticket for ticket in self.tickets.values() if not ticket.work.ended]
        own = [ticket for ticket in still_open if ticket.asked.pupil == asked.pupil]
        if len(own) >= self._limits.open_of_pupil:
            unwatched = next((ticket for ticket in own if not ticket.watchers), None)
            if unwatched is None:
                raise WebError("too-many-waiting")
            self._drop(unwatched)
        elif len(still_open) >= self._limits.open_tickets:
            raise WebError("server-full")

    def _drop(self, ticket: Ticket) -> None:
        """Forget the ticket. The keeper still knows it, should its page come back."""
        self.tickets.pop(ticket.id, None)
        self._detach(ticket)

    def _detach(self, ticket: Ticket) -> None:
        work = ticket.work
        self._queue.remove(ticket)
        work.tickets.remove(ticket)
        if work.tickets:
            if work.state is State.WAITING and not any(other.work is work for other in self._queue.in_turn()):
                self._queue.add(work.tickets[0].asked.pupil, work.tickets[0])
        else:
            work.unwanted = True
            if work.state is State.WAITING:
                self.end(work, State.CANCELLED)
            elif self.works.get(work.key) is work:
                del self.works[work.key]  # whoever asks the same from now on begins anew
        self._tell_all_waiting()

    # -- turns -------------------------------------------------------------------------------

    def line_up(self, work: Work) -> None:
        """Put everybody who asked it in the queue; where none finds a place, it is too busy now."""
        work.state = State.WAITING
        places = [self._fits(ticket) and self._queue.add(ticket.asked.pupil, ticket) for ticket in work.tickets]
        if not any(places):
            self.end(work, State.BUSY)
            return
        self.something_waits.notify()
        self._tell_all_waiting()

    def take(self) -> Work | None:
        """The question whose turn it is, now being written; None when nothing waits."""
        ticket = self._queue.take()
        if ticket is None:
            return None
        work = ticket.work
        for other in work.tickets:
            self._queue.remove(other)
        work.state = State.WRITING
        self.writing = work
        self._tell_all_waiting()
        work.changed.notify_all()
        return work

    def written(self, work: Work, seconds: float) -> None:
        """The turn is over, after so many seconds."""
        self.writing = None
        if work.state is State.DONE:
            self._durations.append(seconds)
        self._tell_all_waiting()

    def end(self, work: Work, state: State) -> None:
        """Nothing will change any more."""
        work.state = state
        work.let_go()
        if self.works.get(work.key) is work:
            del self.works[work.key]
        for ticket in work.tickets:
            self._queue.remove(ticket)
        work.changed.notify_all()
        self._tell_all_waiting()

    def progress(self, ticket: Ticket) -> Progress:
        """What is known of the ticket's question now."""
        work = ticket.work
        place = self._place(ticket) if work.state is State.WAITING else 0
        seconds = place * self.seconds_each
        if work.state is State.BUSY:
            seconds = (len(self._queue) + 1) * self.seconds_each
        withheld = self.withholds(work)
        events = _evidence_of(work) if withheld else work.events
        wait = round(seconds, 1)
        return Progress(ticket.id, work.run, work.state, tuple(events), place, wait, work.error, withheld)

    def withholds(self, work: Work) -> bool:
        """True when a teacher found the answer wrong. Asked anew each time: the mark may come after the answer."""
        return self._withholds(work.key.text, work.passages())

    @property
    def seconds_each(self) -> float:
        """How long the last answers took to write, on average."""
        return sum(self._durations) / len(self._durations)

    def tell_everybody(self) -> None:
        """Wake all who follow anything."""
        self.something_waits.notify_all()
        for ticket in self.tickets.values():
            ticket.work.changed.notify_all()

    def _fits(self, ticket: Ticket) -> bool:
        """True when neither the ticket's class nor its address has filled its share of the queue."""
        waiting = [other.asked for other in self._queue.in_turn()]
        asked, limits = ticket.asked, self._limits
        of_class = sum(other.classroom == asked.classroom for other in waiting) if asked.classroom else 0
        of_address = sum(other.address == asked.address for other in waiting) if asked.address else 0
        return of_class < limits.waiting_of_class and of_address < limits.waiting_of_address

    def _place(self, ticket: Ticket) -> int:
        """1 when nothing is before it. What several wait for counts once, at its first turn."""
        before: set[int] = set()
        for other in self._queue.in_turn():
            if other.work is ticket.work:
                break
            before.add(id(other.work))
        return len(before) + 1 + int(self.writing is not None)

    def _tell_all_waiting(self) -> None:
        for work in {ticket.work for ticket in self._queue.in_turn()}:
            work.changed.notify_all()


def _evidence_of(work: Work) -> list[Event]:
    """What was found, without what was made of it."""
    return [event for event in work.events if isinstance(event, Understood | EvidenceFound)]
