"""A full disk, by whatever name the layers below give it."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor.core.errors import TutorError
from tutor.library.errors import ImportingError

NUMBERS = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
# Tantivy and FAISS give the system's words alone.
WORDS = (
    "no space left",
    "file too large",
    "disk is full",
    "disk i/o error",
    "disk quota",
    "os error 28",
    "os error 27",
)


def is_full_disk(error: BaseException) -> bool:
    """True when the error, or what set it off, says that nothing more can be written."""
    if isinstance(error, OSError) and error.errno in NUMBERS:
        return True
    if isinstance(error, sqlite3.Error) and error.sqlite_errorname in {"SQLITE_FULL", "SQLITE_IOERR_WRITE"}:
        return True
    said = str(error).lower()
    is_foreign = isinstance(error, sqlite3.Error | ValueError | RuntimeError | TutorError)
    if is_foreign and any(words in said for words in WORDS):
        return True
    return error.__cause__ is not None and is_full_disk(error.__cause__)


@contextmanager
def disk_faults(folder: Path, code: str = "import-no-room") -> Iterator[None]:
    """A full disk inside becomes a LibraryError of that code, unless it has become one further inside."""
    try:
        yield
    except (OSError, sqlite3.Error, ValueError, RuntimeError, TutorError) as error:
        is_said = isinstance(error, ImportingError) and error.code in {code, "finish-no-room"}
        if is_full_disk(error) and not is_said:
            raise ImportingError(code, folder=folder) from error
        raise
