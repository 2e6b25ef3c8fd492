"""The server around the app: who may send much, who dawdles, who takes every place; and Ctrl-C ends it in order."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from browser_server import Served, served
from web_fakes import FakeTutor, writing_source

from tutor.web import server as limits
from tutor.web.server import bound_socket, session_in

PASSWORD = "tembo mkubwa mweupe"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Served]:
    with served(writing_source(FakeTutor()), tmp_path) as server:
        yield server


def port_of(running: Served) -> int:
    return int(running.address.rsplit(":", 1)[1])


@contextmanager
def connected(running: Served) -> Iterator[socket.socket]:
    with closing(socket.create_connection(("127.0.0.1", port_of(running)), timeout=30)) as made:
        yield made


def head(path: str, length: int, cookie: str = "") -> bytes:
    named = f"Cookie: {cookie}\r\n" if cookie else ""
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{named}Content-Length: {length}\r\n\r\n".encode()


def first_line(made: socket.socket) -> str:
    return made.recv(4000).decode("utf-8", "replace")


@pytest.mark.parametrize("path", ["/", "/ask", "/api/v1/ask", "/teacher/library/add", "/status/restore", "/nothing"])
def test_nobody_can_fill_the_disk_without_signing_in(running: Served, path: str) -> None:
    with connected(running) as made:
        made.sendall(head(path, 50 << 20))
        said = b"".join(iter(lambda: made.recv(4000), b"")).decode()
    assert said.startswith("HTTP/1.1 413") and "Tuma kidogo" in said and "Send less" in said


def test_a_body_of_unknown_length_is_cut_off_too(running: Served) -> None:
    with connected(running) as made:
        made.sendall(b"POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        piece = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
        with pytest.raises(OSError):
            for _ in range(400):
                made.sendall(piece)
                time.sleep(0.005)


def test_a_teacher_may_send_books_and_a_forged_session_may_not(running: Served) -> None:
    accounts = running.site.accounts
    accounts.set_first_password(accounts.setup_code, PASSWORD, PASSWORD, "127.0.0.1")
    token = accounts.sign_in(PASSWORD, "127.0.0.1")
    for cookie, refused in ((f"tutor_session={token}", False), ("tutor_session=forged", True)):
        connection = http.client.HTTPConnection("127.0.0.1", port_of(running), timeout=60)
        try:
            connection.request("POST", "/teacher/library/add", b"x" * 300_000, {"Cookie": cookie})
            assert (connection.getresponse().status == 413) is refused
        except OSError:
            assert refused
        finally:
            connection.close()


def test_a_sender_that_dawdles_is_parted_with_and_one_that_waits_is_not(
    running: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HEADERS_SECONDS", 0.2)
    with connected(running) as slow, connected(running) as idle:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        ended = time.monotonic() + 60
        while slow.recv(1) if time.monotonic() < ended else pytest.fail("it was never parted with"):
            pass
        idle.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert "200 OK" in first_line(idle)


def test_one_computer_does_not_take_every_place(running: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_ADDRESS", 5)
    held = [socket.create_connection(("127.0.0.1", port_of(running)), timeout=30) for _ in range(6)]
    try:
        assert held[-1].recv(1) == b""
        held[0].sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert "200 OK" in first_line(held[0])
    finally:
        for made in held:
            made.close()


@pytest.mark.parametrize(
    "sent, token",
    [("tutor_session=abc", "abc"), ("a=b; tutor_session=x-_9; c=d", "x-_9"), ("", ""), ("tutor_session", ""),
     ("a=b\x00;;;=", ""), ("xtutor_session=abc", ""),
     ('other={"a": "b,c"}; tutor_session=abc', "abc")],
)  # fmt: skip
def test_the_session_among_cookies(sent: str, token: str) -> None:
    assert session_in(sent) == token


def test_a_port_that_is_taken_is_said() -> None:
    with bound_socket("127.0.0.1", 0) as first, pytest.raises(OSError):
        bound_socket("127.0.0.1", first.getsockname()[1])


def test_who_was_taken_in_is_answered_before_the_end(tmp_path: Path) -> None:
    tutor = FakeTutor()
    tutor.hold = threading.Event()
    with served(writing_source(tutor), tmp_path) as running:
        body = b'{"question": "heart", "wait_seconds": 30}'
        with connected(running) as made:
            made.sendall(
                b"POST /api/v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
            )
            while not running.site.service.state().writing:
                time.sleep(0.01)
            running.stop()
            assert b'"evidence"' in b"".join(iter(lambda: made.recv(4000), b""))
        running.start()


def test_stopping_ends_streams_and_frees_the_port(tmp_path: Path) -> None:
    tutor = FakeTutor()
    tutor.hold = threading.Event()
    with served(writing_source(tutor), tmp_path) as running:
        body = b'{"question": "heart"}'
        with connected(running) as made:
            made.sendall(
                b"POST /api/v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
                b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
            )
            assert "200 OK" in first_line(made)
            running.stop()
            while made.recv(4000):
                pass
        running.start()
        with connected(running) as made:
            made.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert "200 OK" in first_line(made)
