"""Reading: subjects, forms, topics, books, chapters, passages, search, practice questions and the glossary."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for

from tutor.answering.question.understanding import readable_question
from tutor.core.errors import TutorError
from tutor.core.types import BookLanguage
from tutor.curriculum.curriculum import Topic
from tutor.library.store import Document
from tutor.web.api.reports import passage_place
from tutor.web.api.routes import require_patience
from tutor.web.errors import WebError, http_status
from tutor.web.glossary_view import entries_by_letter, glossary_entries, letters
from tutor.web.library_view import PRACTICE_TYPES, Chapter, chapter_with
from tutor.web.links import marked_spans
from tutor.web.pages.asking import subjects_and_forms
from tutor.web.site import site
from tutor.web.visitor import TOKEN, visitor

reading = Blueprint("reading", __name__)
SEARCH_FOUND = 8
GLOSSARY_PART = 40
LONGEST_SEARCH = 1000


@reading.get("/books")
def books() -> str:
    documents = _shelf()
    page = visitor().language
    rows = []
    for subject in site().curriculum.subjects:
        own = [book for book in documents if book.metadata.subject == subject.slug]
        if own:
            rows.append((subject.slug, subject.names[page], len(own)))
    others = [book for book in documents if book.metadata.subject is None]
    return render_template("books.html", rows=rows, others=others)


@reading.get("/books/<subject>")
def subject(subject: str) -> str:
    curriculum = site().curriculum
    found = curriculum.subject(subject)
    documents = [book for book in _shelf() if book.metadata.subject == found.slug]
    if not documents:
        raise WebError("book-missing")
    page = visitor().language
    forms = []
    for form in curriculum.forms:
        own = [book for book in documents if book.metadata.form == form.number]
        if own:
            topics = [topic for topic in found.topics if topic.form == form.number]
            forms.append((form.number, form.names[page], own, [(t.slug, t.names[page]) for t in topics]))
    rest = [book for book in documents if book.metadata.form is None]
    return render_template("subject.html", name=found.names[page], slug=found.slug, forms=forms, rest=rest)


@reading.get("/book")
def book() -> str:
    document, chapters = _opened()
    return render_template("book.html", book=document, chapters=chapters)


@reading.get("/read")
def read() -> str:
    document, chapters = _opened()
    number = request.args.get("chapter", "1")
    chapter = next((one for one in chapters if str(one.number) == number), None)
    if chapter is None:
        raise WebError("page-missing")
    before = chapters[chapter.number - 2] if chapter.number > 1 else None
    after = chapters[chapter.number] if chapter.number < len(chapters) else None
    return render_template("chapter.html", book=document, chapter=chapter, before=before, after=after)


@reading.get("/passage")
def passage() -> str:
    allowed = visitor().allowed
    found = site().library.passage(request.args.get("id", "")[:500], allowed)
    before, after = site().library.neighbours(found)
    chapter = chapter_with(site().library.chapters(found.document_id, allowed), found)
    ticket = request.args.get("answer", "")
    return render_template(
        "passage.html", passage=found, marked=marked_spans(request.args.get("mark", "")), before=before, after=after,
        chapter=chapter, place=passage_place(found, visitor().language, site().curriculum),
        back=url_for("asking.answer", ticket=ticket) if TOKEN.fullmatch(ticket) else None,
    )  # fmt: skip


@reading.get("/search")
def search() -> str | tuple[str, int]:
    text = request.args.get("q", "")[:LONGEST_SEARCH]
    chosen_subject, chosen_form = request.args.get("subject", ""), request.args.get("form", "")
    page = visitor().language
    found, error = None, None
    if "q" in request.args:
        try:
            scope = visitor().scope(chosen_subject, chosen_form)
            require_patience()
            found = site().library.search(readable_question(text), scope, visitor().allowed, SEARCH_FOUND)
        except TutorError as fault:
            error = fault
    subjects, forms = subjects_and_forms(page)
    whole = render_template(
        "search.html", text=text, subjects=subjects, forms=forms, subject=chosen_subject, form=chosen_form,
        found=found, error=error, place=lambda item: passage_place(item, page, site().curriculum),
    )  # fmt: skip
    return (whole, http_status(error)) if error else whole


@reading.get("/practice")
def practice() -> str | tuple[str, int]:
    curriculum, page = site().curriculum, visitor().language
    chosen = {name: request.args.get(name, "") for name in ("subject", "form", "topic")}
    found, error = None, None
    topics: tuple[Topic, ...] = ()
    try:
        if chosen["subject"]:
            topics = curriculum.topics(chosen["subject"], chosen["form"] or None)
        topic = next((one for one in topics if one.slug == chosen["topic"]), None)
        scope = visitor().scope(chosen["subject"], chosen["form"])
        about = f"{topic.names['en']} {topic.names['sw']}" if topic else ""
        if about:
            require_patience()
        found = site().library.practice(scope, visitor().allowed, about)
    except TutorError as fault:
        error = fault
    subjects, forms = subjects_and_forms(page)
    whole = render_template(
        "practice.html", subjects=subjects, forms=forms, **chosen, found=found, error=error,
        topics=[(one.slug, one.names[page]) for one in topics],
    )  # fmt: skip
    return (whole, http_status(error)) if error else whole


@reading.get("/glossary")
def glossary() -> str:
    text, letter = request.args.get("q", "")[:100], request.args.get("letter", "")[:1]
    page = visitor().language
    found = None
    if text.strip():
        found = glossary_entries(text)
    elif letter:
        found = entries_by_letter(letter, page)
    parts = range(1, (len(found or ()) - 1) // GLOSSARY_PART + 2)
    part = request.args.get("part", default=1, type=int)
    part = part if part in parts else 1
    return render_template(
        "glossary.html", text=text, letter=letter, count=len(found or ()), parts=parts, part=part,
        found=found and found[(part - 1) * GLOSSARY_PART : part * GLOSSARY_PART], letters=letters(page),
        other=_other(page),
        subject_name=lambda slug: _subject_name(slug, page),
    )  # fmt: skip


def _opened() -> tuple[Document, list[Chapter]]:
    name = request.args.get("id", "")[:500]
    allowed = visitor().allowed
    return site().library.document(name, allowed), site().library.chapters(name, allowed)


def _shelf() -> list[Document]:
    """The books that the visitor may read, in each place those in the page's language first."""
    found = [book for book in site().library.documents(visitor().allowed) if not _is_paper(book)]
    return sorted(found, key=lambda book: book.metadata.language != visitor().language)


def _is_paper(book: Document) -> bool:
    return book.metadata.document_type in PRACTICE_TYPES


def _other(page: BookLanguage) -> BookLanguage:
    return "sw" if page == "en" else "en"


def _subject_name(slug: str, page: BookLanguage) -> str:
    try:
        return site().curriculum.subject_name(slug, page)
    except TutorError:
        return slug
