"""Marked questions as candidates for a question set: one JSON object a line, with the names of the golden set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tutor.web.stores.questions import QuestionRecord

GRADE_OF_GOOD = 2
"""What a good answer stood on is relevant; a person decides whether it is all that is needed."""


def candidate_lines(records: Iterable[QuestionRecord]) -> Iterator[str]:
    """A line for each marked question that has its text. It says no class and nobody's name."""
    for record in records:
        if record.mark is not None and record.text:
            yield json.dumps(candidate(record), ensure_ascii=False) + "\n"


def candidate(record: QuestionRecord) -> dict[str, Any]:
    """A question as a row to be looked through. `reference` and `passages` are set for a good answer alone."""
    good = record.mark == "good" and record.outcome == "answered"
    return {
        "id": f"candidate-{record.number}",
        "question": record.text,
        "language": record.language,
        "subject": record.subject,
        "form": record.form,
        "scope": record.scope,
        "passages": dict.fromkeys(record.passages, GRADE_OF_GOOD) if good else {},
        "reference": record.answer if good else "",
        "expected": {"reason": record.reason} if record.mark == "good" and record.reason else {},
        "mark": record.mark,
        "given": {
            "outcome": record.outcome, "reason": record.reason, "method": record.method, "answer": record.answer,
            "passages": list(record.passages),
        },
        "day": record.day,
        "drafted": True,
    }  # fmt: skip
