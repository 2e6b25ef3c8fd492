"""The worst cases that a result keeps, and why a search found nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from tutor.core.settings import Settings
from tutor.core.types import Passage, Scope
from tutor.evaluation.golden import GoldenRow
from tutor.evaluation.golden_set import golden_case
from tutor.evaluation.outcomes import Case, Outcome, Query, Reply
from tutor.evaluation.run import run_set
from tutor.evaluation.scores import Measure, Scores, put
from tutor.evaluation.sets import EvaluationSet
from tutor.evaluation.systems import Apparatus
from tutor.evaluation.worst_cases import (
    KEPT,
    badness,
    expected_of,
    relevant_passages,
    worst_cases,
    zero_recall_cases,
)
from tutor.evaluation.zero_recall import Reach, ReachOf, cause_of


def scores_of(**metrics: dict[str, float]) -> Scores:
    return {metric.replace("_at_", "@"): Measure(values) for metric, values in metrics.items()}


def test_harm_weighs_more_than_loss() -> None:
    scores = scores_of(
        wrong_answers={"told": 1.0, "well": 0.0},
        false_declines={"declined": 1.0, "well": 0.0},
        recall_at_10={"missed": 0.0, "well": 1.0},
        answer_words={"well": 900.0},
    )
    assert (
        badness(scores, "told") > badness(scores, "declined") > badness(scores, "missed") > badness(scores, "well") == 0
    )


def test_the_worst_come_first_and_what_went_well_is_left_out() -> None:
    cases = [Case(f"q{number}", f"q{number}", Query(f"What is {number}?"), ("all",)) for number in range(KEPT + 20)]
    scores: Scores = {}
    for number, case in enumerate(cases):
        put(scores, "facts_covered_overall", case.id, 1.0 if number < 10 else number / 1000)
    outcomes = {case.id: Outcome(ranked=("p",), trace=({"step": "retrieve"},)) for case in cases}
    worst = worst_cases(cases, outcomes, scores)
    assert len(worst) == KEPT and worst[0]["id"] == "q10"
    assert not {case["id"] for case in worst} & {f"q{number}" for number in range(10)}
    assert [case["badness"] for case in worst] == sorted((case["badness"] for case in worst), reverse=True)
    assert worst[0]["trace"] == [{"step": "retrieve"}] and worst[0]["question"] == "What is 10?"
    assert worst == worst_cases(list(reversed(cases)), outcomes, scores), "the order of the cases decides nothing"


def test_what_each_set_expects(make_row: Callable[..., GoldenRow]) -> None:
    assert expected_of(None) == {} and expected_of("sw") == {"label": "sw"}
    assert expected_of({"p": 3}) == {"passages": {"p": 3}}
    row = expected_of(make_row())
    assert row["reference"] == "Robert Hooke named the cell." and row["facts"][1] == ("cell", "seli")
    assert relevant_passages(make_row(passages={"a": 3, "b": 1, "c": 2})) == ["a", "c"]
    assert expected_of(make_row(expected={"reason": "unsafe"}))["expected"] == {"reason": "unsafe"}


def test_a_run_keeps_the_worst_of_ours_alone(settings: Settings, make_row: Callable[..., GoldenRow]) -> None:
    cases = tuple(golden_case(make_row(id=f"bio-{number:03}", question=f"Who {number}?")) for number in range(3))
    reply = Reply(answered=True, language="en", text="<Nobody>.", method="extracted")

    def measure(cases: Sequence[Case], outcomes: Any, _: Any) -> Scores:
        return scores_of(recall_at_10={case.id: float(number) for number, case in enumerate(cases[:2])})

    system = SimpleNamespace(outcome=lambda query: Outcome(reply=reply, trace=({"step": "decide"},)))
    systems = {"tutor": lambda _: cast(Any, system), "naive-rag": lambda _: cast(Any, system)}
    chosen = EvaluationSet("golden", cases, "rows", None, systems, tuple(systems), measure)
    results = run_set(chosen, settings)
    questions = json.loads(json.dumps(results["questions"]))
    assert list(questions["worst"]) == list(questions["zero_recall"]) == ["tutor"]
    (worst,) = questions["worst"]["tutor"]
    assert worst["reply"]["text"] == "<Nobody>." and worst["trace"] == [{"step": "decide"}]
    assert worst["expected"]["passages"] == {"bio/one.en#cell": 3, "bio/one.sw#seli": 3}
    assert worst["scope"] == {"subjects": ["biology"], "forms": [1]}
    assert questions["zero_recall"]["tutor"] == {}, "without a library nothing is known of why"


@pytest.mark.parametrize(
    ("reached", "cause"),
    [
        ([], "data"),
        ([Reach("p", None, ("cell",))], "data"),
        ([Reach("p", 51, ())], "query"),
        ([Reach("p", 50, ())], "method"),
        ([Reach("p", 400, ("cell",))], "method"),
        ([Reach("p", None, ("cell",)), Reach("q", 51, ())], "query"),
        ([Reach("p", 51, ()), Reach("q", 3, ())], "method"),
    ],
)
def test_causes(reached: list[Reach], cause: str) -> None:
    assert cause_of(reached, depth=50) == cause


class Library:
    """Passages with vectors of two dimensions: the question's vector is (1, 0)."""

    def __init__(self, passages: dict[str, Passage], vectors: dict[str, tuple[float, float]], depth: int) -> None:
        self._items = [
            SimpleNamespace(number=number, passage=one) for number, one in enumerate(passages.values(), start=1)
        ]
        self.store = self
        self.vectors = SimpleNamespace(passage_vectors=lambda some: np.array([vectors[one.id] for one in some]))
        self.embedder = SimpleNamespace(embed_queries=lambda texts: np.array([[1.0, 0.0]] * len(texts)))
        self.settings = SimpleNamespace(whole=lambda name: {"pool_depth": depth}[name])

    def passages(self) -> list[Any]:
        return self._items

    def admissible_numbers(self, scope: Scope) -> list[int]:
        known = ((item.number, item.passage.metadata) for item in self._items)
        return [
            number
            for number, own in known
            if (not scope.subjects or own.subject in scope.subjects)
            and (not scope.languages or own.language in scope.languages)
        ]


