"""Question sheets for paper, with or without the marking guide."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from tutor.core.errors import TutorError
from tutor.core.types import Scope
from tutor.library.store import LibraryStore
from tutor.web.desk.sheets import sheet_questions
from tutor.web.errors import WebError, http_status
from tutor.web.pages.door import for_teachers
from tutor.web.site import site
from tutor.web.visitor import chosen_scope, visitor

teach_sheet = Blueprint("teach_sheet", __name__, url_prefix="/teacher/sheet")
MOST_QUESTIONS = 60
LONGEST_TITLE = 120


@teach_sheet.get("")
@for_teachers
def choose() -> str | tuple[str, int]:
    curriculum, page = site().curriculum, visitor().language
    chosen = {name: request.args.get(name, "") for name in ("subject", "form", "topic")}
    found, topics, error = None, [], None
    try:
        if chosen["subject"]:
            topics = list(curriculum.topics(chosen["subject"], chosen["form"] or None))
            topic = next((one for one in topics if one.slug == chosen["topic"]), None)
            about = f"{topic.names['en']} {topic.names['sw']}" if topic else ""
            scope = chosen_scope(chosen["subject"], chosen["form"], curriculum)
            found = site().library.practice(scope, Scope(), about)[:MOST_QUESTIONS]
    except TutorError as fault:
        error = fault
    whole = render_template(
        "desk_sheet.html", found=found, error=error, topics=[(one.slug, one.names[page]) for one in topics],
        subjects=[(subject.slug, subject.names[page]) for subject in curriculum.subjects],
        forms=[(form.number, form.names[page]) for form in curriculum.forms], longest=LONGEST_TITLE, **chosen,
    )  # fmt: skip
    return (whole, http_status(error)) if error else whole


@teach_sheet.get("/print")
@for_teachers
def sheet() -> str:
    names = [name[:500] for name in request.args.getlist("q")[:MOST_QUESTIONS]]
    with_guide = bool(request.args.get("guide"))
    if not names:
        raise WebError("nothing-chosen")
    with LibraryStore(site().settings.places.library_db) as store:
        questions = sheet_questions(store, names, with_guide)
    if not questions:
        raise WebError("passage-missing")
    return render_template(
        "desk_sheet_print.html", questions=questions, with_guide=with_guide,
        heading=" ".join(request.args.get("title", "").split())[:LONGEST_TITLE],
        total=sum(question.marks or 0 for question in questions),
    )  # fmt: skip
