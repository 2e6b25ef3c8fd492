"""What the worker does with books that are read whole."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tutor.library.readers.limits import Limits, ReadOptions
from tutor.library.readers.packing import packed_book

# Kind -> module and function: only the library that is needed is loaded.
READERS = {
    "epub": ("epub", "read_epub"),
    "word": ("word", "read_word"),
    "odt": ("open_document", "read_open_document"),
    "slides": ("slides", "read_slides"),
    "latex": ("latex", "read_latex"),
    "questions": ("question_csv", "read_question_csv"),
    "zim": ("zim", "read_zim"),
    "html": ("html", "read_html"),
}


def loaded_reader(kind: str) -> Any:
    """The function that reads books of the kind."""
    module, name = READERS[kind]
    return getattr(importlib.import_module(f"tutor.library.readers.{module}"), name)


def book_replies(request: dict[str, Any], path: Path, limits: Limits) -> Iterator[dict[str, Any]]:
    """The whole book in one reply. Raises LibraryError."""
    reader = loaded_reader(request["task"])
    options: Any = ReadOptions(limits=limits) if request["task"] == "html" else limits
    yield {"book": packed_book(reader(path, options))}
