"""The books and models that lessons are written with: those of the tutor that answers now, and when they may work."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tutor.core.cpu import usable_cores
from tutor.core.errors import LibraryError
from tutor.core.settings import Settings
from tutor.lessons.source import Library, model_hashes, stamp_of
from tutor.web.service.answers import AnswerService
from tutor.web.service.source import LiveTutor, TutorSource

MOST_WRITERS = 2


class AnsweringLibrary:
    """The library of the tutor that answers questions: lessons open no second one. Thread-safe."""

    def __init__(self, source: TutorSource, settings: Settings) -> None:
        self._source = source
        self._settings = settings
        self._lock = threading.Lock()
        self._known: tuple[LiveTutor, Library] | None = None

    def stamp(self) -> str:
        return self.current().stamp

    def current(self) -> Library:
        """Raises TutorError where nothing can be answered either."""
        live = self._source.current()
        if live.parts is None:
            raise LibraryError("library-empty")
        with self._lock:
            if self._known is None or self._known[0] is not live:
                # The stamp of what is read, which may be older than the library while an import runs.
                name, revision = live.stamp[:2] if isinstance(live.stamp, tuple) else live.parts.store.identity()
                stamp = stamp_of(str(name), int(revision), model_hashes(self._settings))
                self._known = (live, Library(live.parts, stamp))
            return self._known[1]


def questions_are_answered(service: AnswerService) -> Callable[[], bool]:
    """Asked by the writer of lessons: true while any pupil's question is looked for, waits or is being written."""

    def busy() -> bool:
        state = service.state()
        return state.looking + state.waiting + state.writing > 0

    return busy


def writers() -> int:
    """How many lessons may be written at once: a core is left for the pages."""
    return max(1, min(MOST_WRITERS, usable_cores() - 1))
