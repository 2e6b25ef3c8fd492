"""Table rows as words: `| Maji Maji | 1905 |` under `| War | Began |` is "War: Maji Maji; Began: 1905"."""

from __future__ import annotations

import re

from tutor.core.types import Passage, Sentence

CELL_EDGE = re.compile(r"(?<!\\)\|")


def readable_text(passage: Passage, sentence: Sentence) -> str:
    """The sentence as a person reads it: a table row with the names of its columns, anything else as it is."""
    if sentence.kind != "table_row":
        return sentence.text
    header, cells = _header(passage, sentence), _cells(sentence.text)
    if len(header) != len(cells):
        return sentence.text
    pairs = [f"{name}: {cell}" if name else cell for name, cell in zip(header, cells, strict=True) if cell]
    joined = "; ".join(pair.rstrip(".") for pair in pairs)
    return f"{joined}."


def column_names(passage: Passage, sentence: Sentence) -> tuple[str, ...]:
    """The names of the columns of a table row; none for what is no row."""
    return tuple(_header(passage, sentence)) if sentence.kind == "table_row" else ()


def row_cells(sentence: Sentence) -> tuple[str, ...]:
    """The cells of a table row; none for what is no row."""
    return tuple(_cells(sentence.text)) if sentence.kind == "table_row" else ()


def _header(passage: Passage, sentence: Sentence) -> list[str]:
    """The cells of the header row of the table in which the row stands."""
    header: list[str] = []
    for line in reversed(passage.text[: sentence.start].rstrip("\n").split("\n")):
        if not line.startswith("|"):
            break
        header = _cells(line)
    return header


def _cells(row: str) -> list[str]:
    inner = row.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in CELL_EDGE.split(inner)]
