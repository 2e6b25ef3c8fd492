"""What a class may see is decided on the server: questions, declines, books, passages, search."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from web_fakes import PASSAGE

from tutor.core.types import Scope
from tutor.web.errors import WebError
from tutor.web.service.class_gate import admits, scope_for_class
from tutor.web.site import Site


@pytest.mark.parametrize(
    "chosen, allowed, expected",
    [
        (Scope(), Scope(), Scope()),
        (Scope(subjects=("history",)), Scope(), Scope(subjects=("history",))),
        (Scope(), Scope(forms=(1, 2)), Scope(forms=(1, 2))),
        (Scope(forms=(2,)), Scope(forms=(1, 2), documents=("a",)), Scope(forms=(2,), documents=("a",))),
    ],
)
def test_the_scope_lies_within_what_the_class_may_see(chosen: Scope, allowed: Scope, expected: Scope) -> None:
    assert scope_for_class(chosen, allowed) == expected


def test_what_the_class_does_not_use_is_refused_in_words() -> None:
    with pytest.raises(WebError) as caught:
        scope_for_class(Scope(subjects=("history",)), Scope(subjects=("biology",)))
    assert "History" in caught.value.what("en") and "Historia" in caught.value.what("sw")


def test_unknown_is_not_let_through() -> None:
    assert admits(Scope(), PASSAGE) and admits(Scope(subjects=("biology",), forms=(2,)), PASSAGE)
    assert not admits(Scope(document_types=("textbook",)), PASSAGE) and not admits(Scope(forms=(1,)), PASSAGE)
    assert admits(Scope(without_types=("past-paper",)), PASSAGE)


def in_class(client: FlaskClient, site: Site, allowed: Scope) -> None:
    made = site.classrooms.add_class("Form 2 A", "biology", 2, "en", allowed)
    reply = client.get(f"/c/{made.token}")
    assert reply.status_code == 302


HISTORY = "history/form-3-colonial-rule-and-maji-maji.en"


def test_a_class_link_sets_what_the_page_begins_with(library_client: FlaskClient, library_site: Site) -> None:
    in_class(library_client, library_site, Scope(subjects=("biology",), forms=(1, 2)))
    text = library_client.get("/").get_data(as_text=True)
    assert '<html lang="en">' in text and "Class: Form 2 A" in text
    assert '<option value="biology" selected>' in text and '<option value="2" selected>' in text
    assert "History" not in text and "Form 3" not in text


def test_no_address_shows_a_class_what_it_may_not_see(library_client: FlaskClient, library_site: Site) -> None:
    for path in (f"/book?id={HISTORY}", f"/read?id={HISTORY}", "/books/history"):
        assert library_client.get(path).status_code == 200
    passage = f"{HISTORY}%23causes-of-the-maji-maji-war"
    assert library_client.get(f"/passage?id={passage}").status_code == 200
    in_class(library_client, library_site, Scope(subjects=("biology",)))
    for path in (f"/book?id={HISTORY}", f"/read?id={HISTORY}", "/books/history", f"/passage?id={passage}",
                 f"/api/v1/passage?id={passage}", f"/api/v1/book?id={HISTORY}"):  # fmt: skip
        assert library_client.get(path).status_code == 404, path
    books = library_client.get("/api/v1/library").get_json()["books"]
    assert books and {book["subject"] for book in books} == {"biology"}
    found = library_client.get("/api/v1/search?q=Maji+Maji+war").get_json()["passages"]
    assert {item["subject"] for item in found} == {"biology"}
    refused = library_client.get("/api/v1/search?q=war&subject=history")
    assert refused.status_code == 400 or refused.get_json()["error"] == "not-for-class"


def test_a_question_of_a_class_finds_only_its_books(library_client: FlaskClient, library_site: Site) -> None:
    in_class(library_client, library_site, Scope(subjects=("biology",)))
    reply = library_client.post("/api/v1/ask", json={"question": "Why did the Maji Maji war break out?", "html": "en"})
    report = reply.get_json()
    assert report["state"] == "done" and report["decline"] is not None
    assert all(pointer["subject"] == "biology" for pointer in report["decline"]["pointers"])
    assert "History" not in report["html"] and "Maji Maji War" not in report["decline"]["text"]


def test_leaving_the_class(library_client: FlaskClient, library_site: Site) -> None:
    in_class(library_client, library_site, Scope(subjects=("biology",)))
    token = library_client.get("/").get_data(as_text=True).split('name="csrf" value="')[1].split('"')[0]
    library_client.post("/leave-class", data={"csrf": token})
    assert "Form 2 A" not in library_client.get("/").get_data(as_text=True)


def test_an_old_link_is_said_to_be_void(library_client: FlaskClient) -> None:
    reply = library_client.get("/c/not-a-class-1")
    assert reply.status_code == 404 and "kiungo kipya" in reply.get_data(as_text=True)


def test_where_only_classes_may_ask_others_are_told_so(library_client: FlaskClient, library_site: Site) -> None:
    library_site.classrooms.set_setting("open_to_all", "no")
    assert "kwa darasa tu" in library_client.get("/").get_data(as_text=True)
    assert library_client.post("/api/v1/ask", json={"question": "What is a cell?"}).status_code == 403
    assert library_client.get("/books").status_code == 403
    in_class(library_client, library_site, Scope())
    assert library_client.get("/books").status_code == 200
