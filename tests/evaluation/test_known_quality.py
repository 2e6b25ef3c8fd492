"""Answers of known quality through the whole scoring: gold near 1 everywhere, noise near 0, silence covers nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest

from tutor.core.types import Passage
from tutor.evaluation.faithfulness import Evaluator, calibrated_thresholds
from tutor.evaluation.golden import GoldenRow, load_rows, rows_of
from tutor.evaluation.golden_set import golden_case, golden_scores
from tutor.evaluation.outcomes import Outcome, Quote, Reply, Said
from tutor.evaluation.scores import Scores
from tutor.evaluation.validation import sample_passages

pytest.importorskip("sacrebleu", reason="evaluation needs the eval extra: pip install '.[eval]'")
pytest.importorskip("rouge_score", reason="evaluation needs the eval extra: pip install '.[eval]'")

OVERLAP = ("token_f1", "bleu", "chrf", "rouge_l")
CITATIONS = ("quote_verbatim", "citation_accuracy", "citation_coverage", "citation_relevance")


@pytest.fixture(scope="module")
def sample() -> dict[str, Passage]:
    return sample_passages()


@pytest.fixture(scope="module")
def rows() -> list[GoldenRow]:
    """Every twelfth row that is not answered from the other language alone, which words alone cannot judge."""
    return [row for row in rows_of(load_rows(), None) if not row.cross][::12]


def scores_of(
    rows: list[GoldenRow], sample: Mapping[str, Passage], make: Callable[[GoldenRow], Outcome]
) -> dict[str, float]:
    thresholds = calibrated_thresholds(None)
    assert thresholds is not None
    evaluator = Evaluator(thresholds)
    outcomes = {}
    for row in rows:
        found = make(row)
        reply = None if found.reply is None else evaluator.judged(found.reply, sample)
        outcomes[row.id] = Outcome(found.ranked, reply, retrieves=found.retrieves, widenings=found.widenings)
    scores: Scores = golden_scores([golden_case(row) for row in rows], outcomes, sample)
    return {
        name: sum(measure.values.values()) / len(measure.values)
        for name, measure in scores.items()
        if not name.endswith("_p50")
    }


def cited(row: GoldenRow, text: str, passages: list[Passage]) -> Reply:
    quotes = tuple(Quote(passage.id, passage.text) for passage in passages)
    said = Said(text, tuple(range(len(quotes))))
    return Reply(True, row.language, text, method="generated", sentences=(said,), quotes=quotes)


def test_gold(rows: list[GoldenRow], sample: dict[str, Passage]) -> None:
    def gold(row: GoldenRow) -> Outcome:
        if not row.has_answer:
            return Outcome(reply=Reply(False, row.language, "No.", reason=str(row.expected["reason"])))
        ranked = sorted(row.passages, key=lambda name: -row.passages[name])
        full = [sample[name] for name, grade in row.passages.items() if grade >= 2]
        return Outcome(tuple(ranked), cited(row, row.reference, full))

    found = scores_of(rows, sample, gold)
    for metric in (
        *OVERLAP,
        "quote_verbatim",
        "citation_coverage",
        "citation_relevance",
        "coverage",
        "correct_declines",
    ):
        assert found[metric] == pytest.approx(1), metric
    # Measured 0.95 and 0.97: words alone do not see that some paraphrases and mixed words are the book's.
    assert found["faithfulness"] >= 0.92 and found["citation_accuracy"] >= 0.85
    assert found["hallucinated_claims"] <= 0.15
    assert found["widenings"] == found["leakage"] == found["false_declines"] == 0


def test_noise(rows: list[GoldenRow], sample: dict[str, Passage]) -> None:
    draw = random.Random(42)
    answered = [row for row in rows if row.has_answer]

    def noise(row: GoldenRow) -> Outcome:
        other = draw.choice([one for one in answered if one.id != row.id and one.subject != row.subject])
        strange = sample[draw.choice(sorted(sample.keys() - row.passages.keys()))]
        return Outcome((strange.id,), cited(row, other.reference, [strange]))

    found = scores_of(rows, sample, noise)
    assert found["faithfulness"] < 0.05 and found["citation_accuracy"] < 0.1
    assert found["token_f1"] < 0.25 and found["bleu"] < 0.05 and found["facts_covered"] < 0.1
    assert found["wrong_answers"] == 1 and found["correct_declines"] == 0


def test_silence(rows: list[GoldenRow], sample: dict[str, Passage]) -> None:
    silent = Reply(False, "en", "No.", reason="weak-evidence")
    found = scores_of(rows, sample, lambda row: Outcome(reply=silent))
    assert (found["coverage"], found["false_declines"], found["facts_covered_overall"]) == (0, 1, 0)
    assert not {*OVERLAP, *CITATIONS, "faithfulness", "hallucinated_claims", "answer_words"} & found.keys()


def test_what_does_not_rank_has_no_ranking(rows: list[GoldenRow], sample: dict[str, Passage]) -> None:
    found = scores_of(rows, sample, lambda row: Outcome(reply=Reply(True, "en", "So.", cites=False), retrieves=False))
    assert not {"recall@5", "leakage", "widenings", *CITATIONS} & found.keys()
    assert found["coverage"] == 1


def test_an_escape_leaks_but_finds_nothing(rows: list[GoldenRow], sample: dict[str, Passage]) -> None:
    scoped = [row for row in rows if row.has_answer and row.scope.forms and row.scope.subjects][:5]
    best = {row.id: max(row.passages, key=lambda name: row.passages[name]) for row in scoped}
    strange = {
        row.id: next(name for name in sorted(sample) if sample[name].metadata.subject not in row.scope.subjects)
        for row in scoped
    }
    outcomes = {row.id: Outcome(escaped=(best[row.id], strange[row.id]), widenings=("W3",)) for row in scoped}
    scores = golden_scores([golden_case(row) for row in scoped], outcomes, sample)
    mean = {name: sum(measure.values.values()) / len(measure.values) for name, measure in scores.items()}
    assert mean["recall@10"] == mean["exact_scope_success"] == 0
    assert mean["leakage"] == 0.5 and mean["widenings"] == mean["widenings.W3"] == 1 and mean["widenings.W1"] == 0
