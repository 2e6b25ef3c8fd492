"""The teacher's door: the first password, signing in and out."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.web.accounts import LEAST_CHARACTERS, SESSION_HOURS
from tutor.web.errors import WebError, http_status
from tutor.web.protection import require_form_token
from tutor.web.site import site
from tutor.web.visitor import PREVIEW, SESSION, visitor

door = Blueprint("door", __name__, url_prefix="/teacher")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def for_teachers(view: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A view only for who signed in. Raises WebError `sign-in-needed`; every change needs the form's token."""

    @wraps(view)
    def guarded(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        if not visitor().is_teacher:
            raise WebError("sign-in-needed")
        if request.method != "GET":
            require_form_token()
        return view(*arguments, **named)

    return guarded


@door.get("/sign-in")
def sign_in() -> str:
    return _page()


@door.post("/sign-in")
def sign_in_now() -> Response | tuple[str, int]:
    require_form_token()
    try:
        token = site().accounts.sign_in(request.form.get("password", ""), visitor().address)
    except WebError as error:
        return _page(error), http_status(error)
    return _with_session(token)


@door.post("/first-password")
def first_password() -> Response | tuple[str, int]:
    require_form_token()
    form = request.form
    password, address = form.get("password", ""), visitor().address
    try:
        site().accounts.set_first_password(form.get("code", ""), password, form.get("again", ""), address)
        token = site().accounts.sign_in(password, address)
    except WebError as error:
        return _page(error), http_status(error)
    return _with_session(token, "first_start.books")


@door.get("/password")
@for_teachers
def password() -> str:
    return _password_page()


@door.post("/password")
@for_teachers
def change_password() -> Response | tuple[str, int]:
    """Another password. Whoever is signed in elsewhere, with or without right, has to sign in with it."""
    form = request.form
    try:
        token = site().accounts.change_password(
            form.get("old", ""), form.get("password", ""), form.get("again", ""), visitor().address
        )
    except WebError as error:
        return _password_page(error), http_status(error)
    return _with_session(token, "door.sign_in", changed="yes")


@door.post("/sign-out")
def sign_out() -> Response:
    require_form_token()
    site().accounts.sign_out(request.cookies.get(SESSION, ""))
    response = redirect(url_for("asking.home"), 303)
    response.delete_cookie(SESSION)
    response.delete_cookie(PREVIEW)
    return response


def _with_session(token: str, page: str = "door.sign_in", **told: str) -> Response:
    response = redirect(url_for(page, **told), 303)  # type: ignore[arg-type]
    response.set_cookie(SESSION, token, max_age=SESSION_HOURS * 3600, httponly=True, samesite="Strict")
    return response


def _page(error: TutorError | None = None) -> str:
    return render_template(
        "door.html", is_set=site().accounts.is_set, is_teacher=visitor().is_teacher, least=LEAST_CHARACTERS,
        error=error, changed=request.args.get("changed") == "yes",
    )  # fmt: skip


def _password_page(error: TutorError | None = None) -> str:
    return render_template("desk_password.html", least=LEAST_CHARACTERS, error=error)
