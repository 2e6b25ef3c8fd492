"""From the lines of cleaned pages to blocks: headings by size and weight, paragraphs, lists, tables, captions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from tutor.language.sentences import sentence_spans
from tutor.library.cleaning.characters import clean_text, letters_in
from tutor.library.cleaning.hyphenation import joined_lines
from tutor.library.cleaning.pages import Line, Page
from tutor.library.readers.blocks import Block, Box
from tutor.library.readers.marks import CAPTION, LIST_MARK, is_formula, list_block, table_blocks

LARGER = 1.12
# The size of recognised letters is a guess.
LARGER_WHEN_RECOGNISED = 1.45
HEADING_WORDS = 22
HEADING_LINES = 4
HEADING_LEVELS = 4
MOSTLY_BOLD = 0.5
INDENT = 0.9
MORE_SPACE = 0.45
ONE_SIZE = 0.08
REAL_WORD = re.compile(r"[^\W\d_]{3,}|[\u0590-\u07ff\u0e00-\u0fff\u2e80-\ud7ff]{2,}")
SENTENCE_ENDS = (".", "?", "!", ":", ";", "\u2026", '"', ")")


@dataclass(frozen=True)
class _Sizes:
    """The letters of a book: the usual size, the larger sizes of headings, whether bold says anything."""

    usual: float
    headings: tuple[float, ...]
    bold_says: bool

    def level(self, size: float) -> int:
        larger = [heading for heading in self.headings if heading > size + 0.25]
        return min(len(larger), HEADING_LEVELS - 1) + 1


@dataclass
class _Piece:
    """A block, and the size of its letters against the usual ones: footnotes are smaller."""

    block: Block
    size: float

    def is_like(self, other: _Piece) -> bool:
        return self.block.kind == other.block.kind and abs(self.size - other.size) < ONE_SIZE


def page_blocks(pages: Sequence[Page]) -> list[Block]:
    """The blocks of the pages in order. A sentence that a page's end cuts is whole, on the page where it begins."""
    sizes = _sizes(pages)
    pieces: list[_Piece] = []
    for page in pages:
        made = [
            _Piece(block, group[0].size / sizes.usual)
            for group in _groups(page, sizes)
            for block in _group_blocks(page, group, sizes)
        ]
        made = _joined([piece for piece in made if piece.block.text])
        _take_rest_of_sentence(pieces, made)
        pieces.extend(made)
    return [piece.block for piece in pieces]


def _sizes(pages: Sequence[Page]) -> _Sizes:
    letters: Counter[float] = Counter()
    bold = 0
    for line in (line for page in pages for line in page.lines if not line.table):
        letters[line.size] += len(line.text)
        bold += len(line.text) if line.bold else 0
    if not letters:
        return _Sizes(10.0, (), False)
    usual = max(letters.items(), key=lambda pair: (pair[1], pair[0]))[0]
    larger = sorted((size for size in letters if size >= LARGER * usual), reverse=True)
    # Sizes half a point apart are one size, drawn twice.
    distinct = [size for number, size in enumerate(larger) if number == 0 or larger[number - 1] - size > 0.6]
    return _Sizes(usual, tuple(distinct), bold < MOSTLY_BOLD * letters.total())


def _groups(page: Page, sizes: _Sizes) -> list[list[Line]]:
    """The page's lines, those of one paragraph, heading or table together."""
    columns: dict[int, list[Line]] = {}
    for line in page.lines:
        columns.setdefault(line.column, []).append(line)
    leading = {number: _leading(lines) for number, lines in columns.items()}
    edges = {
        number: (min(line.box[0] for line in lines), max(line.box[2] for line in lines))
        for number, lines in columns.items()
    }
    groups: list[list[Line]] = []
    for line in page.lines:
        group = groups[-1] if groups else None
        if group and _belongs(group, line, leading[line.column], edges[line.column], sizes):
            group.append(line)
        else:
            groups.append([line])
    return groups


def _leading(lines: Sequence[Line]) -> float:
    """The usual way down from a line to the next, in points; 0 where there is none."""
    steps = [below.box[1] - above.box[1] for above, below in zip(lines, lines[1:], strict=False)]
    near = [step for above, step in zip(lines, steps, strict=False) if 0 < step < 2.5 * max(above.size, 1.0)]
    return median(near) if near else 0.0


def _belongs(group: Sequence[Line], line: Line, leading: float, edges: tuple[float, float], sizes: _Sizes) -> bool:
    """True when the line goes on what the group says."""
    last = group[-1]
    if line.column != last.column or line.table != last.table:
        return False
    if line.table:
        return True
    if not 0.88 < line.size / last.size < 1.14:
        return False
    in_caption = bool(CAPTION.match(group[0].text))
    if line.bold != last.bold and _is_whole(group) and sizes.bold_says and not in_caption:
        return False
    step = line.box[1] - last.box[1]
    if step > leading + MORE_SPACE * line.size or step < 0:
        return False
    if LIST_MARK.match(line.text) or CAPTION.match(line.text):
        return False
    ends = last.text.rstrip().endswith(SENTENCE_ENDS)
    indented = line.box[0] - last.box[0] > INDENT * line.size and not LIST_MARK.match(last.text)
    is_short = last.box[2] < edges[1] - 0.25 * (edges[1] - edges[0])
    stands_apart = is_formula(line.text) or is_formula(last.text)
    is_displayed = max(line.box[0], last.box[0]) - edges[0] > 2 * line.size
    return not (ends and (indented or is_short)) and not (stands_apart and is_displayed)


