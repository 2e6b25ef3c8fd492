"""The lines of a page in reading order, tables as rows, from words and ruled lines."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.library.cleaning.pages import Line
from tutor.library.readers.layout.columns import regions
from tutor.library.readers.layout.tables import Ruling, Table, ruled_tables
from tutor.library.readers.layout.words import Word, box_around, row_is_bold, row_size, row_text

# Holds the place of a ruled table among the words; no text has this character.
TABLE_MARK = "\x00"


def page_lines(words: Sequence[Word], height: float, rulings: Sequence[Ruling] = ()) -> list[Line]:
    """The lines of a page of that height, in reading order."""
    tables, free = ruled_tables(words, rulings)
    marks = [_mark(number, table) for number, table in enumerate(tables)]
    lines: list[Line] = []
    number = 0
    for region in regions([*free, *marks], height) if free or marks else []:
        number += 1
        if region.table is not None:
            lines.extend(_table_lines(region.table, number))
        for row in region.rows:
            text = [word for word in row if not word.text.startswith(TABLE_MARK)]
            if text:
                lines.append(Line(row_text(text), box_around(text), row_size(text), row_is_bold(text), number))
            for mark in row:
                if mark.text.startswith(TABLE_MARK):
                    lines.extend(_table_lines(tables[int(mark.text[1:])], number + 1))
                    number += 2
    return lines


def _mark(number: int, table: Table) -> Word:
    x0, y0, x1, _ = table.box
    return Word(f"{TABLE_MARK}{number}", x0, y0, x1, y0 + table.size, table.size)


def _table_lines(table: Table, number: int) -> list[Line]:
    return [
        Line(f"| {' | '.join(cells)} |", box, table.size, column=number, table=number)
        for cells, box in zip(table.rows, table.row_boxes, strict=True)
    ]