@pytest.fixture
def library(passages: dict[str, Passage]) -> Apparatus:
    vectors = {name: (1.0 - number / 10, 0.0) for number, name in enumerate(sorted(passages))}
    return cast(Apparatus, Library(passages, vectors, depth=2))


def test_reach_is_counted_within_the_scope_and_the_language(library: Apparatus) -> None:
    # by meaning: bio/one.en#cell, bio/one.sw#seli, bio/two.en#heart, his/one.en#iron
    query = Query("What is a robot?")
    found = ReachOf(library).explained(query, ["his/one.en#iron"])
    assert found == {"cause": "query", "passage": "his/one.en#iron", "place": 3, "shared": []}
    history = replace(query, scope=Scope(subjects=("history",)))
    assert ReachOf(library).explained(history, ["his/one.en#iron"])["cause"] == "method"
    assert ReachOf(library).explained(history, ["bio/two.en#heart"]) == {
        "cause": "data", "passage": "bio/two.en#heart", "place": None, "shared": [],
    }  # fmt: skip
    assert ReachOf(library).explained(replace(query, books=("sw",)), ["bio/one.en#cell"])["cause"] == "data"
    assert ReachOf(library).explained(query, ["gone"])["cause"] == "data"
    assert ReachOf(library).explained(query, ["bio/one.sw#seli"])["place"] == 1, "each language has a pool of its own"


def test_a_word_in_common_is_reach(library: Apparatus) -> None:
    found = ReachOf(library).explained(Query("What did iron tools do?"), ["his/one.en#iron"])
    assert found["cause"] == "method" and {"iron", "tool"} <= set(found["shared"])
    translated = ReachOf(library).explained(Query("Seli ni nini?"), ["bio/one.en#cell"])
    assert "cell" in translated["shared"], "the glossary knows that seli is cell"


def test_only_what_was_missed_is_explained(library: Apparatus) -> None:
    cases = [Case(name, name, Query("What is a robot?"), (), {"his/one.en#iron": 3}) for name in ("found", "missed")]
    scores = scores_of(recall_at_10={"found": 1.0, "missed": 0.0})
    assert list(zero_recall_cases(cases, scores, library)) == ["missed"]
    assert zero_recall_cases(cases, {}, library) == {} and zero_recall_cases(cases, scores, None) == {}
