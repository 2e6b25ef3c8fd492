"""What every request passes: host, sender, form token, size, and the headers of the reply."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from web_fakes import FakeTutor

from tutor.web.protection import is_own_host

FORMS = ("/ask", "/leave-class", "/teacher/sign-in", "/teacher/first-password", "/teacher/sign-out",
         "/answer/some-ticket/stop", "/answer/some-ticket/teacher")  # fmt: skip
ASK = {"question": "What is the heart?", "wait_seconds": 20}


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8010", "localhost", "192.168.1.20:8010", "[::1]:8010", "[fe80::1]", platform.node(), "LOCALHOST."],
)
def test_own_hosts(host: str) -> None:
    assert is_own_host(host)


@pytest.mark.parametrize(
    "host", ["", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", ":8010", ".local"]
)
def test_foreign_hosts(host: str) -> None:
    assert not is_own_host(host)


def test_a_named_host_is_let_in() -> None:
    assert is_own_host("tutor.school:8010", frozenset({"tutor.school"}))


def test_a_foreign_host_is_refused_on_pages_and_api(client: FlaskClient) -> None:
    for path in ("/", "/api/v1/status", "/static/tutor.css"):
        with client.get(path, headers={"Host": "evil.example"}) as reply:
            assert reply.status_code == 421


@pytest.mark.parametrize("path", FORMS)
def test_every_form_needs_its_token(client: FlaskClient, fake_tutor: FakeTutor, path: str) -> None:
    for sent in ({}, {"csrf": "0" * 32}):
        reply = client.post(path, data={**sent, "q": "heart"})
        assert reply.status_code == 403 and "Pakia ukurasa" in reply.get_data(as_text=True)
    assert fake_tutor.asked == []


def test_no_page_takes_a_change_without_a_token(client: FlaskClient) -> None:
    rules = [rule for rule in client.application.url_map.iter_rules() if "POST" in (rule.methods or set())]
    paths = [_filled(rule.rule) for rule in rules if not rule.rule.startswith("/api/")]
    assert set(FORMS) <= {path.replace("some-token", "some-ticket") for path in paths}
    for path in paths:
        assert client.post(path).status_code in (401, 403), path


def test_a_token_of_another_device_does_not_fit(client: FlaskClient, token: str) -> None:
    other = client.application.test_client()
    other.get("/")
    assert other.post("/ask", data={"csrf": token, "q": "heart"}).status_code == 403
    assert client.post("/ask", data={"csrf": token, "q": "heart"}).status_code == 303


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}])
def test_another_sites_page_changes_nothing(client: FlaskClient, token: str, headers: dict[str, str]) -> None:
    assert client.post("/ask", data={"csrf": token, "q": "heart"}, headers=headers).status_code == 403
    assert client.post("/api/v1/ask", json=ASK, headers=headers).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_the_api_takes_no_body_that_a_foreign_form_could_send(client: FlaskClient, kind: str) -> None:
    reply = client.post("/api/v1/ask", data=b'{"question": "heart"}', content_type=kind)
    assert reply.status_code == 415 and reply.get_json()["error"] == "body-not-json"


def test_large_requests_are_refused(client: FlaskClient, token: str) -> None:
    assert client.post("/api/v1/ask", json={"question": "x" * 100_000}).status_code == 413
    assert client.post("/ask", data={"csrf": token, "q": "x" * 100_000}).status_code == 413


def test_the_headers_keep_everything_inside(client: FlaskClient) -> None:
    reply = client.get("/")
    policy = reply.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert reply.headers["X-Content-Type-Options"] == "nosniff" and reply.headers["Cache-Control"] == "no-store"


def test_no_page_holds_a_script_or_style_of_its_own(client: FlaskClient) -> None:
    for path in ("/", "/glossary?q=seli", "/teacher/sign-in", "/nothing"):
        text = client.get(path).get_data(as_text=True)
        assert re.findall(r"<script(?![^>]*\ssrc=)", text) == [] and "<style" not in text
        assert re.findall(r"\son\w+=", text) == [] and "style=" not in text
        addresses = re.findall(r'(?:href|src|action)="([^"]*)"', text)
        assert addresses and all(
            address.startswith(("/", "#")) and not address.startswith("//") for address in addresses
        )


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/books/../../etc/passwd",
             "/passage?id=../../etc/passwd", "/book?id=/etc/passwd", "/answer/..%2f..%2fetc%2fpasswd", "/c/..%2f"],
)  # fmt: skip
def test_no_address_reaches_the_file_system(library_client: FlaskClient, path: str) -> None:
    reply = library_client.get(path)
    assert reply.status_code in (404, 308) and "root:" not in reply.get_data(as_text=True)
    assert "from flask" not in reply.get_data(as_text=True)


def test_cookies_are_out_of_reach(client: FlaskClient, site: object) -> None:
    fresh = client.application.test_client()
    (cookie,) = [line for line in fresh.get("/").headers.getlist("Set-Cookie") if line.startswith("tutor_device")]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_a_fault_tells_the_page_what_to_do_and_the_log_no_question(
    client: FlaskClient, fake_tutor: FakeTutor, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    fake_tutor.fault = ZeroDivisionError("broken part")
    text = client.post("/ask", data={"csrf": token, "q": "my secret heart"}, follow_redirects=True).get_data(
        as_text=True
    )
    assert "mwambie fundi" in text
    assert "broken part" in caplog.text and "my secret heart" not in caplog.text


def test_an_unexpected_fault_of_a_page_is_a_page(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tutor.web.pages.reading.glossary_entries", fail)
    reply = client.get("/glossary?q=seli")
    assert reply.status_code == 500 and "Ukurasa huu haukuweza" in reply.get_data(as_text=True)
    assert "Traceback" not in reply.get_data(as_text=True)


def test_nothing_is_written_outside_the_sites_folder(client: FlaskClient, tmp_path: Path) -> None:
    client.get("/")
    names = {path.name for path in (tmp_path / "site").rglob("*") if path.is_file()}
    assert all(name.startswith(("classroom.db", "questions.db", "lessons.db")) for name in names)


def _filled(rule: str) -> str:
    """An address of the rule: a number where it wants one, else a token that nobody has."""
    return re.sub(r"<[^>]+>", "some-token", re.sub(r"<int:[^>]+>", "1", rule))
