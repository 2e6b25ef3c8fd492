"""Columns in reading order: where a strip of white parts the rows, one side is read after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tutor.library.readers.layout.tables import Table, aligned_table
from tutor.library.readers.layout.words import Word, is_right_to_left, visual_rows

STEP = 2.0
# White this wide, in the size of the letters, is more than a space between words of justified text. Letters of one
# width for all have wide spaces that stand under each other, so it must also be much more than the usual space.
GUTTER = 0.8
USUAL_SPACES = 1.9
FEWEST_ROWS = 3
PROSE_WORDS = 4
PROSE_SHARE = 0.7
DEEPEST = 8
MAX_ROWS = 3000
EDGE = 0.09
LIST_MARK = re.compile(r"^(?:[-*\u2022\u25cf\u25aa\u25e6\u2013\uf0b7]|\(?[0-9ivxIVX]{1,4}[.)]|\(?[a-zA-Z][.)])$")

Row = list[Word]


@dataclass(frozen=True)
class Region:
    """A piece of a page that is read from top to bottom: rows of words, or a table."""

    rows: tuple[tuple[Word, ...], ...] = ()
    table: Table | None = None


@dataclass(frozen=True)
class _Manner:
    """How a page is set: its direction, and half the white that parts columns, in the size of the letters."""

    leftwards: bool
    white: float

    def reach(self, word: Word) -> tuple[float, float]:
        """The word's ends with the white that belongs to it."""
        return word.x0 - self.white * word.size, word.x1 + self.white * word.size


def regions(words: Sequence[Word], height: float) -> list[Region]:
    """The pieces of a page of that height, in reading order."""
    rows = visual_rows(words)
    if len(rows) > MAX_ROWS:
        return [_plain(rows)]
    spaces = [
        (right.x0 - left.x1) / left.size
        for row in rows
        for left, right in zip(row, row[1:], strict=False)
        if 0.05 < (right.x0 - left.x1) / max(left.size, 0.1) < 1.2
    ]
    white = max(GUTTER, USUAL_SPACES * median(spaces) if spaces else 0.0) / 2
    head, foot = _set_off(rows, height)
    body = rows[head : len(rows) - foot]
    found = _parted(body, _Manner(is_right_to_left(words), white), DEEPEST)
    return [*([_plain(rows[:head])] if head else []), *found, *([_plain(rows[len(rows) - foot :])] if foot else [])]


def _set_off(rows: Sequence[Row], height: float) -> tuple[int, int]:
    """How many rows at the upper and the lower edge stand apart from the text: heads and feet have no columns."""
    head = foot = 0
    while head + 1 < len(rows) and _stands_apart(rows[head], rows[head + 1], rows[head][0].y1 < EDGE * height):
        head += 1
    while foot + head + 2 < len(rows) and _stands_apart(
        rows[-foot - 2], rows[-foot - 1], rows[-foot - 1][0].y0 > (1 - EDGE) * height
    ):
        foot += 1
    return head, foot


def _stands_apart(above: Row, below: Row, is_at_edge: bool) -> bool:
    return is_at_edge and _gap(above, below) > 0.5 * min(above[0].size, below[0].size)


def _plain(rows: Sequence[Row]) -> Region:
    return Region(tuple(tuple(row) for row in rows))


def _parted(rows: list[Row], manner: _Manner, depth: int) -> list[Region]:
    if len(rows) < FEWEST_ROWS or depth == 0:
        return [_plain(rows)] if rows else []
    for gutter in _gutters(rows, manner):
        found: list[Region] = []
        whole: list[Row] = []
        for is_open, band in _bands(rows, gutter, manner):
            pieces = _band_regions(band, gutter, manner, depth) if is_open else None
            if pieces is None:
                whole.extend(band)
                continue
            # Bands that this strip of white does not part may have another.
            found.extend(_parted(whole, manner, depth - 1))
            found.extend(pieces)
            whole = []
        if found:
            return [*found, *_parted(whole, manner, depth - 1)]
    return [_plain(rows)]


