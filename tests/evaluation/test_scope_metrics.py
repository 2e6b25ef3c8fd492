"""Scopes read from words: coverage and agreement, and how well the shipped reading does."""

from __future__ import annotations

import pytest

from tutor.answering.question.understanding import understand
from tutor.core.types import Question
from tutor.curriculum.curriculum import Curriculum
from tutor.evaluation.bootstrap import figure
from tutor.evaluation.cerb import load_cerb
from tutor.evaluation.cerb_set import cerb_case
from tutor.evaluation.outcomes import Outcome
from tutor.evaluation.scope_metrics import FIELDS, score_named_scopes
from tutor.evaluation.scores import Scores, figures_by_slice
from tutor.language.glossary import Glossary

ROWS = {row.id: row for row in load_cerb() if row.kind == "words"}


def right(case: str) -> dict[str, tuple[str | int, ...]]:
    row = ROWS[case]
    named = {name: (row.expected[field],) for field, name in FIELDS.items() if field in row.expected}
    return {**named, "subjects": row.subjects}


def figures(outcomes: dict[str, Outcome]) -> dict[str, float]:
    scores: Scores = {}
    score_named_scopes(scores, ROWS, outcomes)
    found = figures_by_slice([cerb_case(row) for row in ROWS.values()], scores)["all"]
    return {name: own["mean"] for name, own in found.items()}


def test_kappa_by_hand() -> None:
    # Cohen's own kind of table: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: (.70 - .50) / (1 - .50)
    one = [1.0] * 25 + [0.0] * 25
    other = [1.0] * 20 + [0.0] * 5 + [1.0] * 10 + [0.0] * 15
    assert figure(one, "kappa", other).mean == pytest.approx(0.4)
    assert figure([0.0, 1.0, 2.0], "kappa", [0.0, 1.0, 2.0]).mean == 1
    assert figure([1.0, 1.0], "kappa", [1.0, 1.0]).mean != figure([1.0, 1.0], "kappa", [1.0, 1.0]).mean


def test_the_right_scope_is_covered_and_agrees_and_silence_covers_nothing() -> None:
    found = figures({case: Outcome(named=right(case)) for case in ROWS})
    assert all(found[f"scope_coverage:{field}"] == 1 for field in FIELDS)
    assert all(found[f"scope_kappa:{field}"] == 1 for field in FIELDS)
    silent = figures({case: Outcome(named={}) for case in ROWS})
    assert silent == {f"scope_coverage:{field}": 0 for field in FIELDS}


def test_a_system_that_reads_no_scope_has_neither_metric() -> None:
    assert figures({case: Outcome() for case in ROWS}) == {}


def test_the_shipped_reading_agrees_where_it_is_certain() -> None:
    glossary = Glossary.load()
    outcomes = {}
    for case, row in ROWS.items():
        named = understand(Question(row.question), Curriculum.load(row.curriculum), glossary).named
        outcomes[case] = Outcome(named={name: getattr(named, name) for name in FIELDS.values()})
    found = figures(outcomes)
    # measured: kappa 1.0 and coverage 1.0 in every field, but for the kind of document, covered in 15 of 23
    for field in FIELDS:
        assert found[f"scope_kappa:{field}"] >= 0.95
        assert found[f"scope_coverage:{field}"] >= (0.55 if field == "document_type" else 0.95)
