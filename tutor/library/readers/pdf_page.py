"""One page of a PDF through pypdfium2: its words with places, its ruled lines, what pictures cover.

Runs in the worker: a damaged file can stop it or keep it for ever.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, replace

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from tutor.library.cleaning.pages import Page
from tutor.library.readers.layout.lines import page_lines
from tutor.library.readers.layout.words import Word
from tutor.library.readers.pdf_drawings import drawings
from tutor.library.readers.turning import Quarter, turned_box, turned_ruling, turned_size

MAX_LETTERS = 300_000
NEW_WORD = 0.25
DOUBLED = 0.35
SQUARE = 4.0
BOLD_WEIGHT = 600
BOLD_NAMES = (b"bold", b"black", b"heavy", b"-medi")
SPACES_THAT_PART_WORDS = {0x200B, 0xA0}
# pdfium gives these for any hyphen at a line's end, whether the word has it elsewhere or not.
LINE_END_HYPHENS = {0xFFFE: "-", 0x2: "-"}
INVISIBLE = 3
# Nobody can read what is smaller, so nobody wrote it to be read.
SMALLEST_PRINT = 1.5
LETTERS_JUDGED = 40


@dataclass
class _Letter:
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    index: int


def read_page(document: pdfium.PdfDocument, index: int) -> Page:
    """The page with its lines in reading order. Text in another direction than most of it comes last.

    Raises pdfium.PdfiumError for a page that cannot be loaded.
    """
    page = document[index]
    try:
        left, bottom, right, top = page.get_bbox()
        size = (right - left, top - bottom)
        drawn = drawings(page, (left, bottom, right, top))
        text = page.get_textpage()
        try:
            letters = _letters(text, (left, bottom), size)
            if not letters:
                return Page(index + 1, *size, (), drawn.picture, drawn.anything)
            main = max(letters, key=lambda quarter: len(letters[quarter]))
            rulings = [turned_ruling(ruling, main, size) for ruling in drawn.rulings]
            lines = page_lines(_words(letters[main], text), turned_size(main, size)[1], rulings)
            for quarter in sorted(letters):
                if quarter != main:
                    first = max((line.column for line in lines), default=0) + 1
                    lines.extend(
                        replace(line, column=line.column + first, table=line.table and line.table + first)
                        for line in page_lines(_words(letters[quarter], text), turned_size(quarter, size)[1])
                    )
            hidden = _is_hidden(text, letters[main])
        finally:
            text.close()
        return Page(index + 1, *turned_size(main, size), tuple(lines), drawn.picture, drawn.anything, hidden=hidden)
    finally:
        page.close()


def _letters(
    text: pdfium.PdfTextPage, corner: tuple[float, float], size: tuple[float, float]
) -> dict[Quarter, list[_Letter]]:
    """The letters by the direction they are written in, in the file's order; those printed twice stand once."""
    found: dict[Quarter, list[_Letter]] = defaultdict(list)
    places: dict[tuple[str, int, int, int], _Letter] = {}
    rect = raw.FS_RECTF()
    high = 0
    smallest = min(SMALLEST_PRINT, size[1] / 500)
    for index in range(min(text.count_chars(), MAX_LETTERS)):
        code = raw.FPDFText_GetUnicode(text, index)
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000 and high:
            code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00
        high = 0
        if not raw.FPDFText_GetLooseCharBox(text, index, rect):
            continue
        quarter: Quarter = round(raw.FPDFText_GetCharAngle(text, index) / (math.pi / 2)) % 4
        letter = LINE_END_HYPHENS.get(code) or (" " if code in SPACES_THAT_PART_WORDS else _character(code))
        box = (rect.left - corner[0], rect.bottom - corner[1], rect.right - corner[0], rect.top - corner[1])
        placed = _Letter(letter, *turned_box(box, quarter, size), index)
        if placed.y1 - placed.y0 < smallest and not letter.isspace():
            continue
        if not letter.isspace() and _stands_already(placed, quarter, places, text):
            continue
        found[quarter].append(placed)
    return {quarter: letters for quarter, letters in found.items() if any(not one.text.isspace() for one in letters)}


