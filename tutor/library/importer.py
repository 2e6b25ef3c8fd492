"""Brings books into the library: everything is read and embedded first, then the library changes in one step.

What an import has read waits in the library's file and what it has embedded is cached there, so that after a power
cut the next import goes on where this one stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tutor.core.errors import LibraryError, TutorError
from tutor.curriculum.curriculum import Curriculum
from tutor.library.book_reading import BookReading, ImportOptions, now
from tutor.library.changes import Indexing, LibraryChanges, matching_documents
from tutor.library.changes import library_lock as library_lock
from tutor.library.corrections import Corrections, forget_corrections, keep_corrections
from tutor.library.editing import must_be_cut_again, rewrite_metadata
from tutor.library.errors import ImportingError
from tutor.library.mark_schemes import SCHEME, require_scheme
from tutor.library.prepared import PreparedBook as PreparedBook
from tutor.library.prepared import Staging
from tutor.library.readers.files import file_faults, files_below, shown_name
from tutor.library.reports import ImportReport as ImportReport
from tutor.library.store import Document, LibraryStore

Prepare = Callable[[list[PreparedBook]], None]
"""Called with what is about to be stored, book by book, before anything is stored: embedding happens here."""
Progress = Callable[[str, int, int], None]
PASSAGES_TOGETHER = 256
"""Books are handed over to be embedded until there are so many passages of them."""


def no_books(books: list[PreparedBook]) -> None:
    """Prepares nothing."""


def tell_nobody(what: str, done: int, total: int) -> None:
    """Tells nobody."""


class Importer:
    """Brings books into one library, and corrects and removes them. With `index`, that changes along."""

    def __init__(
        self,
        store: LibraryStore,
        curriculum: Curriculum,
        index: Indexing | None = None,
        progress: Progress = tell_nobody,
    ) -> None:
        self._store = store
        self._curriculum = curriculum
        self._changes = LibraryChanges(store, index)
        self._progress = progress

    def add(
        self, path: Path | Sequence[Path], prepare: Prepare = no_books, options: ImportOptions | None = None
    ) -> ImportReport:
        """Import files and folders. Of a folder, or of several, what cannot be read is reported and left out.

        The library is as before if anything is raised. Raises LibraryError `path-missing`, `library-busy`,
        `import-no-room`, and, for a single file, why it cannot be read.
        """
        options = options or ImportOptions()
        named = [path] if isinstance(path, Path) else list(path)
        roots = [_resolved(each) for each in named]
        with self._changes.alone():
            journal = self._store.begin_import(", ".join(shown_name(each) for each in named), now())
            report = ImportReport()
            self._changes.step(journal, "reading")
            sources = self._read(roots, options, report)
            self._changes.step(journal, "embedding")
            self._embed(sources, report, prepare)
            to_correct = self._to_correct(report, options.corrections)
            if sources or to_correct:
                self._store_all(journal, sources, to_correct, options.corrections, report)
            else:
                self._changes.keep_in_step()
                self._store.end_import(journal, now(), report.as_dict())
        return report

    def edit(self, patterns: Sequence[str], corrections: Corrections) -> list[Document]:
        """Correct the documents of those ids or patterns (`history/*`). Returns them as they are now.

        Raises LibraryError `correction-missing`, `document-unknown` or `library-busy`.
        """
        if not corrections:
            raise ImportingError("correction-missing")
        with self._changes.alone():
            documents = matching_documents(self._store, patterns)
            require_scheme(self._store, corrections.values.get(SCHEME))
            again = []
            with self._changes.together():
                for document in documents:
                    if self._correct(document, corrections):
                        again.append(document)
            if again:
                self._cut_again(again)
            return [self._store.document(document.id) for document in documents]

    def remove(self, name: str) -> Document:
        """Remove one document. Raises LibraryError `document-unknown` or `library-busy`."""
        return self.remove_all([name])[0]

    def remove_all(self, patterns: Sequence[str]) -> list[Document]:
        """Remove the documents of those ids or patterns, and what was corrected of them."""
        with self._changes.alone():
            documents = matching_documents(self._store, patterns)
            with self._changes.together():
                for document in documents:
                    self._store.remove_document(document.id)
                    forget_corrections(self._store, document.id)
        return documents

    # -- steps of an import --------------------------------------------------------------------

    def _read(self, roots: list[tuple[Path, bool]], options: ImportOptions, report: ImportReport) -> list[str]:
        """Read and stage every book. Returns the source names of those that are new or changed."""
        reading = BookReading(self._store, self._curriculum, options, report, self._progress)
        alone = len(roots) == 1 and not roots[0][1]
        if alone:
            source = reading.staged(roots[0][0], roots[0][0].parent)
            return [source] if source else []
        files: list[tuple[Path, Path]] = []
        left_out: list[tuple[Path, Path, TutorError]] = []
        for root, is_folder in roots:
            below, skipped = files_below(root) if is_folder else ([root], [])
            base = root if is_folder else root.parent
            files += [(file, base) for file in below]
            left_out += [(file, base, error) for file, error in skipped]
        sources: dict[str, None] = {}
        for count, (file, base) in enumerate(files, start=1):
            try:
                source = reading.staged(file, base)
            except TutorError as error:
                left_out.append((file, base, error))
            else:
                if source:
                    sources[source] = None
            self._progress("reading", count, len(files))
        report.faults += [error for _, _, error in left_out]
        report.left_out += [(shown_name(f.relative_to(base)), e.code, e.what()) for f, base, e in left_out]
        return list(sources)

    def _embed(self, sources: Sequence[str], report: ImportReport, prepare: Prepare) -> None:
        self._changes.expect(report.passages)
        for books in _grouped(Staging(self._store), sources):
            prepare(books)
            self._changes.embed(books)

    def _to_correct(self, report: ImportReport, corrections: Corrections) -> list[Document]:
        """Books that are unchanged, but of which this import says something new."""
        if not corrections:
            return []
        unchanged = set(report.unchanged)
        documents = [document for document in self._store.documents() if document.id in unchanged]
        return [document for document in documents if _corrections_after(document, corrections) != document.corrections]

    def _store_all(
        self, journal: int, sources: Sequence[str], to_correct: Sequence[Document], corrections: Corrections,
        report: ImportReport,
    ) -> None:  # fmt: skip
        staging = Staging(self._store)
        with self._changes.together(journal):
            for count, source in enumerate(sources, start=1):
                book = staging.get(source)
                if book is None:
                    continue
                self._store.put_document(book.document, book.passages, book.sentences)
                self._store.put_shingles(book.document.id, book.shingles.tobytes())
                keep_corrections(self._store, book.document.id, corrections)
                self._progress("storing", count, len(sources))
            for document in to_correct:
                self._correct(document, corrections)
                report.corrected.append(document.id)
            staging.clear()
            self._store.end_import(journal, now(), report.as_dict())

    # -- corrections ---------------------------------------------------------------------------

    def _correct(self, document: Document, corrections: Corrections) -> bool:
        """Correct one document; True when it has to be cut again. Call inside `changing`."""
        keep_corrections(self._store, document.id, corrections)
        after = _corrections_after(document, corrections)
        rewrite_metadata(self._store, self._curriculum, replace(document, corrections=after))
        return must_be_cut_again(document, document.known, after)

    def _cut_again(self, documents: Sequence[Document]) -> None:
        """Cut books again that became papers, or no longer are: a paper without headings is cut at its numbers."""
        for document in documents:
            self._store.run("UPDATE documents SET segmenter = 0 WHERE id = ?", (document.id,))
        options = ImportOptions(keep_duplicates=True)
        report = ImportReport()
        reading = BookReading(self._store, self._curriculum, options, report, self._progress)
        sources = [reading.staged(Path(document.source), Path(document.source).parent) for document in documents]
        staged = [source for source in sources if source]
        self._embed(staged, report, no_books)
        journal = self._store.begin_import("edit", now())
        self._store_all(journal, staged, [], Corrections(), report)


def _grouped(staging: Staging, sources: Sequence[str]) -> Iterator[list[PreparedBook]]:
    """The books that wait, a few small ones at a time: embedded one by one, cores would idle at the end of each."""
    books: list[PreparedBook] = []
    for source in sources:
        book = staging.get(source)
        if book is not None:
            books.append(book)
        if sum(len(each.passages) for each in books) >= PASSAGES_TOGETHER:
            yield books
            books = []
    if books:
        yield books


def _corrections_after(document: Document, corrections: Corrections) -> dict[str, str | int | None]:
    kept = {name: value for name, value in document.corrections.items() if name not in corrections.taken_back}
    return {**kept, **corrections.values}


def _resolved(path: Path) -> tuple[Path, bool]:
    """The path without links, and whether it is a folder. Raises LibraryError `path-missing`."""
    with file_faults(path):
        if not path.exists():
            raise LibraryError("path-missing", path=shown_name(path))
        path = path.resolve()
        return path, path.is_dir()
