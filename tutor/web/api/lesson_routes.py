"""The operations of lessons: plan a path, list, show and follow it; read a lesson; mark and count an answer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import cast

from flask import Response, request, stream_with_context

from tutor.lessons.choosing import Chosen
from tutor.web.api import lesson_model as model
from tutor.web.api.common_model import StreamEvent
from tutor.web.api.lesson_reports import lesson_report, path_name, path_report
from tutor.web.api.openapi import Operation
from tutor.web.api.routes import HEARTBEAT_SECONDS, operation
from tutor.web.api.stream import HEARTBEAT
from tutor.web.service.lesson_access import (
    admit_within,
    gated_topics,
    is_counted,
    keep_newest,
    mark_of,
    path_of,
    pupil_owner,
    pupils_lesson,
)
from tutor.web.service.lesson_room import require_patience
from tutor.web.site import site
from tutor.web.streams import open_streams
from tutor.web.visitor import page_language, visitor

LOOK_SECONDS = 0.5
LONGEST_FOLLOWED_SECONDS = 1800.0


@operation(
    Operation("POST", "/paths", "Plan a path of lessons; they are written from then on.", {200: model.PathReport},
              body=model.PathRequest)
)  # fmt: skip
def plan_lessons(body: model.PathRequest) -> model.PathReport:
    who, lessons = visitor(), site().lesson_room.lessons
    require_patience(site().lesson_room.plans, who.pupil)
    allowed, owner = who.allowed, pupil_owner(who)
    if body.subject:
        chosen = Chosen(
            body.subject, body.language or page_language(), tuple(site().curriculum.form(one) for one in body.forms),
            tuple(body.topics), body.weeks,
        )  # fmt: skip
        status = lessons.plan_chosen(chosen, owner, write=True, admit=lambda plan: admit_within(allowed, plan))
    else:
        status = lessons.plan_path(
            body.request, owner, body.language, write=True, admit=lambda plan: admit_within(allowed, plan)
        )
    keep_newest(lessons, owner)
    site().lesson_room.wake()
    return path_report(status, gated_topics(status, allowed))


@operation(Operation("GET", "/paths", "The paths of this device and of its class.", {200: model.PathsReport}))
def list_paths() -> model.PathsReport:
    who, lessons = visitor(), site().lesson_room.lessons
    _ = who.allowed
    found = []
    if who.classroom is not None:
        assigned = lessons.store.assignments.of_class(who.classroom.token)
        found += [path_name(lessons.path_status(one.path_id), of_class=True) for one in assigned]
    if not who.is_new:
        found += [path_name(status, of_class=False) for status in lessons.paths(pupil_owner(who))]
    return model.PathsReport(found)


@operation(Operation("GET", "/paths/{path}", "A path and where its lessons stand.", {200: model.PathReport}))
def show_path(path: str) -> model.PathReport:
    status = path_of(path)
    return path_report(status, gated_topics(status, visitor().allowed))


@operation(
    Operation("GET", "/paths/{path}/events", "A path as its lessons are written: an event for each change.",
              {200: None}, streams=True)
)  # fmt: skip
def follow_path(path: str) -> Response:
    allowed = visitor().allowed
    first = path_of(path)
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    streams = open_streams()
    streams.enter()

    def events() -> Iterator[str]:
        yield "retry: 2000\n\n"
        before, told, began = None, time.monotonic(), time.monotonic()
        status = first
        while not gone() and time.monotonic() - began < LONGEST_FOLLOWED_SECONDS:
            report = path_report(status, gated_topics(status, allowed))
            if report != before:
                yield _encoded(StreamEvent("path", asdict(report)))
                before, told = report, time.monotonic()
            elif time.monotonic() - told > HEARTBEAT_SECONDS:
                yield HEARTBEAT
                told = time.monotonic()
            if report.done:
                yield _encoded(StreamEvent("end", {"id": report.id}))
                return
            time.sleep(LOOK_SECONDS)
            status = path_of(path)

    reply = Response(stream_with_context(events()), mimetype="text/event-stream")
    reply.headers["X-Accel-Buffering"] = "no"
    reply.call_on_close(streams.leave)
    return reply


@operation(
    Operation("GET", "/paths/{path}/lessons/{topic}", "A lesson that may be read.", {200: model.LessonReport})
)  # fmt: skip
def show_lesson(path: str, topic: str) -> model.LessonReport:
    status = path_of(path)
    lesson, _, passages = pupils_lesson(status, topic, visitor().allowed)
    return lesson_report(lesson, passages, site().curriculum, status)


@operation(
    Operation("POST", "/paths/{path}/lessons/{topic}/mark", "Have an answer marked. Nothing of it is kept.",
              {200: model.MarkReport}, body=model.AnswerToMark)
)  # fmt: skip
def mark_answer(path: str, topic: str, body: model.AnswerToMark) -> model.MarkReport:
    require_patience(site().lesson_room.answers, visitor().pupil)
    _, key, _ = pupils_lesson(path_of(path), topic, visitor().allowed)
    mark = mark_of(key, body.question, body.answer)
    return model.MarkReport(cast(model.Outcome, mark.outcome), mark.share, list(mark.missing), mark.quote)


@operation(
    Operation("POST", "/paths/{path}/lessons/{topic}/count", "Count a first answer for the class, without a name.",
              {200: model.CountReport}, body=model.AnswerCount)
)  # fmt: skip
def count_answer(path: str, topic: str, body: model.AnswerCount) -> model.CountReport:
    who = visitor()
    require_patience(site().lesson_room.counts, who.pupil)
    status = path_of(path)
    _, key, _ = pupils_lesson(status, topic, who.allowed)
    token = who.counted_class or ""  # a teacher who looks as a class counts for none
    return model.CountReport(is_counted(status, key, body.question, body.right, token))


def _encoded(event: StreamEvent) -> str:
    return f"event: {event.name}\ndata: {json.dumps(event.data, ensure_ascii=False)}\n\n"
