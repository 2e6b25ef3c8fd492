"""Cuts a book into passages on its structure: a passage never spans two sections, a table is never cut."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tutor.core.types import Sentence
from tutor.language.sentences import sentence_spans
from tutor.library.readers.blocks import Block

MAX_WORDS = 180
SEGMENTER_VERSION = 3
# What has no space for this long is no word, and is cut too.
WORD = re.compile(r"\S{1,100}")
CAPTION = re.compile(r"^(table|jedwali|figure|kielelezo|mchoro)\s+\d+", re.IGNORECASE)


@dataclass(frozen=True)
class Segment:
    """A passage before it has a place in the library. Sentences are spans of `text`."""

    heading_path: tuple[str, ...]
    text: str
    sentences: tuple[Sentence, ...]
    pages: tuple[tuple[int, int], ...]
    slug: str


@dataclass(frozen=True)
class _Unit:
    """The smallest piece that is not cut: a sentence, a list item, a part of one too long, or a whole table."""

    start: int
    end: int
    words: int
    sentences: tuple[Sentence, ...]
    is_prose: bool


@dataclass(frozen=True)
class _Section:
    heading_path: tuple[str, ...]
    text: str
    units: tuple[_Unit, ...]
    pages: tuple[tuple[int, int], ...]


def segment_blocks(blocks: Iterable[Block], max_words: int = MAX_WORDS) -> list[Segment]:
    """Passages in reading order: whole sections up to `max_words`, longer ones cut at sentences with one
    sentence of overlap. A sentence or list item longer than `max_words` is cut between words."""
    segments: list[Segment] = []
    taken: dict[str, int] = {}
    for section in _sections(blocks, max_words):
        for first, last in _cuts(section.units, max_words):
            segments.append(_segment(section, first, last, taken))
    return segments


def slug_of(text: str) -> str:
    """A short ASCII name made of the text's words, for identifiers that a person can read."""
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", folded.replace("'", "")).strip("-")[:60].strip("-") or "part"


def _sections(blocks: Iterable[Block], max_words: int) -> list[_Section]:
    sections: list[_Section] = []
    path: list[tuple[int, str]] = []
    body: list[Block] = []

    def close() -> None:
        if body:
            sections.append(_section(tuple(title for _, title in path), _with_captions(body), max_words))
            body.clear()

    for block in blocks:
        if block.kind == "heading":
            close()
            path = [entry for entry in path if entry[0] < block.level]
            path.append((block.level, block.text))
        else:
            body.append(block)
    close()
    return sections


def _with_captions(body: Sequence[Block]) -> list[Block]:
    """A caption joins the table under it, else the table above it, so that both are found and shown together."""
    joined: list[Block] = []
    for at, block in enumerate(body):
        above = joined[-1] if joined else None
        follows = body[at + 1] if at + 1 < len(body) else None
        if block.kind == "table" and above and _is_caption(above):
            shift = len(above.text) + 1
            spans = tuple((start + shift, end + shift) for start, end in block.items)
            joined[-1] = Block("table", f"{above.text}\n{block.text}", above.page, items=spans)
        elif (
            block.kind == "caption"
            and above
            and above.kind == "table"
            and above.page == block.page
            and not (follows and follows.kind == "table")
        ):
            joined[-1] = replace(above, text=f"{above.text}\n{block.text}")
        else:
            joined.append(block)
    return joined


def _is_caption(block: Block) -> bool:
    return block.kind == "caption" or (block.kind == "paragraph" and CAPTION.match(block.text) is not None)


def _section(heading_path: tuple[str, ...], body: Sequence[Block], max_words: int) -> _Section:
    text = ""
    units: list[_Unit] = []
    pages: list[tuple[int, int]] = []
    for block in body:
        text += "\n\n" if text else ""
        if block.page is not None and (not pages or pages[-1][1] != block.page):
            pages.append((len(text), block.page))
        units.extend(_units(block, len(text), max_words))
        text += block.text
    return _Section(heading_path, text, tuple(units), tuple(pages))


