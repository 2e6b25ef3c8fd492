"""Tables by geometry: from ruled lines, or from cells that stand under each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.library.cleaning.pages import Box
from tutor.library.readers.layout.words import Word, box_around, row_size, row_text, visual_rows

TOUCH = 3.0
MAX_RULINGS = 4000
# Cells of more words than this are columns of prose.
WORDS_IN_CELL = 5.0
GAP = 0.7
FEWEST_ROWS = 3
OPEN_WIDTH = 100.0
LEADER = re.compile(r"[.\u2026_]{3,}$")


@dataclass(frozen=True)
class Ruling:
    """A ruled line, horizontal or vertical: `at` is its y or x, `start` and `end` are its ends."""

    horizontal: bool
    at: float
    start: float
    end: float


@dataclass(frozen=True)
class _Grid:
    """Lines that touch each other; `xs` and `ys` are where they stand, each once."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    uprights: tuple[Ruling, ...]

    @property
    def top(self) -> float:
        """Where the first row with several cells begins: what stands in one cell above it is a title."""
        bands = zip(self.ys, self.ys[1:], strict=False)
        return next((top for top, bottom in bands if self.edges_at((top + bottom) / 2)), self.ys[0])

    def edges_at(self, y: float) -> list[int]:
        """The numbers in `xs` of the inner lines that part cells at this height; merged cells have none."""
        return [
            number
            for number, x in enumerate(self.xs[1:-1], start=1)
            if any(abs(r.at - x) <= TOUCH and r.start - TOUCH < y < r.end + TOUCH for r in self.uprights)
        ]


@dataclass(frozen=True)
class Table:
    """Rows of cells; all rows have the same number of cells."""

    rows: tuple[tuple[str, ...], ...]
    row_boxes: tuple[Box, ...]
    size: float

    @property
    def box(self) -> Box:
        boxes = self.row_boxes
        return (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))


def ruled_tables(words: Sequence[Word], rulings: Sequence[Ruling]) -> tuple[list[Table], list[Word]]:
    """The tables drawn with lines, and the words that stand in none of them."""
    tables: list[Table] = []
    left = list(words)
    for grid in _grids(rulings):
        first, last, top, bottom = grid.xs[0] - TOUCH, grid.xs[-1] + TOUCH, grid.top, grid.ys[-1] + TOUCH
        inside = [w for w in left if first < (w.x0 + w.x1) / 2 < last and top < w.middle < bottom]
        table = _grid_table(inside, grid) if inside else None
        if table is not None:
            tables.append(table)
            taken = set(map(id, inside))
            left = [word for word in left if id(word) not in taken]
    for first, top, last, bottom in _open_frames(rulings):
        inside = [w for w in left if first < (w.x0 + w.x1) / 2 < last and top < w.middle < bottom]
        table = aligned_table(visual_rows(w for w in inside if not LEADER.match(w.text)), is_strict=False)
        if table is not None:
            tables.append(table)
            taken = set(map(id, inside))
            left = [word for word in left if id(word) not in taken]
    return tables, left


def _open_frames(rulings: Sequence[Ruling]) -> list[Box]:
    """Where three or more lines of the same length lie above each other: tables are printed so without uprights."""
    frames: dict[tuple[int, int], list[float]] = {}
    for ruling in _merged(rulings[:MAX_RULINGS]):
        if ruling.horizontal and ruling.end - ruling.start > OPEN_WIDTH:
            frames.setdefault((round(ruling.start / TOUCH), round(ruling.end / TOUCH)), []).append(ruling.at)
    return [
        (first * TOUCH, min(ys), last * TOUCH, max(ys)) for (first, last), ys in frames.items() if len(_places(ys)) >= 3
    ]


