"""A table row said as a person would read it out: "January 1962: Nyerere resigned.", not "Date: ...; Event: ..."."""

from __future__ import annotations

import re

from tutor.core.types import EvidenceSentence
from tutor.library.tables import column_names, row_cells

_YEAR = re.compile(r"\b\d{4}\b")


def row_said(item: EvidenceSentence) -> str:
    """The first cell, then what the others say of it; "" for what is no row, or needs all its columns' names.

    Figures alone say nothing without the name of their column, nor does a lone figure in front unless it is a year.
    """
    names, cells = column_names(item.passage, item.sentence), row_cells(item.sentence)
    if len(names) != len(cells) or len(cells) < 2 or not cells[0] or not names[0]:
        return ""
    if not (_has_words(cells[0]) or _YEAR.search(cells[0])):
        return ""
    told = [(name, cell.rstrip(".")) for name, cell in zip(names[1:], cells[1:], strict=True) if cell]
    if len(told) == 1:
        return f"{cells[0].rstrip('.')}: {told[0][1]}." if _has_words(told[0][1]) else ""
    if not told or not all(name for name, _ in told):
        return ""
    return f"{cells[0].rstrip('.')} \u2013 {'; '.join(f'{name}: {cell}' for name, cell in told)}."


def _has_words(cell: str) -> bool:
    return "$" not in cell and bool(re.search(r"[^\W\d_]{3,}", cell))
