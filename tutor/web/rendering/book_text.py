"""A passage as HTML: paragraphs, lists, tables and formulas, with the quoted pieces marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from markupsafe import Markup

from tutor.web.rendering.formulas import formula_spans, text_html

Span = tuple[int, int]
Kind = Literal["blank", "row", "bullet", "number", "text"]
BULLET = re.compile(r"\s*[-*\u2022]\s+")
NUMBER = re.compile(r"\s*(\d{1,3})[.)]\s+")
TABLE_RULE = re.compile(r"^\|[\s:|-]+\|?$")
CELL_EDGE = re.compile(r"(?<!\\)\|")
EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1|(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])")


@dataclass(frozen=True)
class _Line:
    start: int
    end: int
    kind: Kind


def passage_html(text: str, marked: Sequence[Span] = ()) -> Markup:
    """The text as HTML. `marked` are [start, end) of the pieces to highlight; the first gets the id `quote`."""
    page = _Page(text, _whole_formulas(text, marked))
    return Markup("\n").join(page.blocks())


def inline_html(text: str) -> Markup:
    """One line of book text: formulas drawn, emphasis kept, everything else escaped."""
    return _emphasised(text.replace("\\|", "|"))


class _Page:
    def __init__(self, text: str, marked: Sequence[Span]) -> None:
        self._text = text
        self._marked = marked
        self._is_first_mark = True

    def blocks(self) -> Iterator[Markup]:
        for kind, group in groupby(_lines(self._text), key=lambda line: line.kind):
            lines = list(group)
            if kind == "row":
                yield self._table(lines)
            elif kind in ("bullet", "number"):
                yield self._list(lines, ordered=kind == "number")
            elif kind == "text":
                yield Markup("<p>{}</p>").format(self._piece(lines[0].start, lines[-1].end))

    def _list(self, lines: list[_Line], ordered: bool) -> Markup:
        pattern = NUMBER if ordered else BULLET
        items = []
        first = 1
        for position, line in enumerate(lines):
            match = pattern.match(self._text, line.start, line.end)
            start = match.end() if match else line.start
            if ordered and position == 0 and match:
                first = int(match[1])
            items.append(Markup("<li>{}</li>").format(self._piece(start, line.end, line.start)))
        if not ordered:
            return Markup("<ul>{}</ul>").format(Markup("").join(items))
        begins = Markup(' start="{}"').format(first) if first != 1 else Markup("")
        return Markup("<ol{}>{}</ol>").format(begins, Markup("").join(items))

    def _table(self, lines: list[_Line]) -> Markup:
        rows = [line for line in lines if not TABLE_RULE.match(self._text[line.start : line.end].strip())]
        has_header = len(rows) > 1  # the library keeps a table's first row as the names of its columns
        out = []
        for position, line in enumerate(rows):
            tag = Markup("th") if has_header and position == 0 else Markup("td")
            cells = [Markup("<{}>{}</{}>").format(tag, cell, tag) for cell in self._cells(line)]
            out.append(Markup("<tr>{}</tr>").format(Markup("").join(cells)))
        return Markup('<div class="wide" tabindex="0"><table>{}</table></div>').format(Markup("").join(out))

    def _cells(self, line: _Line) -> list[Markup]:
        edges = [match.start() for match in CELL_EDGE.finditer(self._text, line.start, line.end)]
        cuts = [line.start - 1, *edges, line.end]
        cells = [(start + 1, end) for start, end in zip(cuts, cuts[1:], strict=False)]
        if edges and not self._text[line.start : edges[0]].strip():
            cells = cells[1:]
        if edges and not self._text[edges[-1] + 1 : line.end].strip():
            cells = cells[:-1]
        marked = any(start < line.end and line.start < end for start, end in self._marked)
        return [self._piece(*_trimmed(self._text, *cell), mark_all=marked) for cell in cells]

    def _piece(self, start: int, end: int, mark_from: int | None = None, mark_all: bool = False) -> Markup:
        """The text from start to end, the marked parts of it in `mark`. A mark from `mark_from` on begins it."""
        if mark_all:
            return self._mark(self._text[start:end]) if end > start else Markup("")
        out = []
        at = start
        for mark_start, mark_end in self._marked:
            inside = max(mark_start if mark_start > (mark_from or start) else start, at), min(mark_end, end)
            if inside[0] >= inside[1] or mark_start >= end or mark_end <= start:
                continue
            out.append(inline_html(self._text[at : inside[0]]))
            out.append(self._mark(self._text[inside[0] : inside[1]]))
            at = inside[1]
        out.append(inline_html(self._text[at:end]))
        return Markup("").join(out)

    def _mark(self, text: str) -> Markup:
        name = Markup(' id="quote"') if self._is_first_mark else Markup("")
        self._is_first_mark = False
        return Markup("<mark{}>{}</mark>").format(name, inline_html(text))


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    for line in text.split("\n"):
        yield _Line(at, at + len(line), _kind(line))
        at += len(line) + 1


def _kind(line: str) -> Kind:
    if not line.strip():
        return "blank"
    if line.lstrip().startswith("|"):
        return "row"
    if BULLET.match(line):
        return "bullet"
    return "number" if NUMBER.match(line) else "text"


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _whole_formulas(text: str, marked: Sequence[Span]) -> list[Span]:
    """The spans in order, widened so that no formula is cut, and without overlap."""
    formulas = formula_spans(text)
    widened: list[Span] = []
    for start, end in sorted(marked):
        for first, last in formulas:
            if first < start < last:
                start = first
            if first < end < last:
                end = last
        start, end = max(0, start), min(len(text), end)
        if widened and start < widened[-1][1]:
            widened[-1] = (widened[-1][0], max(end, widened[-1][1]))
        elif start < end:
            widened.append((start, end))
    return widened


def _emphasised(text: str) -> Markup:
    out: list[Markup] = []
    at = 0
    formulas = formula_spans(text)
    for match in EMPHASIS.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in formulas):
            continue
        out.append(text_html(text[at : match.start()]))
        strong = match[2] is not None
        pattern = Markup("<strong>{}</strong>") if strong else Markup("<em>{}</em>")
        out.append(pattern.format(text_html(match[2] if strong else match[3])))
        at = match.end()
    out.append(text_html(text[at:]))
    return Markup("").join(out)
