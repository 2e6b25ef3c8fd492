"""The question page: one box, and its answer below it. Everything works without JavaScript."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.core.types import BookLanguage
from tutor.web import fragments
from tutor.web.api.answer_model import AnswerReport
from tutor.web.api.reports import answer_report
from tutor.web.api.routes import ask_question
from tutor.web.errors import WebError, http_status
from tutor.web.protection import require_form_token
from tutor.web.service.work import Asked
from tutor.web.site import site
from tutor.web.visitor import ANSWER, ANSWER_LANGUAGES, CLASS, FORM, LAST, SUBJECT, Choices, remember, visitor

asking = Blueprint("asking", __name__)
FIRST_LOOK_SECONDS = 0.8


@asking.get("/")
def home() -> str:
    return _page(request.args.get("q", "")[:1000], visitor().choices)


@asking.post("/ask")
def ask() -> Response | tuple[str, int]:
    require_form_token()
    text = request.form.get("q", "")
    choices = Choices(
        request.form.get("subject", ""), request.form.get("form", ""), request.form.get("language", "")
    )  # fmt: skip
    wishes = {name: True for name in fragments.supported_wishes() if request.form.get(name)}
    previous = request.form.get("previous")
    if previous:
        site().service.stop(previous)
    try:
        ticket = ask_question(text, choices, wishes)
        site().service.wait(ticket, FIRST_LOOK_SECONDS, until_evidence=True)
    except TutorError as error:
        return _page(text, choices, error=error), http_status(error)
    response = redirect(url_for("asking.answer", ticket=ticket), 303)
    if request.form.get("keep") != "no":
        for name, value in ((SUBJECT, choices.subject), (FORM, choices.form), (ANSWER, choices.language)):
            remember(response, name, value if len(value) < 60 else "")
    return response


@asking.get("/answer/<ticket>")
def answer(ticket: str) -> Response | tuple[str, int]:
    service = site().service
    try:
        asked = service.asked(ticket)
        progress = service.progress(ticket)
    except WebError as error:
        return _page("", visitor().choices, error=error), http_status(error)
    pin = site().pins.answer_to(asked.question.text)
    report = answer_report(progress, visitor().language, site().curriculum, pin)
    response = make_response(
        _page(asked.question.text, visitor().choices, asked=asked, report=report, ended=progress.ended,
              seen=f"{progress.run}.{len(progress.events)}")
    )  # fmt: skip
    if report.language in ANSWER_LANGUAGES:
        remember(response, LAST, report.language)
    return response


@asking.post("/answer/<ticket>/stop")
def stop(ticket: str) -> Response:
    require_form_token()
    site().service.stop(ticket)
    return redirect(url_for("asking.answer", ticket=ticket), 303)


@asking.post("/answer/<ticket>/teacher")
def teacher(ticket: str) -> Response:
    require_form_token()
    if not site().questions.ask_teacher(ticket):
        raise WebError("ticket-missing")
    return redirect(url_for("asking.answer", ticket=ticket, told="yes", _anchor="after"), 303)


@asking.get("/c/<token>")
def join(token: str) -> Response:
    """The address of a class link: this device belongs to the class from now on."""
    classroom = site().classrooms.classroom_typed(token)
    if classroom is None:
        raise WebError("class-missing")
    response = redirect(url_for("asking.home", page=classroom.language))
    remember(response, CLASS, classroom.token, hidden=True)
    remember(response, SUBJECT, classroom.subject or "")
    remember(response, FORM, str(classroom.form or ""))
    return response


@asking.post("/leave-class")
def leave_class() -> Response:
    require_form_token()
    response = redirect(url_for("asking.home"), 303)
    response.delete_cookie(CLASS)
    return response


def subjects_and_forms(page: BookLanguage) -> tuple[list[tuple[str, str]], list[tuple[int, str]]]:
    """(slug, name) of the subjects and (number, name) of the forms that this device can choose."""
    curriculum = site().curriculum
    try:
        allowed = visitor().allowed
        books = site().library.documents(allowed)
    except TutorError:
        return [], []
    held = {book.metadata.subject for book in books}
    forms = {book.metadata.form for book in books}
    subjects = [(subject.slug, subject.names[page]) for subject in curriculum.subjects if subject.slug in held]
    return subjects, [(form.number, form.names[page]) for form in curriculum.forms if form.number in forms]


def _page(
    text: str,
    choices: Choices,
    asked: Asked | None = None,
    report: AnswerReport | None = None,
    ended: bool = True,
    seen: str = "",
    error: TutorError | None = None,
) -> str:
    page = visitor().language
    if error is None:
        error = _fault_of_library()
    subjects, forms = subjects_and_forms(page)
    block = fragments.block_html(report, asked, page) if report and asked else ""
    return render_template(
        "ask.html", question=text, choices=choices, subjects=subjects, forms=forms, block=block, report=report,
        ended=ended, seen=seen, error=error, classroom=visitor().classroom, told=request.args.get("told") == "yes",
        offer_start=error is not None and error.code == "library-empty",
    )  # fmt: skip


def _fault_of_library() -> TutorError | None:
    """Why nothing can be asked now: no book, no model, no class."""
    try:
        site().source.current()
        _ = visitor().allowed
    except TutorError as error:
        return error
    return None
