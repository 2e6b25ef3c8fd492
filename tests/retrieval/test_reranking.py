"""The rerank step: equations 5 to 7, the residual form, and that nothing moves without a model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tutor.core.trace import Trace
from tutor.core.types import Candidate, Metadata, Passage
from tutor.retrieval.reranking import RERANKED, RerankStep, passage_text, relevance, reranked_score, sigmoid


class Says:
    """A cross-encoder that says what it is told for each text."""

    name = "says"
    together = False

    def __init__(self, logits: dict[str, float], residual: float = 0.0) -> None:
        self.residual = residual
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self._logits = logits

    def logits(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        self.asked.append((question, tuple(passages)))
        return np.array([self._logits.get(text, 0.0) for text in passages], dtype=np.float32)


def candidate(name: str, score: float, **boosts: float) -> Candidate:
    passage = Passage(name, "book", "", "", 0, ("Maji",), f"text {name}", Metadata())
    return Candidate(passage=passage, dense=0.5, centred=0.4, distinction=3.0, lexical=1.0, score=score, boosts=boosts)


def ids(candidates: Sequence[Candidate]) -> str:
    return "".join(item.passage.id for item in candidates)


LIST = [candidate("a", 0.9), candidate("b", 0.8), candidate("c", 0.7)]


def test_without_a_model_nothing_moves_and_the_trace_names_the_fallback() -> None:
    trace = Trace()
    step = RerankStep(None)
    assert step.reranked("maji ni nini", LIST, trace) == LIST
    assert step.wanted(8) == 8
    assert trace.steps == [{"step": "rerank", "by": "dense"}]


def test_the_model_reads_headings_and_text_and_decides_the_order() -> None:
    model, trace = Says({"Maji text c": 3.0, "Maji text a": -3.0}), Trace()
    found = RerankStep(model).reranked("maji ni nini", LIST, trace)
    assert ids(found) == "cba"
    assert model.asked == [("maji ni nini", ("Maji text a", "Maji text b", "Maji text c"))]
    assert trace.steps[0]["by"] == "cross-encoder"
    assert trace.steps[0]["model"] == "says"
    assert trace.steps[0]["logits"] == {"a": -3.0, "b": 0.0, "c": 3.0}


def test_the_score_is_the_sigmoid_of_the_logit_and_the_boosts() -> None:
    one = candidate("a", 1.1, subject=0.2, form=0.1)
    assert reranked_score(one, 1.5, residual=0.0) == pytest.approx(1 / (1 + math.exp(-1.5)) + 0.3)
    assert relevance(one) == pytest.approx(0.8)
    assert reranked_score(one, 1.5, residual=4.0) == pytest.approx(0.8 + 1.5 / 4 + 0.3)


def test_a_boost_counts_once() -> None:
    """A logit that says the same of both leaves the boosted passage ahead by its boost and no more."""
    plain, boosted = candidate("a", 0.5), candidate("b", 0.7, subject=0.2)
    for residual in (0.0, 6.0):
        found = RerankStep(Says({}, residual=residual)).reranked("q", [plain, boosted], Trace())
        assert ids(found) == "ba"
        assert found[0].score - found[1].score == pytest.approx(0.2)


def test_a_residual_model_that_says_nothing_keeps_the_order_of_retrieval() -> None:
    """Also of good passages, which a sigmoid would press together so that a small boost decides."""
    good = [candidate("a", 1.5), candidate("b", 1.33, language=0.03), candidate("c", 1.2)]
    kept = RerankStep(Says({}, residual=8.0)).reranked("q", good, Trace())
    assert ids(kept) == "abc"
    assert [item.score for item in kept] == pytest.approx([item.score for item in good])
    assert ids(RerankStep(Says({}, residual=8.0)).reranked("q", LIST, Trace())) == "abc"
    # A model of its own that says nothing leaves only the ids to decide, whatever retrieval found.
    assert ids(RerankStep(Says({})).reranked("q", LIST[::-1], Trace())) == "abc"


def in_language(name: str, score: float, language: str) -> Candidate:
    one = candidate(name, score)
    return replace(one, passage=replace(one.passage, metadata=Metadata(language=language)))


def test_a_correction_that_prefers_a_language_moves_nothing() -> None:
    """Measured with one trained on some negatives of the other language: Swahili to English recall@1 .50 to .28."""
    mixed = [in_language("a", 0.9, "en"), in_language("b", 0.8, "sw"), in_language("c", 0.7, "en")]
    prefers_swahili = Says({"Maji text b": 6.0, "Maji text a": -2.0, "Maji text c": -2.0}, residual=8.0)
    assert ids(RerankStep(prefers_swahili).reranked("q", mixed, Trace())) == "abc"
    reorders = Says({"Maji text b": 6.0, "Maji text a": -2.0, "Maji text c": 2.0}, residual=8.0)
    assert ids(RerankStep(reorders).reranked("q", mixed, Trace())) == "cba"


def test_one_that_may_be_compared_across_languages_is_taken_at_its_word() -> None:
    mixed = [in_language("a", 0.9, "en"), in_language("b", 0.8, "sw"), in_language("c", 0.7, "en")]
    finds_it_in_swahili = Says({"Maji text b": 6.0, "Maji text a": -2.0, "Maji text c": -2.0}, residual=8.0)
    finds_it_in_swahili.together = True
    assert ids(RerankStep(finds_it_in_swahili).reranked("q", mixed, Trace())) == "bac"


def test_only_the_best_are_read_and_the_rest_stay_behind_them() -> None:
    many = [candidate(f"{number:02}", 2.0 - number / 100) for number in range(RERANKED + 4)]
    model = Says({"Maji text 15": 5.0})
    found = RerankStep(model).reranked("q", many, Trace())
    assert len(model.asked[0][1]) == RERANKED
    assert found[0].passage.id == "15"
    assert [item.passage.id for item in found[RERANKED:]] == ["16", "17", "18", "19"]
    scores = [item.score for item in found]
    assert scores == sorted(scores, reverse=True)
    assert RerankStep(model).wanted(8) == RERANKED


def test_an_empty_list_is_no_question_for_the_model() -> None:
    assert RerankStep(Says({})).reranked("q", [], Trace()) == []


def test_the_sigmoid_does_not_overflow() -> None:
    assert sigmoid(-1e4) == 0.0
    assert sigmoid(1e4) == 1.0
    assert sigmoid(0.0) == 0.5


def test_the_text_of_a_passage_without_headings() -> None:
    assert passage_text(Passage("a", "b", "", "", 0, (), "text", Metadata())) == "text"
