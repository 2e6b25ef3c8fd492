"""Killed in mid-answer and started again; left and asked again fifty times: pages and server go on by themselves."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browser_server import Served, served
from web_fakes import FakeTutor, writing_source

from tutor.core.places import PACKAGE

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from test_in_browser import CHROMIUM, Looker, browser, shots  # noqa: E402, F401
from test_serve_command import free_port  # noqa: E402

HERE = Path(__file__).resolve().parent


@contextmanager
def process(home: Path, port: int, mode: str) -> Iterator[subprocess.Popen[str]]:
    """A server that is running, and killed at the end."""
    running = subprocess.Popen(
        [sys.executable, str(HERE / "held_server.py"), str(home), str(port), mode],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert running.stdout is not None and running.stdout.readline() == "ready\n"
        yield running
    finally:
        running.kill()
        running.wait()
        if running.stdout is not None:
            running.stdout.close()


def asked_over_http(port: int, question: str) -> tuple[http.client.HTTPResponse, str]:
    """An open stream whose evidence has come, and the ticket."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream", "Cookie": "tutor_device=one-device-x"}
    connection.request("POST", "/api/v1/ask", json.dumps({"question": question}), headers)
    reply = connection.getresponse()
    assert reply.status == 200, reply.read()
    for raw in reply:
        line = raw.decode()
        if line.startswith("data: ") and '"cards"' in line:
            link = json.loads(line[6:])["cards"][0]["link"]
            return reply, link.split("answer=")[1].split("#")[0].split("&")[0]
    raise AssertionError("no evidence came")


def report(port: int, ticket: str) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", f"/api/v1/queue/{ticket}")
    found: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return found


def test_a_page_that_is_left_and_asked_anew_fifty_times_leaves_nothing_behind(tmp_path: Path) -> None:
    tutor = FakeTutor()
    tutor.hold = threading.Event()
    with served(writing_source(tutor), tmp_path) as server:
        port = int(server.address.rsplit(":", 1)[1])
        for number in range(50):
            stream, ticket = asked_over_http(port, f"heart {number}")
            if number % 2:
                gone = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                gone.request("DELETE", f"/api/v1/queue/{ticket}")
                assert gone.getresponse().status == 204
                gone.close()
            stream.close()  # the tab is closed
        tutor.hold.set()
        stream, ticket = asked_over_http(port, "the last one")
        stream.close()
        assert server.site.service.wait(ticket, 60).state == "done"
        assert tutor.written[-1] == "the last one" and server.site.service.state().failed == 0
        wait_until_idle(server)


def wait_until_idle(server: Served) -> None:
    """Every thread of the server is free again: whoever holds one notices within a heartbeat."""
    for _ in range(300):
        state = server.site.service.state()
        if (state.waiting, state.writing, state.looking) == (0, 0, 0):
            return
        threading.Event().wait(0.1)
    raise AssertionError(f"something is still held: {state}")


@pytest.mark.slow
def test_killed_in_mid_answer_the_ticket_is_answered_after_the_start(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, port, "hold"):
        stream, ticket = asked_over_http(port, "heart")
        assert report(port, ticket)["state"] == "writing"
    stream.close()
    with process(tmp_path, port, "answer"):
        for _ in range(200):
            found = report(port, ticket)
            if found["state"] == "done":
                break
            threading.Event().wait(0.1)
        assert found["sentences"][0]["text"].startswith("The heart")


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: apt-get install chromium")
def test_a_page_whose_server_was_killed_goes_on_when_it_is_back(
    browser: Any, tmp_path: Path, shots: Path  # noqa: F811
) -> None:  # fmt: skip
    port = free_port()
    with process(tmp_path, port, "hold"):
        page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
        looker = Looker(page, f"http://127.0.0.1:{port}", shots, "phone")
        looker.go("/?page=sw")
        looker.ask("What is the heart?")
        page.wait_for_selector("#evidence mark")
    page.wait_for_selector("text=Mawasiliano yamekatika", timeout=30_000)
    looker.shot("51-killed")
    with process(tmp_path, port, "answer"):
        page.wait_for_selector("#after .tools", timeout=60_000)  # nobody touched anything
        assert "The heart <pumps> blood." in page.inner_text("#sentences")
        looker.shot("52-back")
    page.context.close()
