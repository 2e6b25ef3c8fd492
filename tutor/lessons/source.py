"""The books and models that lessons are written with now, and the stamp that their lessons are known by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from tutor.answering.opening import Notice, open_tutor, say_nothing
from tutor.answering.tutor import Parts
from tutor.core.settings import Settings
from tutor.lessons.writing import WRITER_VERSION
from tutor.library.store import LibraryStore
from tutor.models.catalog import load_catalog
from tutor.models.installed import installed_model


@dataclass(frozen=True)
class Library:
    """What lessons are written with, and its stamp."""

    parts: Parts
    stamp: str


class LessonSource(Protocol):
    """Where the writer gets its books from, for each lesson anew."""

    def stamp(self) -> str:
        """The stamp of the books and models as they are now. Cheap: opens no model."""
        ...

    def current(self) -> Library:
        """What to write with now. Raises TutorError where a model, a book or the index is missing."""
        ...


def stamp_of(library_id: str, revision: int, model_hashes: Iterable[str]) -> str:
    """The library's part, then "/", then the models' and the rules' part."""
    models = ".".join(sorted(one[:12] for one in model_hashes))
    return f"{library_id[:12]}.{revision}/{models}/{WRITER_VERSION}"


def models_part(stamp: str) -> str:
    """The part of a stamp that lessons are known by: a change of the books leaves it as it is."""
    return stamp.split("/", 1)[-1]


class FixedSource:
    """Always the same books."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def stamp(self) -> str:
        return self._library.stamp

    def current(self) -> Library:
        return self._library


class SettingsSource:
    """The installed library, opened when the first lesson is written and anew when its books have changed."""

    def __init__(self, settings: Settings, notice: Notice = say_nothing, with_generator: bool = True) -> None:
        self._settings = settings
        self._notice = notice
        self._with_generator = with_generator
        self._library: Library | None = None

    def stamp(self) -> str:
        with LibraryStore(self._settings.places.library_db) as store:
            return stamp_of(*store.identity(), model_hashes(self._settings, self._with_generator))

    def current(self) -> Library:
        stamp = self.stamp()
        if self._library is None or self._library.stamp != stamp:
            parts = open_tutor(self._settings, self._notice, with_generator=self._with_generator).parts
            self._library = Library(parts, stamp)
        return self._library


def model_hashes(settings: Settings, with_generator: bool = True) -> list[str]:
    """The hashes of the installed models that lessons are written with."""
    roles = load_catalog().profile(settings.text("profile"))
    if not with_generator or settings.text("generator") == "off":
        roles = {role: model for role, model in roles.items() if role != "generator"}
    found = [installed_model(settings.places.models, model) for model in roles.values()]
    return [model.hash for model in found if model is not None]
