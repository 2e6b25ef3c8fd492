"""Ranking and scope metrics against cases worked out by hand."""

from __future__ import annotations

import math
import random

import pytest

from tutor.core.types import Metadata, Scope
from tutor.evaluation.metrics import (
    contamination,
    context_precision,
    exact_scope_success,
    leakage,
    ranking_scores,
)

GRADES = {"a": 3, "b": 1, "c": 2}
PHYSICS_2 = Scope(subjects=("physics",), forms=(2,))
RANKING = ("recall@1", "recall@5", "recall@10", "hit_rate", "mrr@10", "ndcg@5", "ndcg@10", "context_precision")


def scored(ranked: list[str], grades: dict[str, int] = GRADES) -> dict[str, float]:
    scores = ranking_scores({"q": ranked}, {"q": grades})
    return {metric: measure.values["q"] for metric, measure in scores.items()}


def test_graded_ranking_by_hand() -> None:
    found = scored(["x", "c", "b", "a", "y"])
    ideal = 7 + 3 / math.log2(3) + 1 / 2
    assert found["ndcg@5"] == pytest.approx((3 / math.log2(3) + 1 / 2 + 7 / math.log2(5)) / ideal)
    assert found["ndcg@10"] == pytest.approx(found["ndcg@5"])
    assert found["recall@1"] == 0
    assert found["recall@5"] == found["recall@10"] == found["hit_rate"] == 1
    assert found["full_recall@5"] == 1
    assert found["mrr@10"] == pytest.approx(1 / 2)
    # relevant at ranks 2 and 4 (grade 1 is background): (1/2 + 2/4) / 2
    assert found["context_precision"] == pytest.approx(0.5)


def test_gains_are_exponential() -> None:
    # One passage of grade 2 and one of grade 3, in the wrong order: linear gains would give .9134, not .8340.
    found = scored(["low", "high"], {"high": 3, "low": 2})
    assert found["ndcg@10"] == pytest.approx((3 + 7 / math.log2(3)) / (7 + 3 / math.log2(3)))
    assert found["ndcg@10"] == pytest.approx(0.8340, abs=1e-4)


def test_background_alone_is_no_hit_but_has_a_gain() -> None:
    found = scored(["b"])
    assert found["hit_rate"] == found["recall@10"] == found["mrr@10"] == found["context_precision"] == 0
    assert found["ndcg@10"] > 0


def test_cutoffs_hold() -> None:
    noise = [f"x{number}" for number in range(20)]
    sixth = scored([*noise[:5], "a", "c"])
    assert (sixth["recall@5"], sixth["recall@10"], sixth["ndcg@5"]) == (0, 1, 0)
    assert sixth["mrr@10"] == pytest.approx(1 / 6)
    eleventh = scored([*noise[:10], "a"])
    assert all(eleventh[metric] == 0 for metric in RANKING)


def test_half_of_the_relevant_ones() -> None:
    found = scored(["a", "x", "y"])
    assert found["full_recall@1"] == found["full_recall@10"] == 0.5
    assert found["recall@1"] == 1


def test_a_repeated_passage_counts_once() -> None:
    assert scored(["a", "a", "c"]) == scored(["a", "c"])


def test_gold_scores_one_and_noise_about_nothing() -> None:
    grades = {f"q{n}": {f"gold{n}": 3} for n in range(200)}
    library = [f"gold{n}" for n in range(200)] + [f"other{n}" for n in range(1800)]
    gold = ranking_scores({case: list(graded) for case, graded in grades.items()}, grades)
    draw = random.Random(42)
    noise = ranking_scores({case: draw.sample(library, 10) for case in grades}, grades)
    for metric in RANKING:
        assert set(gold[metric].values.values()) == {1.0}, metric
        assert sum(noise[metric].values.values()) / 200 < 0.03, metric


def test_a_case_without_results_scores_nothing_and_is_counted() -> None:
    scores = ranking_scores({}, {"q": GRADES, "r": {"z": 3}})
    for metric in RANKING:
        assert scores[metric].values == {"q": 0.0, "r": 0.0}


@pytest.mark.parametrize(
    ("hits", "expected"),
    [([], 0), ([False], 0), ([True, False, True], (1 + 2 / 3) / 2), ([False, True], 1 / 2), ([True, True], 1)],
)
def test_context_precision(hits: list[bool], expected: float) -> None:
    assert context_precision(hits) == pytest.approx(expected)


RESULTS = [
    Metadata(subject="physics", form=2, paper="1", year=2019, question="4"),
    Metadata(subject="physics", form=2, paper="2", year=2019, question="4"),
    Metadata(subject="physics", form=3, paper="1", year=2019, question="4"),
    Metadata(subject="biology", form=2),
    Metadata(),
]


def test_leakage_by_hand() -> None:
    assert leakage(PHYSICS_2, RESULTS) == pytest.approx(3 / 5)
    assert leakage(Scope(subjects=("physics",)), RESULTS) == pytest.approx(2 / 5)
    assert leakage(PHYSICS_2, RESULTS[:2]) == 0
    assert leakage(PHYSICS_2, []) is None
    assert leakage(Scope(languages=("en",)), RESULTS) is None


def test_contamination_by_hand() -> None:
    expected = {"paper": "1", "year": 2019, "question": "4"}
    assert contamination(PHYSICS_2, expected, RESULTS) == pytest.approx(1 / 5)
    by_fields = {**expected, "subject": "physics", "form": 2}
    assert contamination(Scope(), by_fields, RESULTS) == pytest.approx(1 / 5)
    assert contamination(PHYSICS_2, {"subject": "physics"}, RESULTS) is None
    assert contamination(PHYSICS_2, expected, []) is None


def test_exact_scope_success_by_hand() -> None:
    expected = {"subject": "physics", "form": 2, "question": "4", "paper": "2"}
    assert exact_scope_success(expected, RESULTS) == 1
    assert exact_scope_success({**expected, "paper": "3"}, RESULTS) == 0
    # every field is there, but not in one and the same result
    assert exact_scope_success({"subject": "biology", "form": 2, "question": "4"}, RESULTS) == 0
    assert exact_scope_success(expected, []) == 0
    assert exact_scope_success({}, RESULTS) is None
