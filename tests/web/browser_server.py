"""A served site for browsers: the real server, in threads of the test, on a free port of loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor.core.settings import Settings
from tutor.web.desk.restoring import Restoring
from tutor.web.running import Service, serve_until_stopped
from tutor.web.server import bound_socket
from tutor.web.service.source import TutorSource
from tutor.web.service.terms import ServiceLimits
from tutor.web.site import Site, open_site


class Served:
    """A running server. `stop` and `start` are what a technician does; the port stays."""

    def __init__(
        self, source: TutorSource, home: Path, settings: Settings | None = None, limits: ServiceLimits | None = None
    ) -> None:
        self._source = source
        self._settings = settings
        self._limits = limits
        self._home = home
        self._port = 0
        self.start()

    def _opened(self) -> Site:
        return open_site(self._source, self._home, self._limits, settings=self._settings, restoring=self.restoring)

    def _is_ready(self, site: Site) -> None:
        self.site = site
        self._ready.set()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Serve, again on the same port, with the same files."""
        self.restoring = Restoring(self._home)
        self._ready, self._stopping = threading.Event(), threading.Event()
        self._socket = bound_socket("127.0.0.1", self._port)
        self._port = self._socket.getsockname()[1]
        service = Service(self._opened, self.restoring, self._is_ready, threads=24)
        self._thread = threading.Thread(
            target=serve_until_stopped, args=(service, self._socket, self._stopping), name="server", daemon=True
        )
        self._thread.start()
        assert self._ready.wait(60)

    def stop(self) -> None:
        """End; pages find nobody at the address."""
        self._stopping.set()
        self._socket.close()
        self._thread.join(30)
        assert not self._thread.is_alive()


@contextmanager
def served(
    source: TutorSource, home: Path, settings: Settings | None = None, limits: ServiceLimits | None = None
) -> Iterator[Served]:
    """A server for the length of a test."""
    running = Served(source, home, settings, limits)
    try:
        yield running
    finally:
        running.stop()
