"""Where uploaded books are kept, and under which names. No name from a browser is used as it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from werkzeug.datastructures import FileStorage

from tutor.core.errors import LibraryError
from tutor.core.files import require_room
from tutor.language.normalise import normalise_text

BOOKS = "books"
PART = ".part"
"""The ending of what is not whole yet."""
DEEPEST = 5
LONGEST_PART = 80
UNSAFE = re.compile(r"[^\w .,()+&'-]+")
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def safe_path(name: str) -> Path | None:
    """A relative path made of the last parts of a name that a browser sent, or None for no name or a hidden file."""
    parts: list[str] = []
    pieces = name.replace("\\", "/").split("/")
    if pieces[-1].strip().startswith((".", "~$")):
        return None
    for raw in pieces:
        part = UNSAFE.sub("_", unicodedata.normalize("NFC", raw)).strip(" .")
        if not part:
            continue
        stem, dot, ending = part.rpartition(".")
        part = f"{stem[:LONGEST_PART]}{dot}{ending[:12]}" if dot else part[:LONGEST_PART]
        parts.append(f"_{part}" if RESERVED.fullmatch(part) else part)
    return Path(*parts[-DEEPEST:]) if parts else None


def keep_uploads(folder: Path, uploads: Iterable[FileStorage]) -> list[Path]:
    """Write the files below the folder, each whole or not at all. A file of the same name is a new edition.

    Raises LibraryError `path-missing` when there is none, TutorError `disk-full`.
    """
    kept: dict[Path, None] = {}
    for upload in uploads:
        relative = safe_path(normalise_text(upload.filename or ""))
        if relative is None:
            continue
        file = folder / relative
        file.parent.mkdir(parents=True, exist_ok=True)
        require_room(file.parent, 0)
        part = file.with_name(file.name[:60] + PART)
        try:
            upload.save(part)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
        kept[file] = None
    if not kept:
        raise LibraryError("path-missing", path="-")
    return list(kept)


def is_kept_below(folder: Path, source: str) -> bool:
    """True for a book's source that is one of our own copies."""
    path = Path(source)
    return path.is_absolute() and path.is_relative_to(folder.resolve())
