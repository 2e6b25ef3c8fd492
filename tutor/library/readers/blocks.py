"""What every reader yields: blocks of text with their page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

BlockKind = Literal["heading", "paragraph", "list", "table", "formula"]


@dataclass(frozen=True)
class Block:
    """A piece of a book. `text` is as the book has it; a list has one item a line, a table one row a line.

    `level` is a heading's depth, 1 to 6, else 0. `page` is None where the book has no pages.
    `items` are the spans (start, end) of list items or table rows inside `text`, markers left out.
    """

    kind: BlockKind
    text: str
    page: int | None = None
    level: int = 0
    items: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class ReadBook:
    """A book as read: its blocks in order and what it says of itself."""

    blocks: tuple[Block, ...]
    front_matter: dict[str, Any] = field(default_factory=dict)
