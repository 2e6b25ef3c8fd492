"""`questions.db`: no names, a set time, disposable, begun anew when it is damaged."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from web_fakes import EVIDENCE, FakeTutor, asked

from tutor.core.events import Event
from tutor.core.types import Question, Scope
from tutor.web.service.work import Asked, Progress, State
from tutor.web.stores.questions import QuestionStore

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> QuestionStore:
    return QuestionStore(tmp_path / "questions.db", lambda: 30, lambda: NOW)


def outcome(text: str, state: State = State.DONE) -> Progress:
    events: list[Event] = list(FakeTutor().ask(Question(text)))
    return Progress("t", "run", state, tuple(events) if state is State.DONE else ())


def noted(store: QuestionStore, text: str, ticket: str = "ticket-1", pupil: str = "secret-device") -> None:
    store.record(ticket, asked(text, pupil, "class-1"), outcome(text))


def test_an_answer_is_recorded_with_its_topic_and_without_a_name(store: QuestionStore) -> None:
    noted(store, "What is the heart?")
    (record,) = store.records()
    assert (record.text, record.outcome, record.method) == ("What is the heart?", "answered", "generated")
    assert (record.subject, record.form, record.topic) == ("biology", 2, "transport")
    assert record.passages == (EVIDENCE.passage.id,) and record.day == "2026-11-30" and record.classroom == "class-1"


def test_no_mark_of_the_device_is_in_the_file(store: QuestionStore) -> None:
    store.keep("ticket-1", asked("heart", "secret-device"))
    noted(store, "heart")
    store.finish("ticket-1")
    store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    store.database.change("VACUUM")
    store.close()
    assert b"secret-device" not in store.database.file.read_bytes()


def test_what_a_pupil_in_danger_wrote_is_counted_and_not_kept(store: QuestionStore) -> None:
    noted(store, "I want to kill myself")
    (record,) = store.records()
    assert record.outcome == "unsafe" and record.text is None and record.classroom is None
    assert not store.ask_teacher("ticket-1")
    dumped = json.dumps(store.database.rows("SELECT * FROM questions"))
    assert "myself" not in dumped


def test_a_decline_is_recorded_with_its_reason(store: QuestionStore) -> None:
    noted(store, "Usanisinuru ni nini?")
    (record,) = store.records(outcome="declined")
    assert record.reason == "outside-scope" and record.subject == "biology"
    assert store.counts() == {"declined": 1}


def test_the_teachers_list(store: QuestionStore) -> None:
    noted(store, "heart", "one")
    noted(store, "lung", "two")
    assert store.ask_teacher("two") and not store.ask_teacher("three")
    (record,) = store.records(for_teacher=True)
    assert record.text == "lung"
    assert store.done_for_teacher(record.number) and store.records(for_teacher=True) == []


def test_marks(store: QuestionStore) -> None:
    noted(store, "heart")
    (record,) = store.records()
    assert store.mark(record.number, "wrong") and store.records()[0].mark == "wrong"
    assert store.mark(record.number, None) and store.records()[0].mark is None
    assert not store.mark(999, "good")


def test_old_questions_are_deleted(tmp_path: Path) -> None:
    now = [NOW - timedelta(days=40)]
    store = QuestionStore(tmp_path / "questions.db", lambda: 30, lambda: now[0])
    noted(store, "old")
    now[0] = NOW
    noted(store, "new")
    assert [record.text for record in store.records()] == ["new"]


def test_a_ticket_brings_back_everything_that_was_asked(store: QuestionStore) -> None:
    whole = Asked(
        Question("heart", Scope(subjects=("biology",), forms=(2,)), "sw", "en", Scope(forms=(1, 2)), simpler=True),
        "device",
        "class",
    )
    store.keep("ticket", whole)
    assert store.find("ticket") == whole
    store.finish("ticket")
    found = store.find("ticket")
    assert found is not None and found.question == whole.question and found.pupil == "ticket:ticket"
    assert store.find("other") is None


def test_a_ticket_is_forgotten_after_an_hour(tmp_path: Path) -> None:
    now = [NOW]
    store = QuestionStore(tmp_path / "questions.db", lambda: 30, lambda: now[0])
    store.keep("ticket", asked("heart"))
    now[0] += timedelta(hours=2)
    assert store.find("ticket") is None


def test_a_file_that_is_no_database_is_moved_aside(tmp_path: Path) -> None:
    file = tmp_path / "questions.db"
    file.write_bytes(b"this is no database" * 400)
    store = QuestionStore(file, lambda: 30, lambda: NOW)
    noted(store, "heart")
    assert len(store.records()) == 1 and store.database.begun_anew == 1
    assert (tmp_path / "questions-damaged-1.db").read_bytes().startswith(b"this is no database")


def test_a_file_that_is_damaged_while_open_is_begun_anew(store: QuestionStore) -> None:
    for number in range(300):
        noted(store, f"question {number}", f"ticket {number}")
    file = store.database.file
    store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = bytearray(file.read_bytes())
    whole[4096:] = b"\xff" * (len(whole) - 4096)
    file.write_bytes(bytes(whole))
    store.database.rows("PRAGMA shrink_memory")
    store.records()
    noted(store, "after the damage")
    assert "after the damage" in [record.text for record in store.records()]


def test_a_full_disk_costs_the_record_and_raises_nothing(
    store: QuestionStore, caplog: pytest.LogCaptureFixture
) -> None:
    class Full:
        def change(self, *arguments: object) -> int:
            raise sqlite3.OperationalError("database or disk is full")

    store.database = Full()  # type: ignore[assignment]
    noted(store, "heart")
    assert "not recorded" in caplog.text and "heart" not in caplog.text


def test_the_file_uses_wal_and_is_its_owners_alone(store: QuestionStore) -> None:
    assert store.database.rows("PRAGMA journal_mode") == [("wal",)]
    assert store.database.file.stat().st_mode & 0o077 == 0
