"""Metrics of retrieval and of scope, each with its formula and source.

A passage is *relevant* when its grade is at least RELEVANT_GRADE; K is the depth of the list, 10.

- `recall@k`: 1 when a relevant passage is among the first k, else 0: the published definition (curriculum-aware
  RAG, section 3.7.1), under which our figures stand beside theirs. The two definitions agree where a question has
  one relevant passage, as in the external sets.
- `full_recall@k`: relevant passages among the first k / all relevant ones.
- `hit_rate`: 1 when a relevant passage is in the list at all (k = K).
- `mrr@10`: 1 / rank of the first relevant passage, 0 without one among ten.
- `ndcg@k`: sum over ranks i <= k of (2^g_i - 1) / log2(i + 1), over the same sum of the best order.
- `context_precision`: the mean of precision@i over the ranks i <= K of relevant passages, 0 without one
  (RAGAs; Es et al. 2024).
- `leakage`: results of another subject or form than the scope asks / results (CHSR-RRF, sections 3.3 and 3.6).
- `contamination`: results inside subject and form with the wrong paper, year or question / results (the same).
- `exact_scope_success`: 1 when a result has every expected field, question number included (the same).
- `widenings`: how often the scope was widened; `widenings.W1`, `.W2`, `.W3`: the share of questions in which that step
  was taken (section 3.4.1). What an unfiltered escape (W3) shows counts in leakage, and never as found.

The ranking metrics are computed by ir-measures (trec_eval); gains go in as 2^g - 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tutor.core.types import Metadata, Scope
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import RELEVANT_GRADE
from tutor.evaluation.scores import Scores, put

DEPTH = 10
EXAM_FIELDS = ("paper", "year", "question")

Ranked = Mapping[str, Sequence[str]]
"""Case id -> passage ids, best first."""
Grades = Mapping[str, Mapping[str, int]]
"""Case id -> passage id -> grade, 0 to 3."""


def gain(grade: int) -> int:
    """What a passage of a grade is worth: 2^g - 1."""
    return int(2**grade - 1)


def ranking_scores(ranked: Ranked, grades: Grades) -> Scores:
    """Every ranking metric for every case of `grades`; a case without results scores 0.

    Raises EvaluationError `library-missing` when ir-measures is not installed.
    """
    try:
        import ir_measures
    except ImportError as error:
        raise EvaluationError("library-missing", why=error) from error
    relevant = gain(RELEVANT_GRADE)
    measures = {
        **{f"recall@{k}": ir_measures.Success(rel=relevant) @ k for k in (1, 5, DEPTH)},
        **{f"full_recall@{k}": ir_measures.R(rel=relevant) @ k for k in (1, 5, DEPTH)},
        "mrr@10": ir_measures.RR(rel=relevant) @ DEPTH,
        "ndcg@5": ir_measures.nDCG @ 5,
        "ndcg@10": ir_measures.nDCG @ 10,
    }
    names = {measure: name for name, measure in measures.items()}
    known = [
        ir_measures.Qrel(case, passage, gain(grade))
        for case, graded in grades.items()
        for passage, grade in graded.items()
    ]
    listed = {case: first_of_each(ranked.get(case, ()))[:DEPTH] for case in grades}
    run = [
        ir_measures.ScoredDoc(case, passage, float(DEPTH - place))
        for case, passages in listed.items()
        for place, passage in enumerate(passages)
    ]
    scores: Scores = {}
    for result in ir_measures.iter_calc(list(measures.values()), known, run):
        put(scores, names[result.measure], result.query_id, result.value)
    for case, graded in grades.items():
        hits = [graded.get(passage, 0) >= RELEVANT_GRADE for passage in listed[case]]
        put(scores, "hit_rate", case, float(any(hits)))
        put(scores, "context_precision", case, context_precision(hits))
    return scores


def first_of_each(passages: Sequence[str]) -> list[str]:
    """The passages without repetitions: a list that names one twice does not find it twice."""
    return list(dict.fromkeys(passages))


def context_precision(hits: Sequence[bool]) -> float:
    """The mean of precision@i over the ranks i that hold a relevant passage; 0 without one."""
    precisions = [sum(hits[: rank + 1]) / (rank + 1) for rank, hit in enumerate(hits) if hit]
    return sum(precisions) / len(precisions) if precisions else 0.0


def violates(scope: Scope, metadata: Metadata) -> bool:
    """True when a result is of another subject or form than the scope asks."""
    wrong_subject = bool(scope.subjects) and metadata.subject not in scope.subjects
    return wrong_subject or (bool(scope.forms) and metadata.form not in scope.forms)


def leakage(scope: Scope, results: Sequence[Metadata]) -> float | None:
    """The share of results outside the scope; None without results, or where no subject or form is asked."""
    if not results or not (scope.subjects or scope.forms):
        return None
    return sum(violates(scope, metadata) for metadata in results) / len(results)


def contamination(scope: Scope, expected: Mapping[str, Any], results: Sequence[Metadata]) -> float | None:
    """The share of results of the right subject and form with the wrong paper, year or question.

    None without results, or where the case expects none of the three.
    """
    wanted = {name: expected[name] for name in EXAM_FIELDS if expected.get(name) is not None}
    if not results or not wanted:
        return None
    asked = Scope(
        subjects=scope.subjects or _only(expected.get("subject")), forms=scope.forms or _only(expected.get("form"))
    )
    inside = [metadata for metadata in results if not violates(asked, metadata)]
    return sum(not _has(metadata, wanted) for metadata in inside) / len(results)


def exact_scope_success(expected: Mapping[str, Any], results: Sequence[Metadata]) -> float | None:
    """1 when one result has every expected field; None where nothing is expected."""
    wanted = {name: value for name, value in expected.items() if value is not None}
    if not wanted:
        return None
    return float(any(_has(metadata, wanted) for metadata in results))


def score_scope(
    scores: Scores, case_id: str, scope: Scope, expected: Mapping[str, Any], shown: Sequence[Metadata],
    ranked: Sequence[Metadata],
) -> None:  # fmt: skip
    """Add what `shown` leaks, an escape included, and whether what counts as found, `ranked`, has what is expected."""
    put(scores, "leakage", case_id, leakage(scope, shown))
    put(scores, "contamination", case_id, contamination(scope, expected, shown))
    put(scores, "exact_scope_success", case_id, exact_scope_success(expected, ranked))


def score_widenings(scores: Scores, case_id: str, widenings: Sequence[str]) -> None:
    """Add how often the scope was widened, and by which steps."""
    put(scores, "widenings", case_id, len(widenings))
    for step in ("W1", "W2", "W3"):
        put(scores, f"widenings.{step}", case_id, step in widenings)


def _has(metadata: Metadata, wanted: Mapping[str, Any]) -> bool:
    return all(getattr(metadata, name) == value for name, value in wanted.items())


def _only(value: Any) -> tuple[Any, ...]:
    return () if value is None else (value,)
