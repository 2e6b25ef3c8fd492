"""Recognising pages that are pictures: the worker draws them, Tesseract reads them, one at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tutor.library.cleaning.pages import Page
from tutor.library.readers.limits import ReadOptions
from tutor.library.readers.ocr import find_recogniser, recognised_page
from tutor.library.readers.paged import PagedReplies


@dataclass
class Recognition:
    """The pages that were recognised; why others were not; what is to be said of the whole."""

    pages: dict[int, Page] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    count: int = 0


def recognise(task: str, path: Path, numbers: Sequence[int] | None, options: ReadOptions) -> Recognition:
    """What is written on the pages of the numbers; all pages of the file when `numbers` is None.

    Raises ReadingError for a file that cannot be opened.
    """
    found = Recognition()
    if numbers is not None and not numbers:
        return found
    recogniser = find_recogniser() if options.ocr else None
    if recogniser is None and numbers is not None:
        found.failed = dict.fromkeys(numbers, "no-ocr" if options.ocr else "ocr-off")
        return found
    with tempfile.TemporaryDirectory(prefix="tutor-pages-") as folder:
        replies = PagedReplies(task, path, options.limits, {"folder": folder})
        for reply in replies.pages(numbers):
            number, picture = int(reply["number"]), Path(reply["file"])
            if recogniser is None:
                found.failed[number] = "no-ocr" if options.ocr else "ocr-off"
            else:
                page = recognised_page(recogniser, picture, number, reply["dpi"], options.limits.page_seconds)
                if isinstance(page, Page):
                    found.pages[number] = page
                else:
                    found.failed[number] = page
                if options.progress is not None:
                    options.progress(number, replies.head["pages"])
            picture.unlink(missing_ok=True)
        found.failed.update(replies.lost)
        found.count = int(replies.head.get("pages", 0))
    if found.pages and recogniser is not None and not recogniser.knows_swahili:
        found.warnings = ("ocr-swahili-missing",)
    return found
