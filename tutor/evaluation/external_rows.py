"""The rows of the folder of test data: file names as its README gives them, and how a file is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import raw_lines

PASSAGES = "retrieval/passages.jsonl"
SW_TO_EN = "retrieval/queries_sw_to_en.jsonl"
SW_TO_SW = "retrieval/queries_sw_to_sw.jsonl"
NO_ANSWER = "decline/no_answer_questions.jsonl"
LANGUAGE_ID = "language_id/labelled.jsonl"
READABILITY = "readability/levelled_stories.jsonl"

Row = Mapping[str, Any]
Made = TypeVar("Made")


def rows_file(folder: Path, name: str, asked: str) -> Path:
    """The file of that name. Raises EvaluationError `rows-missing` for the set that asks for it."""
    if not (folder / name).is_file():
        raise EvaluationError("rows-missing", set=asked, file=name)
    return folder / name


def made_of_rows(file: Path, make: Callable[[Row, int], Made]) -> list[Made]:
    """What `make` gives for each row and its line. Raises EvaluationError `rows-unreadable`."""
    found = []
    for number, line in raw_lines(file):
        try:
            found.append(make(json.loads(line), number))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = f"{type(error).__name__}: {error}"
            raise EvaluationError("rows-unreadable", file=file.name, line=number, why=why) from error
    return found
