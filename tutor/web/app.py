"""The app factory and the pupil's page: a question, its answer with sources, or a plain decline.

The page works without JavaScript and keeps no record of who asked what.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from flask import Flask, Response, jsonify, render_template, request

from tutor.answering.places_in_books import citation_place, pointer_place
from tutor.answering.tutor import Tutor
from tutor.core.errors import TutorError
from tutor.core.events import Answered, Declined
from tutor.core.types import Answer, BookLanguage, Decline, Language, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.web.words import WORDS

CONTENT_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'"
ANSWER_LANGUAGES: dict[str, Language] = {"en": "en", "sw": "sw", "mixed": "mixed"}


@dataclass(frozen=True)
class Asked:
    """What the form sent, so that the page can show it again."""

    text: str
    subject: str
    form: str
    language: str


def create_app(tutor: Tutor, curriculum: Curriculum, subjects: tuple[str, ...]) -> Flask:
    """The app over an open tutor. `subjects` are those the library has books of."""
    app = Flask(__name__)
    generating = threading.Lock()  # one model, one answer at a time

    @app.after_request
    def stay_inside(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = CONTENT_POLICY
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = response.headers.get("Cache-Control") or "no-store"
        return response

    @app.get("/health")
    def health() -> Response:
        return jsonify({"status": "ok"})

    @app.get("/")
    def pupil() -> str:
        page: BookLanguage = "en" if request.args.get("page") == "en" else "sw"
        asked = Asked(
            text=request.args.get("q", ""),
            subject=request.args.get("subject", ""),
            form=request.args.get("form", ""),
            language=request.args.get("language", "auto"),
        )
        answer: Answer | None = None
        decline: Decline | None = None
        problem: TutorError | None = None
        if "q" in request.args:
            try:
                question = Question(asked.text, _scope(asked, curriculum), ANSWER_LANGUAGES.get(asked.language))
                with generating:
                    answer, decline = _outcome(tutor, question)
            except TutorError as error:
                problem = error
        return render_template(
            "pupil.html", words=WORDS[page], page=page, asked=asked, answer=answer, decline=decline, problem=problem,
            subjects=[(slug, curriculum.subject_name(slug, page)) for slug in subjects],
            forms=[(form.number, curriculum.form_name(form.number, page)) for form in curriculum.forms],
            place=lambda citation: citation_place(citation, page, curriculum),
            pointer=lambda where: pointer_place(where, page, curriculum),
        )  # fmt: skip

    return app


def _scope(asked: Asked, curriculum: Curriculum) -> Scope:
    return Scope(
        subjects=(curriculum.subject(asked.subject).slug,) if asked.subject else (),
        forms=(curriculum.form(asked.form),) if asked.form else (),
    )


def _outcome(tutor: Tutor, question: Question) -> tuple[Answer | None, Decline | None]:
    answer, decline = None, None
    for event in tutor.ask(question):
        if isinstance(event, Answered):
            answer = event.answer
        elif isinstance(event, Declined):
            decline = event.decline
    return answer, decline