def _units(block: Block, offset: int, max_words: int) -> list[_Unit]:
    if block.kind == "table":
        rows = block.items[1:] or block.items
        sentences = tuple(_sentence(block, span, offset, "table_row") for span in rows)
        words = _word_count(block.text)
        return [_Unit(offset, offset + len(block.text), words, sentences, is_prose=False)]
    kind = "list_item" if block.kind == "list" else "sentence"
    spans = block.items if block.kind == "list" else sentence_spans(block.text)
    units = []
    for number, span in enumerate(spans):
        # A list item is shown with its marker, so the unit begins where the line begins.
        line_start = 0 if number == 0 else spans[number - 1][1] + 1
        start = line_start if block.kind == "list" else span[0]
        for part in _parts(block.text, span, max_words):
            sentence = _sentence(block, part, offset, kind)
            words = _word_count(sentence.text)
            units.append(_Unit(offset + start, offset + part[1], words, (sentence,), is_prose=kind == "sentence"))
            start = _next_word(block.text, part[1])
    return units


def _parts(text: str, span: tuple[int, int], max_words: int) -> list[tuple[int, int]]:
    """The span, or spans of like size inside it of at most `max_words` words."""
    words = [word.span() for word in WORD.finditer(text, *span)]
    if len(words) <= max_words:
        return [span]
    size = math.ceil(len(words) / math.ceil(len(words) / max_words))
    parts = [words[first : first + size] for first in range(0, len(words), size)]
    return [(part[0][0], part[-1][1]) for part in parts]


def _word_count(text: str) -> int:
    return len(WORD.findall(text))


def _next_word(text: str, start: int) -> int:
    found = WORD.search(text, start)
    return found.start() if found else start


def _sentence(block: Block, span: tuple[int, int], offset: int, kind: str) -> Sentence:
    start, end = span
    return Sentence(
        text=block.text[start:end],
        start=offset + start,
        end=offset + end,
        page=block.page,
        kind="table_row" if kind == "table_row" else "list_item" if kind == "list_item" else "sentence",
    )


def _cuts(units: Sequence[_Unit], max_words: int) -> list[tuple[int, int]]:
    """Ranges (first, last) of units. Parts are of like size, so that no tail of a few words is left."""
    total = sum(unit.words for unit in units)
    if not units:
        return []
    if total <= max_words:
        return [(0, len(units) - 1)]
    parts = math.ceil(total / max_words)
    while True:
        repeated = (parts - 1) * total / len(units)  # one sentence stands in two parts
        cuts = _cuts_near(units, min((total + repeated) / parts, max_words), max_words)
        if len(cuts) <= parts or parts >= len(units):
            return cuts
        parts += 1


def _cuts_near(units: Sequence[_Unit], target: float, max_words: int) -> list[tuple[int, int]]:
    """Cut after the unit that brings a part to `target` words, before one that would exceed `max_words`."""
    cuts: list[tuple[int, int]] = []
    first, words = 0, 0
    for index, unit in enumerate(units):
        if index > first and (words + unit.words > max_words or words >= target):
            cuts.append((first, index - 1))
            overlap = units[index - 1].is_prose and unit.is_prose and index - 1 > first
            overlap = overlap and units[index - 1].words + unit.words <= max_words
            first = index - 1 if overlap else index
            words = units[index - 1].words if overlap else 0
        words += unit.words
    cuts.append((first, len(units) - 1))
    return cuts


def _segment(section: _Section, first: int, last: int, taken: dict[str, int]) -> Segment:
    start, end = section.units[first].start, section.units[last].end
    sentences = tuple(
        Sentence(s.text, s.start - start, s.end - start, s.page, s.kind)
        for unit in section.units[first : last + 1]
        for s in unit.sentences
    )
    pages = [(max(offset - start, 0), page) for offset, page in section.pages if offset < end]
    # Of the pages that begin before the passage, only the last one is its own.
    before = [page for page in pages if page[0] == 0]
    pages = before[-1:] + [page for page in pages if page[0] > 0]
    slug = _free_slug(slug_of(section.heading_path[-1]) if section.heading_path else "part", taken)
    return Segment(section.heading_path, section.text[start:end], sentences, tuple(pages), slug)


def _free_slug(name: str, taken: dict[str, int]) -> str:
    """The name, with a number where it is taken; `taken` counts for each name how often it was wanted."""
    slug = name
    while slug in taken:
        taken[name] += 1
        slug = f"{name}-{taken[name]}"
    taken[slug] = 1
    return slug
