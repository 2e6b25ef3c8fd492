"""What an import did, in lines that a teacher reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tutor.core.types import BookLanguage
from tutor.library.readers.notes import note_text
from tutor.library.remarks import Remark
from tutor.library.reports import ImportReport
from tutor.web.texts.catalogue import counted, words

SHOWN_PAGES = 12
SHOWN_LINES = 200
STEPS = {
    "reading": "library.reading",
    "embedding passages": "library.embedding",
    "storing": "library.storing",
    "building the index": "library.indexing",
    "embedding sentences": "library.finishing",
}


@dataclass(frozen=True)
class ReportLines:
    """`counts` of books, `faults` of files left out, `remarks` as (book, line), `unknown` ids of books."""

    counts: list[str]
    faults: list[str]
    remarks: list[tuple[str, str]]
    unknown: list[str]


def step_words(step: str, language: BookLanguage) -> str:
    """What is being done, by the importer's name of the step."""
    return words(STEPS.get(step, "library.reading"), language)


def report_lines(report: ImportReport, language: BookLanguage) -> ReportLines:
    """The report in the language of the page."""
    numbers = (
        ("library.added", report.added), ("library.replaced", report.replaced), ("library.unchanged", report.unchanged),
        ("library.corrected", report.corrected), ("library.left_out", report.left_out),
    )  # fmt: skip
    counts = [counted(key, len(things), language) for key, things in numbers if things]
    remarks = [(str(book["id"]), line) for book in report.books for line in _book_lines(book, language)]
    faults = [fault.what(language) for fault in report.faults]
    return ReportLines(counts, faults[:SHOWN_LINES], remarks[:SHOWN_LINES], report.unknown[:SHOWN_LINES])


def _book_lines(book: dict[str, Any], language: BookLanguage) -> list[str]:
    lines = []
    if book.get("pages_ocr"):
        lines.append(words("library.recognised", language, pages=_pages(book["pages_ocr"])))
    by_reason: dict[str, list[object]] = {}
    for page in book.get("pages_unread", ()):
        by_reason.setdefault(note_text(str(page["why"]), language), []).append(page["page"])
    lines += [words("library.unread", language, pages=_pages(pages), why=why) for why, pages in by_reason.items()]
    return lines + [Remark.from_dict(warning).says(language) for warning in book.get("warnings", ())]


def _pages(pages: Sequence[object]) -> str:
    shown = ", ".join("?" if page is None else str(page) for page in pages[:SHOWN_PAGES])
    return shown + (f" ... ({len(pages)})" if len(pages) > SHOWN_PAGES else "")
