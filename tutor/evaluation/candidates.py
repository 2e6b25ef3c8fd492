"""Questions that teachers marked, as drafts of golden rows: what is known is filled in, the rest is named.

A draft is no row: nothing here writes into the golden set, and nobody but a person says what a right answer is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.core.types import Passage
from tutor.curriculum.questions import QuestionType, bloom_level, question_type
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import GOLDEN, GoldenRow, load_rows, raw_lines
from tutor.evaluation.validation import REASON_OF_KIND, Fault, differences, schema_faults, validate_rows
from tutor.language.normalise import match_form

CANDIDATE_SCHEMA = GOLDEN / "candidate.schema.json"
KIND_OF_REASON = {reason: kind for kind, reason in REASON_OF_KIND.items()}
UNTYPED = frozenset({QuestionType.CALCULATE, QuestionType.FIND_PAST_QUESTIONS})
"""Types that golden rows do not tell apart."""


@dataclass(frozen=True)
class Draft:
    """A marked question as a golden row to be finished. `to_do`: what is missing or wrong, in words."""

    candidate: str
    mark: str
    row: Mapping[str, Any]
    to_do: tuple[str, ...]


def read_candidates(file: Path) -> tuple[list[Mapping[str, Any]], list[Fault]]:
    """(the lines that are marked questions, what is wrong with the others).

    Raises EvaluationError `candidates-unreadable` for a file that is none, `library-missing` without jsonschema.
    """
    found: list[Mapping[str, Any]] = []
    faults: list[Fault] = []
    try:
        lines = list(raw_lines(file))
    except (OSError, UnicodeDecodeError) as error:
        raise EvaluationError("candidates-unreadable", file=file, why=error) from error
    for number, line in lines:
        try:
            raw = json.loads(line)
        except ValueError as error:
            faults.append(Fault(file.name, number, "?", f"not JSON: {error}"))
            continue
        name = str(raw.get("id", "?")) if isinstance(raw, dict) else "?"
        wrong = differences(CANDIDATE_SCHEMA, raw)
        faults += [Fault(file.name, number, name, what) for what in wrong]
        if not wrong:
            found.append(raw)
    return found, faults


def drafts_of(
    candidates: Iterable[Mapping[str, Any]],
    passages: Mapping[str, Passage],
    known: Sequence[GoldenRow] | None = None,
) -> list[Draft]:
    """A draft of each question, alike ones once. `passages` are those that rows may name, `known` the golden rows."""
    rows = load_rows() if known is None else known
    next_numbers = _last_numbers(row.id for row in rows)
    by_wording = {match_form(row.question): row.id for row in rows}
    drafts: list[Draft] = []
    for candidate in candidates:
        wording = match_form(candidate["question"])
        if wording in by_wording:
            twin = by_wording[wording]
            drafts.append(Draft(candidate["id"], candidate["mark"], {}, (f"the same question as {twin}",)))
            continue
        row = _draft_row(candidate, next_numbers)
        by_wording[wording] = str(row["id"])
        drafts.append(Draft(candidate["id"], candidate["mark"], row, tuple(_to_do(row, passages))))
    return drafts


def _draft_row(candidate: Mapping[str, Any], last_numbers: dict[str, int]) -> dict[str, Any]:
    """What is known of the question, in the shape of a golden row. What nobody knows yet is left out."""
    text, scope = candidate["question"], candidate["scope"]
    prefix = (candidate["subject"] or "any")[:3]
    last_numbers[prefix] = last_numbers.get(prefix, 0) + 1
    kind_of_question = question_type(text)
    row = {
        "id": f"{prefix}-{last_numbers[prefix]:03d}",
        "question": text,
        "language": candidate["language"],
        "kind": _kind(candidate),
        "subject": candidate["subject"],
        "form": candidate["form"],
        "scope": {name: list(scope.get(name, ())) for name in ("subjects", "forms")},
        "question_type": "other" if kind_of_question in UNTYPED else str(kind_of_question),
        "bloom": bloom_level(text),
        "passages": dict(candidate["passages"]),
        "reference": candidate["reference"],
        "facts": [],
        "expected": dict(candidate["expected"]),
        "cross": False,
        "drafted": True,
    }
    return {name: value for name, value in row.items() if value is not None}


def _kind(candidate: Mapping[str, Any]) -> str | None:
    """The kind of row, where the mark decides it: a wrong answer does not say whether there is a right one."""
    given = candidate["given"]
    if candidate["mark"] == "good":
        return "answerable" if given["outcome"] == "answered" else KIND_OF_REASON.get(given.get("reason") or "")
    return "answerable" if given["outcome"] == "declined" else None


def _to_do(row: Mapping[str, Any], passages: Mapping[str, Passage]) -> list[str]:
    shape = schema_faults(row)
    if shape:
        return shape
    return [fault.what for fault in validate_rows([GoldenRow.from_dict(row)], passages)]


def _last_numbers(names: Iterable[str]) -> dict[str, int]:
    """The highest number of each prefix of ids."""
    found: dict[str, int] = {}
    for name in names:
        prefix, _, number = name.partition("-")
        found[prefix] = max(found.get(prefix, 0), int(number))
    return found