def _character(code: int) -> str:
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "


def _stands_already(
    letter: _Letter, quarter: Quarter, places: dict[tuple[str, int, int, int], _Letter], text: pdfium.PdfTextPage
) -> bool:
    """True when the same letter stands nearly at the same place: bold made by printing twice."""
    width, height = letter.x1 - letter.x0, letter.y1 - letter.y0
    if width <= 0 or height <= 0:
        return False
    # The squares around are looked at too, so that no border between squares matters.
    x, y = int(letter.x0 // SQUARE), int(letter.y0 // SQUARE)
    for column in (x - 1, x, x + 1):
        for row in (y - 1, y, y + 1):
            other = places.get((letter.text, quarter, column, row))
            if (
                other is not None
                and abs(other.x0 - letter.x0) < DOUBLED * width
                and abs(other.y0 - letter.y0) < DOUBLED * height
                and 0.8 < (other.y1 - other.y0) / height < 1.25
                and not _of_one_sign(other, letter, text)
            ):
                return True
    places[letter.text, quarter, x, y] = letter
    return False


def _of_one_sign(one: _Letter, other: _Letter, text: pdfium.PdfTextPage) -> bool:
    """True for the two `f` of one printed `ff`: pdfium gives both the whole sign's place."""
    if other.index - one.index > 2 or (one.x0, one.x1) != (other.x0, other.x1):
        return False
    first, second = (raw.FPDFText_GetTextObject(text, letter.index) for letter in (one, other))
    return bool(ctypes.cast(first, ctypes.c_void_p).value == ctypes.cast(second, ctypes.c_void_p).value)


def _words(letters: list[_Letter], text: pdfium.PdfTextPage) -> list[Word]:
    words: list[Word] = []
    run: list[_Letter] = []
    for letter in letters:
        if letter.text.isspace() or (run and _begins_word(run[-1], letter)):
            if run:
                words.append(_word(run, text))
            run = []
        if not letter.text.isspace():
            run.append(letter)
    if run:
        words.append(_word(run, text))
    return words


def _begins_word(last: _Letter, letter: _Letter) -> bool:
    height, last_height = letter.y1 - letter.y0, last.y1 - last.y0
    if height <= 0 or last_height <= 0:
        # Marks without an extent belong to the letter before them.
        return False
    shifted = abs((letter.y0 + letter.y1) - (last.y0 + last.y1)) / 2 > 0.12 * max(height, last_height)
    resized = not 0.85 < height / last_height < 1.18
    gap = max(letter.x0, last.x0) - min(letter.x1, last.x1)
    return shifted or resized or gap > NEW_WORD * max(height, last_height)


def _word(run: list[_Letter], text: pdfium.PdfTextPage) -> Word:
    y0, y1 = min(one.y0 for one in run), max(one.y1 for one in run)
    heights = Counter(round(one.y1 - one.y0, 1) for one in run)
    return Word(
        "".join(one.text for one in run),
        min(one.x0 for one in run),
        y0,
        max(one.x1 for one in run),
        y1,
        max(heights.items(), key=lambda pair: pair[1])[0] or y1 - y0,
        _is_bold(text, run[0].index),
    )


def _is_bold(text: pdfium.PdfTextPage, index: int) -> bool:
    if raw.FPDFText_GetFontWeight(text, index) >= BOLD_WEIGHT:
        return True
    name = ctypes.create_string_buffer(128)
    raw.FPDFText_GetFontInfo(text, index, name, len(name), ctypes.c_int())
    return any(part in name.value.lower() for part in BOLD_NAMES)


def _is_hidden(text: pdfium.PdfTextPage, letters: list[_Letter]) -> bool:
    """True when most letters are drawn unseen: the text that a scanner's program put under its picture."""
    judged = letters[:: max(1, len(letters) // LETTERS_JUDGED)]
    unseen = 0
    for letter in judged:
        found = raw.FPDFText_GetTextObject(text, letter.index)
        unseen += bool(found) and raw.FPDFTextObj_GetTextRenderMode(found) == INVISIBLE
    return unseen > 0.5 * len(judged)
