"""The cases in which a system did worst, with all that a person needs to see why: kept with a run's results."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tutor.evaluation.golden import RELEVANT_GRADE
from tutor.evaluation.outcomes import Case, Outcome
from tutor.evaluation.scores import Scores
from tutor.evaluation.systems import Apparatus
from tutor.evaluation.zero_recall import ReachOf

KEPT = 40
"""How many a result keeps for a system, so that its file stays small; a report shows fewer."""
LOOKED_AT = ("tutor", "tutor-extract")
"""The systems whose worst cases are kept, the one that is shown first: ours to mend."""

HARM: Mapping[str, float] = {
    "wrong_answers": 3.0,  # a pupil is told something that no book says
    "false_declines": 2.0,
    "leakage": 0.5,
    "contamination": 0.5,
}
"""How bad it is that a metric is 1 where 0 is right."""
LOSS: Mapping[str, float] = {
    "facts_covered_overall": 2.0,
    "faithfulness": 2.0,
    "recall@10": 1.0,
    "ndcg@10": 0.5,
    "citation_accuracy": 1.0,
    "correct_declines": 1.0,
    "language_match": 1.0,
    "exact_scope_success": 0.5,
    "accuracy": 1.0,
}
"""How bad it is that a metric is 0 where 1 is right."""

LABELS = ("passages", "reference", "facts", "expected", "slice", "curriculum")


def badness(scores: Scores, case_id: str) -> float:
    """How badly a case went, 0 for nothing wrong: weighted harm and loss over the metrics that it has."""
    harm = sum(weight * min(_value(scores, metric, case_id, 0.0), 1.0) for metric, weight in HARM.items())
    loss = sum(weight * (1.0 - _value(scores, metric, case_id, 1.0)) for metric, weight in LOSS.items())
    return round(harm + loss, 4)


def worst_cases(
    cases: Sequence[Case], outcomes: Mapping[str, Outcome], scores: Scores, keep: int = KEPT
) -> list[dict[str, Any]]:
    """The cases that went badly, worst first, at most `keep`, in a form that JSON keeps. Ties go by a hash of the
    id, so that they are not all of one subject."""
    bad = [(badness(scores, case.id), case) for case in cases]
    ranked = sorted(((value, case) for value, case in bad if value > 0), key=lambda pair: (-pair[0], _order(pair[1])))
    return [_record(case, outcomes[case.id], scores, value) for value, case in ranked[:keep]]


def zero_recall_cases(cases: Sequence[Case], scores: Scores, apparatus: Apparatus | None) -> dict[str, dict[str, Any]]:
    """Case id -> why nothing that answers was among the first ten. Empty without a library."""
    if apparatus is None or "recall@10" not in scores:
        return {}
    missed = [case for case in cases if scores["recall@10"].values.get(case.id) == 0.0]
    if not missed:
        return {}
    reach = ReachOf(apparatus)
    return {case.id: reach.explained(case.query, relevant_passages(case.labels)) for case in missed}


def relevant_passages(labels: Any) -> list[str]:
    """The ids of the passages that answer, by what the set's labels say."""
    graded = expected_of(labels).get("passages", {})
    return sorted(name for name, grade in graded.items() if grade >= RELEVANT_GRADE)


def expected_of(labels: Any) -> dict[str, Any]:
    """What a set knows to be right, whatever form its labels have: the fields of a row, grades, or a plain label."""
    if labels is None:
        return {}
    if isinstance(labels, Mapping):
        return {"passages": dict(labels)}
    found = {name: getattr(labels, name) for name in LABELS if getattr(labels, name, None)}
    return found or {"label": labels}


def _record(case: Case, outcome: Outcome, scores: Scores, value: float) -> dict[str, Any]:
    own = {name: measure.values[case.id] for name, measure in sorted(scores.items()) if case.id in measure.values}
    return {
        "id": case.id,
        "badness": value,
        "question": case.query.text,
        "scope": case.query.scope.as_dict(),
        "books": list(case.query.books),
        "slices": list(case.slices),
        "expected": expected_of(case.labels),
        "scores": {name: round(score, 6) for name, score in own.items()},
        "ranked": list(outcome.ranked),
        "widenings": list(outcome.widenings),
        "escaped": list(outcome.escaped),
        "reply": None if outcome.reply is None else asdict(outcome.reply),
        "label": outcome.label,
        "trace": [dict(step) for step in outcome.trace],
    }


def _value(scores: Scores, metric: str, case_id: str, otherwise: float) -> float:
    measure = scores.get(metric)
    return otherwise if measure is None else measure.values.get(case_id, otherwise)


def _order(case: Case) -> str:
    return hashlib.sha256(f"order {case.id}".encode()).hexdigest()
