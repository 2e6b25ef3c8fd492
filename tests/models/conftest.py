"""What the fetch tests share: a local server that behaves badly on demand, tiny wheels, a quiet package index."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import socket
import struct
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

Reply = Callable[[BaseHTTPRequestHandler], None]


class BadServer:
    """Serves scripted replies: each request to a path gets the next one, the last one again and again."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.sent = 0
        self._scripts: dict[str, list[Reply]] = {}
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self.close_connection = True
                server.asked.append((self.path, dict(self.headers)))
                script = server._scripts.get(self.path)
                reply = server.status(404) if not script else script.pop(0) if len(script) > 1 else script[0]
                with contextlib.suppress(OSError):  # the client may have hung up, and often should
                    reply(self)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - likewise
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def at(self, path: str, *replies: Reply) -> str:
        """Script the replies of a path. Returns its address."""
        self._scripts[path] = list(replies)
        return self.address + path

    def stop(self) -> None:
        if self._thread.is_alive():
            self._http.shutdown()
            self._thread.join()
            self._http.server_close()

    def send(self, handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: bytes) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Connection", "close")
        handler.end_headers()
        for start in range(0, len(body), 1 << 16):
            block = body[start : start + (1 << 16)]
            handler.wfile.write(block)
            self.sent += len(block)

    # ------------------------------------------------------------ replies

    def file(self, data: bytes, etag: str = '"one"', cut: int | None = None, reset: bool = False) -> Reply:
        """An honest file server with ranges. `cut`: hang up after so many bytes of the body."""

        def reply(handler: BaseHTTPRequestHandler) -> None:
            asked = re.match(r"bytes=(\d+)-$", handler.headers.get("Range", ""))
            start = int(asked[1]) if asked and handler.headers.get("If-Range", etag) == etag else None
            headers = {"Content-Type": "application/octet-stream", "ETag": etag}
            if start is not None and start >= len(data):
                headers |= {"Content-Range": f"bytes */{len(data)}", "Content-Length": "0"}
                self.send(handler, 416, headers, b"")
                return
            body = data[start or 0 :]
            headers["Content-Length"] = str(len(body))
            if start is not None:
                headers["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
            self.send(handler, 200 if start is None else 206, headers, body[:cut])
            if reset:
                handler.wfile.flush()
                handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                handler.connection.close()

        return reply

    def status(self, code: int, body: bytes = b"", declared: int | None = None, **headers: str) -> Reply:
        """Any answer. Header names are written with underscores; `declared` is what Content-Length says."""

        def reply(handler: BaseHTTPRequestHandler) -> None:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            if "Transfer-Encoding" not in named and declared != -1:
                named["Content-Length"] = str(len(body) if declared is None else declared)
            self.send(handler, code, named, body)

        return reply

    def page(self) -> Reply:
        """What a sign-in page of a network answers to everything."""
        return self.status(200, b"<html>Please sign in</html>", Content_Type="text/html; charset=utf-8")

    def hang_up(self) -> Reply:
        """No answer at all."""
        return lambda handler: handler.connection.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def bad_server() -> Iterator[BadServer]:
    server = BadServer()
    yield server
    server.stop()


@pytest.fixture
def dead_address() -> str:
    """An address on which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"


@pytest.fixture(autouse=True)
def quiet_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of this machine: no proxy, no index, no hub, no certificates."""
    for name in list(os.environ):
        if name.startswith("PIP_") or name.lower().endswith("_proxy") or name in {"TUTOR_HUB_URL", "HF_ENDPOINT"}:
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_RETRIES", "0")
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        monkeypatch.delenv(name, raising=False)


class Told:
    """A `Progress` that remembers."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int, int]] = []

    def __call__(self, what: str, done: int, total: int) -> None:
        self.calls.append((what, done, total))

    @property
    def notes(self) -> list[str]:
        """Codes of the remarks."""
        return [getattr(what, "code", what) for what, _, total in self.calls if total == 0]


@pytest.fixture
def told() -> Told:
    return Told()


MakeWheel = Callable[..., Path]


@pytest.fixture
def make_wheel() -> MakeWheel:
    """Writes a real wheel with the given members: make_wheel(folder, "some-name", "1.0", {"member": bytes})."""

    def make(folder: Path, package: str, version: str, members: dict[str, bytes], tag: str = "py3-none-any") -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        plain = package.replace("-", "_")
        path = folder / f"{plain}-{version}-{tag}.whl"
        info = f"{plain}-{version}.dist-info"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in members.items():
                archive.writestr(name, data)
            archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
            archive.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
            archive.writestr(f"{info}/RECORD", "")
        return path

    return make


@pytest.fixture
def sha() -> Callable[[bytes], str]:
    return lambda data: hashlib.sha256(data).hexdigest()


@pytest.fixture
def data() -> bytes:
    """200,000 bytes that look like nothing, the same in every run."""
    return b"".join(hashlib.sha256(str(number).encode()).digest() for number in range(6250))
