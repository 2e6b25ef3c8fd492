"""The library as a teacher changes it: one change at a time, in a thread of its own, while pupils go on asking."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from tutor.answering.opening import open_vectors
from tutor.core.errors import LibraryError, TutorError
from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.settings import Settings
from tutor.curriculum.curriculum import Curriculum
from tutor.index.updates import IndexUpdate
from tutor.index.vectors import VectorCache
from tutor.library.book_reading import ImportOptions
from tutor.library.corrections import read_corrections
from tutor.library.importer import Importer
from tutor.library.reports import ImportReport
from tutor.library.store import Document, LibraryStore
from tutor.models.catalog import load_catalog
from tutor.models.installed import require_model
from tutor.web.desk.uploads import BOOKS, PART, is_kept_below
from tutor.web.errors import WebError
from tutor.web.service.source import TutorSource

logger = logging.getLogger("tutor.web")
Said = Mapping[str, str | None]
"""What a teacher says of books, by field, as `read_corrections` takes it."""


@dataclass(frozen=True)
class Job:
    """A change of the library. While `running`, `done` of `total` of the step are done."""

    running: bool = True
    step: str = "reading"
    done: int = 0
    total: int = 0
    report: ImportReport | None = None
    removed: int = 0
    error: TutorError | None = None


class Bookshelf:
    """Adds, corrects and removes books. Thread-safe."""

    def __init__(self, settings: Settings, source: TutorSource, curriculum: Curriculum) -> None:
        self._settings = settings
        self._source = source
        self._curriculum = curriculum
        self._lock = threading.Lock()
        self._job: Job | None = None
        self._thread: threading.Thread | None = None
        self._thread_of: Job | None = None
        self.folder = settings.places.library_db.parent / BOOKS

    @property
    def job(self) -> Job | None:
        """The change that runs, or the last one; None before the first."""
        return self._job

    def documents(self) -> list[Document]:
        """Every book, also what pupils are not shown; those of which something is unknown first."""
        if not self._settings.places.library_db.is_file():
            return []
        with LibraryStore(self._settings.places.library_db) as store:
            held = store.documents()
        return sorted(held, key=lambda d: (not d.unknown, d.metadata.subject or "~", d.metadata.form or 99, d.title))

    def add(self, keep: Callable[[], Sequence[Path]], said: Said) -> None:
        """Begin to import the files that `keep` writes below `folder`, where nobody else writes meanwhile.

        Raises InputError or LibraryError for what was said, WebError `library-working`, and what `keep` raises.
        """
        options = ImportOptions(read_corrections(said, self._curriculum))
        with self._reserved():
            files = list(keep())
            self._start(lambda importer: Job(report=importer.add(files, options=options)), self._sweep(files))

    def left_over(self) -> list[Path]:
        """Files that were kept and are not in the library: the computer stopped before their import ended."""
        if (self._job is not None and self._job.running) or not self.folder.is_dir():
            return []
        known = {document.source for document in self.documents()}
        files = (file for file in sorted(self.folder.rglob("*")) if file.is_file() and file.suffix != PART)
        return [file for file in files if str(file.resolve()) not in known]

    def add_sample(self) -> None:
        """Begin to import the sample library. Raises WebError `library-working`."""
        self._begin(lambda importer: Job(report=importer.add(SAMPLE_LIBRARY)))

    def correct(self, names: Sequence[str], said: Said) -> None:
        """Begin to correct books. Raises what `add` raises, and WebError `nothing-chosen`."""
        corrections = read_corrections(said, self._curriculum)
        if not names or not corrections:
            raise WebError("nothing-chosen")

        def change(importer: Importer) -> Job:
            changed = importer.edit(list(names), corrections)
            return Job(report=ImportReport(corrected=[document.id for document in changed]))

        self._begin(change)

    def remove(self, names: Sequence[str]) -> None:
        """Begin to remove books, with our own copies of their files. Raises WebError `nothing-chosen` and so on."""
        if not names:
            raise WebError("nothing-chosen")

        def change(importer: Importer) -> Job:
            removed = importer.remove_all(list(names))
            for document in removed:
                if is_kept_below(self.folder, document.source):
                    Path(document.source).unlink(missing_ok=True)
            return Job(removed=len(removed))

        self._begin(change)

    def require_idle(self) -> None:
        """Raises WebError `library-working` while a change runs."""
        if self._job is not None and self._job.running:
            raise WebError("library-working")

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the running change is done."""
        if self._thread is not None:
            self._thread.join(seconds)

    # -- the thread ----------------------------------------------------------------------------

    def _begin(self, change: Callable[[Importer], Job]) -> None:
        with self._reserved():
            self._start(change)

    @contextmanager
    def _reserved(self) -> Iterator[None]:
        """Nobody else begins a change. What is raised before the change was started leaves all as it was."""
        with self._lock:
            self.require_idle()
            before, reserved = self._job, Job()
            self._job = reserved
        try:
            yield
        finally:
            if self._job is reserved and self._thread_of is not reserved:
                self._job = before

    def _start(self, change: Callable[[Importer], Job], after: Callable[[], None] = lambda: None) -> None:
        self._thread_of = self._job
        self._thread = threading.Thread(target=self._run, args=(change, after), name="library", daemon=True)
        self._thread.start()

    def _run(self, change: Callable[[Importer], Job], after: Callable[[], None]) -> None:
        ended = Job()
        try:
            with LibraryStore(self._settings.places.library_db) as store:
                ended = change(Importer(store, self._curriculum, self._index(store), self._tell))
        except TutorError as error:
            ended = Job(error=error.kept())
        except (OSError, sqlite3.Error) as error:
            logger.error("The library could not be changed", exc_info=error)
            ended = Job(error=WebError("page-failed", when=datetime.now().strftime("%H:%M:%S")))
        finally:
            if not (ended.report or ended.removed or ended.error):
                # Whatever nobody thought of is in the log by the thread's own hook; the page must not wait for ever.
                ended = Job(error=WebError("page-failed", when=datetime.now().strftime("%H:%M:%S")))
            after()
            self._job = replace(ended, running=False)

    def _tell(self, what: str, done: int, total: int) -> None:
        self._job = Job(step=what, done=done, total=total)

    def _index(self, store: LibraryStore) -> IndexUpdate:
        settings = self._settings
        profile = settings.text("profile")
        installed = require_model(settings.places.models, load_catalog().profile(profile)["embedder"], profile)

        def opened() -> tuple[VectorCache, str]:
            try:
                parts = self._source.current().parts
            except TutorError:
                parts = None
            if parts is None:
                vectors, _, model = open_vectors(settings, store, many=True)
                return vectors, model.name
            # The model is in memory already, and a school's computer has no room for it twice.
            return VectorCache(store, parts.embedder, installed.hash), load_catalog().profile(profile)["embedder"].name

        return IndexUpdate(store, opened, settings.places.index, self._tell)

    def _sweep(self, files: Iterable[Path]) -> Callable[[], None]:
        """Afterwards: delete the copies of files that did not become books."""

        def sweep() -> None:
            try:
                with LibraryStore(self._settings.places.library_db) as store:
                    sources = {document.source for document in store.documents()}
            except (LibraryError, sqlite3.Error) as error:
                logger.error("Copies of books that were left out could not be tidied up", exc_info=error)
                return
            for file in (*files, *self.folder.rglob(f"*{PART}")):
                if str(file.resolve()) not in sources:
                    file.unlink(missing_ok=True)

        return sweep