def _gutters(rows: Sequence[Row], manner: _Manner) -> list[float]:
    """Up to three x at which white parts the rows, the best first."""
    x0 = min(word.x0 for row in rows for word in row)
    x1 = max(word.x1 for row in rows for word in row)
    scored: list[tuple[int, float]] = []
    fewest = max(FEWEST_ROWS, 0.12 * len(rows))
    bins = min(int((x1 - x0) / STEP), 600)
    if not bins:
        return []
    step = (x1 - x0) / bins
    left, right = [0] * (bins + 1), [0] * (bins + 1)
    for row in rows:
        reaches = [manner.reach(word) for word in row]
        first, last = min(word.x0 for word in row), max(word.x1 for word in row)
        crossed: set[int] = set()
        for start, end in reaches:
            crossed.update(range(max(0, int((start - x0) / step) + 1), min(bins, int((end - x0) / step)) + 1))
        for number in range(bins + 1):
            if number not in crossed:
                x = x0 + number * step
                left[number] += first < x
                right[number] += last > x
    number = 0
    while number <= bins:
        score = min(left[number], right[number])
        if score >= fewest:
            end = number
            while end < bins and min(left[end + 1], right[end + 1]) == score:
                end += 1
            scored.append((score, x0 + (number + end) / 2 * step))
            number = end
        number += 1
    scored.sort(key=lambda pair: -pair[0])
    chosen: list[float] = []
    for _, x in scored:
        if all(abs(x - other) > 4 * STEP for other in chosen):
            chosen.append(x)
        if len(chosen) == 3:
            break
    return chosen


def _crosses(row: Row, gutter: float, width: float, manner: _Manner) -> bool:
    for run in _runs(row, manner):
        start, end = run[0].x0, run[-1].x1
        # A line of one column that sticks out a little does not end the columns.
        if min(gutter - start, end - gutter) > 0.05 * width:
            return True
    return False


def _runs(row: Row, manner: _Manner) -> list[Row]:
    """The words of a row that stand without a wide gap between them."""
    runs: list[Row] = []
    for word in row:
        if runs and word.x0 - runs[-1][-1].x1 <= 2 * manner.white * word.size:
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _bands(rows: Sequence[Row], gutter: float, manner: _Manner) -> list[tuple[bool, list[Row]]]:
    """Runs of rows that the gutter parts (True) or that cross it (False)."""
    width = max(w.x1 for row in rows for w in row) - min(w.x0 for row in rows for w in row)
    bands: list[tuple[bool, list[Row]]] = []
    for row in rows:
        is_open = not _crosses(row, gutter, width, manner)
        if bands and bands[-1][0] == is_open:
            bands[-1][1].append(row)
        else:
            bands.append((is_open, [row]))
    for (is_open, band), (_, below) in zip(bands, bands[1:], strict=False):
        # A short heading of what stands under the columns is none of a column.
        while is_open and len(band) > 1 and _is_nearer(band[-1], band[-2], below[0], gutter):
            below.insert(0, band.pop())
    return bands


def _is_nearer(row: Row, above: Row, below: Row, gutter: float) -> bool:
    """True when the row stands left of the gutter only, and nearer to the row below than to the row above."""
    return max(word.x1 for word in row) < gutter and _gap(above, row) > _gap(row, below) + 0.3 * row[0].size


def _gap(above: Row, below: Row) -> float:
    return min(word.y0 for word in below) - max(word.y1 for word in above)


def _band_regions(band: list[Row], gutter: float, manner: _Manner, depth: int) -> list[Region] | None:
    """The two sides of a band one after the other, or its table; None when it is neither."""
    left: list[Word] = []
    right: list[Word] = []
    for run in (run for row in band for run in _runs(row, manner)):
        (left if (run[0].x0 + run[-1].x1) / 2 < gutter else right).extend(run)
    if not left or not right:
        return None
    left_rows, right_rows = visual_rows(left), visual_rows(right)
    if min(len(left_rows), len(right_rows)) < FEWEST_ROWS:
        return None
    if sum(len(row) == 1 and bool(LIST_MARK.match(row[0].text)) for row in left_rows) >= 0.6 * len(left_rows):
        return None
    table = aligned_table(band, is_strict=True)
    if table is not None:
        return [Region(table=table)]
    both = sum(1 for row in band if row[0].x0 < gutter < row[-1].x1)
    prose = _is_prose(left_rows, manner), _is_prose(right_rows, manner)
    if not all(prose) and both >= 0.5 * len(band):
        table = aligned_table(band, is_strict=False)
        if table is not None:
            return [Region(table=table)]
    if (not all(prose) and both >= 0.5 * len(band)) or min(len(left_rows), len(right_rows)) <= FEWEST_ROWS:
        return None
    sides = [right_rows, left_rows] if manner.leftwards else [left_rows, right_rows]
    return [region for side in sides for region in _parted(side, manner, depth - 1)]


def _is_prose(rows: Sequence[Row], manner: _Manner) -> bool:
    """True when most words stand in lines of several words; those of a table stand in cells of few."""
    runs = [len(run) for row in rows for run in _runs(row, manner)]
    return sum(length for length in runs if length >= PROSE_WORDS) >= PROSE_SHARE * sum(runs)
