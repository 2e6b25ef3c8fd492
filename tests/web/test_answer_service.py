"""The answer service step by step: evidence first, turns, shared questions, cancelling, limits, recovering."""

from __future__ import annotations

import gc
import logging
import threading
import weakref
from dataclasses import replace

import pytest
from web_fakes import Clock, FakeTutor, Memory, asked, writing_source

from tutor.core.errors import ModelError
from tutor.core.events import Answered, Declined, EvidenceFound, Traced
from tutor.core.types import Scope
from tutor.web.errors import WebError
from tutor.web.service.answers import AnswerService
from tutor.web.service.limits import Limit
from tutor.web.service.source import FixedSource
from tutor.web.service.terms import ServiceLimits
from tutor.web.service.work import State
from tutor.web.service.workers import LONGEST_HOLD_SECONDS


class ChangingSource:
    """A source that gives another's tutor from some moment on, as when the books change."""

    def __init__(self, source: FixedSource) -> None:
        self.change(source)

    def change(self, source: FixedSource) -> None:
        self.current, self.close = source.current, source.close


class Desk:
    """A service without threads: every step is taken by the test."""

    def __init__(self, limits: ServiceLimits | None = None, quoting: FakeTutor | None = None) -> None:
        self.tutor, self.memory, self.clock = FakeTutor(), Memory(), Clock()
        self.source = ChangingSource(writing_source(self.tutor, quoting))
        self.service = AnswerService(self.source, self.memory, self.memory, limits, self.clock, threads=False)

    def ask(self, text: str, pupil: str = "amina", classroom: str | None = None, look: bool = True) -> str:
        ticket = self.service.ask(asked(text, pupil, classroom))
        if look:
            self.service.workers.find_next()
        return ticket

    def state(self, ticket: str) -> State:
        return self.service.progress(ticket).state

    def write(self) -> bool:
        return self.service.workers.write_next()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_no_trace_is_kept_with_answers_that_wait_for_readers() -> None:
    """Half of what an answer takes in memory, five hundred are kept, and no page shows it."""
    desk = Desk(quoting=FakeTutor())
    shown = desk.ask("heart")
    desk.write()
    desk.tutor.after_evidence = RuntimeError("the generator broke")
    quoted = desk.ask("blood")
    desk.write()
    for ticket in (shown, quoted):
        assert desk.state(ticket) is State.DONE
        assert not any(isinstance(event, Traced) for event in desk.service.progress(ticket).events)
    again = desk.ask("heart", pupil="baraka")
    assert desk.service.cache.hits == 1
    assert not any(isinstance(event, Traced) for event in desk.service.progress(again).events)


def test_answers_that_wait_for_readers_keep_no_tutor_alive(caplog: pytest.LogCaptureFixture) -> None:
    """Answers stay for an hour. The books and models that gave them must go when a backup or new books take over."""
    caplog.set_level(logging.CRITICAL, "tutor.web")  # a record that the test framework keeps would hold the fault
    desk = Desk()
    answered, declined, failed = desk.ask("heart"), desk.ask("usanisinuru"), desk.ask("blood", look=False)
    desk.write()
    desk.tutor.fault = ModelError("generator-unfit", why="no memory")
    desk.service.workers.find_next()
    full = Desk(ServiceLimits(waiting=1))
    full.ask("heart")
    busy = full.ask("blood")
    full.write()
    tutors = [weakref.ref(desk.tutor), weakref.ref(full.tutor)]
    for one in (desk, full):
        one.source.change(writing_source(FakeTutor()))
        del one.tutor
    gc.collect()
    assert [desk.state(ticket) for ticket in (answered, declined, failed)] == [State.DONE, State.DONE, State.FAILED]
    assert full.state(busy) is State.BUSY
    assert desk.service.state().last_errors[0][1].code == "generator-unfit"
    assert [tutor() for tutor in tutors] == [None, None]


def test_evidence_comes_before_the_turn_to_write(desk: Desk) -> None:
    ticket = desk.ask("heart", look=False)
    assert desk.state(ticket) is State.LOOKING
    desk.service.workers.find_next()
    progress = desk.service.progress(ticket)
    assert progress.state is State.WAITING and progress.place == 1 and progress.wait_seconds > 0
    assert any(isinstance(event, EvidenceFound) for event in progress.events)
    assert desk.tutor.written == []
    assert desk.write() and not desk.write()
    progress = desk.service.progress(ticket)
    assert progress.state is State.DONE and any(isinstance(event, Answered) for event in progress.events)


