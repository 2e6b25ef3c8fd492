"""Scores: a value for each question, by metric, from which every slice makes its figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tutor.evaluation.bootstrap import Figure, Statistic, figure
from tutor.evaluation.outcomes import Case

ALL = "all"


@dataclass
class Measure:
    """The values of one metric by case id. `against` holds what a correlation correlates them with."""

    values: dict[str, float] = field(default_factory=dict)
    statistic: Statistic = "mean"
    against: Mapping[str, float] | None = None


Scores = dict[str, Measure]


def put(scores: Scores, metric: str, case_id: str, value: float | None) -> None:
    """Add a case's value of a metric; None means that the metric is not defined for it."""
    if value is not None:
        statistic: Statistic = "median" if metric.endswith("_p50") else "mean"
        scores.setdefault(metric, Measure(statistic=statistic)).values[case_id] = float(value)


def figures_by_slice(cases: Sequence[Case], scores: Scores) -> dict[str, dict[str, dict[str, Any]]]:
    """{slice: {metric: {mean, low, high, n}}}. The slice `all` is always there; a metric that no question of a
    slice has is left out of it."""
    slices = {ALL: [case.id for case in cases]}
    for case in cases:
        for name in case.slices:
            slices.setdefault(name, []).append(case.id)
    ordered = [ALL, *sorted(slices.keys() - {ALL})]
    return {name: _figures(slices[name], scores) for name in ordered}


def _figures(ids: Iterable[str], scores: Scores) -> dict[str, dict[str, Any]]:
    wanted = sorted(set(ids))
    found: dict[str, dict[str, Any]] = {}
    for metric, measure in sorted(scores.items()):
        own = [name for name in wanted if name in measure.values]
        made = _figure(measure, own)
        if made is not None:
            found[metric] = made.as_dict()
    return found


def _figure(measure: Measure, ids: Sequence[str]) -> Figure | None:
    if not ids:
        return None
    values = [measure.values[name] for name in ids]
    against = None if measure.against is None else [measure.against[name] for name in ids]
    made = figure(values, measure.statistic, against)
    return None if made.mean != made.mean else made  # a correlation with what never varies is no number
