"""The app factory: a site in, a Flask app out."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, Response, jsonify, request

from tutor import __version__
from tutor.core.types import BookLanguage
from tutor.lessons.export.blocks import answer_text
from tutor.web import site as sites
from tutor.web import streams
from tutor.web.api import lesson_routes as _lesson_routes  # noqa: F401 - declares its operations
from tutor.web.api.routes import api
from tutor.web.links import passage_link
from tutor.web.pages.asking import asking
from tutor.web.pages.bookshelf import teach_library
from tutor.web.pages.classes import teach_classes
from tutor.web.pages.computer import tech
from tutor.web.pages.door import door
from tutor.web.pages.faults import show_faults
from tutor.web.pages.learning import learn
from tutor.web.pages.questions import teach_questions
from tutor.web.pages.reading import reading
from tutor.web.pages.restore import tech_restore
from tutor.web.pages.sheet import teach_sheet
from tutor.web.pages.start import first_start
from tutor.web.pages.teach_lessons import teach_lessons
from tutor.web.protection import form_token, require_own_host, require_same_site, stay_inside
from tutor.web.rendering.book_text import inline_html, passage_html
from tutor.web.rendering.formulas import text_html
from tutor.web.rendering.lesson_view import lesson_words, options_of
from tutor.web.site import Site
from tutor.web.streams import OpenStreams
from tutor.web.texts import catalogue
from tutor.web.visitor import page_language, previewed_class, remember_device

LARGEST_REQUEST = 64 << 10
LARGEST_FIELD = 16 << 10
MOST_STREAMS = 72
BLUEPRINTS = (
    asking, reading, door, first_start, tech_restore, teach_classes, teach_library, teach_questions, teach_sheet,
    tech, learn, teach_lessons, api,
)  # fmt: skip


def create_app(site: Site, hosts: frozenset[str] = frozenset(), most_streams: int = MOST_STREAMS) -> Flask:
    """The app over an open site. `hosts` are further names of this computer, beside its addresses.

    Requests larger than 64 kB are refused; a view that takes uploads sets `request.max_content_length` itself.
    """
    app = Flask(__name__)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_REQUEST, MAX_FORM_MEMORY_SIZE=LARGEST_FIELD, MAX_FORM_PARTS=100)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions[sites.EXTENSION] = site
    app.extensions[streams.EXTENSION] = OpenStreams(most_streams)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        words=catalogue.words, counted=catalogue.counted, about=catalogue.about, number=catalogue.number,
        day=catalogue.day, passage_html=passage_html, inline_html=inline_html, text_html=text_html,
        passage_link=passage_link, version=__version__, lesson_words=lesson_words, options_of=options_of,
        answer_text=answer_text,
    )  # fmt: skip

    @app.before_request
    def check() -> None:
        if request.endpoint != "health":
            require_own_host(request, hosts | {site.local_name.name or ""})
        require_same_site(request)

    app.after_request(remember_device)
    app.after_request(stay_inside)

    @app.context_processor
    def of_page() -> dict[str, object]:
        lang: BookLanguage = page_language()
        other: BookLanguage = "sw" if lang == "en" else "en"
        return {
            "lang": lang, "other_lang": other, "csrf": form_token, "other_page": other_page(other),
            "previewed": previewed_class(),
        }  # fmt: skip

    @app.get("/health")
    def health() -> Response:
        return jsonify({"status": "ok"})

    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    show_faults(app)
    return app


def other_page(language: BookLanguage) -> str:
    """The address of this page in the other language; of the question page where this one cannot be asked again."""
    if request.method != "GET" or request.endpoint is None:
        return f"/?page={language}"
    arguments = {**request.args.to_dict(), "page": language}
    return f"{request.path}?{urlencode(arguments)}"