def test_all_have_evidence_while_one_is_written() -> None:
    desk = Desk()
    tickets = [desk.ask(f"question {number}", pupil=f"pupil {number}") for number in range(40)]
    for ticket in tickets:
        events = desk.service.progress(ticket).events
        assert any(isinstance(event, EvidenceFound) for event in events)
    assert [desk.service.progress(ticket).place for ticket in tickets] == list(range(1, 41))


def test_pupils_take_turns_and_a_second_tab_does_not_jump(desk: Desk) -> None:
    for text, pupil in (("a1", "amina"), ("a2", "amina"), ("a3", "amina"), ("b1", "baraka"), ("c1", "chausiku")):
        desk.ask(text, pupil)
    while desk.write():
        pass
    assert desk.tutor.written == ["a1", "b1", "c1", "a2", "a3"]


def test_the_place_moves(desk: Desk) -> None:
    tickets = [desk.ask(name, name) for name in ("a", "b", "c")]
    desk.write()
    assert [desk.service.progress(ticket).place for ticket in tickets] == [0, 1, 2]


def test_the_same_question_is_written_once_for_all_who_wait(desk: Desk) -> None:
    first = desk.ask("What is a heart?", "amina")
    desk.ask("other", "baraka")
    second = desk.ask("what is a  HEART", "chausiku")
    assert desk.service.progress(second).place == 1
    while desk.write():
        pass
    assert desk.tutor.written == ["What is a heart?", "other"]
    assert desk.state(first) is desk.state(second) is State.DONE
    assert len(desk.memory.records) == 3


def test_an_answer_is_not_written_twice(desk: Desk) -> None:
    desk.ask("heart")
    desk.write()
    again = desk.ask("Heart?", "baraka", look=False)
    assert desk.state(again) is State.DONE and desk.service.state().cached == 1
    assert len(desk.tutor.asked) == 1


@pytest.mark.parametrize("other", [Scope(subjects=("history",)), Scope(forms=(2,))])
def test_another_scope_is_another_question(desk: Desk, other: Scope) -> None:
    desk.ask("heart")
    desk.write()
    ticket = desk.service.ask(asked("heart", scope=other))
    assert desk.state(ticket) is State.LOOKING


def test_new_books_make_old_answers_void(desk: Desk) -> None:
    desk.ask("heart")
    desk.write()
    live = desk.service._source.current()
    desk.service._source = FixedSource(type(live)(live.tutor, "another stamp"))
    assert desk.state(desk.ask("heart", look=False)) is State.LOOKING


def test_a_decline_needs_no_turn(desk: Desk) -> None:
    desk.ask("heart", "baraka")
    progress = desk.service.progress(desk.ask("usanisinuru"))
    assert progress.state is State.DONE and any(isinstance(event, Declined) for event in progress.events)


def test_a_full_queue_still_shows_evidence_and_says_how_long() -> None:
    desk = Desk(ServiceLimits(waiting=2))
    for pupil in ("a", "b"):
        desk.ask(pupil, pupil)
    progress = desk.service.progress(desk.ask("c", "c"))
    assert progress.state is State.BUSY and progress.wait_seconds > 0
    assert any(isinstance(event, EvidenceFound) for event in progress.events)
    assert [record.state for _, record in desk.memory.records] == [State.BUSY]


def test_a_class_does_not_fill_the_queue_for_the_others() -> None:
    desk = Desk(ServiceLimits(waiting=10, waiting_of_class=2))
    states = [desk.state(desk.ask(f"q{number}", f"p{number}", "class-one")) for number in range(3)]
    assert states == [State.WAITING, State.WAITING, State.BUSY]
    assert desk.state(desk.ask("other", "p9", "class-two")) is State.WAITING


def test_invented_marks_do_not_pass_the_limits_of_an_address() -> None:
    desk = Desk(ServiceLimits(waiting=10, waiting_of_address=2, of_address=Limit(4, 60)))

    def ask(number: int, address: str) -> State:
        ticket = desk.service.ask(replace(asked(f"q{number}", f"invented {number}"), address=address))
        desk.service.workers.find_next()
        return desk.state(ticket)

    states = [ask(number, "10.0.0.9") for number in range(4)]
    assert states == [State.WAITING, State.WAITING, State.BUSY, State.BUSY]
    with pytest.raises(WebError, match="Many questions"):
        ask(4, "10.0.0.9")
    assert ask(5, "10.0.0.10") is State.WAITING


