"""A teacher looks at the pages as a class sees them, knows it on every page, and comes back."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from test_api import ask
from test_desk_pages import send, text_of

from tutor.core.types import Scope
from tutor.web.site import Site

BIOLOGY = Scope(subjects=("biology",), forms=(2,))


def begun(teacher: FlaskClient, site: Site, allowed: Scope = BIOLOGY) -> str:
    made = site.classrooms.add_class("Form <2> B", "biology", 2, "en", allowed)
    teacher.get("/?page=sw")
    status, page = send(teacher, f"/teacher/classes/{made.token}/preview")
    assert status == 200 and "You see what Form &lt;2&gt; B sees." in page
    return made.token


def test_the_gate_of_the_class_holds_for_the_teacher(library_teacher: FlaskClient, library_site: Site) -> None:
    whole = library_teacher.get("/api/v1/library").get_json()["books"]
    begun(library_teacher, library_site)
    seen = library_teacher.get("/api/v1/library").get_json()["books"]
    assert {(book["subject"], book["form"]) for book in seen} == {("biology", 2)} and len(seen) < len(whole)
    reply = library_teacher.post("/api/v1/ask", json={"question": "Why did the Maji Maji war break out?"})
    assert reply.get_json()["sentences"] == []


def test_the_page_begins_as_the_pupils_page_does(teacher: FlaskClient, site: Site) -> None:
    token = begun(teacher, site)
    pupil = teacher.application.test_client()
    pupil.get(f"/c/{token}")
    own, theirs = text_of(teacher, "/"), text_of(pupil, "/")
    for page in (own, theirs):
        assert '<html lang="en">' in page
    assert 'value="biology" selected' in own or 'value="biology" selected' not in theirs
    assert "Leave the class" not in own and "Leave the class" in theirs and "You see what" not in theirs


@pytest.mark.parametrize("path", ["/", "/search", "/glossary", "/practice", "/teacher/classes", "/nothing"])
def test_every_page_says_so_and_has_the_way_back(teacher: FlaskClient, site: Site, path: str) -> None:
    begun(teacher, site)
    page = teacher.get(path).get_data(as_text=True)
    assert "You see what" in page and "/teacher/classes/preview/end" in page


def test_the_way_back_ends_it_in_the_language_of_before(teacher: FlaskClient, site: Site) -> None:
    token = begun(teacher, site)
    status, page = send(teacher, "/teacher/classes/preview/end")
    assert status == 200 and f"/teacher/classes/{token}/change" not in page and '<html lang="sw">' in page
    assert "Form &lt;2&gt; B" in page and "Unaona kinachoonwa" not in page
    assert "Unaona kinachoonwa" not in text_of(teacher, "/")


def test_what_the_teacher_asks_is_not_counted_for_the_class(teacher: FlaskClient, site: Site) -> None:
    begun(teacher, site, Scope())
    ask(teacher)
    assert [record.classroom for record in site.questions.records()] == [None]


def test_who_is_not_signed_in_sees_no_class_by_the_cookie(teacher: FlaskClient, site: Site) -> None:
    token = begun(teacher, site)
    stranger = teacher.application.test_client()
    stranger.set_cookie("tutor_preview", token)
    assert "You see what" not in text_of(stranger, "/?page=en")
    send(teacher, "/teacher/sign-out")
    assert "You see what" not in text_of(teacher, "/?page=en")


def test_a_class_that_is_gone_ends_it_too(teacher: FlaskClient, site: Site) -> None:
    token = begun(teacher, site)
    site.classrooms.remove_class(token)
    assert "You see what" not in text_of(teacher, "/?page=en")
    assert send(teacher, f"/teacher/classes/{token}/preview")[0] == 404
