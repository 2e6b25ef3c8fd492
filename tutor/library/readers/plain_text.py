"""Reads plain text: blank lines part paragraphs, form feeds part pages, short unfinished lines are headings."""

from __future__ import annotations

import re
from pathlib import Path

from tutor.language.normalise import normalise_text
from tutor.library.cleaning.characters import mended_mojibake
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.encoding import decode_text

HEADING_WORDS = 12
LIST_MARK = re.compile(r"^\s*(?:[-*\u2022\u2013]|\(?[0-9ivx]{1,4}[.)]|\(?[a-z][.)])\s+", re.IGNORECASE)


def read_plain_text(path: Path) -> ReadBook:
    """The book's blocks. Raises LibraryError when the file is no text."""
    decoded = decode_text(path)
    text = mended_mojibake(decoded)
    sheets = text.split("\f")
    blocks: list[Block] = []
    for number, sheet in enumerate(sheets, start=1):
        page = number if len(sheets) > 1 else None
        for chunk in re.split(r"\n\s*\n", sheet):
            blocks.extend(_chunk_blocks([line.strip() for line in chunk.splitlines() if line.strip()], page))
    return ReadBook(blocks=tuple(blocks), warnings=() if text == decoded else ("encoding-mended",))


def _chunk_blocks(lines: list[str], page: int | None) -> list[Block]:
    if not lines:
        return []
    if len(lines) == 1 and _is_heading(lines[0]):
        return [Block("heading", normalise_text(lines[0].strip("=-# ")), page, level=2)]
    blocks: list[Block] = []
    prose: list[str] = []
    items: list[str] = []
    for line in lines:
        if LIST_MARK.match(line):
            items.append(line)
        elif items:
            items[-1] += " " + line
        else:
            prose.append(line)
    if prose:
        blocks.append(Block("paragraph", normalise_text(_unwrap(prose)), page))
    if items:
        blocks.append(_list_block([normalise_text(item) for item in items], page))
    return blocks


def _unwrap(lines: list[str]) -> str:
    """Join wrapped lines; a word cut by a hyphen at the line's end is mended."""
    return re.sub(r"(?<=[^\W\d_])-\s+(?=[a-z])", "", " ".join(lines)) if len(lines) > 1 else lines[0]


def _is_heading(line: str) -> bool:
    ends_like_prose = line.endswith((".", "?", "!", ",", ";"))
    return len(line.split()) <= HEADING_WORDS and not ends_like_prose and not LIST_MARK.match(line)


def _list_block(items: list[str], page: int | None) -> Block:
    text, spans = "", []
    for item in items:
        text += "\n" if text else ""
        mark = LIST_MARK.match(item)
        spans.append((len(text) + (mark.end() if mark else 0), len(text) + len(item)))
        text += item
    return Block("list", text, page, items=tuple(spans))
