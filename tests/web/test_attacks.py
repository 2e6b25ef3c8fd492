"""What an attacker on the school's network tries: strange addresses and fields, floods, scripts in books and names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from test_desk_pages import send, text_of
from web_fakes import FakeTutor, sign_in, writing_source

from tutor.core.types import Scope
from tutor.web.app import create_app
from tutor.web.rendering.book_text import inline_html, passage_html
from tutor.web.service.limits import Limit
from tutor.web.service.terms import ServiceLimits
from tutor.web.site import Site, open_site

STRANGE = (
    "\u00b2",
    "\u0663",
    "-1",
    "9" * 400,
    "\x00",
    "..%2f..%2fetc",
    "{{7*7}}",
    "%(x)s",
    "{0.__class__}",
    "\ufffe",
    "\U0001f600",
    "a" * 5000,
    "<script>alert(1)</script>",
    "'; DROP TABLE classes; --",
    "1e999",
    "[]",
    "\r\nX-Evil: 1",
)
NAMES = ("q", "subject", "form", "topic", "id", "mark", "answer", "letter", "part", "chapter", "page", "view", "weeks",
         "class", "limit", "html", "after", "all", "saved", "told", "title", "guide", "changed")  # fmt: skip
SCRIPTS = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "![x](x onerror=alert(1))",
    "$\\text{<img src=x onerror=alert(1)>}$", "$\\href{javascript:alert(1)}{x}$", "$<script>alert(1)</script>$",
    "$$\\unicode{<svg onload=alert(1)>}$$", "`<script>alert(1)</script>`", "**<svg onload=alert(1)>**",
    "| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |", "&lt;script&gt;alert(1)&lt;/script&gt;",
    "$\\style{background:url(javascript:alert(1))}{x}$", "$\\class{x\" onmouseover=alert(1)}{x}$",
)  # fmt: skip

ACTIVE_TAG = re.compile(r"/?(?:script|img|svg|iframe|object|embed|a|link|style|form|input)\b", re.IGNORECASE)
ACTIVE_ATTRIBUTE = re.compile(r"\bon\w+\s*=|style\s*=|href\s*=|src\s*=", re.IGNORECASE)


def get_addresses(app: Flask) -> list[str]:
    """Every address that can be looked at."""
    rules = [one for one in app.url_map.iter_rules() if "GET" in (one.methods or set()) and one.endpoint != "static"]
    return sorted({re.sub(r"<[^>]*int:[^>]+>", "1", rule.rule) for rule in rules})


@pytest.mark.slow
@pytest.mark.parametrize("value", STRANGE, ids=range(len(STRANGE)))
def test_no_address_makes_the_server_fail(library_client: FlaskClient, library_site: Site, value: str) -> None:
    sign_in(library_client, library_site)
    for path in get_addresses(library_client.application):
        for names in (NAMES[:12], NAMES[12:]):
            address = re.sub(r"<[^>]+>", "strange-token", path)
            reply = library_client.get(f"{address}?{urlencode(dict.fromkeys(names, value))}")
            assert reply.status_code not in (500, 501, 502), f"{address} {names}"
            text = reply.get_data(as_text=True) if reply.mimetype == "text/html" else ""
            assert "<script>alert" not in text and "X-Evil" not in reply.headers and text.strip() != "49"
            reply.close()


@pytest.mark.parametrize("value", STRANGE, ids=range(len(STRANGE)))
def test_no_field_makes_the_server_fail(client: FlaskClient, site: Site, value: str) -> None:
    sign_in(client, site)
    made = site.classrooms.add_class("2B", "biology", 2, "en", Scope())
    fields = ("q", "subject", "form", "language", "previous", "keep", "name", "keep_days", "may_subject", "may_form",
              "may_book", "mark", "answer", "key", "level", "book", "year", "document_type", "do", "view", "weeks",
              "class", "old", "password", "again", "code")  # fmt: skip
    paths = ("/ask", "/leave-class", "/teacher/classes", f"/teacher/classes/{made.token}", "/teacher/classes/rules",
             "/teacher/library/change", "/teacher/questions/1/mark", "/teacher/questions/1/pin",
             "/teacher/questions/unpin", "/teacher/questions/release", "/status/log", "/teacher/password")  # fmt: skip
    for path in paths:
        status, text = send(client, path, **dict.fromkeys(fields, value))
        assert status not in (500, 501, 502), f"{path} {text[:300]}"
        assert "<script>alert" not in text


@pytest.mark.parametrize("text", SCRIPTS, ids=range(len(SCRIPTS)))
def test_a_book_runs_no_script_whatever_stands_in_it(text: str) -> None:
    for made in (str(passage_html(text)), str(inline_html(text))):
        tags = re.findall(r"<(/?[a-zA-Z][^>]*)>", made)
        for tag in tags:
            bare = re.sub(r'"[^"]*"', "", tag)
            assert not ACTIVE_TAG.match(bare) and not ACTIVE_ATTRIBUTE.search(bare), tag


def test_a_class_name_and_an_answer_of_the_teacher_are_only_words(client: FlaskClient, site: Site) -> None:
    sign_in(client, site)
    evil = "<svg onload=alert(1)>{{7*7}}"
    made = site.classrooms.add_class(evil)
    site.pins.pin("What is the heart?", evil)
    site.held_back.hold_back("What is <svg onload=alert(2)>?", ["x"])
    pages = [
        text_of(client, "/teacher/classes"),
        text_of(client, f"/c/{made.token}"),
        text_of(client, "/teacher/questions?view=pinned"),
        text_of(client, "/teacher/questions?view=review"),
    ]
    assert all(("<svg onload" not in page and "{{7*7}}" in page) or "alert(2)" in page for page in pages)
    assert all("<svg onload" not in page for page in pages)


@pytest.fixture
def hurried(tmp_path: Path) -> Iterator[FlaskClient]:
    """A browser at a site that lets a device ask three times a minute, and an address five times."""
    limits = ServiceLimits(of_pupil=Limit(3, 60), of_address=Limit(5, 60))
    site = open_site(writing_source(FakeTutor()), tmp_path / "hurried", limits)
    browser = create_app(site).test_client()
    browser.get("/")
    yield browser
    site.close()


@pytest.mark.parametrize("path", ["/search?q=heart", "/api/v1/search?q=heart"])
def test_searches_are_counted_like_questions(hurried: FlaskClient, path: str) -> None:
    statuses = [hurried.get(path).status_code for _ in range(4)]
    assert 429 not in statuses[:3] and statuses[3] == 429
    others = []
    for _ in range(4):  # a new mark each time
        browser = hurried.application.test_client()
        browser.get("/")
        others.append(browser.get(path).status_code)
    assert others[-1] == 429


def test_the_session_of_before_signing_in_is_never_the_one_of_after(client: FlaskClient, site: Site) -> None:
    client.set_cookie("tutor_session", "fixed-by-somebody-else")
    sign_in(client, site)
    cookie = client.get_cookie("tutor_session")
    assert cookie is not None and cookie.value != "fixed-by-somebody-else"
    stranger = client.application.test_client()
    stranger.set_cookie("tutor_session", "fixed-by-somebody-else")
    assert stranger.get("/teacher/classes").status_code == 401


def test_who_leaves_a_class_by_hand_gains_nothing_where_only_classes_may_ask(
    library_client: FlaskClient, library_site: Site
) -> None:
    library_site.classrooms.set_setting("open_to_all", "no")
    made = library_site.classrooms.add_class("2B", allowed=Scope(subjects=("history",)))
    pupil = library_client.application.test_client()
    pupil.get(f"/c/{made.token}")
    report = pupil.post("/api/v1/ask", json={"question": "What is photosynthesis?", "subject": "biology"})
    assert report.status_code == 403
    for forged in ("", "nothing-of-that-name", made.token[:-1] + "!"):
        pupil.set_cookie("tutor_class", forged)
        pupil.set_cookie("tutor_preview", made.token)
        for path in ("/api/v1/library", "/api/v1/search?q=heart", "/api/v1/passage?id=x", "/books"):
            assert pupil.get(path).status_code == 403, (forged, path)
        assert pupil.post("/api/v1/ask", json={"question": "heart"}).status_code == 403
