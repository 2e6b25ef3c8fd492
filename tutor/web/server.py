"""The web server around the app: Waitress, with limits that hold before the app hears of a request.

The app refuses what is too large, but the server would first write it to the disk; and a sender that dawdles costs no
thread, but a place among the connections. So both are decided here, by who sends and how fast.
"""

from __future__ import annotations

import copy
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, cast

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.utilities import RequestEntityTooLarge
from werkzeug.http import parse_cookie

from tutor.web.errors import WebError
from tutor.web.visitor import SESSION

THREADS = 96
"""Every open event stream holds one; the app leaves a quarter free for everything else."""
CONNECTIONS = 400
CONNECTIONS_OF_ADDRESS = 200
"""A school behind one address must fit; one computer must not take every place."""
LARGEST_OF_PUPIL = 1 << 17
LARGEST_OF_TEACHER = 1 << 31
HEADERS_SECONDS = 30.0
LEAST_BYTES_A_SECOND = 2000
LOOK_SECONDS = 5
LOOP_SECONDS = 0.5
FINISH_SECONDS = 5.0
SignedIn = Callable[[str], bool]
"""Whether the token of a session is one of a teacher who is signed in."""


class TooLarge(RequestEntityTooLarge):
    """Said in both languages: the app, which knows the reader's, has not seen the request."""

    def to_response(self, ident: str | None = None) -> Any:
        error = WebError("request-too-large")
        text = "".join(f"{error.what(language)} {error.hint(language)}\n" for language in ("en", "sw"))
        return f"{self.code} {self.reason}", [("Content-Type", "text/plain; charset=utf-8")], text.encode()


class Parser(HTTPRequestParser):
    """Takes as much as its sender may send. `may_send_much` is told the cookies."""

    may_send_much: Callable[[str], bool] = staticmethod(lambda cookies: False)

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.chunked or self.content_length > LARGEST_OF_PUPIL:
            trusted = self.may_send_much(self.headers.get("COOKIE", ""))
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = LARGEST_OF_TEACHER if trusted else LARGEST_OF_PUPIL

    def received(self, data: bytes) -> int:
        used: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = TooLarge("")
        return used


class Channel(HTTPChannel):
    """A connection that notes since when its request has been coming in."""

    parser_class = Parser
    began: float | None = None

    def received(self, data: bytes) -> bool:
        done = bool(super().received(data))
        if self.request is None:
            self.began = None
        elif self.began is None:
            self.began = time.monotonic()
        return done

    @property
    def is_being_answered(self) -> bool:
        """True while a whole request waits for its answer, or an answer to be sent."""
        return bool(self.requests or self.total_outbufs_len)

    def dawdles(self, now: float) -> bool:
        """True when the request comes in more slowly than the slowest network of a school."""
        if self.began is None or self.request is None:
            return False
        received = self.request.body_bytes_received
        return now - self.began > HEADERS_SECONDS + received / LEAST_BYTES_A_SECOND


class Server(TcpWSGIServer):
    """Waitress with these connections."""

    channel_class = Channel

    def handle_accept(self) -> None:
        super().handle_accept()
        self._part_with_crowds()

    def maintenance(self, now: int) -> None:
        super().maintenance(now)
        moment = time.monotonic()
        for channel in self.open_channels():
            if channel.dawdles(moment):
                channel.will_close = True

    def _part_with_crowds(self) -> None:
        """Close the newest connection of an address that has too many."""
        channels = self.open_channels()
        if channels and sum(channel.addr[0] == channels[-1].addr[0] for channel in channels) > CONNECTIONS_OF_ADDRESS:
            channels[-1].will_close = True

    def open_channels(self) -> list[Channel]:
        """The open connections, the newest last."""
        return list(cast(dict[int, Channel], self.active_channels).values())


class Listener:
    """An app being served, in the thread that calls `run`."""

    def __init__(self, app: Flask, address: socket.socket, signed_in: SignedIn, threads: int = THREADS) -> None:
        """`address` is a bound socket; it stays open when this ends, so that pages wait while another takes over."""
        self._stopping = threading.Event()
        self._channels: dict[int, Any] = {}
        # With a lookahead the server notices that a page went away while its answer is still awaited.
        adjustments = Adjustments(
            host="127.0.0.1", port=0, threads=threads, ident=None, connection_limit=CONNECTIONS,
            channel_request_lookahead=1, max_request_body_size=LARGEST_OF_TEACHER, asyncore_use_poll=True,
            cleanup_interval=LOOK_SECONDS, clear_untrusted_proxy_headers=True,
        )  # fmt: skip
        # Not where it listens: that is the socket, already bound.
        bound = address.dup()
        info = (bound.family, bound.type, bound.proto, bound.getsockname())

        class OwnParser(Parser):
            may_send_much = staticmethod(lambda cookies: signed_in(session_in(cookies)))

        class OwnChannel(Channel):
            parser_class = OwnParser

        self._server = Server(
            app, self._channels, True, bound, adj=adjustments, sockinfo=info, bind_socket=False
        )  # fmt: skip
        self._server.channel_class = OwnChannel

    def run(self, stopping: threading.Event) -> None:
        """Serve until `stop` is called or `stopping` is set. Raises KeyboardInterrupt."""
        while not (self._stopping.is_set() or stopping.is_set()):
            wasyncore.loop(timeout=LOOP_SECONDS, map=self._channels, use_poll=True, count=1)

    def stop(self) -> None:
        """End `run` soon. Any thread may call it."""
        self._stopping.set()
        self._server.pull_trigger()

    def close(self) -> None:
        """Take nobody in any more, let who was taken in be answered, for some seconds, then close every connection."""
        self._server.accepting = False
        ends = time.monotonic() + FINISH_SECONDS
        while time.monotonic() < ends and any(one.is_being_answered for one in self._server.open_channels()):
            wasyncore.loop(timeout=0.05, map=self._channels, use_poll=True, count=1)
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._channels)


def session_in(cookies: str) -> str:
    """The token of the session among the cookies of a request, as the app reads them; empty where there is none."""
    return parse_cookie(cookies).get(SESSION, "")


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that is bound to the first address of the host. Raises OSError."""
    family, kind, protocol, _, where = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]  # fmt: skip
    made = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows would let a second server share the port
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(where)
        made.listen(1024)
    except OSError:
        made.close()
        raise
    return made
