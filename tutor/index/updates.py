"""Keeps the index in step with the library while books are added, corrected and removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tutor.core.errors import IndexStateError
from tutor.index.builder import built_generation
from tutor.index.generations import Manifest, damage_of, switch_to_generation
from tutor.index.vectors import VectorCache, passages_with_sentences
from tutor.library.changes import PENDING
from tutor.library.library_check import Finding
from tutor.library.prepared import PreparedBook
from tutor.library.store import LibraryStore
from tutor.models.progress import Progress, no_progress


class IndexUpdate:
    """What an Importer calls: embeds books as they come, builds beside the live index, then switches.

    `open_vectors` is asked when the first book needs it: where nothing changed no model is loaded.
    """

    def __init__(
        self,
        store: LibraryStore,
        open_vectors: Callable[[], tuple[VectorCache, str]],
        index: Path,
        progress: Progress = no_progress,
    ) -> None:
        """`open_vectors` gives the vectors and the name of their embedder."""
        self._store = store
        self._open = open_vectors
        self._opened: tuple[VectorCache, str] | None = None
        self._index = index
        self._progress = progress
        self._done = 0
        self._total = 0

    @property
    def _vectors(self) -> VectorCache:
        return self._parts()[0]

    def _parts(self) -> tuple[VectorCache, str]:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def recover(self) -> None:
        """Finish what a power cut interrupted between the library and its index."""
        switch_to_pending(self._store, self._index)

    def keep_in_step(self) -> None:
        """Build the index where it is not of the library as it is; where it is, no model is loaded."""
        if self._store.passage_count() and not is_in_step(self._store, self._index):
            self.switch(self.build())

    def expect(self, passages: int) -> None:
        """Begin to count towards so many passages."""
        self._done, self._total = 0, passages

    def prepare(self, books: list[PreparedBook]) -> None:
        """Embed the passages that are not embedded yet, and tell how far all of it is."""
        passages = [passage for book in books for passage in book.passages]
        before = self._done

        def told(what: str, done: int, total: int) -> None:
            self._progress(what, before + done, self._total)

        self._vectors.prepare_passages(passages, told)
        self._done += len(passages)

    def build(self) -> str:
        """Build and verify a generation of the library as it will be. Raises IndexStateError."""
        vectors, embedder = self._parts()
        return built_generation(self._store, vectors, self._index, embedder, self._progress).name

    def switch(self, name: str) -> None:
        """Make the generation that `build` named the live one."""
        switch_to_generation(self._index / name)

    def finish(self) -> None:
        """Embed the sentences that are not embedded yet, book by book."""
        total, done = self._store.passage_count(), 0
        for document in self._store.documents():
            before = done

            def told(what: str, part: int, _: int, before: int = before) -> None:
                self._progress(what, before + part, total)

            self._vectors.prepare_sentences(passages_with_sentences(list(self._store.passages_of(document.id))), told)
            done += document.passages


def is_in_step(store: LibraryStore, index: Path) -> bool:
    """True when the live generation was built from the library as it is now. Its files are not looked at."""
    try:
        manifest = Manifest.read(index / (index / "CURRENT").read_text(encoding="ascii").strip())
    except (OSError, UnicodeDecodeError, IndexStateError):
        return False
    return (manifest.library_id, manifest.revision) == store.identity()


def index_findings(store: LibraryStore, index: Path) -> Iterator[Finding]:
    """What is wrong with the live index. Every file is hashed."""
    if not store.passage_count():
        return
    if not is_in_step(store, index):
        yield Finding("index-behind", {})
        return
    damage = damage_of(index / (index / "CURRENT").read_text(encoding="ascii").strip())
    if damage is not None:
        yield Finding("index-damaged", {"why": damage})


def switch_to_pending(store: LibraryStore, index: Path) -> Path | None:
    """Make the generation live that belongs to the library and was not switched to: the power went in between.

    None when there is none. Call while nobody else writes.
    """
    name = store.state(PENDING)
    if name is None:
        return None
    folder = index / name
    final = None
    if damage_of(folder) is None:
        manifest = Manifest.read(folder)
        if (manifest.library_id, manifest.revision) == store.identity():
            final = switch_to_generation(folder)
    store.keep_state(PENDING, None)
    return final
