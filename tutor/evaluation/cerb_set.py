"""The cerb cases as an evaluation set: retrieval and scope over the sample library and Cameroon-GCE-style papers.

Beside the metrics of metrics.py it has two of its own:
- `subjects_found`: of the subjects that a cross-subject case asks for, the share with a relevant passage in the list.
- `widening_blocked`: over the cases whose scope holds no passage, 1 when nothing counts as found and the form was not
  dropped: the strict keys in those scopes block W2 (CHSR-RRF, section 3.4.1). What an escape shows is not held against
  a system here; it counts in leakage.
Those of scope_metrics.py say how well a system that infers a scope reads it from words.

The scope that leakage and contamination are measured against is what the case asks for, by the page or in words: the
paper's rate is about the scope that a question implies. Cases whose scope holds nothing have no ranking metrics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.settings import Settings
from tutor.core.types import Metadata
from tutor.evaluation.cerb import BOOKS, CAMEROON, CERB, CerbRow, load_cerb
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import RELEVANT_GRADE, rows_sha256
from tutor.evaluation.homes import Shelf, shelves_home
from tutor.evaluation.metrics import (
    DEPTH,
    contamination,
    exact_scope_success,
    leakage,
    ranking_scores,
    score_widenings,
)
from tutor.evaluation.outcomes import Case, Outcome, Query
from tutor.evaluation.scope_metrics import score_named_scopes
from tutor.evaluation.scores import Scores, put
from tutor.evaluation.sets import EvaluationSet, Passages
from tutor.evaluation.speed_metrics import score_speed
from tutor.evaluation.systems import ranking_systems
from tutor.models.progress import Progress, no_progress

SHELVES = (Shelf(SAMPLE_LIBRARY), Shelf(BOOKS, CAMEROON))
"""Both curricula in one library: a scope of the one must not let in the other."""


def cerb_set(folder: Path = CERB) -> EvaluationSet:
    """Every case of the set. Raises EvaluationError `golden-unreadable`."""
    rows = load_cerb(folder)
    cases = tuple(cerb_case(row) for row in rows)
    systems = ranking_systems()
    return EvaluationSet("cerb", cases, rows_sha256(rows), cerb_home, systems, tuple(systems), cerb_scores)


def cerb_home(settings: Settings, progress: Progress = no_progress) -> Settings:
    """The settings with a home that holds both curricula's books. Raises what `shelves_home` raises."""
    return shelves_home(settings, "cerb", SHELVES, progress)


def cerb_case(row: CerbRow) -> Case:
    """The row as a case; its whole scope goes into the query."""
    slices = (
        f"slice:{row.slice}", f"curriculum:{row.curriculum}", f"language:{row.language}", f"scope:{row.kind}",
    )  # fmt: skip
    return Case(row.id, row.id, Query(row.question, row.scope, curriculum=row.curriculum), slices, row)


def cerb_scores(cases: Sequence[Case], outcomes: Mapping[str, Outcome], passages: Passages) -> Scores:
    """Ranking over cases whose scope holds a passage, scope over all.

    Raises EvaluationError `golden-passages` when the library does not hold what the cases name.
    """
    rows: dict[str, CerbRow] = {case.id: case.labels for case in cases}
    missing = sorted({name for row in rows.values() for name in row.passages} - passages.keys())
    if missing:
        raise EvaluationError("golden-passages", name=missing[0])
    grades = {case: row.passages for case, row in rows.items() if row.passages}
    scores = ranking_scores({case: outcomes[case].ranked for case in grades}, grades) if grades else {}
    for case, row in rows.items():
        outcome = outcomes[case]
        score_speed(scores, case, outcome)
        shown = [passages[name].metadata for name in outcome.shown]
        put(scores, "leakage", case, leakage(row.asked, shown))
        put(scores, "contamination", case, contamination(row.asked, row.expected, shown))
        if row.passages:
            found = [passages[name].metadata for name in outcome.ranked[:DEPTH]]
            put(scores, "exact_scope_success", case, exact_success(row, found))
        else:
            put(scores, "widening_blocked", case, not outcome.ranked and "W2" not in outcome.widenings)
        put(scores, "subjects_found", case, subjects_found(row, outcome.ranked[:DEPTH], passages))
        score_widenings(scores, case, outcome.widenings)
    score_named_scopes(scores, rows, outcomes)
    return scores


def exact_success(row: CerbRow, found: Sequence[Metadata]) -> float | None:
    """1 when a result has every expected field; where several subjects are asked for, any of them."""
    expected: dict[str, Any] = {name: value for name, value in row.expected.items() if name != "subjects"}
    return exact_scope_success(expected, [one for one in found if one.subject in row.subjects])


def subjects_found(row: CerbRow, ranked: Sequence[str], passages: Passages) -> float | None:
    """The share of the asked subjects with a relevant passage; None where only one is asked for, or none is there."""
    if len(row.subjects) < 2 or not row.passages:
        return None
    relevant = [name for name in ranked if row.passages.get(name, 0) >= RELEVANT_GRADE]
    there = {passages[name].metadata.subject for name in relevant}
    return len(there & set(row.subjects)) / len(row.subjects)
