"""Who is looking: a device without a name, perhaps in a class, with the choices it made last."""

from __future__ import annotations

import re
import secrets
import sqlite3
from dataclasses import dataclass
from functools import cached_property

import flask
from flask import Request, g, request
from werkzeug.wrappers import Response

from tutor.core.errors import TutorError
from tutor.core.types import BookLanguage, Language, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.web.errors import WebError
from tutor.web.service.class_gate import scope_for_class
from tutor.web.site import site
from tutor.web.stores.classroom import Classroom

DEVICE, CLASS, SESSION, PREVIEW = "tutor_device", "tutor_class", "tutor_session", "tutor_preview"
SUBJECT, FORM, ANSWER, PAGE, LAST = "tutor_subject", "tutor_form", "tutor_answer", "tutor_page", "tutor_last"
YEAR_SECONDS = 365 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_-]{8,64}")
PAGE_LANGUAGES: dict[str, BookLanguage] = {"en": "en", "sw": "sw"}
ANSWER_LANGUAGES: dict[str, Language] = {"en": "en", "sw": "sw", "mixed": "mixed"}


@dataclass(frozen=True)
class Choices:
    """What the page begins with. Empty texts mean all subjects, all forms, the question's own language."""

    subject: str = ""
    form: str = ""
    language: str = ""


class Visitor:
    """The device behind a request."""

    def __init__(self, asked: Request) -> None:
        self._request = asked
        named = asked.cookies.get(DEVICE, "")
        self.is_new = not TOKEN.fullmatch(named)
        self.device = secrets.token_urlsafe(16) if self.is_new else named
        self.address = asked.remote_addr or ""

    @property
    def pupil(self) -> str:
        """Whose turn a question counts as. A device that keeps no cookie is known by its address."""
        return f"address:{self.address}" if self.is_new else self.device

    @cached_property
    def classroom(self) -> Classroom | None:
        """The class that a teacher looks at as a pupil; else that of the link this device opened, if there is one."""
        return self.previewed or self._class_of(CLASS)

    @cached_property
    def previewed(self) -> Classroom | None:
        """The class whose pages a teacher looks at as its pupils see them."""
        return self._class_of(PREVIEW) if self._request.cookies.get(PREVIEW) and self.is_teacher else None

    @property
    def counted_class(self) -> str | None:
        """The token of the class that a question of this visitor counts for. A teacher's look counts for none."""
        return self.classroom.token if self.classroom and not self.previewed else None

    def _class_of(self, cookie: str) -> Classroom | None:
        token = self._request.cookies.get(cookie, "")
        return site().classrooms.classroom(token) if TOKEN.fullmatch(token) else None

    @cached_property
    def language(self) -> BookLanguage:
        """The language of the pages: what the address says, what was chosen last, the class's, else Swahili."""
        named = self._request.args.get("page") or self._request.cookies.get(PAGE, "")
        own = self.classroom.language if self.classroom else None
        return PAGE_LANGUAGES.get(named) or PAGE_LANGUAGES.get(own or "") or "sw"

    @property
    def allowed(self) -> Scope:
        """What this device may see. Raises WebError `class-needed` where only classes may ask."""
        if self.classroom is not None:
            return self.classroom.allowed
        if not site().classrooms.open_to_all:
            raise WebError("class-needed")
        return Scope()

    @property
    def choices(self) -> Choices:
        """What was chosen last on this device; before that, what its class begins with."""
        own = self.classroom
        cookies = self._request.cookies
        return Choices(
            subject=cookies.get(SUBJECT, (own.subject or "") if own else ""),
            form=cookies.get(FORM, str(own.form or "") if own else ""),
            language=cookies.get(ANSWER, ""),
        )

    @property
    def previous_language(self) -> Language | None:
        """The language of the last answer, which decides where a question's words do not."""
        return ANSWER_LANGUAGES.get(self._request.cookies.get(LAST, ""))

    @cached_property
    def is_teacher(self) -> bool:
        """True when a teacher signed in on this device."""
        return site().accounts.is_signed_in(self._request.cookies.get(SESSION, ""))

    def scope(self, subject: str, form: str) -> Scope:
        """What was chosen, within what may be seen. Raises TutorError for a name nobody knows, WebError otherwise."""
        return scope_for_class(chosen_scope(subject, form, site().curriculum), self.allowed)

    def question(self, text: str, choices: Choices, **wishes: bool) -> Question:
        """The question to ask. Raises as `scope` does."""
        return Question(
            text,
            self.scope(choices.subject, choices.form),
            ANSWER_LANGUAGES.get(choices.language),
            self.previous_language,
            self.allowed,
            **wishes,
        )


def chosen_scope(subject: str, form: str, curriculum: Curriculum) -> Scope:
    """The scope of a subject and a form, each possibly empty. Raises InputError for an unknown one."""
    return Scope(
        subjects=(curriculum.subject(subject).slug,) if subject else (),
        forms=(curriculum.form(form),) if form else (),
    )


def visitor() -> Visitor:
    """The device behind this request."""
    if "visitor" not in g:
        g.visitor = Visitor(request)
    found: Visitor = g.visitor
    return found


def page_language() -> BookLanguage:
    """The language of this page, also where what is known of the visitor cannot be read."""
    try:
        return visitor().language
    except TutorError:
        return "sw"


def previewed_class() -> Classroom | None:
    """The class that a teacher looks at, also where what is known of the visitor cannot be read."""
    try:
        return visitor().previewed
    except (TutorError, sqlite3.Error):
        return None


def remember(response: Response, name: str, value: str, hidden: bool = False) -> None:
    """Keep a value on the device. `hidden` ones are out of reach of scripts."""
    response.set_cookie(name, value, max_age=YEAR_SECONDS, httponly=hidden, samesite="Lax")


def remember_device(response: flask.Response) -> flask.Response:
    """Give a new device its mark, and keep the language chosen in the address."""
    if "visitor" in g:
        if visitor().is_new:
            remember(response, DEVICE, visitor().device, hidden=True)
        if request.args.get("page") in PAGE_LANGUAGES:
            remember(response, PAGE, request.args["page"])
    return response
