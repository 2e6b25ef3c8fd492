"""What the report and the gate know of each metric: which way is better, its unit, what it says in a line.

The formulas stand beside the code: metrics.py, answer_metrics.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Direction = Literal["high", "low", "neither"]
Unit = Literal["share", "number", "ms"]


@dataclass(frozen=True)
class MetricNote:
    """`better`: which way is good; `plotted`: whether every report draws it."""

    better: Direction
    meaning: str
    unit: Unit = "share"
    plotted: bool = False


UNKNOWN = MetricNote("neither", "")

MAIN: dict[str, MetricNote] = {
    "recall@1": MetricNote("high", "a passage that answers is the first"),
    "recall@5": MetricNote("high", "a passage that answers is among the first five", plotted=True),
    "recall@10": MetricNote("high", "a passage that answers is among the first ten"),
    "mrr@10": MetricNote("high", "one over the rank of the first passage that answers", plotted=True),
    "ndcg@10": MetricNote("high", "the order of the ten against the best order, by grade", plotted=True),
    "hit_rate": MetricNote("high", "a passage that answers is in the list at all"),
    "leakage": MetricNote("low", "results of another subject or form than the scope asks", plotted=True),
    "contamination": MetricNote("low", "results of the wrong paper, year or question", plotted=True),
    "exact_scope_success": MetricNote("high", "a result has every expected field", plotted=True),
    "subjects_found": MetricNote("high", "of the subjects asked for, those with a passage that answers", plotted=True),
    "widening_blocked": MetricNote(
        "high", "nothing was passed off as found where the scope holds nothing", plotted=True
    ),
    "coverage": MetricNote("high", "questions with an answer that were answered", plotted=True),
    "false_declines": MetricNote("low", "questions with an answer that were declined", plotted=True),
    "correct_declines": MetricNote("high", "questions without an answer, declined for the right reason", plotted=True),
    "wrong_answers": MetricNote("low", "questions without an answer that were answered", plotted=True),
    "empty_retrieval": MetricNote("low", "declined because nothing was admissible"),
    "facts_covered": MetricNote("high", "of answered questions: required facts that were said", plotted=True),
    "facts_covered_overall": MetricNote("high", "required facts that were said, a decline counting none"),
    "token_f1": MetricNote("high", "words in common with the reference", plotted=True),
    "token_f1_overall": MetricNote("high", "words in common with the reference, a decline having none"),
    "faithfulness": MetricNote("high", "claims that the evidence supports", plotted=True),
    "hallucinated_claims": MetricNote("low", "claims of an answer that no evidence supports", "number"),
    "quote_verbatim": MetricNote("high", "quotes that stand word for word in the passage named"),
    "citation_accuracy": MetricNote("high", "citations with such a quote that supports its sentence", plotted=True),
    "citation_coverage": MetricNote("high", "sentences that a citation stands under"),
    "language_match": MetricNote("high", "answers in the language of the question", plotted=True),
    "accuracy": MetricNote("high", "lines whose language was told rightly", plotted=True),
    "ari_rank_correlation": MetricNote("high", "how well ARI orders the stories by level", plotted=True),
    "sentence_words_rank_correlation": MetricNote("high", "how well sentence length orders them", plotted=True),
    "word_letters_rank_correlation": MetricNote("high", "how well word length orders them", plotted=True),
    "sw_difficulty_rank_correlation": MetricNote(
        "high", "how well the Swahili measure, by a form's books, orders them", plotted=True
    ),
    "best_1": MetricNote("high", "the answer stands in the best sentence of the passage", plotted=True),
    "best_2": MetricNote("high", "the answer stands in the best two sentences", plotted=True),
    "best_3": MetricNote("high", "the answer stands in the best three sentences"),
    "fair_passed": MetricNote("high", "fair rewordings that verification lets pass", plotted=True),
    "false_passed": MetricNote("low", "false sentences that verification lets pass", plotted=True),
    "latency_ms_p50": MetricNote("low", "median time of the whole, in milliseconds", "ms", plotted=True),
}
"""In the order in which tables show them."""

OTHERS: dict[str, MetricNote] = {
    "full_recall": MetricNote("high", "of all passages that answer, those among the first k"),
    "ndcg@5": MetricNote("high", "the order of the five against the best order, by grade"),
    "context_precision": MetricNote("high", "mean precision at the ranks that answer"),
    "declined": MetricNote("high", "questions without an answer, declined for whatever reason"),
    "citation_relevance": MetricNote("high", "citations of a passage that answers"),
    "bleu": MetricNote("high", "word sequences in common with the reference"),
    "chrf": MetricNote("high", "letter sequences in common with the reference"),
    "rouge_l": MetricNote("high", "the longest word sequence in common with the reference"),
    "answer_words": MetricNote("neither", "length of answers in words", "number"),
    "ari": MetricNote("neither", "Automated Readability Index of English answers", "number"),
    "sentence_words": MetricNote("neither", "words in a sentence", "number"),
    "word_letters": MetricNote("neither", "letters in a word", "number"),
    "mixed": MetricNote("neither", "lines that detection calls mixed"),
    "reason": MetricNote("neither", "share of all questions declined for this reason"),
    "widenings": MetricNote("neither", "how often the scope was widened", "number"),
    "sw_difficulty": MetricNote("neither", "harder than a form 1 passage, in standard deviations", "number"),
    "sw_percentile": MetricNote("neither", "percentile of the passages of form 1 books", "number"),
    "scope_kappa": MetricNote("high", "agreement beyond chance of the scope read from words with the labels"),
    "scope_coverage": MetricNote("high", "questions naming the field in words in which it was read as certain"),
    "first_evidence_ms_p50": MetricNote("low", "median time to the first evidence", "ms"),
    "first_sentence_ms_p50": MetricNote("low", "median time to the first sentence", "ms"),
}

NOTHING_IS_ANSWERABLE = frozenset({"no-answer"})
"""Sets in which every answer is wrong, so that coverage must be low."""


def metric_note(metric: str, set_name: str = "") -> MetricNote:
    """What is known of a metric; of one that nobody described, nothing but its unit.

    `correct_declines.REASON`, `full_recall@5` and `scope_kappa:form` are known by what stands before the mark.
    """
    if metric == "coverage" and set_name in NOTHING_IS_ANSWERABLE:
        return MetricNote("low", "questions, none of which has an answer, that were answered", plotted=True)
    for name in (metric, metric.split(".")[0], metric.split("@")[0], metric.split(":")[0]):
        if name in MAIN:
            found = MAIN[name]
            return found if name == metric else MetricNote(found.better, found.meaning, found.unit)
        if name in OTHERS:
            return OTHERS[name]
    return MetricNote("low", "median time, in milliseconds", "ms") if "_ms" in metric else UNKNOWN


def written_number(value: float, metric: str) -> str:
    """The value as tables write it: shares with three digits, times whole, other numbers with two digits."""
    unit = metric_note(metric).unit
    if unit == "ms":
        return f"{value:.0f}"
    return f"{value:.2f}" if unit == "number" else f"{value:.3f}"
