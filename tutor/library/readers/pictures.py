"""Reads photographs and scans of pages that are picture files."""

from __future__ import annotations

from pathlib import Path

from tutor.library.cleaning.repetition import without_repeated_lines
from tutor.library.readers.blocks import ReadBook, UnreadPage
from tutor.library.readers.limits import ReadOptions
from tutor.library.readers.page_blocks import page_blocks
from tutor.library.readers.recognition import recognise


def read_picture(path: Path, options: ReadOptions) -> ReadBook:
    """What is written on the picture. Without Tesseract it is listed as unread. Raises ReadingError."""
    found = recognise("pictures", path, None, options)
    pages = without_repeated_lines([found.pages[number] for number in sorted(found.pages)])
    return ReadBook(
        blocks=tuple(page_blocks(pages)),
        unread=tuple(UnreadPage(number, why) for number, why in sorted(found.failed.items())),
        warnings=found.warnings,
        ocr_pages=tuple(sorted(found.pages)),
        pages=found.count,
    )