def test_stopping_ends_only_the_own_ticket(desk: Desk) -> None:
    mine, yours = desk.ask("heart", "amina"), desk.ask("heart", "baraka")
    desk.service.stop(mine)
    assert desk.state(mine) is State.CANCELLED and desk.state(yours) is State.WAITING
    assert any(isinstance(event, EvidenceFound) for event in desk.service.progress(mine).events)
    desk.write()
    assert desk.state(yours) is State.DONE and desk.state(mine) is State.CANCELLED


def test_what_nobody_wants_is_not_written(desk: Desk) -> None:
    ticket = desk.ask("heart")
    desk.service.stop(ticket)
    assert not desk.write() and desk.tutor.written == []


def test_what_was_stopped_before_it_was_looked_for_is_not_looked_for(desk: Desk) -> None:
    ticket = desk.ask("heart", look=False)
    desk.service.stop(ticket)
    desk.service.workers.find_next()
    assert desk.tutor.asked == [] or desk.tutor.written == []
    assert desk.state(ticket) is State.CANCELLED


def test_a_silent_page_is_dropped_and_asked_anew_when_it_comes_back(desk: Desk) -> None:
    ticket = desk.ask("heart")
    desk.clock.now += desk.service.limits.patience_seconds + 1
    desk.service.sweep()
    assert not desk.write()
    assert desk.state(ticket) is State.LOOKING  # the page looked again
    desk.service.workers.find_next()
    desk.write()
    assert desk.state(ticket) is State.DONE


def test_a_page_that_says_goodbye_is_dropped_sooner_but_survives_a_reload(desk: Desk) -> None:
    ticket = desk.ask("heart")
    desk.service.leave(ticket)
    desk.clock.now += 3
    desk.service.sweep()
    assert desk.state(ticket) is State.WAITING  # reloaded in time
    desk.service.leave(ticket)
    desk.clock.now += 6
    desk.service.sweep()
    assert not desk.write()


def test_a_watched_page_is_never_dropped(desk: Desk) -> None:
    ticket = desk.ask("heart")
    following = desk.service.watch(ticket, 0.01)
    next(following)
    desk.clock.now += 999
    desk.service.sweep()
    assert desk.write()
    assert list(following)[-1].state is State.DONE


def test_a_stream_ends_when_its_reader_is_gone(desk: Desk) -> None:
    ticket = desk.ask("heart")
    assert list(desk.service.watch(ticket, 0.01, gone=lambda: True)) == []


def test_a_new_question_takes_the_place_of_an_unwatched_one() -> None:
    desk = Desk(ServiceLimits(open_of_pupil=2))
    first, second = desk.ask("one"), desk.ask("two")
    following = desk.service.watch(second, 0.01)
    next(following)
    desk.ask("three")
    while desk.write():
        pass
    assert desk.tutor.written == ["two", "three"]
    assert first in desk.memory.kept


def test_a_pupil_with_many_open_pages_has_to_wait() -> None:
    desk = Desk(ServiceLimits(open_of_pupil=2))
    streams = [desk.service.watch(desk.ask(text), 0.01) for text in ("one", "two")]
    for stream in streams:
        next(stream)
    with pytest.raises(WebError, match="still waiting"):
        desk.ask("three")
    desk.ask("three", "baraka")


def test_who_asks_too_fast_is_told_when_to_come_back() -> None:
    desk = Desk(ServiceLimits(of_pupil=Limit(2, 60), of_class=Limit(3, 60)))
    desk.ask("usanisinuru 1", "amina", "class")
    desk.ask("usanisinuru 2", "amina", "class")
    with pytest.raises(WebError) as caught:
        desk.ask("usanisinuru 3", "amina", "class")
    assert caught.value.code == "too-many-questions" and "1 minute" in caught.value.hint("en")
    assert "dakika 1" in caught.value.hint("sw")
    desk.ask("usanisinuru 4", "baraka", "class")
    with pytest.raises(WebError, match="Your class"):
        desk.ask("usanisinuru 5", "chausiku", "class")
    desk.clock.now += 61
    desk.ask("usanisinuru 6", "amina", "class")


def test_a_fault_is_shown_counted_and_does_not_end_the_worker(desk: Desk) -> None:
    desk.tutor.fault = ZeroDivisionError("inside")
    ticket = desk.ask("heart")
    progress = desk.service.progress(ticket)
    assert progress.state is State.FAILED and progress.error is not None and progress.error.code == "answer-failed"
    assert desk.service.state().failed == 1 and len(desk.service.state().last_errors) == 1
    desk.tutor.fault = None
    assert desk.state(desk.ask("heart again")) is State.WAITING


