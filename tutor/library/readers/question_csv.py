"""Reads CSV: a question and its answer in each row; any other CSV is a table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tutor.core.errors import LibraryError
from tutor.library.cleaning.characters import clean_text
from tutor.library.readers.blocks import Block, ReadBook
from tutor.library.readers.encoding import decode_text
from tutor.library.readers.files import name_as_title
from tutor.library.readers.limits import Limits
from tutor.library.readers.marks import table_blocks

DELIMITERS = ",;\t|"
SAMPLE = 20_000
SAID = re.compile(r"\ufeff?sep=(.)\r?\n", re.IGNORECASE)
"""How Excel is told which sign parts the columns."""
LONGEST_CELL = 64 << 20
QUESTIONS = {"question", "questions", "q", "swali", "maswali", "prompt", "problem"}
ANSWERS = {"answer", "answers", "a", "jibu", "majibu", "response", "solution", "correct answer", "jibu sahihi"}
NUMBERS = {"id", "no", "no.", "nr", "#", "number", "namba", "na", "na."}


def read_question_csv(path: Path, limits: Limits) -> ReadBook:
    """Each question as a heading with its answer below it. Raises LibraryError: `book-empty`, `book-unreadable`."""
    rows = _rows(decode_text(path))
    if not rows:
        raise LibraryError("book-empty", file=path.name)
    question, answer = _named_columns(rows[0])
    if question is not None and answer is not None:
        return _question_book(rows[1:], rows[0], question, answer, path)
    asked = sum(row[0].rstrip().endswith("?") for row in rows if len(row) == 2)
    if asked >= 0.6 * len(rows):
        return _question_book(rows, ["", ""], 0, 1, path)
    lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    return ReadBook(tuple(table_blocks(lines, None)))


def _rows(text: str) -> list[list[str]]:
    csv.field_size_limit(LONGEST_CELL)
    said = SAID.match(text)
    delimiter, body = (said[1], text[said.end() :]) if said else (_delimiter(text[:SAMPLE]), text)
    try:
        rows = [[" ".join(clean_text(cell).split()) for cell in row] for row in _read(body, delimiter)]
    except csv.Error as error:
        raise ValueError(str(error)) from error
    return [row for row in rows if any(row)]


def _read(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True)


def _delimiter(sample: str) -> str:
    """The one by which the columns are questions and answers, else the one that gives all rows alike columns.

    A comma stands in sentences and, where semicolons part the columns, in numbers.
    """
    best, best_fit = DELIMITERS[0], (False, 0.0, 0)
    for delimiter in DELIMITERS:
        try:
            rows = [row for row in _read(sample, delimiter) if row]
        except csv.Error:
            continue
        columns = len(rows[0]) if rows else 0
        if columns > 1:
            question, answer = _named_columns(rows[0])
            alike = sum(len(row) == columns for row in rows) / len(rows)
            fit = (question is not None and answer is not None, alike, columns)
            if fit > best_fit:
                best, best_fit = delimiter, fit
    return best


def _named_columns(row: Sequence[str]) -> tuple[int | None, int | None]:
    """Which columns a first row calls the question and the answer."""
    names = [clean_text(cell).casefold().strip(" :*") for cell in row]
    question = next((number for number, name in enumerate(names) if name in QUESTIONS), None)
    answer = next((number for number, name in enumerate(names) if name in ANSWERS), None)
    return question, answer


def _question_book(
    rows: Sequence[Sequence[str]], names: Sequence[str], question: int, answer: int, path: Path
) -> ReadBook:
    whole = [row for row in rows if len(row) > max(question, answer) and row[question] and row[answer]]
    warnings = ("rows-left-out",) if len(whole) < len(rows) else ()
    # Its first heading is its first question, which is no title.
    front = {"title": name_as_title(path)}
    return ReadBook(tuple(_question_blocks(whole, names, question, answer)), front, warnings=warnings)


def _question_blocks(rows: Sequence[Sequence[str]], names: Sequence[str], question: int, answer: int) -> list[Block]:
    blocks = []
    for row in rows:
        asked, answered = row[question], row[answer]
        blocks += [Block("heading", asked, level=2), Block("paragraph", answered)]
        others = [
            f"{names[number]}: {cell}"
            for number, cell in enumerate(row)
            if cell and number not in {question, answer} and number < len(names)
            and names[number].casefold() not in NUMBERS
        ]  # fmt: skip
        if others:
            blocks.append(Block("paragraph", ". ".join(others)))
    return blocks