def _is_whole(group: Sequence[Line]) -> bool:
    """True when the group is of one weight: a line of another weight then begins something new."""
    return all(line.bold == group[0].bold for line in group)


def _group_blocks(page: Page, group: Sequence[Line], sizes: _Sizes) -> list[Block]:
    box = _share_box(page, group)
    if group[0].table:
        return table_blocks([clean_text(line.text) for line in group], page.number, box)
    text = clean_text(joined_lines([line.text for line in group]))
    level = _heading_level(page, group, text, sizes)
    if level:
        return [Block("heading", text, page.number, level, box=box)]
    if CAPTION.match(text):
        return [Block("caption", text, page.number, box=box)]
    if LIST_MARK.match(text):
        return [list_block([text], page.number, box)]
    return [Block("formula" if is_formula(text) else "paragraph", text, page.number, box=box)]


def _heading_level(page: Page, group: Sequence[Line], text: str, sizes: _Sizes) -> int:
    size = max(line.size for line in group)
    words = text.split()
    is_short = len(words) <= HEADING_WORDS and len(group) <= HEADING_LINES and letters_in(text) >= 2
    if not is_short or text.endswith((".", ",", ";")) or CAPTION.match(text) or not REAL_WORD.search(text):
        return 0
    if size >= (LARGER_WHEN_RECOGNISED if page.from_picture or page.hidden else LARGER) * sizes.usual:
        return sizes.level(size) if not is_formula(text) else 0
    below = min(len(sizes.headings), HEADING_LEVELS) + 1
    if size < 0.93 * sizes.usual:
        return 0
    if sizes.bold_says and all(line.bold for line in group) and not text.endswith(":"):
        return below
    in_capitals = text.upper() == text and letters_in(text) >= 6 and any(len(word) >= 4 for word in words)
    return below + 1 if in_capitals and len(group) == 1 and len(words) <= 10 and not is_formula(text) else 0


def _share_box(page: Page, group: Sequence[Line]) -> Box | None:
    if page.width <= 0 or page.height <= 0:
        return None
    x0, y0 = min(line.box[0] for line in group), min(line.box[1] for line in group)
    x1, y1 = max(line.box[2] for line in group), max(line.box[3] for line in group)
    shares = (x0 / page.width, y0 / page.height, x1 / page.width, y1 / page.height)
    left, top, right, bottom = (round(min(max(share, 0.0), 1.0), 4) for share in shares)
    return left, top, right, bottom


def _joined(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Items that follow each other make one list; a sentence that goes on in the next column is one paragraph."""
    joined: list[_Piece] = []
    for piece in pieces:
        block, above = piece.block, joined[-1] if joined else None
        open_one = _left_open(joined, piece)
        if above and above.block.kind == block.kind == "list" and above.is_like(piece):
            items = [*above.block.text.split("\n"), *block.text.split("\n")]
            above.block = list_block(items, block.page, _around(above.block, block))
        elif open_one is not None:
            text = joined_lines([open_one.block.text, block.text])
            open_one.block = replace(open_one.block, text=text, box=_around(open_one.block, block))
        else:
            joined.append(piece)
    return joined


def _left_open(pieces: Sequence[_Piece], piece: _Piece) -> _Piece | None:
    """The paragraph whose last sentence this one ends: the one before, or before the footnotes and captions between."""
    if piece.block.kind != "paragraph" or not piece.block.text[:1].islower():
        return None
    for other in reversed(pieces):
        if other.is_like(piece):
            return other if _goes_on(other.block.text, piece.block.text) else None
        if other.block.kind != "caption" and other.size > piece.size - ONE_SIZE:
            return None
    return None


def _goes_on(above: str, below: str) -> bool:
    """True when the text below begins in the middle of the sentence that the text above leaves open."""
    return not above.endswith(SENTENCE_ENDS) and below[:1].islower() and letters_in(above) > 20


def _around(one: Block, other: Block) -> Box | None:
    if one.box is None or other.box is None:
        return one.box or other.box
    return (
        min(one.box[0], other.box[0]),
        min(one.box[1], other.box[1]),
        max(one.box[2], other.box[2]),
        max(one.box[3], other.box[3]),
    )


def _take_rest_of_sentence(before: list[_Piece], made: list[_Piece]) -> None:
    """Move the end of a sentence from a page's first paragraph to the page before, where the sentence begins."""
    open_one = _left_open(before, made[0]) if made else None
    if open_one is None:
        return
    first = made[0].block
    spans = sentence_spans(first.text)
    end = spans[0][1] if spans else len(first.text)
    open_one.block = replace(open_one.block, text=joined_lines([open_one.block.text, first.text[:end]]))
    rest = first.text[end:].strip()
    if rest:
        made[0].block = replace(first, text=rest)
    else:
        del made[0]
