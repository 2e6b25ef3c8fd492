"""Imports files and folders: everything is read first, then the library changes in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Any

from filelock import FileLock, Timeout

from tutor.core.errors import LibraryError, TutorError
from tutor.core.files import file_sha256
from tutor.core.types import Passage, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.library.metadata import book_metadata, book_title
from tutor.library.readers import READERS, reader_for
from tutor.library.readers.files import file_faults, files_below, require_book_file, shown_name
from tutor.library.segmentation import SEGMENTER_VERSION, segment_blocks
from tutor.library.store import Document, LibraryStore

Prepare = Callable[[list["PreparedBook"]], None]
"""Called with what is about to be stored, before anything is stored: embedding happens here."""
LOCK_SECONDS = 2.0


@dataclass(frozen=True)
class PreparedBook:
    """A book read and cut, not yet stored."""

    document: Document
    passages: tuple[Passage, ...]
    sentences: tuple[tuple[Sentence, ...], ...]


@dataclass
class ImportReport:
    """What an import did. `left_out` holds (file, error code, what happened)."""

    added: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str, str]] = field(default_factory=list)
    passages: int = 0
    unknown: list[str] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return bool(self.added or self.replaced)

    def as_dict(self) -> dict[str, Any]:
        left_out = [{"file": file, "error": code, "message": why} for file, code, why in self.left_out]
        return {**vars(self), "left_out": left_out}


@contextmanager
def library_lock(file: Path) -> Iterator[None]:
    """Only one writer at a time. Raises LibraryError `library-busy`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(file.with_suffix(".lock"), timeout=LOCK_SECONDS):
            yield
    except Timeout as error:
        raise LibraryError("library-busy") from error


class Importer:
    """Brings books into one library."""

    def __init__(self, store: LibraryStore, curriculum: Curriculum) -> None:
        self._store = store
        self._curriculum = curriculum

    def add(self, path: Path, prepare: Prepare) -> ImportReport:
        """Import a file or a folder. A file of a folder that cannot be read is reported and left out.

        The library is as before if anything is raised. Raises LibraryError `path-missing`,
        `library-busy`, and, for a single file, why it cannot be read.
        """
        with file_faults(path):
            if not path.exists():
                raise LibraryError("path-missing", path=shown_name(path))
            path = path.resolve()
            is_folder = path.is_dir()
        with library_lock(self._store.file):
            journal = self._store.begin_import(shown_name(path), _now())
            report = ImportReport()
            books = self._read_folder(path, report) if is_folder else self._read_file(path, report)
            if books:
                prepare(books)
                with self._store.changing():
                    for book in books:
                        self._store.put_document(book.document, book.passages, book.sentences)
            self._store.end_import(journal, _now(), report.as_dict())
        return report

    def remove(self, name: str) -> Document:
        """Remove a document. Raises LibraryError `document-unknown` or `library-busy`."""
        with library_lock(self._store.file):
            document = self._store.document(name)
            with self._store.changing():
                self._store.remove_document(name)
        return document

    def _read_file(self, file: Path, report: ImportReport) -> list[PreparedBook]:
        book = self._prepared(file, file.parent, self._known(), report)
        return [] if book is None else [book]

    def _read_folder(self, folder: Path, report: ImportReport) -> list[PreparedBook]:
        known = self._known()
        books: dict[str, PreparedBook] = {}
        files, left_out = files_below(folder)
        for file in files:
            try:
                book = self._prepared(file, folder, known, report)
            except TutorError as error:
                left_out.append((file, error))
                continue
            if book is not None:
                books[book.document.id] = book
                known[book.document.id] = book.document
        report.left_out.extend(
            (shown_name(file.relative_to(folder)), error.code, error.what()) for file, error in left_out
        )
        return list(books.values())

    def _known(self) -> dict[str, Document]:
        return {document.id: document for document in self._store.documents()}

    def _prepared(
        self, file: Path, root: Path, known: dict[str, Document], report: ImportReport
    ) -> PreparedBook | None:
        """The book, or None when the library holds the same already. Raises LibraryError when it is no book."""
        reader = reader_for(file)
        if reader is None:
            raise LibraryError("book-unsupported", file=shown_name(file.name), known=", ".join(READERS))
        with file_faults(file):
            require_book_file(file)
            digest, size = file_sha256(file), file.stat().st_size
            relative = PurePath(file.relative_to(root))
            name = _free_id(relative, str(file), known)
            before = known.get(name)
            if before and before.file_sha256 == digest and before.segmenter == SEGMENTER_VERSION:
                report.unchanged.append(name)
                return None
            read = reader(file)
            segments = segment_blocks(read.blocks)
            if not segments:
                raise LibraryError("book-empty", file=file.name)
            metadata = book_metadata(read, file, self._curriculum)
            title = book_title(read, file)
        document = Document(
            id=name,
            source=str(file),
            title=title,
            metadata=metadata,
            file_sha256=digest,
            bytes=size,
            segmenter=SEGMENTER_VERSION,
            imported_at=_now(),
            passages=len(segments),
        )
        passages = [
            Passage(
                id=f"{name}#{segment.slug}",
                document_id=name,
                document_title=document.title,
                source=document.source,
                ordinal=ordinal,
                heading_path=segment.heading_path,
                text=segment.text,
                metadata=metadata,
                pages=segment.pages,
            )
            for ordinal, segment in enumerate(segments)
        ]
        (report.replaced if before else report.added).append(name)
        report.passages += len(passages)
        if metadata.subject is None or metadata.form is None:
            report.unknown.append(name)
        return PreparedBook(document, _linked(passages), tuple(segment.sentences for segment in segments))


def _linked(passages: list[Passage]) -> tuple[Passage, ...]:
    names = [None, *(passage.id for passage in passages), None]
    return tuple(replace(passage, previous_id=names[i], next_id=names[i + 2]) for i, passage in enumerate(passages))


def _free_id(relative: PurePath, source: str, known: dict[str, Document]) -> str:
    """The path without its ending; a number is added when another source has that name already."""
    base = relative.with_suffix("").as_posix()
    name, count = base, 1
    while name in known and known[name].source != source:
        count += 1
        name = f"{base}~{count}"
    return name


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
