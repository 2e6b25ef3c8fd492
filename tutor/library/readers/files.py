"""Which files of a folder are offered to the readers, and names that can be stored and printed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath

from tutor.core.errors import TutorError
from tutor.core.one_line import on_one_line
from tutor.library.readers.errors import ReadingError

PAGE_FOLDERS = ("_files", ".files")
PAGES = (".html", ".htm", ".xhtml")


def shown_name(name: object) -> str:
    """The name as text that can be stored and printed on one line: bytes that are no UTF-8 become `\\udcff`."""
    return on_one_line(str(name).encode("utf-8", "backslashreplace").decode("utf-8"))


def name_as_title(path: PurePath) -> str:
    """The file's name as a book that has no other title is called."""
    return re.sub("[-_]", " ", path.stem)


@contextmanager
def file_faults(file: Path) -> Iterator[None]:
    """What a bad file sets off becomes LibraryError `book-unreadable`, so that it can be reported by name."""
    try:
        yield
    except OSError as error:
        raise unreadable(file, "system", error.strerror or error) from error
    except RecursionError as error:
        raise unreadable(file, "nested-too-deeply") from error
    except (ValueError, ArithmeticError, LookupError) as error:
        # The readers stand on parsers of others, which meet here what nobody foresaw.
        raise unreadable(file, "not-of-its-kind", f"{type(error).__name__}: {error}") from error


def unreadable(file: PurePath, why: str, detail: object = "") -> ReadingError:
    """The error that says why a file was left out: a code of `notes.REASONS` or `notes.UNREAD`."""
    return ReadingError("book-unreadable", file=shown_name(file.name), why=why, detail=shown_name(detail))


def require_book_file(file: Path) -> None:
    """Raise LibraryError `book-unreadable` for a name that cannot be stored and for what is no regular file."""
    try:
        str(file).encode("utf-8")
    except UnicodeEncodeError:
        raise unreadable(file, "name-not-utf8") from None
    # Reading a pipe would wait for ever.
    if not file.is_file():
        raise unreadable(file, "no-file")


def files_below(folder: Path) -> tuple[list[Path], list[tuple[Path, TutorError]]]:
    """What lies below the resolved folder and is not hidden, in a fixed order; and what was left out, with why.

    Links that lead outside the folder are left out, and folders that cannot be opened.
    """
    files: list[Path] = []
    left_out: list[tuple[Path, TutorError]] = []

    def closed(error: OSError) -> None:
        place = Path(error.filename or folder)
        left_out.append((place, unreadable(place, "system", error.strerror or error)))

    for place, folders, names in os.walk(folder, onerror=closed):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and not _is_part_of_page(name, names))
        for name in (*folders, *names):
            path = Path(place, name)
            # Word keeps such a file beside a document that is open.
            if name.startswith((".", "~$")):
                continue
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(folder):
                left_out.append((path, unreadable(path, "link-outside")))
            elif name in names:
                files.append(path)
    return sorted(files), sorted(left_out, key=lambda pair: pair[0])


def _is_part_of_page(folder: str, files: list[str]) -> bool:
    """True for the folder in which a browser saves the pictures of the page that lies beside it."""
    stem = next((folder.removesuffix(ending) for ending in PAGE_FOLDERS if folder.endswith(ending)), None)
    return stem is not None and any(f"{stem}{ending}" in files for ending in PAGES)
