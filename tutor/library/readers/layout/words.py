"""Words with their place, the rows they stand in, and the text of a row."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tutor.library.cleaning.pages import Box

# Of the lower of two words: so much of it must stand beside the other for both to be in one row.
SAME_ROW = 0.5
SAME_LINE = 0.65
NO_SPACE = 0.15
STEP = 6.0
SMALL_PRINT = 0.82
RAISED = 0.18
SUPERSCRIPTS = str.maketrans("0123456789+-\u2212\u2013=()n", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078"
                             "\u2079\u207a\u207b\u207b\u207b\u207c\u207d\u207e\u207f")  # fmt: skip
SUBSCRIPTS = str.maketrans("0123456789+-\u2212=()", "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089"
                           "\u208a\u208b\u208b\u208c\u208d\u208e")  # fmt: skip
CAN_BE_RAISED = frozenset("0123456789+-\u2212\u2013=()n")
CAN_BE_LOWERED = frozenset("0123456789+-\u2212=()")


@dataclass(frozen=True)
class Word:
    """A word in reading orientation: x to the right, y down, in points. `size` is the height of its letters."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool = False

    @property
    def middle(self) -> float:
        return (self.y0 + self.y1) / 2


def box_around(words: Iterable[Word]) -> Box:
    """The smallest box that holds all the words, of which there is at least one."""
    held = list(words)
    return min(w.x0 for w in held), min(w.y0 for w in held), max(w.x1 for w in held), max(w.y1 for w in held)


def visual_rows(words: Iterable[Word]) -> list[list[Word]]:
    """The words that stand beside each other, rows from top to bottom, each row from left to right."""
    rows: list[tuple[Word, list[Word]]] = []
    at: dict[int, list[tuple[Word, list[Word]]]] = {}
    # Large words first, so that a raised digit finds the row it belongs to and makes none.
    for word in sorted(words, key=lambda w: (-round(w.size), w.middle)):
        best, best_share = None, SAME_ROW
        steps = range(int(word.y0 // STEP), int(word.y1 // STEP) + 1)
        for row in {id(row): row for step in steps for row in at.get(step, ())}.values():
            share = _shared_height(row[0], word)
            # Lines set closer than their letters are high share much; words of one line hardly differ in height.
            needed = SAME_LINE if word.size > SMALL_PRINT * row[0].size else SAME_ROW
            if share >= max(best_share, needed):
                best, best_share = row, share
        if best is not None:
            best[1].append(word)
            continue
        row = (word, [word])
        rows.append(row)
        for step in steps:
            at.setdefault(step, []).append(row)
    rows.sort(key=lambda row: row[0].middle)
    return [sorted(row, key=lambda w: w.x0) for _, row in rows]


def _shared_height(one: Word, other: Word) -> float:
    lower = min(one.y1 - one.y0, other.y1 - other.y0)
    return (min(one.y1, other.y1) - max(one.y0, other.y0)) / lower if lower > 0 else 0.0


def is_right_to_left(words: Iterable[Word]) -> bool:
    """True when most letters belong to a script that runs from right to left."""
    directions = Counter(unicodedata.bidirectional(letter) for word in words for letter in word.text[:20])
    return directions["R"] + directions["AL"] > directions["L"]


def row_size(row: Sequence[Word]) -> float:
    """The size of most letters of a row."""
    sizes: Counter[float] = Counter()
    for word in row:
        sizes[round(word.size * 2) / 2] += len(word.text)
    return max(sizes.items(), key=lambda pair: (pair[1], pair[0]))[0]


def row_is_bold(row: Sequence[Word]) -> bool:
    """True when nearly all letters of a row are bold."""
    bold = sum(len(word.text) for word in row if word.bold)
    return bold >= 0.8 * sum(len(word.text) for word in row)


def row_text(row: Sequence[Word]) -> str:
    """The row as text. Raised and lowered digits become `²` and `₂`; what touches is one word."""
    size = row_size(row)
    base = [word for word in row if word.size > SMALL_PRINT * size] or list(row)
    middle = sum(word.middle for word in base) / len(base)
    ordered = list(reversed(row)) if is_right_to_left(row) else list(row)
    text = ""
    for number, word in enumerate(ordered):
        written = _raised_or_lowered(word, size, middle) if number else word.text
        text += written if number and _touches(ordered[number - 1], word, size) else f" {written}"
    return text.strip()


def _touches(one: Word, other: Word, size: float) -> bool:
    gap = max(one.x0, other.x0) - min(one.x1, other.x1)
    changes_line = abs(one.middle - other.middle) > 0.1 * size or abs(one.size - other.size) > 0.1 * size
    return gap < NO_SPACE * size and changes_line


def _raised_or_lowered(word: Word, size: float, middle: float) -> str:
    if word.size > SMALL_PRINT * size:
        return word.text
    if middle - word.middle > RAISED * size / 2 and set(word.text) <= CAN_BE_RAISED:
        return word.text.translate(SUPERSCRIPTS)
    if word.middle - middle > RAISED * size / 2 and set(word.text) <= CAN_BE_LOWERED:
        return word.text.translate(SUBSCRIPTS)
    return word.text
