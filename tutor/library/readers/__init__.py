"""Readers, one module per format. Each turns a file into blocks; `reader_for` picks by the file's name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tutor.library.readers.blocks import ReadBook
from tutor.library.readers.markdown import read_markdown
from tutor.library.readers.plain_text import read_plain_text

Reader = Callable[[Path], ReadBook]

READERS: dict[str, Reader] = {
    ".md": read_markdown,
    ".markdown": read_markdown,
    ".txt": read_plain_text,
    ".text": read_plain_text,
}


def reader_for(path: Path) -> Reader | None:
    """The reader of this kind of file, or None when there is none."""
    return READERS.get(path.suffix.lower())
