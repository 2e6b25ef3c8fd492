"""A backup put back from the page: uploaded, read whole, shown, confirmed with the password, and undone if need be."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.web.desk.restoring import Wish
from tutor.web.errors import WebError, http_status
from tutor.web.pages.door import for_teachers
from tutor.web.protection import take_uploads
from tutor.web.site import site
from tutor.web.visitor import visitor

tech_restore = Blueprint("tech_restore", __name__, url_prefix="/status/restore")
LARGEST_BACKUP = (1 << 31) - 1
FORM_PARTS = 8


@tech_restore.before_request
def take_large_files() -> None:
    """Before `for_teachers` reads the form; the server itself lets only who is signed in send so much."""
    if request.method == "POST" and request.endpoint == "tech_restore.receive":
        take_uploads(LARGEST_BACKUP, FORM_PARTS)


@tech_restore.get("")
@for_teachers
def look() -> str:
    return _page()


@tech_restore.post("")
@for_teachers
def receive() -> Response | tuple[str, int]:
    """Keep and check a backup. Nothing is changed yet."""
    upload = request.files.get("backup")
    try:
        if upload is None or not upload.filename:
            raise WebError("nothing-chosen")
        site().restoring.receive(upload)
    except TutorError as error:
        return _page(error), http_status(error)
    return redirect(url_for("tech_restore.look"), 303)


@tech_restore.post("/cancel")
@for_teachers
def cancel() -> Response:
    site().restoring.forget()
    return redirect(url_for("tech_restore.look"), 303)


@tech_restore.post("/confirm")
@for_teachers
def confirm() -> Response | tuple[str, int]:
    return _wanted("restore")


@tech_restore.post("/back")
@for_teachers
def back() -> Response | tuple[str, int]:
    return _wanted("back")


@tech_restore.get("/done")
def done() -> str:
    """How it ended. Everybody may see it: who did it is signed out by it."""
    restoring = site().restoring
    return render_template(
        "desk_restored.html", waiting=restoring.is_wanted, outcome=restoring.outcome,
        made_at=_moment(restoring.outcome.made_at) if restoring.outcome else None,
    )  # fmt: skip


def _wanted(wish: Wish) -> Response | tuple[str, int]:
    try:
        if not request.form.get("sure"):
            raise WebError("not-confirmed")
        site().accounts.require_password(request.form.get("password", ""), visitor().address)
        site().bookshelf.require_idle()
        site().restoring.want(wish)
    except TutorError as error:
        return _page(error), http_status(error)
    return redirect(url_for("tech_restore.done"), 303)


def _page(error: TutorError | None = None) -> str:
    restoring = site().restoring
    return render_template(
        "desk_restore.html", offer=restoring.offer, can_go_back=restoring.can_go_back, error=error,
        made_at=_moment(restoring.offer.made_at) if restoring.offer else None,
    )  # fmt: skip


def _moment(iso: str) -> datetime | None:
    """The time of a backup on this computer's clock; None where it is not said."""
    try:
        return datetime.fromisoformat(iso).astimezone()
    except ValueError:
        return None
