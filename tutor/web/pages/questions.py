"""What was asked: by topic and week, what the books do not hold, and what the teacher makes of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from tutor.answering.places_in_books import subject_and_form
from tutor.core.errors import TutorError
from tutor.web.desk.candidates import candidate_lines
from tutor.web.desk.overview import Place, counts_by_place, counts_by_week, gaps_in, place_of
from tutor.web.errors import WebError, http_status
from tutor.web.pages.door import for_teachers
from tutor.web.site import site
from tutor.web.stores.pins import LONGEST_ANSWER
from tutor.web.stores.questions import Mark, QuestionRecord
from tutor.web.texts.catalogue import words
from tutor.web.visitor import visitor

teach_questions = Blueprint("teach_questions", __name__, url_prefix="/teacher/questions")
WEEKS = (1, 4, 26)
VIEWS = ("asked", "gaps", "mine", "review", "pinned")
MOST_COUNTED, MOST_SHOWN, MOST_TOPICS, MOST_WEEKS = 20_000, 60, 40, 26
MARKS: dict[str, Mark | None] = {"good": "good", "wrong": "wrong", "none": None}


@teach_questions.get("")
@for_teachers
def questions() -> str:
    return _page()


@teach_questions.post("/<int:number>/mark")
@for_teachers
def mark(number: int) -> AnyResponse:
    said = request.form.get("mark", "")
    record = site().questions.question(number)
    if said not in MARKS or record is None or not site().questions.mark(number, MARKS[said]):
        raise WebError("page-missing")
    if record.text and record.outcome == "answered":
        if said == "wrong":
            site().held_back.hold_back(record.text, record.passages)
        else:
            site().held_back.release(record.text, record.passages)
    return _back(number)


@teach_questions.post("/release")
@for_teachers
def release() -> AnyResponse:
    """Let a question be answered again whose record is gone, with its mark."""
    if not site().held_back.release(request.form.get("key", "")):
        raise WebError("page-missing")
    return redirect(url_for("teach_questions.questions", view="review"), 303)


@teach_questions.post("/<int:number>/done")
@for_teachers
def done(number: int) -> AnyResponse:
    if not site().questions.done_for_teacher(number):
        raise WebError("page-missing")
    return _back(number)


@teach_questions.post("/<int:number>/pin")
@for_teachers
def pin(number: int) -> AnyResponse | tuple[str, int]:
    record = site().questions.question(number)
    if record is None or not record.text:
        raise WebError("page-missing")
    try:
        site().pins.pin(record.text, request.form.get("answer", ""))
    except TutorError as error:
        return _page(error), http_status(error)
    site().questions.done_for_teacher(number)
    return redirect(url_for("teach_questions.questions", view="pinned"), 303)


@teach_questions.post("/unpin")
@for_teachers
def unpin() -> AnyResponse:
    if not site().pins.unpin(request.form.get("key", "")):
        raise WebError("page-missing")
    return redirect(url_for("teach_questions.questions", view="pinned"), 303)


@teach_questions.get("/candidates.jsonl")
@for_teachers
def candidates() -> Response:
    """The marked questions, for the evaluation lab."""
    lines = "".join(candidate_lines(site().questions.records(marked=True, limit=MOST_COUNTED)))
    reply = Response(lines, mimetype="application/jsonl")
    reply.headers["Content-Disposition"] = 'attachment; filename="candidates.jsonl"'
    return reply


def _page(error: TutorError | None = None) -> str:
    chosen = request.values
    view = chosen.get("view", "asked")
    view = view if view in VIEWS else "asked"
    weeks = chosen.get("weeks", "")
    since_weeks = int(weeks) if weeks.isascii() and weeks.isdigit() and int(weeks[:3]) in WEEKS else WEEKS[1]
    classroom = chosen.get("class", "") or None
    since = (datetime.now(UTC).astimezone().date() - timedelta(weeks=since_weeks)).isoformat()
    records = site().questions.records(since, classroom, limit=MOST_COUNTED)
    shown = {
        "asked": [record for record in records if record.text],
        "mine": [record for record in records if record.text and record.for_teacher],
        "review": [record for record in records if record.text and record.mark],
    }.get(view, [])
    return render_template(
        "desk_questions.html", view=view, views=VIEWS, weeks=since_weeks, all_weeks=WEEKS, classroom=classroom or "",
        classes=site().classrooms.classes(), shown=shown[:MOST_SHOWN], error=error,
        topics=counts_by_place(records)[:MOST_TOPICS] if view == "asked" else [],
        by_week=counts_by_week(records)[:MOST_WEEKS] if view == "asked" else [],
        gaps=gaps_in(records)[:MOST_SHOWN] if view == "gaps" else [],
        pins=site().pins.pins() if view == "pinned" else [],
        held_back=site().held_back.all() if view == "review" else [],
        unsafe=sum(record.outcome == "unsafe" for record in records), place=_place, place_of=_place_of,
        subject_names=_subject_names, answer_of=lambda text: site().pins.answer_to(text), longest=LONGEST_ANSWER,
        waiting=sum(record.for_teacher for record in records),
    )  # fmt: skip


def _back(number: int) -> AnyResponse:
    """To the list that the button stood in. Only what the list knows goes back into the address."""
    kept = {name: request.form.get(name, "")[:40] for name in ("view", "weeks", "class")}
    return redirect(url_for("teach_questions.questions", **kept, _anchor=f"q{number}"), 303)  # type: ignore[arg-type]


def _place(where: Place) -> str:
    """Subject, form and topic in words."""
    page, curriculum = visitor().language, site().curriculum
    subject, form, slug = where
    known = curriculum.topic(subject, slug) if subject and slug and subject in _slugs() else None
    topic = known.names[page] if known else words("questions.other_topic", page)
    above = subject_and_form(subject if subject in _slugs() else None, form, page, curriculum)
    return f"{above}: {topic}" if above else topic


def _place_of(record: QuestionRecord) -> str:
    return _place(place_of(record))


def _subject_names(slugs: tuple[str, ...]) -> str:
    page = visitor().language
    return ", ".join(site().curriculum.subject_name(slug, page) for slug in slugs if slug in _slugs())


def _slugs() -> frozenset[str]:
    return frozenset(subject.slug for subject in site().curriculum.subjects)
