"""The golden rows as an evaluation set: retrieval, scope, answers and declines over the sample library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tutor.evaluation.answer_metrics import score_answerable, score_claims, score_unanswerable
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import GOLDEN, GoldenRow, load_rows, rows_sha256
from tutor.evaluation.homes import sample_home
from tutor.evaluation.metrics import ranking_scores, score_scope, score_widenings
from tutor.evaluation.outcomes import Case, Outcome, Query
from tutor.evaluation.scores import Scores
from tutor.evaluation.sets import EvaluationSet, Passages
from tutor.evaluation.speed_metrics import score_speed
from tutor.evaluation.systems import DEFAULT, all_systems

QUESTIONS = frozenset({"answerable", "trap", "unanswerable", "outside"})
"""Kinds of rows that retrieval is asked about."""


def golden_set(folder: Path = GOLDEN) -> EvaluationSet:
    """Every golden row as a case. Raises EvaluationError `golden-unreadable`."""
    rows = load_rows(folder)
    cases = tuple(golden_case(row) for row in rows)
    return EvaluationSet("golden", cases, rows_sha256(rows), sample_home, all_systems(), DEFAULT, golden_scores)


def golden_case(row: GoldenRow) -> Case:
    """The row as a case, in every slice it belongs to."""
    slices = [
        f"language:{row.language}", f"kind:{row.kind}", f"subject:{row.subject}", f"form:{row.form}",
        f"question_type:{row.question_type}", f"bloom:{row.bloom}", *(["cross"] if row.cross else []),
    ]  # fmt: skip
    return Case(row.id, row.id, Query(row.question, row.scope, row.books), tuple(slices), row)


def golden_scores(cases: Sequence[Case], outcomes: Mapping[str, Outcome], passages: Passages) -> Scores:
    """Ranking over rows with an answer in scope, scope over rows that are questions, replies over all.

    Raises EvaluationError `golden-passages` when the library does not hold what the rows name.
    """
    rows: dict[str, GoldenRow] = {case.id: case.labels for case in cases}
    missing = sorted({name for row in rows.values() for name in row.passages} - passages.keys())
    if missing:
        raise EvaluationError("golden-passages", name=missing[0])
    grades = {case: row.passages for case, row in rows.items() if row.has_answer and outcomes[case].retrieves}
    scores = ranking_scores({case: outcomes[case].ranked for case in grades}, grades) if grades else {}
    for case, row in rows.items():
        outcome = outcomes[case]
        score_speed(scores, case, outcome)
        if outcome.retrieves and row.kind in QUESTIONS:
            shown = [passages[name].metadata for name in outcome.shown]
            ranked = [passages[name].metadata for name in outcome.ranked]
            score_scope(scores, case, row.scope, expected_fields(row), shown, ranked)
            score_widenings(scores, case, outcome.widenings)
        reply = outcome.reply
        if reply is None:
            continue
        score_claims(scores, case, reply)
        if row.has_answer:
            score_answerable(
                scores, case, reply, row.reference, row.facts, row.passages, row.language, passages
            )  # fmt: skip
        else:
            score_unanswerable(scores, case, reply, str(row.expected["reason"]))
    return scores


def expected_fields(row: GoldenRow) -> dict[str, Any]:
    """The metadata a right result has. None is expected where the scope holds no answer."""
    if not row.has_answer:
        return {}
    own = {name: value for name, value in row.expected.items() if name != "reason"}
    return {"subject": row.subject, "form": row.form} | own
