"""The operations of the API. Each is declared once, and from that come its address, its checks and its description."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from typing import Any

from flask import Blueprint, Response, jsonify, request, stream_with_context
from werkzeug.exceptions import BadRequest

from tutor import __version__
from tutor.answering.question.understanding import readable_question
from tutor.core.errors import TutorError
from tutor.core.types import BookLanguage, Scope
from tutor.web import fragments
from tutor.web.api.answer_model import AnswerReport, AskRequest, FollowQuery, QueueReport, StatusReport
from tutor.web.api.common_model import Fault
from tutor.web.api.library_model import (
    BookContents,
    BookQuery,
    ChapterReport,
    GlossaryQuery,
    GlossaryReport,
    LibraryReport,
    PassageQuery,
    PassageReport,
    SearchQuery,
    SearchReport,
    SubjectReport,
    TermReport,
)
from tutor.web.api.openapi import Operation, openapi_document
from tutor.web.api.reports import answer_report, book_report, fault_report, found_passage, passage_report, queue_report
from tutor.web.api.schema import parsed, parsed_query
from tutor.web.api.stream import TicketStream
from tutor.web.errors import WebError
from tutor.web.glossary_view import glossary_entries
from tutor.web.service.work import Asked, Progress, State
from tutor.web.site import site
from tutor.web.streams import open_streams
from tutor.web.visitor import Choices, page_language, visitor

PREFIX = "/api/v1"
HEARTBEAT_SECONDS = 2.0
api = Blueprint("api", __name__, url_prefix=PREFIX)
OPERATIONS: dict[str, Operation] = {}
View = Callable[..., Any]


def operation(declared: Operation) -> Callable[[View], View]:
    """Declare an operation: its function gets the path's parameters, then `query` and `body` where it has them."""

    def declare(view: View) -> View:
        def serve(**path: str) -> Response:
            named: dict[str, Any] = dict(path)
            if declared.query is not None:
                named["query"] = parsed_query(declared.query, request.args)
            if declared.body is not None:
                named["body"] = parsed(declared.body, json_body())
            result = view(**named)
            return result if isinstance(result, Response) else jsonify(asdict(result))

        OPERATIONS[view.__name__] = declared
        rule = declared.path.replace("{", "<").replace("}", ">")
        api.add_url_rule(rule, view.__name__, serve, methods=[declared.method])
        return view

    return declare


def json_body() -> Any:
    """The body as JSON. Raises WebError: another site's form cannot send this kind of body."""
    if request.mimetype != "application/json":
        raise WebError("body-not-json")
    try:
        return request.get_json()
    except (BadRequest, RecursionError) as error:
        raise WebError("request-invalid", why="the body is not JSON") from error


@operation(
    Operation(
        "POST", "/ask", "Ask a question; the whole answer, or with `Accept: text/event-stream` as it comes.",
        {200: AnswerReport, 202: AnswerReport}, body=AskRequest, streams=True,
    )
)  # fmt: skip
def ask(body: AskRequest) -> Response:
    wishes = {name: True for name in fragments.supported_wishes() if getattr(body, name, False)}
    choices = Choices(body.subject or "", str(body.form or ""), body.language or "")
    ticket = ask_question(body.question, choices, wishes)
    if request.accept_mimetypes.best_match(["application/json", "text/event-stream"]) == "text/event-stream":
        return stream_of(ticket, body.html, last_id="")
    progress = waited(ticket, body.wait_seconds)
    reply = jsonify(asdict(report_of(ticket, body.html)))
    reply.status_code = 200 if progress.ended else 202
    return reply


def waited(ticket: str, seconds: float) -> Progress:
    """The progress after so long at most; at once when too many wait. Who waits holds a thread, as a stream does."""
    try:
        open_streams().enter()
    except WebError:
        return site().service.progress(ticket)
    try:
        return site().service.wait(ticket, seconds)
    finally:
        open_streams().leave()


def ask_question(text: str, choices: Choices, wishes: dict[str, bool]) -> str:
    """The ticket of a question of this visitor. Raises TutorError for what cannot be asked."""
    who = visitor()
    readable_question(text)
    question = who.question(text, choices, **wishes)
    return site().service.ask(Asked(question, who.pupil, who.counted_class, who.address))


def report_of(ticket: str, html: BookLanguage | None) -> AnswerReport:
    """The report of a ticket, with ready HTML where it was asked for."""
    page = html or page_language()
    asked = site().service.asked(ticket)
    pin = site().pins.answer_to(asked.question.text)
    report = answer_report(site().service.progress(ticket), page, site().curriculum, pin)
    if html is None:
        return report
    return replace(report, html=str(fragments.block_html(report, asked, page)))


def stream_of(ticket: str, html: BookLanguage | None, last_id: str) -> Response:
    """The event stream of a ticket. Raises WebError `server-full` when too many streams are open."""
    service = site().service
    asked = service.asked(ticket)
    pin = site().pins.answer_to(asked.question.text)
    stream = TicketStream(asked, html or page_language(), site().curriculum, html is not None, last_id, pin)
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    streams = open_streams()
    streams.enter()

    def events() -> Iterator[str]:
        yield "retry: 2000\n\n"
        try:
            for progress in service.watch(ticket, HEARTBEAT_SECONDS, gone):
                yield stream.text_of(progress)
        except WebError as error:
            # Dropped meanwhile for a newer question of the same device, and no room to ask it anew.
            yield stream.text_of(Progress(ticket, "", State.FAILED, (), error=error))

    reply = Response(stream_with_context(events()), mimetype="text/event-stream")
    reply.headers["X-Accel-Buffering"] = "no"
    reply.call_on_close(streams.leave)
    return reply


