"""The pupil's page: both languages, no script, nothing from outside, plain declines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tutor.answering.tutor import Tutor
from tutor.core.events import Answered, Declined, Event
from tutor.core.types import Answer, AnswerSentence, Citation, Decline, Pointer, Question, Reason
from tutor.curriculum.curriculum import Curriculum
from tutor.web.app import create_app
from tutor.web.words import WORDS

CITATION = Citation("b#p", "Book", "b.md", ("Chapter", "Heart <b>"), 7, "en", "The heart <pumps> blood.", "biology", 2)


class ScriptedTutor(Tutor):
    """Answers what contains "heart", declines the rest; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def ask(self, question: Question, stop: object = None) -> Iterator[Event]:
        self.asked.append(question)
        if "heart" in question.text:
            sentence = AnswerSentence("The heart <pumps> blood.", (0,))
            yield Answered(Answer("en", (sentence,), (CITATION,), "extracted"))
        else:
            pointer = Pointer("biology", 2, "Book", ("Photosynthesis",), "b#q")
            yield Declined(Decline("sw", Reason.OUTSIDE_SCOPE, "Hili halimo.", (pointer,)))


@pytest.fixture
def tutor() -> ScriptedTutor:
    return ScriptedTutor()


@pytest.fixture
def client(tutor: ScriptedTutor) -> FlaskClient:
    return create_app(tutor, Curriculum.load(), ("biology", "history")).test_client()


@pytest.mark.parametrize("page, word", [("sw", "Uliza"), ("en", "Ask")])
def test_the_empty_page_in_both_languages(client: FlaskClient, page: str, word: str) -> None:
    reply = client.get("/", query_string={"page": page})
    text = reply.get_data(as_text=True)
    assert f'<html lang="{page}">' in text and word in text
    assert len(reply.data) < 100_000
    for field in ("q", "subject", "form", "language"):
        assert f'for="{field}"' in text and f'id="{field}"' in text


def test_nothing_comes_from_outside(client: FlaskClient) -> None:
    reply = client.get("/?q=heart")
    text = reply.get_data(as_text=True)
    assert "<script" not in text
    assert all(address.startswith(("/", "#")) for address in re.findall(r'(?:href|src|action)="([^"]*)"', text))
    assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
    with client.get("/static/pupil.css") as style:
        assert style.status_code == 200


def test_an_answer_shows_quote_page_and_marks_and_escapes_them(client: FlaskClient) -> None:
    text = client.get("/?page=en&q=heart").get_data(as_text=True)
    assert "The heart &lt;pumps&gt; blood." in text and "<pumps>" not in text
    assert "Biology, Form 2: Heart &lt;b&gt;, page 7" in text
    assert 'href="#s1"' in text and 'id="s1"' in text


def test_a_decline_offers_the_place_with_one_tap(client: FlaskClient) -> None:
    text = client.get("/?page=sw&q=usanisinuru&subject=history").get_data(as_text=True)
    assert "Hili halimo." in text
    assert "subject=biology" in text and "form=2" in text


def test_the_choices_reach_the_gate_and_stay_chosen(client: FlaskClient, tutor: ScriptedTutor) -> None:
    text = client.get("/?q=heart&subject=biology&form=2&language=sw").get_data(as_text=True)
    (question,) = tutor.asked
    assert question.scope.subjects == ("biology",) and question.scope.forms == (2,) and question.language == "sw"
    assert '<option value="biology" selected>' in text and '<option value="2" selected>' in text


@pytest.mark.parametrize("query", ["subject=magic", "form=9", "form=x"])
def test_impossible_choices_are_said_not_raised(client: FlaskClient, query: str) -> None:
    reply = client.get(f"/?q=heart&{query}")
    assert reply.status_code == 200 and 'role="alert"' in reply.get_data(as_text=True)


def test_every_word_exists_in_both_languages() -> None:
    assert set(WORDS["en"]) == set(WORDS["sw"])
    assert all(WORDS["en"][key] != WORDS["sw"][key] for key in WORDS["en"])


def test_health(client: FlaskClient) -> None:
    assert client.get("/health").get_json() == {"status": "ok"}
