"""Turns one file into a prepared book: read, judged, cut, compared with what the library holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePath

import numpy as np

from tutor.core.errors import LibraryError
from tutor.core.files import file_sha256
from tutor.core.types import Passage
from tutor.curriculum.curriculum import Curriculum
from tutor.library.corrections import Corrections, corrections_by_document
from tutor.library.duplicates import DuplicateFinder, Hashes, sampled, shingle_hashes
from tutor.library.errors import ImportingError
from tutor.library.headings import text_of_headings, with_short_headings
from tutor.library.metadata import book_facts, book_title, passage_metadata
from tutor.library.papers import PAPER_TYPES, with_question_headings
from tutor.library.prepared import PreparedBook, Staging, linked
from tutor.library.provenance import Found, Value, corrected, metadata_of
from tutor.library.readers import reader_for, unsupported
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.files import file_faults, require_book_file, shown_name, unreadable
from tutor.library.readers.limits import ReadOptions
from tutor.library.remarks import Remark
from tutor.library.reports import ImportReport, book_report
from tutor.library.segmentation import SEGMENTER_VERSION, segment_blocks
from tutor.library.store import Document, LibraryStore

LONG_BOOK = 40
"""The reading of books of so many pages is told page by page."""


@dataclass(frozen=True)
class ImportOptions:
    """How to import: what the teacher says of all the books, whether pictures are read (None: where they can be),
    and whether books that are in the library already are kept beside their likes."""

    corrections: Corrections = field(default_factory=Corrections)
    ocr: bool | None = None
    keep_duplicates: bool = False


class BookReading:
    """Reads files for one import, and knows what the library and the import hold so far."""

    def __init__(
        self,
        store: LibraryStore,
        curriculum: Curriculum,
        options: ImportOptions,
        report: ImportReport,
        progress: Callable[[str, int, int], None],
    ) -> None:
        self._store = store
        self._staging = Staging(store)
        self._curriculum = curriculum
        self._options = options
        self._report = report
        self._progress = progress
        self._known = {document.id: document for document in store.documents()}
        self._by_source = {document.source: document.id for document in self._known.values()}
        self._corrections = corrections_by_document(store)
        self._duplicates: DuplicateFinder | None = None
        self._fresh: dict[str, PreparedBook] = {}

    def staged(self, file: Path, root: Path) -> str | None:
        """The source name of the book, which now waits in the staging; None when there is nothing to store.

        Raises LibraryError when it is no book.
        """
        with file_faults(file):
            if reader_for(file) is None:
                raise unsupported(file)
            require_book_file(file)
            digest, size = file_sha256(file), file.stat().st_size
            source, relative = str(file), PurePath(file.relative_to(root))
            name = self._by_source.get(source) or self._moved_from(file, digest) or self._free_id(relative, source)
            before = self._known.get(name)
            if before and self._is_current(before, digest):
                self._note_place(before, source)
                self._report.unchanged.append(name)
                return None
            recipe = self._recipe(name, digest)
            book = self._staging.get(source, recipe)
            if book is None:
                book = self._read(file, self._document(name, source, digest, size), shown_name(relative))
                self._staging.put(book, recipe)
            else:
                self._report.resumed += 1
        self._note(book, shown_name(relative), self._known.get(book.document.id))
        return source

    def _read(self, file: Path, document: Document, shown: str) -> PreparedBook:
        """The book, in the place of the one it is a new edition of. Raises LibraryError `book-changing` or why it is
        none."""
        read = read_book(file, self._options.ocr, self._page_progress(file))
        if file_sha256(file) != document.file_sha256:
            raise ImportingError("book-changing", file=shown)
        before = self._known.get(document.id)
        book = self._prepared(file, read, document)
        hashes = shingle_hashes(passage.text for passage in book.passages)
        holders = self._finder().holders(hashes, book.document.metadata, book.document.id)
        moved = self._known.get(holders[0].document_id) if holders and before is None else None
        if moved is not None and _was_moved(moved.source, file) and not self._options.keep_duplicates:
            # A new edition in a folder that was moved: the file of the old one is no longer where it was.
            before = moved
            book = self._prepared(file, read, replace(document, id=moved.id, corrections=self._values(moved.id)))
        return self._compared(book, hashes, shown, known_already=before is not None)

    def _moved_from(self, file: Path, digest: str) -> str | None:
        """The id of the book that this file is, where its folder was moved or has another name now; else None."""
        for document in self._known.values():
            if document.file_sha256 == digest and _was_moved(document.source, file):
                return document.id
        return None

    def _note_place(self, document: Document, source: str) -> None:
        """Remember where the file of an unchanged book is now."""
        if document.source != source and PurePath(document.source).is_absolute():
            self._store.run("UPDATE documents SET source = ? WHERE id = ?", (source, document.id))
            self._known[document.id] = replace(document, source=source)
            self._by_source[source] = document.id

    def _page_progress(self, file: Path) -> Callable[[int, int], None]:
        """Tells of the pages of long books: recognising pictures takes seconds a page."""

        def told(page: int, pages: int) -> None:
            if pages >= LONG_BOOK:
                self._progress(shown_name(file.name), page, pages)

        return told

    def _is_current(self, before: Document, digest: str) -> bool:
        is_same = before.file_sha256 == digest and before.segmenter == SEGMENTER_VERSION
        # Pages that were left as pictures are tried again when the teacher asks for it.
        return is_same and not (self._options.ocr and before.report.get("pages_unread"))

    def _recipe(self, name: str, digest: str) -> str:
        options = self._options
        made_of = (digest, SEGMENTER_VERSION, options.ocr, options.keep_duplicates, self._values(name))
        return json.dumps(made_of, ensure_ascii=False, sort_keys=True)

    def _values(self, name: str) -> Mapping[str, Value]:
        """The corrections that hold for the document: those made before, and over them those of this import."""
        said = self._options.corrections
        before = {each: v for each, v in self._corrections.get(name, {}).items() if each not in said.taken_back}
        return {**before, **said.values}

    def _document(self, name: str, source: str, digest: str, size: int) -> Document:
        return Document(
            id=name, source=source, title="", metadata=metadata_of({}), file_sha256=digest, bytes=size,
            segmenter=SEGMENTER_VERSION, imported_at=now(), corrections=self._values(name),
        )  # fmt: skip

    def _prepared(self, file: Path, read: ReadBook, document: Document) -> PreparedBook:
        found: Found = book_facts(read, file, self._curriculum, document.corrections)
        known = corrected(found.facts, document.corrections)
        metadata = metadata_of(known)
        blocks: Sequence[Block] = with_short_headings(read.blocks)
        if metadata.document_type in PAPER_TYPES:
            blocks = with_question_headings(blocks, metadata.language)
        segments = segment_blocks(blocks) or segment_blocks(text_of_headings(read.blocks))
        if not segments:
            why = read.unread[0].why if read.unread else None
            raise LibraryError("book-empty", file=file.name) if why is None else unreadable(file, why)
        title = book_title(read, file)
        passages = [
            Passage(
                id=f"{document.id}#{segment.slug}",
                document_id=document.id,
                document_title=title,
                source=document.source,
                ordinal=ordinal,
                heading_path=segment.heading_path,
                text=segment.text,
                metadata=passage_metadata(known, segment.heading_path, segment.text, self._curriculum),
                pages=segment.pages,
            )
            for ordinal, segment in enumerate(segments)
        ]
        whole = replace(
            document, title=title, metadata=metadata, passages=len(passages), facts=found.facts,
            report=book_report(read, passages, found.remarks),
        )  # fmt: skip
        return PreparedBook(whole, linked(passages), tuple(segment.sentences for segment in segments))

    def _compared(self, book: PreparedBook, hashes: Hashes, file: str, known_already: bool) -> PreparedBook:
        """The book with its shingles and what it shares with others. Raises LibraryError `book-duplicate`.

        A new edition of a book of the library is never refused: then the old one would stay.
        """
        finder = self._finder()
        document = book.document
        holders = finder.holders(hashes, document.metadata, document.id)
        remarks = []
        if holders and not known_already:
            best = holders[0]
            share = round(100 * best.containment)
            if not self._options.keep_duplicates:
                self._report.duplicates.append((file, best.document_id, best.containment))
                raise ImportingError("book-duplicate", file=file, share=share, other=best.document_id)
            remarks.append(Remark.of("kept-duplicate", share=share, other=best.document_id))
        for held in finder.held_by(hashes, document.metadata, document.id):
            if held not in holders and all(held.document_id != holder.document_id for holder in holders):
                share = round(100 * held.containment)
                remarks.append(Remark.of("holds-another", share=share, other=held.document_id))
        report = dict(document.report)
        report["warnings"] = [*report["warnings"], *(remark.as_dict() for remark in remarks)]
        return replace(book, document=replace(document, report=report), shingles=sampled(hashes))

    def _finder(self) -> DuplicateFinder:
        """What to compare with, made when the first new book comes: an unchanged library need not be read."""
        if self._duplicates is None:
            self._duplicates = DuplicateFinder(self._texts_of)
            kept = {
                str(name): np.frombuffer(data, dtype=np.uint64)
                for name, data in self._store.rows("SELECT document_id, hashes FROM shingles")
            }
            for name, document in self._known.items():
                if name not in self._fresh:
                    # Books stored before shingles were kept have none.
                    hashes = kept[name] if name in kept else sampled(shingle_hashes(self._store.texts_of(name)))
                    self._duplicates.tell(name, document.metadata, hashes)
            for name, book in self._fresh.items():
                self._duplicates.tell(name, book.document.metadata, book.shingles)
        return self._duplicates

    def _texts_of(self, name: str) -> list[str]:
        book = self._fresh.get(name)
        waiting = self._staging.get(book.document.source) if book else None
        return [passage.text for passage in waiting.passages] if waiting else self._store.texts_of(name)

    def _note(self, book: PreparedBook, file: str, before: Document | None) -> None:
        document = book.document
        light = replace(book, passages=(), sentences=())
        self._fresh[document.id] = light
        self._known[document.id] = document
        self._by_source[document.source] = document.id
        if self._duplicates is not None:
            self._duplicates.tell(document.id, document.metadata, book.shingles)
        (self._report.replaced if before else self._report.added).append(document.id)
        self._report.passages += len(book.passages)
        self._report.books.append({"file": file, "id": document.id, **document.report})
        if {"subject", "form"} & set(document.unknown):
            self._report.unknown.append(document.id)

    def _free_id(self, relative: PurePath, source: str) -> str:
        """The path without its ending; a number is added when another source has that name already."""
        base = shown_name(relative.with_suffix("").as_posix())
        name, count = base, 1
        while name in self._known and not _is_the_same_book(self._known[name].source, source):
            count += 1
            name = f"{base}~{count}"
        return name


def read_book(file: Path, ocr: bool | None, progress: Callable[[int, int], None] | None = None) -> ReadBook:
    """The file's blocks by its reader. Raises LibraryError, of `unsupported` or why it cannot be read."""
    reader = reader_for(file, ReadOptions(ocr=ocr is not False, progress=progress))
    if reader is None:
        raise unsupported(file)
    return reader(file)


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _is_the_same_book(known: str, source: str) -> bool:
    """A book that came with another library has the name of its file only."""
    return known == source or known == PurePath(source).name


def _was_moved(known: str, file: Path) -> bool:
    """True where a book of that source was a file of the same name, and there is none in that place any more."""
    before = Path(known)
    return before.is_absolute() and before.name == file.name and not before.exists()