@operation(Operation("GET", "/queue", "The queue now.", {200: QueueReport}))
def queue() -> QueueReport:
    return queue_report(site().service.state(), site().service.limits)


@operation(
    Operation("GET", "/queue/{ticket}", "A question now.", {200: AnswerReport}, query=FollowQuery)
)  # fmt: skip
def follow(ticket: str, query: FollowQuery) -> AnswerReport:
    return report_of(ticket, query.html)


@operation(
    Operation(
        "GET", "/queue/{ticket}/events", "A question as it comes, from `Last-Event-ID` on.", {200: None},
        query=FollowQuery, streams=True,
    )
)  # fmt: skip
def events(ticket: str, query: FollowQuery) -> Response:
    return stream_of(ticket, query.html, request.headers.get("Last-Event-ID") or query.after or "")


@operation(Operation("DELETE", "/queue/{ticket}", "Cancel a question.", {204: None}))
def cancel(ticket: str) -> Response:
    site().service.progress(ticket)
    site().service.stop(ticket)
    return Response(status=204)


@operation(Operation("POST", "/queue/{ticket}/leave", "The page goes away; it may come back.", {204: None}))
def leave(ticket: str) -> Response:
    site().service.leave(ticket)
    return Response(status=204)


@operation(Operation("POST", "/queue/{ticket}/teacher", "Put a question on the teacher's list.", {204: None}))
def ask_teacher(ticket: str) -> Response:
    if not site().questions.ask_teacher(ticket):
        raise WebError("ticket-missing")
    return Response(status=204)


@operation(
    Operation("GET", "/search", "Passages near to some words.", {200: SearchReport}, query=SearchQuery)
)  # fmt: skip
def search(query: SearchQuery) -> SearchReport:
    text = readable_question(query.q)
    chosen = visitor().scope(query.subject or "", str(query.form or ""))
    require_patience()
    found = site().library.search(text, chosen, visitor().allowed, query.limit)
    page = query.page or page_language()
    return SearchReport(text, [found_passage(item, page, site().curriculum) for item in found])


def require_patience() -> None:
    """Count a search as a question is counted: both take the same work. Raises WebError at the limits."""
    site().service.require_patience(visitor().pupil, visitor().address)


@operation(
    Operation(
        "GET", "/passage", "A passage whole.", {200: PassageReport, 404: Fault}, query=PassageQuery
    )
)  # fmt: skip
def passage(query: PassageQuery) -> PassageReport:
    found = site().library.passage(query.id, visitor().allowed)
    return passage_report(found, query.page or page_language(), site().curriculum)


@operation(Operation("GET", "/library", "The books that this device may see.", {200: LibraryReport}))
def library() -> LibraryReport:
    books = site().library.documents(visitor().allowed)
    curriculum = site().curriculum
    subjects = []
    for subject in curriculum.subjects:
        own = [book for book in books if book.metadata.subject == subject.slug]
        if own:
            forms = sorted({book.metadata.form for book in own if book.metadata.form is not None})
            names = subject.names
            subjects.append(SubjectReport(subject.slug, names["en"], names["sw"], forms, len(own)))
    return LibraryReport(subjects, [book_report(book) for book in books])


@operation(
    Operation(
        "GET", "/book", "A book with its chapters.", {200: BookContents, 404: Fault}, query=BookQuery
    )
)  # fmt: skip
def book(query: BookQuery) -> BookContents:
    document = site().library.document(query.id, visitor().allowed)
    chapters = site().library.chapters(query.id, visitor().allowed)
    return BookContents(
        book_report(document),
        [ChapterReport(c.number, c.title, c.page_start, [p.id for p in c.passages]) for c in chapters],
    )


@operation(
    Operation("GET", "/glossary", "School words in both languages.", {200: GlossaryReport},
              query=GlossaryQuery)
)  # fmt: skip
def glossary(query: GlossaryQuery) -> GlossaryReport:
    entries = glossary_entries(query.q)[: query.limit]
    terms = [
        TermReport(entry.subject, list(entry.en), list(entry.sw), entry.definition_en, entry.definition_sw)
        for entry in entries
    ]
    return GlossaryReport(query.q, terms)


@operation(Operation("GET", "/status", "Whether questions can be answered now.", {200: StatusReport}))
def status() -> StatusReport:
    state = site().service.state()
    fault: TutorError | None = None
    books = passages = 0
    try:
        documents = site().library.documents(Scope())
        books, passages = len(documents), sum(document.passages for document in documents)
    except TutorError as error:
        fault = error
    return StatusReport(
        status="fault" if fault else "ok",
        version=__version__,
        books=books,
        passages=passages,
        queue=queue_report(state, site().service.limits),
        answered=state.answered,
        from_cache=state.cached,
        failed=state.failed,
        local_name=site().local_name.name,
        fault=fault_report(fault) if fault else None,
    )


@api.get("/openapi.json")
def openapi() -> Response:
    return jsonify(openapi_document(OPERATIONS, PREFIX))
