"""Readers, one module per format. Each turns a file into blocks; `reader_for` picks by what the file is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from tutor.core.errors import LibraryError
from tutor.library.readers.blocks import ReadBook
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.files import shown_name
from tutor.library.readers.isolation import WorkerLostError, worker_replies
from tutor.library.readers.kinds import (
    OLD_OFFICE,
    OLD_SUFFIXES,
    PACKED_SUFFIXES,
    SELF_EVIDENT,
    SUFFIXES,
    kind_by_content,
    kind_by_name,
)
from tutor.library.readers.limits import ReadOptions
from tutor.library.readers.markdown import read_markdown
from tutor.library.readers.packing import unpacked_book
from tutor.library.readers.pdf import read_pdf
from tutor.library.readers.pictures import read_picture
from tutor.library.readers.plain_text import read_plain_text

Reader = Callable[[Path], ReadBook]

# Web pages up to this size are read here: the reader is plain Python, and a process for each page of a site is slow.
SMALL_HTML = 2 << 20
WANTED = {"word": "DOCX", "slides": "PPTX"}


def reader_for(path: Path, options: ReadOptions | None = None) -> Reader | None:
    """The reader of this file, by its content and else by its name, or None when there is none."""
    named = kind_by_name(path)
    found = None
    try:
        # Opening a pipe would wait for ever.
        if path.is_file():
            found = kind_by_content(path)
    except OSError:
        # Reading it will say why it cannot be read.
        pass
    if found in set(SUFFIXES.values()) and (found != "html" or named in {"html", "text"}):
        kind: str | None = found
    elif named is None and found == OLD_OFFICE:
        kind = OLD_SUFFIXES.get(path.suffix.lower())  # reading it will say how it is to be saved
    else:
        kind = named
    if kind is None:
        return None
    return partial(_read_as, kind, found, named, options or ReadOptions())


def unsupported(path: Path) -> LibraryError:
    """Why a file that has no reader is left out."""
    if path.suffix.lower() in PACKED_SUFFIXES:
        return ReadingError("book-packed", file=shown_name(path.name))
    return LibraryError("book-unsupported", file=shown_name(path.name), known=", ".join(READERS))


def _read_as(kind: str, found: str | None, named: str | None, options: ReadOptions, path: Path) -> ReadBook:
    _check(kind, found, path, options)
    if kind == "markdown":
        book = read_markdown(path)
    elif kind == "text":
        book = read_plain_text(path)
    elif kind == "pdf":
        book = read_pdf(path, options)
    elif kind == "pictures":
        book = read_picture(path, options)
    elif kind == "html" and path.stat().st_size <= SMALL_HTML:
        from tutor.library.readers.html import read_html

        book = read_html(path, options)
    else:
        book = _read_apart(kind, path, options)
    if named is not None and named != kind:
        book = replace(book, warnings=(*book.warnings, "named-otherwise"))
    return book


def _check(kind: str, found: str | None, path: Path, options: ReadOptions) -> None:
    size = path.stat().st_size
    if size > options.limits.file_bytes:
        raise ReadingError("book-too-large", file=path.name, most=options.limits.file_bytes >> 20)
    if size == 0:
        raise LibraryError("book-empty", file=path.name)
    if found == OLD_OFFICE:
        raise ReadingError("book-old-kind", file=path.name, wanted=WANTED.get(kind, "DOCX"))
    if kind in SELF_EVIDENT and found != kind:
        # A file that begins like an archive and holds no book was not copied to its end.
        damaged = found == "archive"
        if damaged:
            raise ReadingError("book-damaged", file=path.name)
        raise ReadingError("book-other-kind", file=path.name, named=path.suffix.lower().lstrip("."))


def _read_apart(kind: str, path: Path, options: ReadOptions) -> ReadBook:
    """The book, read in a process that can be stopped."""
    limits = options.limits
    request = {"task": kind, "path": str(path), "limits": limits.as_dict()}
    try:
        for reply in worker_replies(request, limits.page_seconds, limits.book_seconds):
            return unpacked_book(reply["book"])
    except WorkerLostError as error:
        if error.is_slow:
            raise ReadingError("book-too-slow", file=path.name, seconds=round(limits.book_seconds)) from error
    raise ReadingError("book-damaged", file=path.name)


READERS: dict[str, Reader] = {
    suffix: partial(_read_as, kind, kind if kind in SELF_EVIDENT else None, kind, ReadOptions())
    for suffix, kind in SUFFIXES.items()
}
"""The readers by the ending of a file's name, for files that are what their name says."""
