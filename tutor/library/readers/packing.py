"""Pages and books as plain data, to pass between the worker and its parent."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tutor.library.cleaning.pages import Line, Page
from tutor.library.readers.blocks import Block, ReadBook, UnreadPage


def packed_page(page: Page) -> dict[str, Any]:
    """The page as JSON values."""
    fields = {name: value for name, value in vars(page).items() if name != "lines"}
    lines = [(line.text, line.box, line.size, line.bold, line.column, line.table) for line in page.lines]
    return {**fields, "lines": lines}


def unpacked_page(raw: dict[str, Any]) -> Page:
    """The page that `packed_page` gave."""
    lines = tuple(
        Line(text, _box(box), size, bold, column, table) for text, box, size, bold, column, table in raw["lines"]
    )
    return Page(**{**raw, "lines": lines})


def packed_book(book: ReadBook) -> dict[str, Any]:
    """The book as JSON values. Front matter must hold nothing else."""
    return asdict(book)


def unpacked_book(raw: dict[str, Any]) -> ReadBook:
    """The book that `packed_book` gave."""
    return ReadBook(
        blocks=tuple(_block(block) for block in raw["blocks"]),
        front_matter=raw["front_matter"],
        unread=tuple(UnreadPage(**page) for page in raw["unread"]),
        warnings=tuple(raw["warnings"]),
        ocr_pages=tuple(raw["ocr_pages"]),
        page_labels={int(number): label for number, label in raw["page_labels"].items()},
        pages=raw["pages"],
    )


def _block(raw: dict[str, Any]) -> Block:
    items = tuple((start, end) for start, end in raw["items"])
    return Block(**{**raw, "items": items, "box": _box(raw["box"]) if raw["box"] else None})


def _box(raw: list[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = raw
    return left, top, right, bottom
