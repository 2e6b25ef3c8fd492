"""A folder the user names with --from: a stick, or the copy of another computer's models folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tutor.core.errors import ModelError
from tutor.models.catalog import Artefact, WheelPart
from tutor.models.download import Fetched
from tutor.models.pins import LOCK_NAME, Pins
from tutor.models.progress import Progress
from tutor.models.steps import note
from tutor.models.wheels import checked_sha256, is_parts_wheel, wheel_names_part


class LocalFolder:
    """Finds files in the folder, one level deeper, and in `downloads` below those.

    Nothing is written there and nothing is copied: what is found is used where it lies.
    Raises ModelError `path-missing` where there is no such folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().resolve()
        if not self.folder.is_dir():
            raise ModelError("path-missing", path=folder)
        self._below = sorted(path for path in _entries(self.folder) if path.is_dir())

    def places(self) -> Iterator[Path]:
        """The folders that are searched, nearest first."""
        yield self.folder
        for below in self._below:
            yield below
            if (below / "downloads").is_dir():
                yield below / "downloads"

    def pin(self, artefact: Artefact) -> Fetched | None:
        """The hash a lock file in the folder gives for the artefact, if any."""
        for place in self.places():
            if found := Pins(place / LOCK_NAME).get(artefact):
                return found
        return None

    def named(self, artefact: Artefact) -> Path | None:
        """A file with the artefact's name, and its size where that is known. Its hash is not looked at."""
        for place in self.places():
            path = place / artefact.name
            if path.is_file() and artefact.bytes in (None, _length(path)):
                return path.resolve()
        return None

    def artefact(self, artefact: Artefact, pin: Fetched | None, progress: Progress) -> tuple[Path, Fetched] | None:
        """The artefact's file and what it is, with the hash checked where one is known."""
        for place in self.places():
            path = place / artefact.name
            if not path.is_file():
                continue
            with suppress(OSError):  # a stick that cannot be read is as good as one with wrong files
                found = Fetched(checked_sha256(path, progress), path.stat().st_size)
                if pin in (None, found):
                    return path.resolve(), found
            note(progress, "folder-wrong", file=path)
        return None

    def wheels_named(self, part: WheelPart) -> Iterator[Path]:
        """Files with the name of the part's wheel, and its size where that is known."""
        for place in self.places():
            for path in _entries(place):
                if wheel_names_part(path.name, part) and part.bytes in (None, _length(path)):
                    yield path

    def wheel(self, part: WheelPart, progress: Progress) -> Path | None:
        """The part's wheel, with the hash checked where one is pinned."""
        for path in self.wheels_named(part):
            with suppress(OSError):
                if is_parts_wheel(path, part, progress):
                    return path
            note(progress, "folder-wrong", file=path)
        return None


def _entries(folder: Path) -> list[Path]:
    """What the folder holds; nothing where it may not be read, as with `lost+found` on a stick."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _length(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None
