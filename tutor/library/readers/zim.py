"""Reads ZIM, in which Kiwix and Kolibri keep web pages, where libzim is installed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.errors import ReadingError
from tutor.library.readers.html_blocks import html_page
from tutor.library.readers.limits import Limits

LANGUAGES = {"eng": "en", "en": "en", "swa": "sw", "sw": "sw"}


def read_zim(path: Path, limits: Limits) -> ReadBook:
    """The articles' blocks, each under its title. Raises ReadingError: `reader-missing`, `book-damaged`,
    `book-too-many-pages`."""
    try:
        reader = importlib.import_module("libzim.reader")
    except ImportError as error:
        raise ReadingError("reader-missing", file=path.name, package="libzim") from error
    try:
        archive = reader.Archive(path)
    except RuntimeError as error:
        raise ReadingError("book-damaged", file=path.name) from error
    if archive.article_count > limits.pages:
        raise ReadingError("book-too-many-pages", file=path.name, size=archive.article_count, most=limits.pages)
    blocks: list[Block] = []
    damaged, size = False, 0
    for number in range(archive.all_entry_count):
        try:
            html, title = _article(archive, number)
        except (RuntimeError, KeyError):
            damaged = True
            continue
        size += len(html)
        if size > limits.archive_bytes:
            raise ReadingError("book-bomb", file=path.name, size=size >> 20)
        if html:
            blocks.extend(_titled(html_page(html).blocks, title))
    front = _front_matter(archive)
    return ReadBook(tuple(blocks), front, warnings=("damaged-parts",) if damaged else ())


def _article(archive: Any, number: int) -> tuple[str, str]:
    """The page and its title; '' for what is no page."""
    entry = archive._get_entry_by_id(number)
    if entry.is_redirect:
        return "", ""
    item = entry.get_item()
    if not item.mimetype.startswith("text/html"):
        return "", ""
    return bytes(item.content).decode("utf-8", "replace"), entry.title


def _titled(blocks: list[Block], title: str) -> list[Block]:
    """The blocks under a heading of the first level; each article has one of its own."""
    first = next((block for block in blocks if block.kind == "heading"), None)
    if not blocks or (first is not None and first is blocks[0] and first.level == 1):
        return blocks
    return [Block("heading", " ".join(title.split()), level=1), *blocks] if title.strip() else blocks


def _front_matter(archive: Any) -> dict[str, str]:
    front = {}
    for key, name in (("Title", "title"), ("Language", "language")):
        if key in archive.metadata_keys:
            value = archive.get_metadata(key).decode("utf-8", "replace").strip()
            value = LANGUAGES.get(value, "") if name == "language" else value
            if value:
                front[name] = value
    return front
