"""Reads HTML: one page, or the pages of a saved site, whose banner and foot are known by their repetition."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tutor.core.errors import LibraryError
from tutor.library.cleaning.repetition import repeated_at_ends
from tutor.library.readers.blocks import Block, ReadBook, UnreadPage
from tutor.library.readers.encoding import decode_text
from tutor.library.readers.html_blocks import HtmlPage, html_page
from tutor.library.readers.limits import ReadOptions

DECLARED = re.compile(rb"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)
HEAD_BYTES = 4096
SIBLINGS = 8
SIBLING_BYTES = 1 << 20
SUFFIXES = (".html", ".htm", ".xhtml")
LANGUAGES = ("en", "sw")


def read_html(path: Path, options: ReadOptions) -> ReadBook:
    """The page's blocks. Raises LibraryError when it is no text."""
    page = _page_of(path)
    first, last = _site_ends(path.parent)
    blocks = _without_ends(page.blocks, first, last)
    if not blocks and not page.blocks and page.pictures:
        return ReadBook((), unread=(UnreadPage(None, "only-pictures"),))
    return ReadBook(blocks=tuple(blocks), front_matter=front_matter_of(page))


def front_matter_of(page: HtmlPage) -> dict[str, str]:
    """What the head of the page says of it, where it says something that is known."""
    front = {"title": page.title} if page.title else {}
    return {**front, "language": page.language} if page.language in LANGUAGES else front


def decode_html(path: Path) -> str:
    """The page's text in the encoding it declares, else in the likeliest. Raises LibraryError."""
    text = decode_text(path)
    head = path.read_bytes()[:HEAD_BYTES]
    declared = DECLARED.search(head)
    if declared is None or declared[1].lower() in {b"utf-8", b"utf8", b"utf-16"}:
        return text
    try:
        head.decode("utf-8")
        path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        try:
            return path.read_bytes().decode(declared[1].decode("ascii"), "replace")
        except LookupError:
            return text
    return text


def _page_of(path: Path) -> HtmlPage:
    return html_page(decode_html(path))


def _without_ends(blocks: list[Block], first: frozenset[str], last: frozenset[str]) -> list[Block]:
    start, end = 0, len(blocks)
    while start < end and blocks[start].text in first:
        start += 1
    while end > start and blocks[end - 1].text in last:
        end -= 1
    return blocks[start:end]


def _site_ends(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    try:
        pages = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
        # Pages from all over the folder: neighbours may share a chapter's beginning.
        chosen = pages[:: max(1, len(pages) // SIBLINGS)][:SIBLINGS]
        known = tuple((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in chosen)
    except OSError:
        return frozenset(), frozenset()
    return _ends_of(known)


@lru_cache(maxsize=16)
def _ends_of(pages: tuple[tuple[str, int, int], ...]) -> tuple[frozenset[str], frozenset[str]]:
    texts = []
    for name, size, _ in pages:
        if size <= SIBLING_BYTES:
            try:
                texts.append([block.text for block in _page_of(Path(name)).blocks])
            except LibraryError:
                continue
    return repeated_at_ends(texts)
