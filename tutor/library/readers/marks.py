"""What the beginning of a line says of it: list items, captions, formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.library.readers.blocks import Block, Box

LIST_MARK = re.compile(
    r"^\s*(?:[-*\u2022\u2023\u25aa\u25ab\u25cf\u25cb\u25e6\u25a0\u25a1\u2013\u2043\u00b7]"
    r"|\(?\d{1,3}[.)](?!\d)|\((?:[ivx]{1,4}|[a-z])\)|[ivx]{1,4}[.)]|[a-z][.)])\s+",
    re.IGNORECASE,
)
# "Table 2: Rain" and "Table 2 Rain" are captions, "Table 2 shows rain" is a sentence.
CAPTION = re.compile(
    r"^(?i:table|figure|fig\.?|chart|jedwali|kielelezo|mchoro|picha)\s*\d+(?:[.\-]\d+)*"
    r"(?:\s*[:\u2013-]|\.(?!\d)|\s+(?=[^\W\d_a-z]))"
)
RELATION = re.compile(r"[=\u2248\u2260\u2264\u2265<>\u221d\u2192\u21cc\u2194\u27f6]")
WORD = re.compile(r"[^\W\d_]{3,}")
LONGEST_FORMULA = 40
SHORT_FORMULA = 8
FEWEST_PROSE_WORDS = 4
# Beyond so many words a table is cut, its header repeated: a passage holds a table whole.
WORDS_IN_TABLE = 200


def is_formula(text: str) -> bool:
    """True for a line that is an equation and no sentence: a relation between signs, with few words."""
    pieces = text.split()
    if not 2 <= len(pieces) <= LONGEST_FORMULA or not RELATION.search(text):
        return False
    words = len(WORD.findall(text))
    return words < FEWEST_PROSE_WORDS and (words <= 0.34 * len(pieces) or len(pieces) <= SHORT_FORMULA)


def list_block(items: Sequence[str], page: int | None, box: Box | None = None) -> Block:
    """A list of items that carry their marks; the spans leave the marks out."""
    text, spans = "", []
    for item in items:
        text += "\n" if text else ""
        mark = LIST_MARK.match(item)
        spans.append((len(text) + (mark.end() if mark else 0), len(text) + len(item)))
        text += item
    return Block("list", text, page, items=tuple(spans), box=box)


def lines_table(lines: Sequence[str], page: int | None, box: Box | None = None) -> Block:
    """A table of rows that are written out already."""
    text, spans = "", []
    for line in lines:
        text += "\n" if text else ""
        spans.append((len(text), len(text) + len(line)))
        text += line
    return Block("table", text, page, items=tuple(spans), box=box)


def table_blocks(lines: Sequence[str], page: int | None, box: Box | None = None) -> list[Block]:
    """The rows as one table, or as several with the same header where they are too many for one passage."""
    blocks: list[Block] = []
    held: list[str] = []
    header, words = lines[0], len(lines[0].split())
    for line in lines[1:]:
        count = len(line.split())
        if held and words + count > WORDS_IN_TABLE:
            blocks.append(lines_table([header, *held], page, box))
            held, words = [], len(header.split())
        held.append(line)
        words += count
    blocks.append(lines_table([header, *held], page, box))
    return blocks
