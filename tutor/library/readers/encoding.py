"""Bytes to text, whatever encoding a teacher's file has."""

from __future__ import annotations

import stat
from pathlib import Path

from charset_normalizer import from_bytes

from tutor.core.errors import LibraryError
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.files import unreadable

MAX_BYTES = 64 << 20


def decode_text(path: Path) -> str:
    """The file's text: UTF-8 where it is valid, else the most likely encoding; newlines are `\\n`.

    Raises LibraryError: `path-missing`, `book-unreadable` (binary or no regular file), `book-too-large`, `book-empty`.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise unreadable(path, "no-file")
        if found.st_size > MAX_BYTES:
            raise ReadingError("book-too-large", file=path.name, most=MAX_BYTES >> 20)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise LibraryError("path-missing", path=path) from error
    except OSError as error:
        raise unreadable(path, "system", error.strerror or error) from error
    if not data.strip():
        raise LibraryError("book-empty", file=path.name)
    text = _decoded(data)
    if text is None or "\0" in text:
        raise unreadable(path, "not-text")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str | None:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        best = from_bytes(data).best()
        return str(best) if best is not None else None
