"""How the library changes: one writer at a time, books and index together, whole or not at all.

The index of the new library is built and verified inside the transaction that stores the books, and switched to when
that is on the disk. Whenever the power goes, books and index are those of before or those of after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Protocol

from filelock import FileLock, Timeout

from tutor.core.errors import LibraryError
from tutor.library.disk_faults import disk_faults
from tutor.library.mark_schemes import link_mark_schemes
from tutor.library.prepared import PreparedBook
from tutor.library.readers.files import shown_name
from tutor.library.schema import LINKED
from tutor.library.store import Document, LibraryStore

LOCK_SECONDS = 2.0
STEPS = ("reading", "embedding", "storing", "indexing", "switching", "finishing")
PENDING = "pending_generation"
"""The state that names an index which is built and belongs to the library, and may not have been switched to yet."""

UNFINISHED = "unfinished_books"
"""The state that says that books serve whose sentences are not embedded yet: answers from them take longer."""


class Indexing(Protocol):
    """Keeps an index in step with the library."""

    def recover(self) -> None:
        """Finish what a power cut interrupted between the library and its index."""

    def keep_in_step(self) -> None:
        """Build and switch to an index of the library as it is, where there is none."""

    def expect(self, passages: int) -> None:
        """Told before embedding how much there will be."""

    def prepare(self, books: list[PreparedBook]) -> None:
        """Embed what the index needs of books and is not embedded yet."""

    def build(self) -> str:
        """Build and verify an index of the library as the running transaction sees it. Returns its name."""

    def switch(self, name: str) -> None:
        """Make a built index the live one. Called when the library it belongs to is on the disk."""

    def finish(self) -> None:
        """Embed the rest, which makes answers faster. Called when the books serve already."""


@contextmanager
def library_lock(file: Path) -> Iterator[None]:
    """Only one writer at a time. Raises LibraryError `library-busy`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(file.with_suffix(".lock"), timeout=LOCK_SECONDS):
            yield
    except Timeout as error:
        raise LibraryError("library-busy") from error


class LibraryChanges:
    """Changes of one library, and with `index` of its index."""

    def __init__(self, store: LibraryStore, index: Indexing | None = None) -> None:
        self._store = store
        self._index = index

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Around everything that writes.

        Raises LibraryError `library-busy`; `import-no-room` where the library is as it was; `finish-no-room` where
        the disk was full when the books were in.
        """
        with library_lock(self._store.file), disk_faults(self._store.file.parent):
            if self._index:
                self._index.recover()
            if self._store.state(LINKED) is None:
                with self._store.together():
                    link_mark_schemes(self._store)
            yield

    def step(self, journal: int | None, name: str) -> None:
        """Note in the journal what is being done."""
        if journal is not None:
            self._store.note_step(journal, name)

    def embed(self, books: list[PreparedBook]) -> None:
        """Embed books that will be stored."""
        if self._index:
            self._index.prepare(books)

    def expect(self, passages: int) -> None:
        """Say how many passages will be embedded."""
        if self._index:
            self._index.expect(passages)

    def keep_in_step(self) -> None:
        """Where nothing changes, see that the index is the library's and that nothing is left to do."""
        if self._index:
            with disk_faults(self._store.file.parent, "finish-no-room"):
                self._index.keep_in_step()
                self._finish(None)

    @contextmanager
    def together(self, journal: int | None = None) -> Iterator[None]:
        """One transaction around a change of the library and the building of its index; then the switch."""
        built: str | None = None
        with self._store.changing():
            self.step(journal, "storing")
            yield
            link_mark_schemes(self._store)
            if self._index:
                self.step(journal, "indexing")
                built = self._index.build()
                self._store.keep_state(PENDING, built)
                if journal is not None:
                    self._store.keep_state(UNFINISHED, "yes")
        if self._index and built:
            with disk_faults(self._store.file.parent, "finish-no-room"):
                self.step(journal, "switching")
                self._index.switch(built)
                self._store.keep_state(PENDING, None)
                self._finish(journal)

    def _finish(self, journal: int | None) -> None:
        """Embed sentences last: the books can be searched without, and there are six times as many as passages."""
        if self._index and self._store.state(UNFINISHED):
            self.step(journal, "finishing")
            self._index.finish()
            self._store.keep_state(UNFINISHED, None)


def matching_documents(store: LibraryStore, patterns: Sequence[str]) -> list[Document]:
    """The documents of those ids, or whose ids match the patterns (`history/*`).

    Raises LibraryError `document-unknown` for one that nothing matches.
    """
    held = {document.id: document for document in store.documents()}
    found: dict[str, Document] = {}
    for pattern in patterns:
        # An id may hold signs of a pattern, and then it means itself.
        names = [pattern] if pattern in held else [name for name in held if fnmatchcase(name, pattern)]
        if not names:
            raise LibraryError("document-unknown", name=shown_name(pattern))
        found |= {name: held[name] for name in names}
    return list(found.values())
