"""A backup on its way back: received, read whole, shown, and put in place while the pages pause for a moment.

Nothing can be replaced while it is open, so the server closes everything, lets this do its work and opens again.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
import tempfile
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from werkzeug.datastructures import FileStorage

from tutor.appliance.backup import BackupManifest, check_contents, read_backup
from tutor.appliance.errors import ApplianceError
from tutor.appliance.restore import ASIDE, go_back_to_before, restore_backup, version_of
from tutor.core.errors import TutorError
from tutor.core.files import require_room
from tutor.web.errors import WebError

logger = logging.getLogger("tutor.web")
FOLDER = ".restore-upload"
FILE = "backup.zip"
LIBRARY, CLASSES, QUESTIONS = "library/library.db", "classroom/classroom.db", "classroom/questions.db"
Wish = Literal["restore", "back"]


@dataclass(frozen=True)
class Offer:
    """A backup that was read whole. `made_at` is ISO time in UTC. Counts are None where the backup has no such file."""

    made_at: str
    version: str
    files: int
    megabytes: float
    books: int | None
    classes: list[str] | None
    questions: int | None


@dataclass(frozen=True)
class Outcome:
    """What came of the last wish: `made_at` of what is there now, or an error and everything is as it was."""

    wish: Wish
    made_at: str = ""
    error: TutorError | None = None


class Restoring:
    """Lives as long as the server's process. Thread-safe. `pause` ends the serving; the server then calls `fulfil`."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = home / FOLDER
        self._lock = threading.Lock()
        self._wish: Wish | None = None
        self.offer: Offer | None = None
        self.outcome: Outcome | None = None
        self.pause: Callable[[], None] | None = None
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def is_wanted(self) -> bool:
        """True when the server is to let `fulfil` do its work."""
        return self._wish is not None

    @property
    def can_go_back(self) -> bool:
        """True while what was there before the last restore is kept."""
        return (self._home / ASIDE).is_dir() and any((self._home / ASIDE).iterdir())

    def receive(self, upload: FileStorage) -> Offer:
        """Keep an uploaded backup and read every byte of it. Raises ApplianceError `backup-unusable`, TutorError."""
        with self._lock:
            self._forget()
            self._folder.mkdir(mode=0o700)
            file = self._folder / FILE
            try:
                require_room(self._home, 0)
                upload.save(file)
                self.offer = offer_in(file, upload.filename or FILE)
            except BaseException:
                self._forget()
                raise
            return self.offer

    def forget(self) -> None:
        """Delete the uploaded backup."""
        with self._lock:
            self._forget()

    def want(self, wish: Wish) -> None:
        """Ask the server to pause for it. Raises WebError where there is nothing to put in place, or no server."""
        with self._lock:
            if self.pause is None or self._wish is not None:
                raise WebError("restore-not-now")
            if (wish == "restore" and self.offer is None) or (wish == "back" and not self.can_go_back):
                raise WebError("restore-nothing")
            self._wish, self.outcome = wish, None
            self.pause()

    def fulfil(self) -> Outcome:
        """Do what was wanted, with everything closed. Never raises what a person should read: the outcome tells it."""
        with self._lock:
            wish: Wish = self._wish or "restore"
            try:
                if wish == "restore":
                    manifest = restore_backup(self._folder / FILE, self._home)
                    outcome = Outcome(wish, manifest.made_at)
                else:
                    go_back_to_before(self._home)
                    outcome = Outcome(wish)
            except TutorError as error:
                outcome = Outcome(wish, error=error.kept())
            except (OSError, sqlite3.Error) as error:
                logger.error("The backup could not be put in place", exc_info=error)
                outcome = Outcome(wish, error=ApplianceError("backup-unusable", file=FILE, why=error))
            self._wish, self.outcome = None, outcome
            self._forget()
            return outcome

    @property
    def has_changed_all(self) -> bool:
        """True when the last wish was fulfilled: the classes and their sessions are those of another day."""
        return self.outcome is not None and self.outcome.error is None

    def undo(self, error: TutorError) -> bool:
        """Put back what was before, for what is in place now cannot be opened. False when there is nothing to undo."""
        with self._lock:
            done = self.outcome
            if done is None or done.error is not None:
                return False
            self.outcome = Outcome(done.wish, error=error.kept())
            go_back_to_before(self._home)
            return True

    def _forget(self) -> None:
        self.offer = None
        shutil.rmtree(self._folder, ignore_errors=True)


def offer_in(file: Path, name: str) -> Offer:
    """What a backup holds, after reading every byte of it. Raises ApplianceError `backup-unusable`."""
    from tutor import __version__

    shown = Path(name.replace("\\", "/")).name[:80]
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = read_backup(archive, Path(shown))
            if version_of(manifest.version) > version_of(__version__):
                raise ApplianceError("backup-unusable", file=shown, why=f"it was made by tutor {manifest.version}")
            check_contents(archive, manifest)
            return _offer(archive, manifest, file.parent)
    except (zipfile.BadZipFile, KeyError, EOFError, OSError, sqlite3.Error) as error:
        raise ApplianceError("backup-unusable", file=shown, why=error) from error


def _offer(archive: zipfile.ZipFile, manifest: BackupManifest, folder: Path) -> Offer:
    def rows(name: str, question: str) -> list[tuple[object, ...]] | None:
        return _rows_in(archive, name, question, folder) if name in manifest.files else None

    books = rows(LIBRARY, "SELECT COUNT(*) FROM documents")
    classes = rows(CLASSES, "SELECT name FROM classes ORDER BY name")
    questions = rows(QUESTIONS, "SELECT COUNT(*) FROM questions")
    size = sum(entry.bytes for entry in manifest.files.values())
    return Offer(
        manifest.made_at, manifest.version, len(manifest.files), round(size / 1e6, 1),
        int(str(books[0][0])) if books else None,
        [str(name) for (name,) in classes] if classes is not None else None,
        int(str(questions[0][0])) if questions else None,
    )  # fmt: skip


def _rows_in(archive: zipfile.ZipFile, name: str, question: str, folder: Path) -> list[tuple[object, ...]]:
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        copy = Path(scratch) / "copy.db"
        require_room(Path(scratch), archive.getinfo(f"home/{name}").file_size)
        with archive.open(f"home/{name}") as reader, copy.open("wb") as writer:
            shutil.copyfileobj(reader, writer)
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as db:
            return db.execute(question).fetchall()
