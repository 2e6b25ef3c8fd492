"""The tutor that answers now: opened when it can be, renewed when the books change."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from tutor.answering.composing.rewriting import can_rewrite
from tutor.answering.opening import Notice, open_tutor, say_nothing
from tutor.answering.tutor import Parts, Tutor
from tutor.core.errors import LibraryError, TutorError
from tutor.core.events import EvidenceFound, Understood
from tutor.core.settings import Settings
from tutor.index.generations import Manifest, current_generation
from tutor.models.catalog import load_catalog
from tutor.models.installed import installed_model

LOOK_AGAIN_SECONDS = 2.0


@dataclass(frozen=True)
class LiveTutor:
    """A tutor with the stamp of its books and models. `quoting` is one that answers without a generator."""

    tutor: Tutor
    stamp: Hashable
    parts: Parts | None = None
    quoting: Tutor | None = None

    def needs_writing(self, understood: Understood, found: EvidenceFound) -> bool:
        """True when the answer goes through the generator, so that it has to wait for its turn."""
        if self.parts is None:
            return False
        return can_rewrite(self.parts.generator, "en" if understood.language == "en" else "sw", found.sentences)


class TutorSource(Protocol):
    """Where the service gets its tutor from, for each question anew."""

    def current(self) -> LiveTutor:
        """The tutor that answers now. Raises TutorError when there is none."""
        ...

    def close(self) -> None:
        """Let go of the library's files; the next `current` opens them again."""
        ...


class FixedSource:
    """Always the same tutor."""

    def __init__(self, live: LiveTutor) -> None:
        self._live = live

    def current(self) -> LiveTutor:
        return self._live

    def close(self) -> None:
        """Nothing is held."""


class LibrarySource:
    """The tutor over the installed library. A new generation of the index is taken up when it becomes current.

    The models stay loaded; only what depends on the books is opened again. Thread-safe.
    """

    def __init__(
        self, settings: Settings, notice: Notice = say_nothing, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._notice = notice
        self._clock = clock
        self._lock = threading.Lock()
        self._live: LiveTutor | None = None
        self._fault: TutorError | None = None
        self._generation = ""
        self._looked: float | None = None

    def current(self) -> LiveTutor:
        """Raises TutorError with what is missing: a model, a book, the index. It is tried again after a while."""
        with self._lock:
            now = self._clock()
            if self._looked is None or now - self._looked >= LOOK_AGAIN_SECONDS:
                self._look()
                self._looked = self._clock()
            if self._live is None:
                raise self._fault.kept() if self._fault else LibraryError("library-empty")
            return self._live

    def close(self) -> None:
        """Let go of the library's files; the next `current` opens them again."""
        with self._lock:
            if self._live is not None and self._live.parts is not None:
                self._live.parts.store.close()
            self._live = self._looked = None
            self._generation = ""

    def _look(self) -> None:
        named = _named_generation(self._settings.places.index)
        try:
            if self._live is None:
                self._open()
            elif named and named != self._generation:
                self._renew(self._live)
        except TutorError as error:
            # What was opened before goes on answering.
            self._fault = error.kept()

    def _open(self) -> None:
        tutor = open_tutor(self._settings, self._notice)
        self._generation = _named_generation(self._settings.places.index)
        self._live = self._lively(tutor.parts)
        self._fault = None

    def _renew(self, live: LiveTutor) -> None:
        parts = live.parts
        generation, _ = current_generation(self._settings.places.index)
        if parts is None or generation is None:
            return
        self._generation = generation.name
        self._live = self._lively(replace(parts, retriever=parts.retriever.over(generation)))
        self._notice("The changed books answer now.", "Vitabu vilivyobadilika vinajibu sasa.")

    def _lively(self, parts: Parts) -> LiveTutor:
        quoting = Tutor(replace(parts, generator=None)) if parts.generator else None
        return LiveTutor(Tutor(parts), self._stamp(), parts, quoting)

    def _stamp(self) -> Hashable:
        folder = self._settings.places.index / self._generation
        manifest = Manifest.read(folder)
        return (manifest.library_id, manifest.revision, manifest.embedder_hash, *self.model_hashes().values())

    def model_hashes(self) -> dict[str, str]:
        """Role -> hash of the profile's installed models."""
        found = {
            role: installed_model(self._settings.places.models, model)
            for role, model in load_catalog().profile(self._settings.text("profile")).items()
        }
        return {role: model.hash for role, model in found.items() if model is not None}


def _named_generation(index: Path) -> str:
    try:
        return (index / "CURRENT").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
