"""Overlap with a reference: the same text scores 1, another 0, and Swahili is not robbed of its letters."""

from __future__ import annotations

import pytest

from tutor.evaluation.overlap_metrics import bleu, chrf, rouge_l, score_overlap, token_f1
from tutor.evaluation.scores import Scores

pytest.importorskip("sacrebleu", reason="evaluation needs the eval extra: pip install '.[eval]'")
pytest.importorskip("rouge_score", reason="evaluation needs the eval extra: pip install '.[eval]'")

SAME = ("Ng'ombe na mbuzi hula majani.", "NG\u2019OMBE na mbuzi  hula majani.")


@pytest.mark.parametrize("metric", [token_f1, bleu, chrf, rouge_l])
def test_the_same_text_in_another_spelling_scores_one(metric: object) -> None:
    assert callable(metric)
    assert metric(*SAME) == pytest.approx(1)
    assert metric("Cell", "Cell") == pytest.approx(1)
    assert metric("", "The cell.") == 0
    assert metric("xyz qqq", "The cell.") < 0.02


def test_rouge_l_by_hand() -> None:
    # longest common subsequence "the cell walls": P = 3/4, R = 3/4
    assert rouge_l("the cell has walls", "the red cell walls") == pytest.approx(3 / 4)


def test_bleu_punishes_what_is_short() -> None:
    whole = "the cell is the smallest part of a living thing"
    assert bleu("the cell is the smallest part", whole) < 0.6 < bleu(whole + " indeed", whole)


def test_chrf_sees_related_forms_where_words_do_not() -> None:
    assert token_f1("wanatumia", "walitumia") == 0 and chrf("wanatumia", "walitumia") > 0.3


def test_all_four_are_added() -> None:
    scores: Scores = {}
    score_overlap(scores, "q", *SAME)
    assert {name: round(measure.values["q"], 6) for name, measure in scores.items()} == {
        "token_f1": 1.0, "bleu": 1.0, "chrf": 1.0, "rouge_l": 1.0,
    }  # fmt: skip
