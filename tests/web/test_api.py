"""The API: asking, following, searching, reading; what it says stands in its own description."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient
from web_fakes import POINTER, TEXT, FakeTutor

from tutor.core.types import Decline, Reason
from tutor.curriculum.curriculum import Curriculum
from tutor.web.api.answer_model import AskRequest
from tutor.web.api.library_model import SearchQuery
from tutor.web.api.reports import lead_of
from tutor.web.api.routes import OPERATIONS
from tutor.web.api.schema import parsed, parsed_query
from tutor.web.errors import WebError
from tutor.web.site import Site
from tutor.web.streams import open_streams


def events_of(text: str) -> list[tuple[str, dict[str, Any], str]]:
    """(name, data, id) of the events of a stream."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"]), lines["id"]))
    return found


def ask(client: FlaskClient, question: str = "What is the heart?", **more: Any) -> dict[str, Any]:
    reply = client.post("/api/v1/ask", json={"question": question, "wait_seconds": 20, **more})
    assert reply.status_code == 200, reply.get_data(as_text=True)
    report: dict[str, Any] = reply.get_json()
    return report


def test_a_whole_answer(client: FlaskClient) -> None:
    report = ask(client)
    assert report["state"] == "done" and report["method"] == "generated" and report["language"] == "en"
    (card,), (sentence,), (citation,) = report["evidence"], report["sentences"], report["citations"]
    quote = card["quotes"][0]
    assert TEXT[quote["start"] : quote["end"]] == quote["text"] == citation["quote"] == sentence["text"]
    assert sentence["citations"] == [0] and card["page"] == 7
    assert "mark=0-24" in citation["link"] and report["ticket"] in citation["link"]


def test_a_decline_is_an_answer_of_its_own_kind(client: FlaskClient) -> None:
    report = ask(client, "Usanisinuru ni nini?", html="sw")
    assert report["decline"]["reason"] == "outside-scope" and report["sentences"] == []
    assert report["decline"]["pointers"][0]["where"] == "Biolojia, Kidato cha 2"
    assert "Uliza katika Biolojia, Kidato cha 2" in report["html"]


@pytest.mark.parametrize(
    "text, lead",
    [
        ("This is not in your books. It is found in: Biology, Form 2 (Photosynthesis).", "This is not in your books."),
        ("So I will not guess. Try again! Near to it: Biology, Form 2 (Photosynthesis); X (Y).",
         "So I will not guess. Try again!"),
        ("It is found in: Biology, Form 2 (Photosynthesis).", "It is found in: Biology, Form 2 (Photosynthesis)."),
        ("This is not in your books.", "This is not in your books."),
    ],
)  # fmt: skip
def test_places_are_not_said_twice(text: str, lead: str) -> None:
    decline = Decline("en", Reason.OUTSIDE_SCOPE, text, (POINTER,))
    assert lead_of(decline, Curriculum.load()) == lead
    assert lead_of(replace(decline, pointers=()), Curriculum.load()) == text


def test_who_does_not_wait_gets_a_ticket_to_follow(client: FlaskClient, fake_tutor: FakeTutor) -> None:
    fake_tutor.hold = threading.Event()
    reply = client.post("/api/v1/ask", json={"question": "heart", "wait_seconds": 0})
    assert reply.status_code == 202
    ticket = reply.get_json()["ticket"]
    fake_tutor.hold.set()
    for _ in range(500):
        report = client.get(f"/api/v1/queue/{ticket}").get_json()
        if report["state"] == "done":
            break
        time.sleep(0.01)
    assert report["sentences"]


def test_the_stream_tells_evidence_first_then_sentences(client: FlaskClient) -> None:
    reply = client.post("/api/v1/ask", json={"question": "heart"}, headers={"Accept": "text/event-stream"})
    assert reply.mimetype == "text/event-stream"
    told = [name for name, _, _ in events_of(reply.get_data(as_text=True)) if name != "state"]
    assert told == ["understood", "evidence", "sentence", "answer", "end"]


def test_a_stream_goes_on_where_it_broke_off(client: FlaskClient) -> None:
    ticket = ask(client)["ticket"]
    whole = events_of(client.get(f"/api/v1/queue/{ticket}/events").get_data(as_text=True))
    _, _, last = next(event for event in whole if event[0] == "evidence")
    for named in ({"headers": {"Last-Event-ID": last}}, {"query_string": {"after": last}}):
        rest = events_of(client.get(f"/api/v1/queue/{ticket}/events", **named).get_data(as_text=True))  # type: ignore[arg-type]
        assert [name for name, _, _ in rest if name != "state"] == ["sentence", "answer", "end"]


def test_a_stream_of_another_run_begins_again(client: FlaskClient) -> None:
    ticket = ask(client)["ticket"]
    reply = client.get(f"/api/v1/queue/{ticket}/events", headers={"Last-Event-ID": "elsewhere.4"})
    told = [name for name, _, _ in events_of(reply.get_data(as_text=True)) if name != "state"]
    assert told == ["reset", "understood", "evidence", "sentence", "answer", "end"]


