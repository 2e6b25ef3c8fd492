"""Serves a site, and serves it again after a pause in which a backup was put in its place.

The bound socket stays open meanwhile: whoever opens a page waits for it and sees no error.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

from tutor.core.errors import TutorError
from tutor.web.app import create_app
from tutor.web.desk.restoring import Restoring
from tutor.web.server import THREADS, Listener
from tutor.web.site import Site
from tutor.web.steadiness import let_go

logger = logging.getLogger("tutor.web")
LAST_PAGE_SECONDS = 1.0
"""So that the page which says "wait" is sent before the connections end."""


@dataclass(frozen=True)
class Service:
    """What is served: `opened` gives the site anew each time, `ready` hears of it before the first request."""

    opened: Callable[[], Site]
    restoring: Restoring
    ready: Callable[[Site], None] = lambda site: None
    threads: int = THREADS


def serve_until_stopped(service: Service, address: socket.socket, stopping: threading.Event | None = None) -> None:
    """Serve on the bound socket until `stopping` is set or Ctrl-C. Raises TutorError when the site cannot be opened."""
    stopping = stopping or threading.Event()
    while not stopping.is_set():
        _serve_once(service, address, stopping)
        if not service.restoring.is_wanted:
            return
        let_go()
        service.restoring.fulfil()


def _serve_once(service: Service, address: socket.socket, stopping: threading.Event) -> None:
    """Serve until a stop or a wish. Nothing of the site is held afterwards: the next one needs its memory."""
    site = _opened(service)
    try:
        if service.restoring.has_changed_all:
            site.classrooms.end_sessions()  # whoever was signed in when the backup was made
        _serve(service, site, address, stopping)
    finally:
        service.restoring.pause = None
        site.close()
        if service.restoring.is_wanted:
            site.source.close()


def _opened(service: Service) -> Site:
    """The site; where what was put in place cannot be opened, the site of before."""
    try:
        return service.opened()
    except TutorError as error:
        if not service.restoring.undo(error):
            raise
        return service.opened()


def _serve(service: Service, site: Site, address: socket.socket, stopping: threading.Event) -> None:
    listener = Listener(create_app(site), address, site.accounts.is_signed_in, service.threads)

    def pause() -> None:
        timer = threading.Timer(LAST_PAGE_SECONDS, listener.stop)
        timer.daemon = True
        timer.start()

    try:
        service.ready(site)
        service.restoring.pause = pause
        listener.run(stopping)
    finally:
        # Streams hold threads until the service ends them.
        site.service.close()
        listener.close()


def warm(site: Site) -> None:
    """Open the books before the first request waits for them."""
    try:
        site.source.current()
    except TutorError as error:
        logger.warning("The books do not answer: %s", error)
