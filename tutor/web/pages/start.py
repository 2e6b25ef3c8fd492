"""The first start in three steps: language, password, books."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from tutor.web.accounts import LEAST_CHARACTERS
from tutor.web.pages.door import for_teachers
from tutor.web.site import site
from tutor.web.visitor import visitor

first_start = Blueprint("first_start", __name__, url_prefix="/start")


@first_start.get("")
def start() -> str | Response:
    """The language. Once a password is set there is nothing to do here for who has not signed in."""
    if site().accounts.is_set:
        return redirect(url_for("first_start.books" if visitor().is_teacher else "door.sign_in"))
    return render_template("start.html", step=1)


@first_start.get("/password")
def password() -> str | Response:
    if site().accounts.is_set:
        return redirect(url_for("first_start.start"))
    return render_template("start.html", step=2, least=LEAST_CHARACTERS)


@first_start.get("/books")
@for_teachers
def books() -> str:
    return render_template("start.html", step=3, count=len(site().bookshelf.documents()), job=site().bookshelf.job)