def aligned_table(rows: Sequence[Sequence[Word]], is_strict: bool) -> Table | None:
    """The table that rows without ruled lines make, or None when they are no table.

    A row whose first cell is empty goes on in the row above. `is_strict` asks for short cells, most of them filled.
    """
    strips = _column_edges(rows)
    if not strips or len(rows) < FEWEST_ROWS:
        return None
    cells = [_cells(row, strips) for row in rows]
    filled = sum(bool(cell) for row in cells for cell in row)
    words = sum(len(cell) for row in cells for cell in row)
    aligned = sum(sum(map(bool, row)) >= 2 for row in cells)
    if words / max(filled, 1) > (WORDS_IN_CELL / 2 if is_strict else WORDS_IN_CELL):
        return None
    if aligned < (0.7 if is_strict else 0.5) * len(cells):
        return None
    if is_strict and filled < 0.55 * len(cells) * (len(strips) + 1):
        return None
    grouped: list[list[list[Word]]] = []
    for row in cells:
        if grouped and not row[0] and sum(map(bool, row)) <= max(1, len(row) // 2):
            for above, below in zip(grouped[-1], row, strict=True):
                above.extend(below)
        else:
            grouped.append([list(cell) for cell in row])
    return _table(grouped) if len(grouped) >= FEWEST_ROWS else None


def _table(rows: Sequence[Sequence[Sequence[Word]]]) -> Table:
    texts = tuple(tuple(_cell_text(cell) for cell in row) for row in rows)
    boxes = tuple(box_around(word for cell in row for word in cell) for row in rows)
    return Table(texts, boxes, row_size([word for row in rows for cell in row for word in cell]))


def _cell_text(cell: Sequence[Word]) -> str:
    words = [word for word in cell if not LEADER.match(word.text)]
    return " ".join(row_text(row) for row in visual_rows(words)).replace("|", "/")


def _column_edges(rows: Sequence[Sequence[Word]]) -> list[float]:
    """The x that part columns: no word of any row stands there or near."""
    covered = sorted((word.x0, word.x1, word.size) for row in rows for word in row)
    edges = []
    end = covered[0][1] if covered else 0.0
    for x0, x1, size in covered:
        if x0 - end > GAP * size:
            edges.append((end + x0) / 2)
        end = max(end, x1)
    return edges


def _cells(row: Sequence[Word], edges: Sequence[float]) -> list[list[Word]]:
    cells: list[list[Word]] = [[] for _ in range(len(edges) + 1)]
    for word in row:
        middle = (word.x0 + word.x1) / 2
        cells[sum(edge < middle for edge in edges)].append(word)
    return cells


def _grids(rulings: Sequence[Ruling]) -> list[_Grid]:
    """The grids drawn on a page: at least three uprights and two lines across that touch each other."""
    merged = _merged(rulings[:MAX_RULINGS])
    across = [ruling for ruling in merged if ruling.horizontal]
    uprights = [ruling for ruling in merged if not ruling.horizontal]
    groups: list[tuple[list[Ruling], list[Ruling]]] = []
    waiting = set(range(len(uprights)))
    while waiting:
        reached, near = [waiting.pop()], set()
        for number in reached:
            for other, ruling in enumerate(across):
                if other not in near and _cross(ruling, uprights[number]):
                    near.add(other)
                    more = {upright for upright in waiting if _cross(ruling, uprights[upright])}
                    waiting -= more
                    reached.extend(more)
        groups.append(([uprights[number] for number in reached], [across[number] for number in near]))
    grids = []
    for standing, lying in groups:
        if not lying:
            continue
        # Outer lines are often left out: the ends of the others show where they would be.
        xs = _places([*(r.at for r in standing), min(r.start for r in lying), max(r.end for r in lying)])
        ys = _places([*(r.at for r in lying), min(r.start for r in standing), max(r.end for r in standing)])
        if len(xs) >= 3 and len(ys) >= 2:
            grids.append(_Grid(tuple(xs), tuple(ys), tuple(standing)))
    return grids


def _merged(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Lines drawn in pieces as one line each."""
    merged: list[Ruling] = []
    for ruling in sorted(rulings, key=lambda r: (r.horizontal, round(r.at), r.start)):
        last = merged[-1] if merged else None
        if (
            last
            and last.horizontal == ruling.horizontal
            and abs(last.at - ruling.at) <= TOUCH / 2
            and ruling.start <= last.end + TOUCH
        ):
            merged[-1] = Ruling(last.horizontal, last.at, last.start, max(last.end, ruling.end))
        else:
            merged.append(ruling)
    return [ruling for ruling in merged if ruling.end - ruling.start > 2 * TOUCH]


def _cross(lying: Ruling, standing: Ruling) -> bool:
    return (
        lying.start - TOUCH <= standing.at <= lying.end + TOUCH
        and standing.start - TOUCH <= lying.at <= standing.end + TOUCH
    )


def _places(values: Sequence[float]) -> list[float]:
    places: list[float] = []
    for value in sorted(values):
        if not places or value - places[-1] > TOUCH:
            places.append(value)
    return places


def _grid_table(words: Sequence[Word], grid: _Grid) -> Table | None:
    columns = len(grid.xs) - 1
    rows: list[list[list[Word]]] = []
    for top, bottom in zip(grid.ys, grid.ys[1:], strict=False):
        edges = grid.edges_at((top + bottom) / 2)
        lines: list[list[list[Word]]] = []
        for found in visual_rows(word for word in words if top <= word.middle < bottom):
            # The words of merged cells stand in the first of them.
            cells: list[list[Word]] = [[] for _ in range(columns)]
            for number, cell in zip([0, *edges], _cells(found, [grid.xs[n] for n in edges]), strict=True):
                cells[number] = cell
            lines.append(cells)
        used = {column for line in lines for column, cell in enumerate(line) if cell}
        # Lines that fill most of the cells are rows that only lack a ruled line between them; the others go on in them.
        full = [bool(line[min(used)]) and sum(map(bool, line)) >= max(2, 0.6 * len(used)) for line in lines]
        for number, line in enumerate(lines):
            if number == 0 or (full[0] and full[number]):
                rows.append(line)
            else:
                rows[-1] = [[*above, *below] for above, below in zip(rows[-1], line, strict=True)]
    used = {column for row in rows for column, cell in enumerate(row) if cell}
    if len(rows) < 2 or len(used) < 2:
        return None
    filled = sum(bool(row[column]) for row in rows for column in used)
    if filled < 0.4 * len(rows) * len(used):
        return None
    return _table([[row[column] for column in sorted(used)] for row in rows])
