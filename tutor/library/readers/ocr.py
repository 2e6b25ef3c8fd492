"""Text recognised from a picture by Tesseract, which is found when it is needed and may be absent."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tutor.library.cleaning.characters import letters_in
from tutor.library.cleaning.pages import Line, Page

PROGRAM = "tesseract"
LANGUAGES = ("swa", "eng")
LIST_SECONDS = 30.0
# Tesseract's own measure of a word, 0 to 100. Scripts that it was not asked for stay below, on average.
SURE_LINE = 35.0
SURE_PAGE = 55.0
FEWEST_LETTERS = 3
WORD_LEVEL = "5"
MISREAD_BULLET = re.compile(r"^[\u00a2\u00a9\u00ae\u00ab\u00bb\u00b0]\s")


@dataclass(frozen=True)
class Recogniser:
    """Tesseract as it is on this computer. `languages` are those of LANGUAGES that it knows."""

    program: str
    languages: tuple[str, ...]

    @property
    def knows_swahili(self) -> bool:
        return "swa" in self.languages


def find_recogniser() -> Recogniser | None:
    """Tesseract with at least one of the languages, or None."""
    program = shutil.which(PROGRAM)
    if program is None:
        return None
    try:
        shown = _run([program, "--list-langs"], LIST_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    known = set(shown.split())
    languages = tuple(language for language in LANGUAGES if language in known)
    return Recogniser(program, languages) if languages else None


def recognised_page(recogniser: Recogniser, picture: Path, number: int, dpi: int, seconds: float) -> Page | str:
    """The page with its lines, or the code of `notes.UNREAD` that says why there are none."""
    command = [recogniser.program, str(picture), "stdout", "-l", "+".join(recogniser.languages)]
    try:
        table = _run([*command, "--dpi", str(dpi), "tsv"], seconds)
    except subprocess.TimeoutExpired:
        return "too-slow"
    except (OSError, subprocess.SubprocessError):
        return "ocr-failed"
    return _page(table, number, 72 / dpi)


def _run(command: list[str], seconds: float) -> str:
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=seconds,
        check=True,
        # With several threads on two cores it is slower, not faster.
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    return done.stdout.decode("utf-8", "replace")


@dataclass(frozen=True)
class _Word:
    line: tuple[int, int, int]
    box: tuple[float, float, float, float]
    sure: float
    text: str


def _page(table: str, number: int, scale: float) -> Page | str:
    words = list(_words(table, scale))
    letters = sum(letters_in(word.text) for word in words)
    if letters < FEWEST_LETTERS:
        return "no-words"
    if sum(word.sure * letters_in(word.text) for word in words) / letters < SURE_PAGE:
        return "ocr-unsure"
    width, height = _size(table, scale)
    lines: dict[tuple[int, int, int], list[_Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    columns: dict[tuple[int, int], int] = {}
    made = []
    for place, held in lines.items():
        column = columns.setdefault(place[:2], len(columns) + 1)
        line = _line(held, column)
        if line is not None:
            made.append(line)
    return Page(number, width, height, tuple(made), picture=1.0, drawn=True, from_picture=True)


def _words(table: str, scale: float) -> Iterator[_Word]:
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) < 12 or cells[0] != WORD_LEVEL or not cells[11].strip():
            continue
        left, top, width, height = (int(cell) * scale for cell in cells[6:10])
        place = int(cells[2]), int(cells[3]), int(cells[4])
        yield _Word(place, (left, top, left + width, top + height), float(cells[10]), cells[11].strip())


def _size(table: str, scale: float) -> tuple[float, float]:
    for row in table.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) >= 10 and cells[0] == "1":
            return int(cells[8]) * scale, int(cells[9]) * scale
    return 0.0, 0.0


def _line(words: list[_Word], column: int) -> Line | None:
    letters = sum(letters_in(word.text) for word in words)
    if letters == 0 or sum(word.sure * letters_in(word.text) for word in words) / letters < SURE_LINE:
        return None
    box = (
        min(word.box[0] for word in words),
        min(word.box[1] for word in words),
        max(word.box[2] for word in words),
        max(word.box[3] for word in words),
    )
    # The higher words of a line have letters that rise and letters that hang, so lines can be compared by them.
    heights = sorted(word.box[3] - word.box[1] for word in words)
    text = MISREAD_BULLET.sub("\u2022 ", " ".join(word.text for word in words))
    return Line(text, box, round(heights[int(0.9 * (len(heights) - 1))] * 2) / 2, column=column)
