"""How much of a file is read at most, and how it is to be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

Progress = Callable[[int, int], None]
"""Called with the number of the page that was read and of all pages."""


@dataclass(frozen=True)
class Limits:
    """Beyond these a file is refused, or the page left out. Sizes in bytes, times in seconds, sides in pixels."""

    file_bytes: int = 400 << 20
    pages: int = 5_000
    pixels: int = 80_000_000
    archive_bytes: int = 800 << 20
    archive_members: int = 20_000
    member_bytes: int = 64 << 20
    expansion: int = 300
    open_seconds: float = 60.0
    page_seconds: float = 45.0
    book_seconds: float = 300.0
    worker_bytes: int = 3 << 30
    lost_pages: int = 8

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class ReadOptions:
    """`ocr` False leaves pictures unread. `progress` is told of each page of a long book."""

    ocr: bool = True
    limits: Limits = field(default_factory=Limits)
    progress: Progress | None = None
