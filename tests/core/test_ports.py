"""Who listens at a port: nobody, tutor, or another program."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tutor.core.ports import listener_at


@contextmanager
def answering(body: bytes, status: int = 200) -> Iterator[int]:
    """A program that answers every address so; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def test_nobody() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert listener_at(port) == "nobody"


def test_tutor_is_known_by_its_status() -> None:
    with answering(json.dumps({"status": "ok", "passages": 3, "queue": {}}).encode()) as port:
        assert listener_at(port, "0.0.0.0") == "tutor"


@pytest.mark.parametrize(("body", "status"), [(b"<html>", 200), (b'{"status": "ok"}', 200), (b"[]", 200), (b"", 404)])
def test_another_program(body: bytes, status: int) -> None:
    with answering(body, status) as port:
        assert listener_at(port) == "another"