def test_a_stream_whose_question_had_to_make_room_says_so(
    client: FlaskClient, site: Site, fake_tutor: FakeTutor
) -> None:
    """A device with many tabs: the ticket is dropped before its stream is read, and cannot be asked anew."""
    fake_tutor.hold = threading.Event()
    first = client.post("/api/v1/ask", json={"question": "heart", "wait_seconds": 0}).get_json()["ticket"]
    stream = client.get(f"/api/v1/queue/{first}/events")
    asked = site.service.asked(first)
    watching = []
    for number in range(site.service.limits.open_of_pupil):
        other = site.service.ask(replace(asked, question=replace(asked.question, text=f"heart {number}")))
        watching.append(site.service.watch(other, 1.0))
        next(watching[-1])
    told = events_of(stream.get_data(as_text=True))
    fake_tutor.hold.set()
    assert told[-1][0] == "end" and told[-1][1]["state"] == "failed"
    fault = next(data["fault"] for name, data, _ in told if name == "state")
    assert fault["error"] == "too-many-waiting" and fault["hint"]


def test_streams_with_html_carry_the_pieces_of_the_page(client: FlaskClient) -> None:
    ticket = ask(client)["ticket"]
    told = events_of(client.get(f"/api/v1/queue/{ticket}/events?html=en").get_data(as_text=True))
    pieces = {name: data.get("html", "") for name, data, _ in told}
    assert "The heart &lt;pumps&gt; blood." in pieces["evidence"] and 'class="cite"' in pieces["sentence"]
    assert "Ask your teacher" in pieces["end"]


def test_too_many_streams_leave_room_for_everything_else(client: FlaskClient) -> None:
    ticket = ask(client)["ticket"]
    with client.application.app_context():
        streams = open_streams()
    while streams.count < 72:
        streams.enter()
    assert client.get(f"/api/v1/queue/{ticket}/events").status_code == 503
    assert client.get(f"/api/v1/queue/{ticket}").status_code == 200
    streams.leave()
    with client.get(f"/api/v1/queue/{ticket}/events") as reply:
        assert reply.status_code == 200
        reply.get_data()
    assert streams.count == 71


def test_who_waits_for_the_whole_answer_holds_a_place_too(client: FlaskClient, fake_tutor: FakeTutor) -> None:
    fake_tutor.hold = threading.Event()
    with client.application.app_context():
        streams = open_streams()
    while streams.count < 72:
        streams.enter()
    reply = client.post("/api/v1/ask", json={"question": "heart", "wait_seconds": 120})
    assert reply.status_code == 202 and reply.get_json()["ticket"]
    fake_tutor.hold.set()
    while streams.count:
        streams.leave()
    assert ask(client, "blood")["state"] == "done" and streams.count == 0


def test_cancelling(client: FlaskClient, fake_tutor: FakeTutor) -> None:
    fake_tutor.hold = threading.Event()
    ticket = client.post("/api/v1/ask", json={"question": "heart", "wait_seconds": 0}).get_json()["ticket"]
    assert client.delete(f"/api/v1/queue/{ticket}").status_code == 204
    assert client.get(f"/api/v1/queue/{ticket}").get_json()["state"] == "cancelled"
    assert client.delete("/api/v1/queue/never-given").status_code == 404
    assert client.post(f"/api/v1/queue/{ticket}/leave").status_code == 204


def test_health_and_search_do_not_wait_for_an_answer(client: FlaskClient, fake_tutor: FakeTutor, site: Site) -> None:
    fake_tutor.hold = threading.Event()
    client.post("/api/v1/ask", json={"question": "heart", "wait_seconds": 0})
    while site.service.state().writing == 0:
        time.sleep(0.01)
    assert client.get("/health").get_json() == {"status": "ok"}
    assert client.get("/api/v1/queue").get_json()["writing"] == 1
    assert client.get("/api/v1/glossary?q=cell").get_json()["terms"]


def test_putting_a_question_on_the_teachers_list(client: FlaskClient, site: Site) -> None:
    ticket = ask(client)["ticket"]
    assert client.post(f"/api/v1/queue/{ticket}/teacher").status_code == 204
    assert [record.text for record in site.questions.records(for_teacher=True)] == ["What is the heart?"]
    assert client.post("/api/v1/queue/never-given/teacher").status_code == 404


