"""Lessons in the API: plan, list, show, follow, read, mark and count."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from flask.testing import FlaskClient
from test_lesson_pages import topic_in, written

from tutor.core.types import Scope
from tutor.lessons.lesson import State
from tutor.web.app import create_app
from tutor.web.service.limits import Limit, RateLimiter
from tutor.web.site import Site

PATHS = "/api/v1/paths"


@pytest.fixture
def path(library_client: FlaskClient, library_site: Site) -> str:
    """A written path of this device."""
    made = library_client.post(PATHS, json={"request": "Form 2 biology in English"}).json
    assert made is not None
    written(library_site, f"/{made['id']}")
    return str(made["id"])


def states(report: dict[str, Any]) -> set[str]:
    return {lesson["state"] for branch in report["branches"] for lesson in branch["lessons"]}


def test_a_path_is_planned_shown_and_listed(library_client: FlaskClient, path: str) -> None:
    shown = library_client.get(f"{PATHS}/{path}").json
    assert shown is not None and shown["done"] and shown["language"] == "en"
    assert {"ready", "review"} <= states(shown) <= {"ready", "review", "uncovered"}
    for branch in shown["branches"]:
        for lesson in branch["lessons"]:
            assert bool(lesson["link"]) == (lesson["state"] == "ready")
            assert bool(lesson["said"]) == (lesson["state"] == "uncovered")
    listed = library_client.get(PATHS).json
    assert listed is not None and [one["id"] for one in listed["paths"]] == [path]
    other = library_client.application.test_client()
    other.get("/")
    assert other.get(PATHS).json == {"paths": []}


def test_a_path_is_chosen_by_its_parts(library_client: FlaskClient) -> None:
    body = {"subject": "biology", "forms": [2], "topics": ["nutrition"], "weeks": 2, "language": "sw"}
    made = library_client.post(PATHS, json=body).json
    assert made is not None and made["language"] == "sw"
    assert [one["topic"] for branch in made["branches"] for one in branch["lessons"]][-1] == "nutrition"
    for wrong in (
        {"request": ""}, {"request": "Form 2"}, {"subject": "cookery"}, {"subject": "biology", "topics": ["magic"]},
        {"subject": "biology", "forms": [99]}, {"subject": "biology", "forms": ["two"]}, {"forms": "2"},
        {"subject": "biology", "weeks": 0},
    ):  # fmt: skip
        assert library_client.post(PATHS, json=wrong).status_code == 400, wrong


def test_a_lesson_is_read_with_its_quotes_and_without_its_answers(
    library_client: FlaskClient, library_site: Site, path: str
) -> None:
    status = library_site.lesson_room.lessons.path_status(path)
    topic = topic_in(status, State.READY)
    lesson = library_client.get(f"{PATHS}/{path}/lessons/{topic}").json
    assert lesson is not None and lesson["explanation"] and lesson["terms"] and lesson["questions"]
    assert "answer" not in json.dumps(lesson["questions"])
    for part in lesson["explanation"]:
        for line in part["lines"]:
            (at,) = line["citations"]
            assert lesson["citations"][at]["quote"] and "#quote" in lesson["citations"][at]["link"]
    waits = topic_in(status, State.REVIEW)
    for missing in (f"{path}/lessons/{waits}", f"{path}/lessons/nothing", "nothing1/lessons/x"):
        reply = library_client.get(f"{PATHS}/{missing}")
        assert reply.status_code == 404 and reply.json and reply.json["error"] in {
            "lesson-waits", "lesson-missing", "lesson-path-missing"
        }  # fmt: skip


def test_answers_are_marked_and_counted_for_the_class_alone(
    library_client: FlaskClient, library_site: Site, path: str
) -> None:
    lessons = library_site.lesson_room.lessons
    topic = topic_in(lessons.path_status(path), State.READY)
    own = lessons.lesson(path, topic)
    at = next(n for n, item in enumerate(own.questions) if item.kind != "matching")
    address = f"{PATHS}/{path}/lessons/{topic}"
    mark = library_client.post(f"{address}/mark", json={"question": at, "answer": own.questions[at].answer}).json
    assert mark is not None and mark["outcome"] == "right" and mark["quote"]
    assert library_client.post(f"{address}/mark", json={"question": 19, "answer": "x"}).status_code == 404
    room = library_site.classrooms.add_class("2B", allowed=Scope(subjects=("biology",)))
    link = lessons.assign(path, room.token)
    pupil = create_app(library_site).test_client()
    pupil.get(f"/l/{link}")
    assert pupil.post(f"{address}/count", json={"question": at, "right": True}).json == {"counted": True}
    assert library_client.post(f"{address}/count", json={"question": at, "right": True}).json == {"counted": False}
    assert pupil.post(f"{address}/count", json={"question": 19, "right": True}).status_code == 404
    (result,) = lessons.class_summary(room.token, path)
    assert [row[1:] for row in result.questions] == [(1, 1)]
    library_site.lesson_room.counts = RateLimiter(Limit(1, 60.0), time.monotonic)
    for expected in (200, 429):
        assert pupil.post(f"{address}/count", json={"question": at, "right": False}).status_code == expected


def test_a_path_is_followed_until_it_is_done(library_client: FlaskClient, path: str) -> None:
    reply = library_client.get(f"{PATHS}/{path}/events")
    assert reply.mimetype == "text/event-stream"
    events = reply.get_data(as_text=True).split("\n\n")
    named = [line for event in events for line in event.splitlines() if line.startswith("event: ")]
    assert named == ["event: path", "event: end"]
    data = json.loads(events[1].split("data: ", 1)[1])
    assert data["done"] and data["id"] == path
    assert library_client.get(f"{PATHS}/nothing1/events").status_code == 404


def test_where_only_classes_may_ask_lessons_are_closed_too(library_client: FlaskClient, library_site: Site) -> None:
    library_site.classrooms.set_setting("open_to_all", "no")
    assert library_client.post(PATHS, json={"request": "Form 2 biology"}).status_code == 403
    assert library_client.get(PATHS).status_code == 403
    assert library_client.get("/lessons").status_code == 403
