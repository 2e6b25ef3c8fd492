"""What every reader yields: blocks of text with their page, and what of the book could not be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tutor.library.readers.notes import note_text

BlockKind = Literal["heading", "paragraph", "list", "table", "formula", "caption"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Block:
    """A piece of a book. `text` is as the book has it; a list has one item a line, a table one row a line.

    `level` is a heading's depth, 1 to 6, else 0. `page` is None where the book has no pages.
    `items` are the spans (start, end) of list items or table rows inside `text`, markers left out.
    `box` is where the block stands on its page: left, top, right, bottom as shares 0..1 of the page, from the
    upper left corner; None where the format does not say.
    """

    kind: BlockKind
    text: str
    page: int | None = None
    level: int = 0
    items: tuple[tuple[int, int], ...] = ()
    box: Box | None = None


@dataclass(frozen=True)
class UnreadPage:
    """A page whose words did not become text. `why` is a code of `notes.UNREAD`; `page` is None for a whole part."""

    page: int | None
    why: str

    def says(self, language: str = "en") -> str:
        """The reason in plain words, English or Swahili."""
        return note_text(self.why, language)


@dataclass(frozen=True)
class ReadBook:
    """A book as read: its blocks in order and what it says of itself.

    `unread` are the pages left out, in order; `warnings` are codes of `notes.WARNINGS` (`warning_texts` has the
    words); `ocr_pages` are the pages whose text was recognised from a picture; `page_labels` are the numbers
    printed on pages where they differ from the count of sheets; `pages` is how many pages the file has.
    """

    blocks: tuple[Block, ...]
    front_matter: dict[str, Any] = field(default_factory=dict)
    unread: tuple[UnreadPage, ...] = ()
    warnings: tuple[str, ...] = ()
    ocr_pages: tuple[int, ...] = ()
    page_labels: Mapping[int, str] = field(default_factory=dict)
    pages: int | None = None

    def warning_texts(self, language: str = "en") -> tuple[str, ...]:
        """The warnings in plain words, English or Swahili."""
        return tuple(note_text(code, language) for code in self.warnings)
