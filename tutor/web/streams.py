"""How many event streams are open: each holds a thread of the server, and some must stay free for everything else."""

from __future__ import annotations

import threading
from typing import cast

from flask import current_app

from tutor.web.errors import WebError

EXTENSION = "tutor_streams"


class OpenStreams:
    """Counts open streams up to `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self.count = 0

    def enter(self) -> None:
        """One more. Raises WebError `server-full` when there is no room; pages then look again by themselves."""
        with self._lock:
            if self.count >= self._most:
                raise WebError("server-full")
            self.count += 1

    def leave(self) -> None:
        """One less."""
        with self._lock:
            self.count -= 1


def open_streams() -> OpenStreams:
    """The counter of the app that serves this request."""
    return cast(OpenStreams, current_app.extensions[EXTENSION])
