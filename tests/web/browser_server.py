"""A served site for browsers: the real server, in threads of the test, on a free port of loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from waitress import wasyncore
from waitress.server import create_server

from tutor.core.settings import Settings
from tutor.web.app import create_app
from tutor.web.service.source import TutorSource
from tutor.web.site import Site, open_site


class Served:
    """A running server. `stop` and `start` are what a technician does; the port stays."""

    def __init__(self, source: TutorSource, home: Path, settings: Settings | None = None) -> None:
        self._source = source
        self._settings = settings
        self._home = home
        self._port = 0
        self._stopping = threading.Event()
        self.site: Site = self._open()

    def _open(self) -> Site:
        self.site = open_site(self._source, self._home, settings=self._settings)
        self._stopping.clear()
        self._server = create_server(
            create_app(self.site),
            host="127.0.0.1",
            port=self._port,
            threads=24,
            channel_request_lookahead=1,
            ident=None,
        )
        self._port = self._server.effective_port
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)
        self._thread.start()
        return self.site

    def _run(self) -> None:
        """The server's loop, with an end that does not wait for open streams."""
        while not self._stopping.is_set():
            wasyncore.loop(timeout=0.2, map=self._server._map, count=1)
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.task_dispatcher.shutdown()
        self._server.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Serve again on the same port, with the same files."""
        self._open()

    def stop(self) -> None:
        """End as abruptly as a power cut, as far as pages can see."""
        self._stopping.set()
        self._server.pull_trigger()
        self._thread.join(10)
        self.site.close()


@contextmanager
def served(source: TutorSource, home: Path, settings: Settings | None = None) -> Iterator[Served]:
    """A server for the length of a test."""
    running = Served(source, home, settings)
    try:
        yield running
    finally:
        running.stop()
