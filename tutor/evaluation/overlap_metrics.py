"""Overlap of an answer with its reference, each 0 to 1. None of them sees whether an answer is true.

- `token_f1`: 2PR / (P + R) over the words in common (SQuAD; Rajpurkar et al. 2016).
- `bleu`: geometric mean of the precisions of 1- to 4-grams times the brevity penalty, of one sentence, with exponential
  smoothing and only orders that the answer is long enough for (Papineni et al. 2002; sacrebleu, Post 2018).
- `chrf`: F score, beta = 2, of character 1- to 6-grams (Popović 2015; sacrebleu). Fairer than words to Swahili, whose
  words carry what English puts into several.
- `rouge_l`: F measure of the longest common subsequence of words (Lin 2004; rouge-score), over our own words without
  stemming: its own tokeniser drops every letter outside a to z and its stemmer is English.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from typing import Any

from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.scores import Scores, put
from tutor.language.normalise import match_form
from tutor.language.tokens import words


def score_overlap(scores: Scores, case_id: str, text: str, reference: str) -> None:
    """Add the four. Raises EvaluationError `library-missing` where sacrebleu or rouge-score is not installed."""
    put(scores, "token_f1", case_id, token_f1(text, reference))
    put(scores, "bleu", case_id, bleu(text, reference))
    put(scores, "chrf", case_id, chrf(text, reference))
    put(scores, "rouge_l", case_id, rouge_l(text, reference))


def token_f1(text: str, reference: str) -> float:
    """Harmonic mean of precision and recall of the text's words, each counted as often as it stands there."""
    said, wanted = Counter(words(match_form(text))), Counter(words(match_form(reference)))
    common = sum((said & wanted).values())
    return 2 * common / (said.total() + wanted.total()) if common else 0.0


def bleu(text: str, reference: str) -> float:
    """Sentence BLEU of the texts in match form."""
    return _score(_bleu(), text, reference)


def chrf(text: str, reference: str) -> float:
    """Sentence chrF of the texts in match form."""
    return _score(_chrf(), text, reference)


def rouge_l(text: str, reference: str) -> float:
    """F measure of the longest common subsequence of words."""
    return float(_rouge().score(reference, text)["rougeL"].fmeasure)


def _score(metric: Any, text: str, reference: str) -> float:
    # Adding up shares of 100 ends a hair above it.
    return min(float(metric.sentence_score(match_form(text), [match_form(reference)]).score) / 100, 1.0)


class _Words:
    """What rouge-score takes for a tokeniser."""

    def tokenize(self, text: str) -> list[str]:
        return words(match_form(text))


@cache
def _bleu() -> Any:
    return _library("sacrebleu.metrics").BLEU(effective_order=True)


@cache
def _chrf() -> Any:
    return _library("sacrebleu.metrics").CHRF()


@cache
def _rouge() -> Any:
    return _library("rouge_score.rouge_scorer").RougeScorer(["rougeL"], tokenizer=_Words())


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise EvaluationError("library-missing", why=error) from error
