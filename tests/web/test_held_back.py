"""What a teacher marked as wrong is not given again: not from the cache, not by a wish, not on an open page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from test_api import ask, events_of
from test_desk_pages import send, text_of
from web_fakes import EVIDENCE, FakeTutor, asked

from tutor.web.site import Site
from tutor.web.stores.classroom import ClassroomStore
from tutor.web.stores.held_back import HeldBackStore

HEART = "What is the heart?"


def marked(teacher: FlaskClient, site: Site, mark: str = "wrong", question: str = HEART) -> int:
    """The number of the newest record of the question, now marked."""
    number = next(record.number for record in site.questions.records() if record.text == question)
    assert send(teacher, f"/teacher/questions/{number}/mark", mark=mark)[0] == 200
    return number


def test_a_wrong_answer_is_not_served_from_the_cache_again(
    teacher: FlaskClient, site: Site, fake_tutor: FakeTutor
) -> None:
    assert ask(teacher)["sentences"]
    marked(teacher, site)
    again = ask(teacher, "what is THE heart", html="en")
    assert again["withheld"] and again["state"] == "done" and again["sentences"] == [] and again["citations"] == []
    assert again["evidence"][0]["passage_id"] == EVIDENCE.passage.id and again["method"] is None
    assert "A teacher found that the earlier answer" in again["html"] and "Ask your teacher" in again["html"]
    assert "Simpler" not in again["html"] and fake_tutor.written == [HEART]
    assert [record.outcome for record in site.questions.records()] == ["withheld", "answered"]
    assert site.questions.records()[0].language == "en"


@pytest.mark.parametrize("wish", [{"simpler": True}, {"more": True}, {"language": "sw"}])
def test_no_wish_brings_it_back_and_nothing_is_written(
    teacher: FlaskClient, site: Site, fake_tutor: FakeTutor, wish: dict[str, Any]
) -> None:
    ask(teacher)
    marked(teacher, site)
    assert ask(teacher, **wish)["withheld"]
    assert fake_tutor.written == [HEART] and site.service.state().waiting == 0


def test_a_page_that_is_open_does_not_show_it_any_more(teacher: FlaskClient, site: Site) -> None:
    ticket = ask(teacher)["ticket"]
    marked(teacher, site)
    page = text_of(teacher, f"/answer/{ticket}?page=en")
    assert "A teacher found that the earlier answer" in page and 'class="cite"' not in page
    names = [name for name, _, _ in events_of(teacher.get(f"/api/v1/queue/{ticket}/events").get_data(as_text=True))]
    assert "sentence" not in names and "answer" not in names and "evidence" in names


@pytest.mark.parametrize("mark", ["good", "none"])
def test_when_the_mark_is_taken_off_it_is_answered_again(teacher: FlaskClient, site: Site, mark: str) -> None:
    ask(teacher)
    number = marked(teacher, site)
    assert ask(teacher)["withheld"]
    assert send(teacher, f"/teacher/questions/{number}/mark", mark=mark)[0] == 200
    again = ask(teacher)
    assert not again["withheld"] and again["sentences"]


def test_another_question_on_the_same_passage_is_answered(teacher: FlaskClient, site: Site) -> None:
    ask(teacher)
    marked(teacher, site)
    assert ask(teacher, "Does the heart pump?")["sentences"]


def test_it_outlives_the_list_of_questions_and_can_be_let_go_there(teacher: FlaskClient, site: Site) -> None:
    ask(teacher)
    marked(teacher, site)
    site.questions.database.change("DELETE FROM questions")
    assert HEART in text_of(teacher, "/teacher/questions?view=review&page=en")
    assert send(teacher, "/teacher/questions/release", key="what is the heart")[0] == 200
    assert site.held_back.all() == [] and ask(teacher)["sentences"]
    assert send(teacher, "/teacher/questions/release", key="what is the heart")[0] == 404


def test_a_decline_that_is_marked_holds_nothing_back(teacher: FlaskClient, site: Site) -> None:
    ask(teacher, "Usanisinuru ni nini?")
    marked(teacher, site, question="Usanisinuru ni nini?")
    assert site.held_back.all() == [] and ask(teacher, "Usanisinuru ni nini?")["decline"]


def test_with_the_teachers_own_answer_the_note_points_to_it(teacher: FlaskClient, site: Site) -> None:
    ask(teacher)
    number = marked(teacher, site)
    assert send(teacher, f"/teacher/questions/{number}/pin", answer="It is a <pump>.")[0] == 200
    report = ask(teacher, html="en")
    assert report["withheld"] and report["teacher_answer"]["text"] == "It is a <pump>."
    assert "It is a &lt;pump&gt;." in report["html"]
    assert "The computer&#39;s earlier answer" in report["html"] or "The computer's earlier answer" in report["html"]


@pytest.mark.parametrize("page, label", [("en", "Your teacher's own answer"), ("sw", "Jibu la mwalimu wako mwenyewe")])
def test_a_pinned_answer_comes_labelled_through_the_api_and_its_stream(
    client: FlaskClient, site: Site, page: str, label: str
) -> None:
    site.pins.pin("Usanisinuru ni nini?", "Mimea hutengeneza chakula.")
    client.get(f"/?page={page}")
    report = ask(client, "usanisinuru ni NINI")
    assert report["teacher_answer"] == {"text": "Mimea hutengeneza chakula.", "label": label}
    assert report["decline"] and report["sentences"] == []
    plain = events_of(client.get(f"/api/v1/queue/{report['ticket']}/events").get_data(as_text=True))
    assert plain[0][0] == "teacher" and plain[0][1] == report["teacher_answer"]
    told = events_of(client.get(f"/api/v1/queue/{report['ticket']}/events?html={page}").get_data(as_text=True))
    assert label.replace("'", "&#39;") in told[0][1]["html"] and [name for name, _, _ in told].count("teacher") == 1
    assert ask(client, "What is the heart?")["teacher_answer"] is None


def test_a_reader_who_has_the_teachers_answer_is_not_told_again(client: FlaskClient, site: Site) -> None:
    site.pins.pin(HEART, "A pump.")
    ticket = ask(client)["ticket"]
    whole = events_of(client.get(f"/api/v1/queue/{ticket}/events").get_data(as_text=True))
    assert [name for name, _, _ in whole if name != "state"][:3] == ["teacher", "understood", "evidence"]
    last = next(event_id for name, _, event_id in whole if name == "evidence")
    rest = events_of(client.get(f"/api/v1/queue/{ticket}/events", query_string={"after": last}).get_data(as_text=True))
    assert "teacher" not in [name for name, _, _ in rest]


def test_the_store_keeps_them_by_words_and_passages(tmp_path: Path) -> None:
    classes = ClassroomStore(tmp_path / "classroom.db")
    store = HeldBackStore(classes.database)
    store.hold_back("What is Mars?", ["b", "a"])
    store.hold_back("What is Mars?", ())
    again = HeldBackStore(classes.database)
    assert [one.passages for one in again.all()] == [frozenset({"a", "b"})]
    assert again.holds_back("what is mars", ["a", "c"]) and not again.holds_back("what is mars", ["c"])
    assert not again.holds_back("what is venus", ["a"])
    assert not again.release("What is Mars?", ["a"]) and again.release("What is Mars?", ["a", "b"])
    assert not again.holds_back("what is mars", ["a"])


def test_a_file_of_classes_from_before_is_taken_over(tmp_path: Path) -> None:
    store = ClassroomStore(tmp_path / "classroom.db")
    store.add_class("2B")
    store.database.change("DROP TABLE held_back")
    store.database.change("DELETE FROM migrations WHERE number = 3")
    store.close()
    again = ClassroomStore(tmp_path / "classroom.db")
    assert HeldBackStore(again.database).all() == [] and again.classes()[0].name == "2B"


def test_the_mark_alone_makes_no_record_of_who_asked(site: Site) -> None:
    site.held_back.hold_back(HEART, ["a"])
    ticket = site.service.ask(asked(HEART, "secret-device"))
    site.service.wait(ticket, 20)
    assert "secret-device" not in json.dumps(site.classrooms.database.rows("SELECT * FROM held_back"))


def test_the_last_event_knows_of_the_teachers_answer_too(teacher: FlaskClient, site: Site) -> None:
    ask(teacher)
    number = marked(teacher, site)
    send(teacher, f"/teacher/questions/{number}/pin", answer="It pumps blood.")
    ticket = ask(teacher)["ticket"]
    told = events_of(teacher.get(f"/api/v1/queue/{ticket}/events?html=en").get_data(as_text=True))
    assert "Your teacher&#39;s answer is above" in told[-1][1]["html"]
    assert "Your teacher&#39;s answer is above" not in json.dumps([data for name, data, _ in told if name == "state"])
