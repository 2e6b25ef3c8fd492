"""The teacher's classes: their links with square codes, and what each may see."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.core.types import Scope
from tutor.web.desk.addresses import is_inner, pupil_address, square_code_image
from tutor.web.errors import WebError, http_status
from tutor.web.pages.door import for_teachers
from tutor.web.site import site
from tutor.web.stores.classroom import Classroom
from tutor.web.visitor import FORM, PAGE_LANGUAGES, PREVIEW, SUBJECT, remember, visitor

teach_classes = Blueprint("teach_classes", __name__, url_prefix="/teacher/classes")
LONGEST_NAME = 60
PREVIEW_PAGE = "tutor_preview_page"
KEEP_DAYS = range(1, 731)


@teach_classes.get("")
@for_teachers
def classes() -> str:
    return _list()


@teach_classes.post("")
@for_teachers
def make() -> Response | tuple[str, int]:
    try:
        name, subject, form, language = _said()
        allowed = Scope(subjects=(subject,) if subject else ())
        made = site().classrooms.add_class(name, subject, form, language, allowed)
    except TutorError as error:
        return _list(error), http_status(error)
    return redirect(url_for("teach_classes.classroom", token=made.token), 303)


@teach_classes.post("/rules")
@for_teachers
def rules() -> Response | tuple[str, int]:
    days = request.form.get("keep_days", "")
    if not (days.isascii() and days.isdigit() and int(days[:6]) in KEEP_DAYS):
        error = WebError("days-invalid", least=KEEP_DAYS[0], most=KEEP_DAYS[-1])
        return _list(error), http_status(error)
    site().classrooms.set_setting("keep_days", str(int(days)))
    site().classrooms.set_setting("open_to_all", "yes" if request.form.get("open_to_all") else "no")
    site().questions.purge()
    return redirect(url_for("teach_classes.classes", saved="yes"), 303)


@teach_classes.get("/<token>")
@for_teachers
def classroom(token: str) -> str:
    return _one(_found(token))


@teach_classes.post("/<token>")
@for_teachers
def change(token: str) -> Response | tuple[str, int]:
    found = _found(token)
    try:
        name, subject, form, language = _said()
        changed = replace(
            found, name=name, subject=subject, form=form, language=language, allowed=_allowed(found.allowed)
        )
    except TutorError as error:
        return _one(found, error), http_status(error)
    site().classrooms.change_class(changed)
    return redirect(url_for("teach_classes.classroom", token=token, saved="yes"), 303)


@teach_classes.post("/<token>/link")
@for_teachers
def renew(token: str) -> Response:
    renewed = site().classrooms.renew_link(token)
    if renewed is None:
        raise WebError("class-missing")
    site().questions.class_renamed(token, renewed.token)
    site().lesson_room.lessons.store.assignments.class_renamed(token, renewed.token)
    return redirect(url_for("teach_classes.classroom", token=renewed.token), 303)


@teach_classes.post("/<token>/remove")
@for_teachers
def remove(token: str) -> Response | tuple[str, int]:
    found = _found(token)
    if not request.form.get("sure"):
        error = WebError("not-confirmed")
        return _one(found, error), http_status(error)
    site().classrooms.remove_class(token)
    return redirect(url_for("teach_classes.classes"), 303)


@teach_classes.post("/<token>/preview")
@for_teachers
def preview(token: str) -> Response:
    """Look at the pupils' pages as the class does, with what they begin with."""
    found = _found(token)
    response = redirect(url_for("asking.home", page=found.language or visitor().language), 303)
    response.set_cookie(PREVIEW, token, httponly=True, samesite="Strict")
    response.set_cookie(PREVIEW_PAGE, visitor().language, httponly=True, samesite="Strict")
    remember(response, SUBJECT, found.subject or "")
    remember(response, FORM, str(found.form or ""))
    return response


@teach_classes.post("/preview/end")
@for_teachers
def end_preview() -> Response:
    """Back to the page of the class, in the language that it was left in."""
    looked_at, before = visitor().previewed, PAGE_LANGUAGES.get(request.cookies.get(PREVIEW_PAGE, ""))
    where = url_for("teach_classes.classroom", token=looked_at.token) if looked_at else url_for("teach_classes.classes")
    response = redirect(f"{where}?page={before}" if before else where, 303)
    for name in (PREVIEW, PREVIEW_PAGE, SUBJECT, FORM):
        response.delete_cookie(name)
    return response


def _found(token: str) -> Classroom:
    found = site().classrooms.classroom(token)
    if found is None:
        raise WebError("class-missing")
    return found


def _said() -> tuple[str, str | None, int | None, str | None]:
    """Name, subject, form and language from the form. Raises WebError or InputError."""
    curriculum = site().curriculum
    name = " ".join(request.form.get("name", "").split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise WebError("class-name-missing", most=LONGEST_NAME)
    subject, form = request.form.get("subject", ""), request.form.get("form", "")
    return (
        name,
        curriculum.subject(subject).slug if subject else None,
        curriculum.form(form) if form else None,
        PAGE_LANGUAGES.get(request.form.get("language", "")),
    )


def _allowed(before: Scope) -> Scope:
    """What the ticked boxes let through. What the page has no box for stays as it was."""
    curriculum = site().curriculum
    held = {book.id for book in site().bookshelf.documents()}
    return replace(
        before,
        subjects=tuple(curriculum.subject(slug).slug for slug in request.form.getlist("may_subject")),
        forms=tuple(curriculum.form(number) for number in request.form.getlist("may_form")),
        documents=tuple(name for name in request.form.getlist("may_book") if name in held),
    )


def _list(error: TutorError | None = None) -> str:
    return render_template("desk_classes.html", classes=site().classrooms.classes(), error=error, **_choices(),
                           keep_days=site().classrooms.keep_days, days=KEEP_DAYS,
                           open_to_all=site().classrooms.open_to_all, saved=request.args.get("saved"))  # fmt: skip


def _one(found: Classroom, error: TutorError | None = None) -> str:
    address = pupil_address()
    link = address + url_for("asking.join", token=found.token)
    return render_template("desk_class.html", room=found, link=link, code=square_code_image(link), error=error,
                           is_inner=is_inner(address), books=site().bookshelf.documents(), **_choices(),
                           saved=request.args.get("saved"))  # fmt: skip


def _choices() -> dict[str, object]:
    page, curriculum = visitor().language, site().curriculum
    return {
        "subjects": [(subject.slug, subject.names[page]) for subject in curriculum.subjects],
        "forms": [(form.number, form.names[page]) for form in curriculum.forms],
    }