@pytest.mark.parametrize(
    "fault, code",
    [
        (ModelError("generator-unfit", why="it broke"), "generator-unfit"),
        (ZeroDivisionError("inside"), "answer-failed"),
    ],
)
def test_writing_that_fails_costs_fluency_never_the_answer(fault: Exception, code: str) -> None:
    quoting = FakeTutor()
    desk = Desk(quoting=quoting)
    desk.tutor.after_evidence = fault
    ticket = desk.ask("heart")
    desk.write()
    progress = desk.service.progress(ticket)
    assert progress.state is State.DONE and quoting.written == ["heart"]
    assert sum(isinstance(event, EvidenceFound) for event in progress.events) == 1
    assert desk.service.state().last_errors[0][1].code == code


def test_after_a_restart_the_page_finds_its_question_again(desk: Desk) -> None:
    ticket = desk.ask("heart")
    later = AnswerService(writing_source(desk.tutor), desk.memory, desk.memory, None, desk.clock, threads=False)
    assert later.progress(ticket).state is State.LOOKING
    later.workers.find_next()
    later.workers.write_next()
    assert later.progress(ticket).state is State.DONE
    assert later.progress(ticket).run != desk.service.progress(ticket).run


def test_the_generator_holds_while_evidence_is_looked_for_but_not_for_ever(desk: Desk) -> None:
    desk.ask("first")
    (work,) = desk.service._board.works.values()
    desk.ask("second", look=False)
    assert desk.service.workers.give_way(work) is False
    assert work.held_seconds >= LONGEST_HOLD_SECONDS
    desk.service.workers.find_next()
    held = work.held_seconds
    desk.service.workers.give_way(work)
    assert work.held_seconds == held


def test_an_unknown_ticket_is_said_to_be_unknown(desk: Desk) -> None:
    with pytest.raises(WebError, match="no longer kept"):
        desk.service.progress("nobody-asked-this")


def test_cancel_and_ask_again_fifty_times_with_threads() -> None:
    tutor, memory = FakeTutor(), Memory()
    tutor.hold = threading.Event()
    service = AnswerService(writing_source(tutor), memory, memory)
    try:
        for number in range(50):
            ticket = service.ask(asked(f"heart {number}"))
            assert service.wait(ticket, 20, until_evidence=True).state in (State.WAITING, State.WRITING)
            service.stop(ticket)
        tutor.hold.set()
        last = service.ask(asked("the last one"))
        assert service.wait(last, 20).state is State.DONE
        assert tutor.written == ["the last one"]
        assert service.state().failed == 0
    finally:
        service.close()


def test_forty_pupils_at_once_are_all_answered_in_their_turn() -> None:
    tutor, memory = FakeTutor(), Memory()
    service = AnswerService(writing_source(tutor), memory, memory)
    try:
        tickets = [service.ask(asked(f"q{number}", f"p{number % 20}")) for number in range(40)]
        assert all(service.wait(ticket, 30).state is State.DONE for ticket in tickets)
        assert sorted(tutor.written) == sorted(f"q{number}" for number in range(40))
        assert len(memory.records) == 40
    finally:
        service.close()


def test_closing_does_not_tell_pages_that_they_were_cancelled() -> None:
    tutor, memory = FakeTutor(), Memory()
    tutor.hold = threading.Event()
    service = AnswerService(writing_source(tutor), memory, memory)
    ticket = service.ask(asked("heart"))
    service.wait(ticket, 20, until_evidence=True)
    seen: list[State] = []
    reader = threading.Thread(target=lambda: seen.extend(p.state for p in service.watch(ticket, 0.05)))
    reader.start()
    service.close()
    reader.join(20)
    assert not reader.is_alive() and State.CANCELLED not in seen


def test_what_ended_is_recorded_before_anybody_is_told() -> None:
    tutor, memory = FakeTutor(), Memory()
    service = AnswerService(writing_source(tutor), memory, memory)
    slow = threading.Event()
    kept = memory.record
    memory.record = lambda *noted: (slow.wait(0.3), kept(*noted))[1]  # type: ignore[method-assign]
    try:
        for text in ("heart", "usanisinuru", "kill"):
            ticket = service.ask(asked(text))
            assert service.wait(ticket, 20).ended
            assert [record for record, _ in memory.records][-1:] == [text]
    finally:
        service.close()
