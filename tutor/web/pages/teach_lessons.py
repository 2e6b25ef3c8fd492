"""The teacher's lessons: making paths, looking through what waits, editing, approving, giving a path to a class."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.core.types import Scope
from tutor.lessons import wording
from tutor.lessons.durations import time_in_words
from tutor.lessons.editing import LONGEST_LINE, MOST_LINES, Edit, unsupported_lines
from tutor.lessons.errors import LessonError
from tutor.lessons.lesson import Lesson, State
from tutor.lessons.service import Lessons, PathStatus
from tutor.web.desk.addresses import is_inner, pupil_address
from tutor.web.desk.lesson_files import FILE_KINDS, path_file
from tutor.web.errors import WebError, http_status
from tutor.web.pages.door import for_teachers
from tutor.web.pages.learning import choices, planned
from tutor.web.rendering.lesson_view import shown_lesson, shown_path
from tutor.web.service.lesson_access import passages_of, path_of
from tutor.web.service.lesson_source import questions_are_answered
from tutor.web.site import site
from tutor.web.visitor import visitor

teach_lessons = Blueprint("teach_lessons", __name__, url_prefix="/teacher/lessons")
TEACHER = "teacher"


@teach_lessons.get("")
@for_teachers
def home() -> str | tuple[str, int]:
    return _home()


@teach_lessons.post("")
@for_teachers
def make() -> Response | str | tuple[str, int]:
    try:
        status = planned(TEACHER, Scope())
    except TutorError as error:
        return _home(error)
    return redirect(url_for("teach_lessons.path", path=status.path.id), 303)


@teach_lessons.get("/review")
@for_teachers
def review() -> str:
    waiting = [kept.lesson for kept in _lessons().review_list() if kept.lesson is not None]
    keys = [kept.key for kept in _lessons().review_list() if kept.lesson is not None]
    return render_template("desk_lesson_review.html", waiting=list(zip(keys, waiting, strict=True)), **_names())


@teach_lessons.get("/lesson/<key>")
@for_teachers
def lesson(key: str) -> str:
    return _lesson(key)


@teach_lessons.post("/lesson/<key>/approve")
@for_teachers
def approve(key: str) -> Response | tuple[str, int]:
    try:
        _lessons().approve(key, TEACHER, own_words=bool(request.form.get("own_words")))
    except LessonError as error:
        return _refused(key, error)
    return redirect(url_for("teach_lessons.lesson", key=key, done="approved"), 303)


@teach_lessons.post("/lesson/<key>/edit")
@for_teachers
def edit(key: str) -> Response | tuple[str, int]:
    try:
        _lessons().edit(key, _said())
    except LessonError as error:
        return _refused(key, error)
    return redirect(url_for("teach_lessons.lesson", key=key, done="edited"), 303)


@teach_lessons.get("/path/<path>")
@for_teachers
def path(path: str) -> str:
    return _path(path_of(path))


@teach_lessons.post("/path/<path>/again")
@for_teachers
def again(path: str) -> Response:
    _lessons().want(path_of(path).path.id, again=True)
    site().lesson_room.wake()
    return redirect(url_for("teach_lessons.path", path=path), 303)


@teach_lessons.post("/path/<path>/arrange")
@for_teachers
def arrange(path: str) -> Response:
    busy = questions_are_answered(site().service)
    why = _lessons().arrange(path_of(path).path.id, busy)
    return redirect(url_for("teach_lessons.path", path=path, arranged=why or "yes"), 303)


@teach_lessons.post("/path/<path>/give")
@for_teachers
def give(path: str) -> Response:
    classroom = site().classrooms.classroom(request.form.get("class", ""))
    if classroom is None:
        raise WebError("nothing-chosen")
    _lessons().assign(path_of(path).path.id, classroom.token)
    site().lesson_room.wake()
    return redirect(url_for("teach_lessons.path", path=path, saved="yes", _anchor="classes"), 303)


@teach_lessons.post("/path/<path>/withdraw")
@for_teachers
def withdraw(path: str) -> Response:
    _lessons().store.assignments.withdraw(path_of(path).path.id, request.form.get("class", ""))
    return redirect(url_for("teach_lessons.path", path=path, saved="yes", _anchor="classes"), 303)


@teach_lessons.post("/path/<path>/remove")
@for_teachers
def remove(path: str) -> Response | tuple[str, int]:
    status = path_of(path)
    if not request.form.get("sure"):
        error = WebError("not-confirmed")
        return _path(status, error), http_status(error)
    _lessons().store.remove_path(status.path.id)
    return redirect(url_for("teach_lessons.home"), 303)


@teach_lessons.get("/path/<path>/file.<kind>")
@for_teachers
def file(path: str, kind: str) -> Response:
    if kind not in FILE_KINDS:
        raise WebError("page-missing")
    return path_file(path_of(path), kind)


def _lessons() -> Lessons:
    return site().lesson_room.lessons


def _home(error: TutorError | None = None) -> str | tuple[str, int]:
    lists: dict[str, object] = {"subjects": [], "forms": [], "subject": "", "form": "", "topics": []}
    paths: list[PathStatus] = []
    waiting = 0
    try:
        lists = choices(Scope())
        paths = [one for one in _lessons().paths() if not one.path.owner.startswith("pupil:")]
        waiting = len(_lessons().review_list())
    except TutorError as fault:
        error = error or fault
    whole = render_template(
        "desk_lessons.html", **lists, paths=paths, waiting=waiting, error=error, ready=State.READY,
        asked=request.form.get("request", ""), language=request.form.get("language", ""),
    )  # fmt: skip
    return (whole, http_status(error)) if error else whole


def _path(status: PathStatus, error: TutorError | None = None) -> str:
    classes = {one.token: one for one in site().classrooms.classes()}
    given = [one for one in _lessons().store.assignments.of_path(status.path.id) if one.classroom in classes]
    address = pupil_address()
    rows = [
        (
            classes[one.classroom],
            address + url_for("learn.join", link=one.link),
            _lessons().class_summary(one.classroom, status.path.id),
        )
        for one in given
    ]
    arranged = request.args.get("arranged", "")
    told = wording.NOT_ARRANGED[arranged][visitor().language] if arranged in wording.NOT_ARRANGED else ""
    left = [one for token, one in classes.items() if token not in {given_to.classroom for given_to in given}]
    return render_template(
        "desk_path.html", status=status, branches=shown_path(status, for_teacher=True), time=time_in_words, given=rows,
        left=left, is_inner=is_inner(address), error=error, saved=request.args.get("saved"), failed=State.FAILED,
        told=told, arranged=arranged == "yes",
    )  # fmt: skip


def _lesson(key: str, error: TutorError | None = None) -> str:
    try:
        found = _lessons().lesson_of_key(key, for_teacher=True)
    except LessonError as fault:
        raise WebError("lesson-missing") from fault
    return render_template(
        "desk_lesson.html", key=key, shown=shown_lesson(found, passages_of([found]), site().curriculum),
        lesson_language=found.language, own=unsupported_lines(found), error=error, done=request.args.get("done"),
        ready=State.READY, review=State.REVIEW, subject=site().curriculum.subject_name(found.subject, found.language),
        form=site().curriculum.form_name(found.form, found.language), dropped=sum(found.counts.dropped.values()),
    )  # fmt: skip


def _refused(key: str, error: LessonError) -> tuple[str, int]:
    if error.code == "lesson-unknown":
        raise WebError("lesson-missing") from error
    return _lesson(key, error), http_status(error)


def _said() -> Edit:
    """The parts in their order, each a heading and its lines, and the ticked questions."""
    form = request.form
    count = form.get("parts", default=0, type=int)
    names = [*(str(at) for at in range(min(count, MOST_LINES))), "new"]
    parts = [(form.get(f"heading_{name}", "")[:200], _lines(form.get(f"text_{name}", ""))) for name in names]
    kept = frozenset(int(at) for at in form.getlist("question") if at.isascii() and at.isdigit())
    return Edit(tuple((heading, lines) for heading, lines in parts if lines), kept)


def _lines(text: str) -> tuple[str, ...]:
    lines = [line.strip()[:LONGEST_LINE] for line in text.splitlines()]
    return tuple(line for line in lines if line)[:MOST_LINES]


def _names() -> dict[str, object]:
    curriculum = site().curriculum
    page = visitor().language

    def where(lesson: Lesson) -> str:
        return f"{curriculum.subject_name(lesson.subject, page)}, {curriculum.form_name(lesson.form, page)}"

    return {"where": where}
