"""A pupil's lessons: asking for a path, its outline while lessons fill in, a lesson with its questions."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.core.types import BookLanguage, Scope
from tutor.curriculum.curriculum import Topic
from tutor.lessons.choosing import Chosen
from tutor.lessons.durations import time_in_words
from tutor.lessons.facts import Mark
from tutor.lessons.lesson import State
from tutor.lessons.service import PathStatus
from tutor.web.errors import WebError, http_status
from tutor.web.protection import require_form_token
from tutor.web.rendering.lesson_view import device_key, shown_lesson, shown_path
from tutor.web.service.class_gate import scope_for_class
from tutor.web.service.lesson_access import (
    admit_within,
    gated_topics,
    keep_newest,
    mark_of,
    path_of,
    pupil_owner,
    pupils_lesson,
)
from tutor.web.service.lesson_room import require_patience
from tutor.web.site import site
from tutor.web.visitor import CLASS, PAGE_LANGUAGES, TOKEN, chosen_scope, remember, visitor

learn = Blueprint("learn", __name__)
LONGEST_ANSWER = 1000


@learn.get("/lessons")
def home() -> str | tuple[str, int]:
    return _home()


@learn.post("/lessons")
def make() -> Response | str | tuple[str, int]:
    require_form_token()
    try:
        status = planned(pupil_owner(visitor()), visitor().allowed)
    except TutorError as error:
        return _home(error)
    return redirect(url_for("learn.path", path=status.path.id), 303)


@learn.get("/lessons/<path>")
def path(path: str) -> str:
    status = path_of(path)
    gated = gated_topics(status, visitor().allowed)
    return render_template("path.html", status=status, branches=shown_path(status, gated), time=time_in_words)


@learn.get("/lessons/<path>/<topic>")
def lesson(path: str, topic: str) -> str:
    return _lesson(path_of(path), topic)


@learn.post("/lessons/<path>/<topic>/answer")
def answer(path: str, topic: str) -> str:
    """The lesson with the mark of one answer: the way without a script."""
    require_form_token()
    require_patience(site().lesson_room.answers, visitor().pupil)
    status = path_of(path)
    _, key, _ = pupils_lesson(status, topic, visitor().allowed)
    question = request.form.get("question", default=-1, type=int)
    said = "\n".join(request.form.getlist("answer"))[:LONGEST_ANSWER]
    mark = mark_of(key, question, said)
    return _lesson(status, topic, (question, said, mark))


@learn.get("/l/<link>")
def join(link: str) -> Response:
    """A class's link to its path: this device belongs to the class from now on."""
    try:
        found = site().lesson_room.lessons.store.assignments.of_link(link)
    except TutorError as error:
        raise WebError("lesson-path-missing") from error
    classroom = site().classrooms.classroom(found.classroom) if TOKEN.fullmatch(found.classroom) else None
    if classroom is None:
        raise WebError("class-missing")
    response = redirect(url_for("learn.path", path=found.path_id, page=classroom.language))
    remember(response, CLASS, classroom.token, hidden=True)
    return response


def planned(owner: str, allowed: Scope) -> PathStatus:
    """The path that the form asks for, kept and wanted. Raises TutorError."""
    require_patience(site().lesson_room.plans, visitor().pupil)
    lessons, form = site().lesson_room.lessons, request.form
    language = PAGE_LANGUAGES.get(form.get("language", ""))
    if form.get("subject"):
        weeks = form.get("weeks", "").strip()
        chosen = Chosen(
            form["subject"], language or visitor().language,
            tuple(site().curriculum.form(one) for one in form.getlist("form") if one),
            tuple(form.getlist("topic")), int(weeks[:4]) if weeks.isascii() and weeks.isdigit() else None,
        )  # fmt: skip
        status = lessons.plan_chosen(chosen, owner, write=True, admit=lambda plan: admit_within(allowed, plan))
    else:
        status = lessons.plan_path(
            form.get("request", ""), owner, language, write=True, admit=lambda plan: admit_within(allowed, plan)
        )
    keep_newest(lessons, owner)
    site().lesson_room.wake()
    return status


def choices(allowed: Scope) -> dict[str, object]:
    """The lists of the form: subjects and forms that may be had, and the topics of those chosen.

    Raises TutorError for a subject or form that nobody knows or the class does not use.
    """
    curriculum, page = site().curriculum, visitor().language
    subjects = [(one.slug, one.names[page]) for one in curriculum.subjects if _may(one.slug, allowed.subjects)]
    forms = [(one.number, one.names[page]) for one in curriculum.forms if _may(one.number, allowed.forms)]
    subject, form = request.args.get("subject", ""), request.args.get("form", "")
    topics: tuple[Topic, ...] = ()
    if subject:
        forms_of = scope_for_class(chosen_scope(subject, form, curriculum), allowed).forms
        topics = tuple(
            topic for topic in curriculum.subject(subject).topics if not topic.parts and _may(topic.form, forms_of)
        )
    return {
        "subjects": subjects, "forms": forms, "subject": subject, "form": form,
        "topics": [(one.slug, one.names[page]) for one in topics],
    }  # fmt: skip


def _may(value: object, among: tuple[object, ...]) -> bool:
    return not among or value in among


def _home(error: TutorError | None = None) -> str | tuple[str, int]:
    who, lessons = visitor(), site().lesson_room.lessons
    lists: dict[str, object] = {"subjects": [], "forms": [], "subject": "", "form": "", "topics": []}
    of_class: list[PathStatus] = []
    own: list[PathStatus] = []
    try:
        lists = choices(who.allowed)
        own = [] if who.is_new else lessons.paths(pupil_owner(who))
        if who.classroom is not None:
            assigned = lessons.store.assignments.of_class(who.classroom.token)
            of_class = [lessons.path_status(one.path_id) for one in assigned]
    except TutorError as fault:
        error = error or fault
    whole = render_template(
        "paths.html", **lists, of_class=of_class, own=own, error=error, ready=State.READY,
        asked=request.form.get("request", ""), language=request.form.get("language", ""),
    )  # fmt: skip
    return (whole, http_status(error)) if error else whole


def _lesson(status: PathStatus, topic: str, marked: tuple[int, str, Mark] | None = None) -> str:
    found, _, passages = pupils_lesson(status, topic, visitor().allowed)
    order = [node.node.topic for node in status.nodes]
    after = [node for node in status.nodes[order.index(topic) + 1 :] if node.state is State.READY]
    node = status.nodes[order.index(topic)]
    language: BookLanguage = found.language
    return render_template(
        "lesson.html", status=status, node=node, shown=shown_lesson(found, passages, site().curriculum, status),
        lesson_language=language, key=device_key(status.path.plan, topic), next=after[0] if after else None,
        marked=marked, subject=site().curriculum.subject_name(found.subject, language),
        form=site().curriculum.form_name(found.form, language), time=time_in_words(node.node.periods, language),
    )  # fmt: skip
