"""The library as the teacher sees it: add books and watch it, correct and remove them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.core.types import LANGUAGES
from tutor.web.desk.import_report import report_lines, step_words
from tutor.web.desk.uploads import keep_uploads
from tutor.web.errors import WebError, http_status
from tutor.web.pages.door import for_teachers
from tutor.web.protection import take_uploads
from tutor.web.site import site
from tutor.web.visitor import visitor

teach_library = Blueprint("teach_library", __name__, url_prefix="/teacher/library")
LARGEST_UPLOAD = 256 << 20
MOST_FILES = 2000
MOST_BOOKS = 5000
SAID = ("subject", "form", "language", "document_type", "year")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def takes_uploads(view: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A view whose form may be large. It stands outside `for_teachers`, which reads the form of who signed in."""

    @wraps(view)
    def wider(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        take_uploads(LARGEST_UPLOAD, MOST_FILES)
        return view(*arguments, **named)

    return wider


@teach_library.get("")
@for_teachers
def library() -> str:
    return _page()


@teach_library.post("/add")
@takes_uploads
@for_teachers
def add() -> Response | tuple[str, int]:
    shelf = site().bookshelf
    uploads = [upload for upload in request.files.getlist("files") if upload.filename]
    try:
        if not uploads:
            raise WebError("nothing-chosen")
        shelf.add(lambda: keep_uploads(shelf.folder, uploads), _said_of_new())
    except TutorError as error:
        return _page(error), http_status(error)
    return _watch()


@teach_library.post("/left-over")
@for_teachers
def add_left_over() -> Response | tuple[str, int]:
    """Import what was sent before the computer stopped."""
    shelf = site().bookshelf
    try:
        files = shelf.left_over()
        if not files:
            raise WebError("nothing-chosen")
        shelf.add(lambda: files, {})
    except TutorError as error:
        return _page(error), http_status(error)
    return _watch()


@teach_library.post("/sample")
@for_teachers
def add_sample() -> Response | tuple[str, int]:
    try:
        site().bookshelf.add_sample()
    except TutorError as error:
        return _page(error), http_status(error)
    return _watch()


@teach_library.post("/change")
@takes_uploads
@for_teachers
def change() -> Response | tuple[str, int]:
    """Correct or remove what is ticked."""
    shelf, names = site().bookshelf, request.form.getlist("book")[:MOST_BOOKS]
    held = {document.id for document in shelf.documents()}
    known = [name for name in names if name in held]
    try:
        if request.form.get("do") != "remove":
            shelf.correct(known, {name: request.form.get(name) or None for name in SAID})
        elif not request.form.get("sure"):
            raise WebError("not-confirmed")
        else:
            shelf.remove(known)
    except TutorError as error:
        return _page(error), http_status(error)
    return _watch()


def _said_of_new() -> dict[str, str | None]:
    return {name: request.form.get(name) or None for name in ("subject", "form", "language", "document_type")}


def _watch() -> Response:
    return redirect(url_for("teach_library.library", _anchor="job"), 303)


def _page(error: TutorError | None = None) -> str:
    page, curriculum = visitor().language, site().curriculum
    job = site().bookshelf.job
    return render_template(
        "desk_library.html", job=job, step=step_words(job.step, page) if job else "", error=error,
        left_over=len(site().bookshelf.left_over()), books=site().bookshelf.documents(),
        report=report_lines(job.report, page) if job and job.report else None,
        subjects=[(subject.slug, subject.names[page]) for subject in curriculum.subjects],
        forms=[(form.number, form.names[page]) for form in curriculum.forms],
        kinds=[(kind.slug, kind.names[page]) for kind in curriculum.document_types], languages=LANGUAGES,
    )  # fmt: skip