@pytest.mark.parametrize(
    "body, why",
    [
        ([], "no JSON object"),
        ({}, "question is missing"),
        ({"question": ""}, "empty"),
        ({"question": "x" * 1001}, "longer"),
        ({"question": 5}, "string"),
        ({"question": "x", "form": 0}, "below"),
        ({"question": "x", "form": True}, "integer"),
        ({"question": "x", "form": "2"}, "integer"),
        ({"question": "x", "language": "fr"}, "one of"),
        ({"question": "x", "wait_seconds": 1e9}, "above"),
        ({"question": "x", "other": 1}, "no field"),
        ({"question": "\ud800"}, "half a character"),
    ],
)
def test_bodies_that_cannot_be_used_are_refused_with_the_reason(client: FlaskClient, body: Any, why: str) -> None:
    reply = client.post("/api/v1/ask", data=json.dumps(body), content_type="application/json")
    assert reply.status_code == 400 and why in reply.get_json()["message"]


@pytest.mark.parametrize("text", ["   ", "???", "123"])
def test_what_is_no_question_is_refused_or_answered_in_words(client: FlaskClient, text: str) -> None:
    reply = client.post("/api/v1/ask", json={"question": text})
    assert reply.status_code in (200, 400)
    if reply.status_code == 400:
        assert reply.get_json()["message_sw"]


def test_impossible_choices_are_said(client: FlaskClient) -> None:
    for more in ({"subject": "magic"}, {"form": 9}):
        reply = client.post("/api/v1/ask", json={"question": "heart", **more})
        assert reply.status_code == 400 and reply.get_json()["hint"]


def test_types_are_read_strictly_from_json_and_kindly_from_addresses() -> None:
    assert parsed(AskRequest, {"question": "x", "wait_seconds": 3}).wait_seconds == 3.0
    assert parsed_query(SearchQuery, {"q": "x", "limit": "5"}).limit == 5
    for raw in ({"q": "x", "limit": "many"}, {"q": "x", "limit": "51"}, {"limit": "5"}, {"q": "x", "no": "1"}):
        with pytest.raises(WebError):
            parsed_query(SearchQuery, raw)


def test_searching(library_client: FlaskClient) -> None:
    report = library_client.get("/api/v1/search?q=heart&subject=biology&form=2&limit=3&page=en").get_json()
    assert report["passages"] and len(report["passages"]) <= 3
    assert all(item["subject"] == "biology" and item["form"] == 2 for item in report["passages"])
    assert library_client.get("/api/v1/search?q=heart&form=nine").status_code == 400


def test_reading_books_and_passages(library_client: FlaskClient) -> None:
    library = library_client.get("/api/v1/library").get_json()
    assert [subject["slug"] for subject in library["subjects"]] == ["history", "biology", "mathematics"]
    book = next(book for book in library["books"] if "nutrition" in book["id"] and book["language"] == "en")
    contents = library_client.get("/api/v1/book", query_string={"id": book["id"]}).get_json()
    ids = [passage for chapter in contents["chapters"] for passage in chapter["passages"]]
    assert len(ids) == book["passages"] and len(contents["chapters"]) > 3
    first, second = (library_client.get("/api/v1/passage", query_string={"id": name}).get_json() for name in ids[:2])
    assert first["next_id"] == second["passage_id"] and second["previous_id"] == first["passage_id"]
    assert first["previous_id"] is None and first["text"]


def test_the_glossary_works_both_ways(client: FlaskClient) -> None:
    for word in ("photosynthesis", "usanisinuru", "USANISINURU"):
        terms = client.get("/api/v1/glossary", query_string={"q": word}).get_json()["terms"]
        assert "photosynthesis" in terms[0]["en"] and "usanisinuru" in [term.lower() for term in terms[0]["sw"]]


def test_status_says_what_is_wrong(client: FlaskClient, library_client: FlaskClient) -> None:
    assert client.get("/api/v1/status").get_json()["fault"]["error"] == "library-empty"
    status = library_client.get("/api/v1/status").get_json()
    assert status["status"] == "ok" and status["books"] >= 8 and status["passages"] > 80


def test_the_description_names_every_address(client: FlaskClient) -> None:
    document = client.get("/api/v1/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    described = {(path, method) for path, methods in document["paths"].items() for method in methods}
    served = {
        (rule.rule.replace("<", "{").replace(">", "}"), method.lower())
        for rule in client.application.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/") and not rule.rule.endswith("openapi.json")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served and len(OPERATIONS) == len(described)


def test_replies_are_what_the_description_says(client: FlaskClient, library_client: FlaskClient) -> None:
    document = client.get("/api/v1/openapi.json").get_json()
    replies = {
        "AnswerReport": ask(client, html="sw"),
        "QueueReport": client.get("/api/v1/queue").get_json(),
        "SearchReport": library_client.get("/api/v1/search?q=heart").get_json(),
        "LibraryReport": library_client.get("/api/v1/library").get_json(),
        "GlossaryReport": client.get("/api/v1/glossary?q=seli").get_json(),
        "StatusReport": library_client.get("/api/v1/status").get_json(),
        "Fault": client.get("/api/v1/passage?id=nothing").get_json(),
    }
    for name, reply in replies.items():
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        jsonschema.validate(reply, schema, jsonschema.Draft202012Validator)
