"""The tables of a report as data, for the page and for Markdown alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tutor.evaluation.bootstrap import RESAMPLES
from tutor.evaluation.comparison import compare
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.report_metrics import MAIN, MetricNote, metric_note, written_number
from tutor.evaluation.report_sections import Section
from tutor.evaluation.scores import ALL
from tutor.evaluation.zero_recall import CAUSES

GROUP_NAMES = {
    "language": "By language", "kind": "By kind of question", "subject": "By subject", "form": "By form",
    "question_type": "By type of question", "bloom": "By Bloom level", "slice": "By slice of the protocol",
    "curriculum": "By curriculum", "scope": "By what the scope names", "": "By slice",
}  # fmt: skip
COVERAGE, KAPPA = "scope_coverage:", "scope_kappa:"


@dataclass(frozen=True)
class Cell:
    """A figure as a table writes it. `best`: no other system of the row is better."""

    mean: str
    interval: str
    n: int
    best: bool = False


@dataclass(frozen=True)
class Row:
    """A metric with a cell for each system, None where it has no figure. `n`: of how many questions each figure is,
    empty where systems differ in it, which their cells then say."""

    metric: str
    note: MetricNote
    cells: tuple[Cell | None, ...]
    n: str


@dataclass(frozen=True)
class Table:
    """One slice: its rows, with the systems as columns."""

    part: str
    systems: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class ScopeReading:
    """One field of the scope as it was read from words. `coverage`: of the questions that name it; `kappa`: over those
    with a certain value, None where it is not defined."""

    field: str
    coverage: Cell
    kappa: Cell | None


@dataclass(frozen=True)
class DifferenceRow:
    """How much higher ours is than another system on one metric. `verdict`: better, worse or open, which is what an
    interval that holds 0 leaves."""

    other: str
    metric: str
    ours: str
    theirs: str
    difference: str
    interval: str
    p: str
    effect: str
    n: int
    verdict: str


def main_metrics(section: Section, part: str = ALL) -> list[str]:
    """The main metrics that a slice has, in the order of tables; all it has where none of them is a main one."""
    there = section.metrics(part)
    return [metric for metric in MAIN if metric in there] or sorted(there)


def all_metrics(section: Section, part: str = ALL) -> list[str]:
    """Every metric that a slice has: the main ones, then the others by name."""
    main = main_metrics(section, part)
    return main + sorted(section.metrics(part) - set(main))


def figures_table(section: Section, part: str, metrics: Iterable[str]) -> Table:
    """One slice as a table."""
    systems = section.systems
    rows = (_row(section, part, metric) for metric in metrics)
    return Table(part, tuple(systems), tuple(row for row in rows if any(row.cells)))


def slice_groups(section: Section) -> list[tuple[str, list[Table]]]:
    """(name of the group, a table of the main metrics for each of its slices), for every group but `all`."""
    groups: dict[str, list[str]] = {}
    for part in section.parts[1:]:
        prefix = part.partition(":")[0] if ":" in part else ""
        groups.setdefault(prefix, []).append(part)
    order = [*GROUP_NAMES, *sorted(groups.keys() - GROUP_NAMES.keys())]
    return [
        (
            GROUP_NAMES.get(prefix, f"By {prefix}"),
            [figures_table(section, part, main_metrics(section, part)) for part in groups[prefix]],
        )
        for prefix in order
        if prefix in groups
    ]


def differences(section: Section) -> list[DifferenceRow]:
    """Our system against each other one on the main metrics, paired question by question (bootstrap, Cohen's d)."""
    ours = section.ours
    if ours is None:
        return []
    found = []
    for other in section.systems:
        if other != ours:
            found += _against(section, other, ours)
    return found


def zero_recall_table(section: Section) -> list[tuple[str, int, dict[str, int]]]:
    """(slice, how many missed, cause -> count) for `all` and each language or bare slice that missed any; empty where
    nothing is known of it."""
    ours = section.ours
    causes: Mapping[str, Mapping[str, Any]] | None = section.kept("zero_recall", ours) if ours else None
    if not causes or ours is None:
        return []
    slices = section.slices_of(ours)
    counted: dict[str, Counter[str]] = {}
    for case, why in causes.items():
        shown = (part for part in slices.get(case, ()) if ":" not in part or part.startswith(("language:", "slice:")))
        for part in (ALL, *shown):
            counted.setdefault(part, Counter())[str(why["cause"])] += 1
    ordered = [ALL, *sorted(counted.keys() - {ALL})]
    return [(part, counted[part].total(), {cause: counted[part][cause] for cause in CAUSES}) for part in ordered]


def scope_reading_tables(section: Section) -> list[tuple[str, list[ScopeReading]]]:
    """(system, how well it read each field of the scope from words), for every system that reads it at all."""
    found = []
    for system in section.systems:
        figures = section.figures(system)
        fields = sorted(name.partition(":")[2] for name in figures if name.startswith(COVERAGE))
        rows = [_scope_reading(field, figures[COVERAGE + field], figures.get(KAPPA + field)) for field in fields]
        if rows:
            found.append((system, rows))
    return found


def _scope_reading(field: str, coverage: Mapping[str, Any], kappa: Mapping[str, Any] | None) -> ScopeReading:
    return ScopeReading(
        field,
        _cell(coverage, COVERAGE + field, None),
        None if kappa is None else _cell(kappa, KAPPA + field, None),
    )


def _row(section: Section, part: str, metric: str) -> Row:
    note = metric_note(metric, section.set_name)
    figures = [section.figures(system, part).get(metric) for system in section.systems]
    means = [figure["mean"] for figure in figures if figure is not None]
    best = _best(means, note) if len(means) > 1 else None
    counts = {figure["n"] for figure in figures if figure is not None}
    cells = tuple(None if figure is None else _cell(figure, metric, best) for figure in figures)
    return Row(metric, note, cells, str(counts.pop()) if len(counts) == 1 else "")


def _best(means: Sequence[float], note: MetricNote) -> float | None:
    if note.better == "neither" or len(set(means)) == 1:
        return None
    return max(means) if note.better == "high" else min(means)


def _cell(figure: Mapping[str, Any], metric: str, best: float | None) -> Cell:
    low, high = (written_number(figure[end], metric) for end in ("low", "high"))
    return Cell(written_number(figure["mean"], metric), f"{low}, {high}", int(figure["n"]), figure["mean"] == best)


def _against(section: Section, other: str, ours: str) -> list[DifferenceRow]:
    try:
        compared = compare(section.sources[other], section.sources[ours], other, ours)
    except EvaluationError:
        return []  # no question has been scored for both, so there is nothing to pair
    by_metric = {one.metric: one.difference for one in compared}
    rows = []
    for metric in main_metrics(section):
        found = by_metric.get(metric)
        if found is None:
            continue
        better = metric_note(metric, section.set_name).better
        sign = 1 if found.low > 0 else -1 if found.high < 0 else 0
        verdict = (
            "open" if sign == 0 or better == "neither" else "better" if (sign > 0) == (better == "high") else "worse"
        )
        rows.append(
            DifferenceRow(
                other=other, metric=metric, ours=written_number(found.b, metric),
                theirs=written_number(found.a, metric), difference=_signed(found.difference, metric),
                interval=f"{_signed(found.low, metric)} to {_signed(found.high, metric)}", p=_probability(found.p),
                effect="" if found.effect is None else f"{found.effect:+.2f}", n=found.n, verdict=verdict,
            )
        )  # fmt: skip
    return rows


def _probability(p: float) -> str:
    """None of the resamples on the other side says no more than that p is below what they can tell."""
    return f"{p:.3f}" if p else f"<{2 / RESAMPLES:.3f}"


def _signed(value: float, metric: str) -> str:
    written = written_number(value, metric)
    return written if written.startswith("-") or not float(written) else f"+{written}"
