"""One self-contained page from the results of runs: nothing on it is loaded, run or fetched.

The same results give the same bytes: no time of its making, no order that a dictionary happens to have.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tutor.evaluation.decision_curves import DecisionCurve, decision_curves, decisions_unseen
from tutor.evaluation.plots import Line, Point, Whisker, lines, trade_off, whiskers
from tutor.evaluation.report_metrics import MAIN, OTHERS, metric_note, written_number
from tutor.evaluation.report_sections import Results, Section, sections_of, system_colour
from tutor.evaluation.report_tables import (
    DifferenceRow,
    ScopeReading,
    Table,
    all_metrics,
    differences,
    figures_table,
    main_metrics,
    scope_reading_tables,
    slice_groups,
    zero_recall_table,
)
from tutor.evaluation.scores import ALL
from tutor.evaluation.zero_recall import CAUSES

TEMPLATES = Path(__file__).with_name("templates")
WORST_SHOWN = 20
TRADE_OFFS = (
    ("false_declines", "correct_declines"),
    ("coverage", "facts_covered"),
    ("leakage", "recall@5"),
    ("latency_ms_p50", "facts_covered_overall"),
)
"""(x, y) of each trade-off plot."""
FACTS = (
    ("command", "Command"), ("at", "Measured at (UTC)"), ("commit", "Commit"), ("code_sha256", "Code, SHA-256"),
    ("library_sha256", "Library, SHA-256"), ("rows_sha256", "Questions, SHA-256"), ("models", "Models"),
    ("judge", "Judge of faithfulness"),
    ("cases", "Questions"), ("split", "Split"), ("limit", "Limit"), ("seed", "Seed"), ("resamples", "Resamples"),
    ("settings", "Settings"), ("machine", "Machine"), ("packages", "Packages"), ("notices", "Notices"),
)  # fmt: skip


@dataclass(frozen=True)
class Picture:
    """A plot with its heading. `svg` is safe markup, made by plots.py."""

    title: str
    meaning: str
    svg: Markup


@dataclass(frozen=True)
class SectionView:
    """What the page shows of one section."""

    section: Section
    main: Table
    everything: Table
    groups: list[tuple[str, list[Table]]]
    pictures: list[Picture]
    trade_offs: list[Picture]
    differences: list[DifferenceRow]
    scope_readings: list[tuple[str, list[ScopeReading]]]
    zero_recall: list[tuple[str, int, dict[str, int]]]
    missed: list[tuple[str, Mapping[str, Any]]]
    worst: list[Mapping[str, Any]]


def html_report(results: Sequence[Results]) -> str:
    """The page for any number of results. Raises EvaluationError `library-missing` without matplotlib."""
    sections = sections_of(results)
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    environment.filters["metric"] = written_number
    environment.filters["plainly"] = plainly
    page = environment.get_template("report.html").render(
        style=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
        views=[_view(section) for section in sections],
        provenance=provenance_rows(results),
        count=len(results),
        known_metrics=[(name, note) for name, note in {**MAIN, **OTHERS}.items() if _used(sections, name)],
        causes=CAUSES,
        decision_curves=(curves := decision_curves()),
        decision_picture=_decision_picture(curves),
        decisions_unseen=decisions_unseen(),
    )
    return page + "\n"


def provenance_rows(results: Sequence[Results]) -> list[tuple[str, list[str]]]:
    """(fact, its value in each of the results), for every fact that any of them tells."""
    known = dict(FACTS)
    others = sorted({name for one in results for name in one["provenance"]} - known.keys())
    rows = []
    for name in (*known, *others):
        title = known.get(name, name.replace("_", " ").capitalize())
        values = [plainly(one["provenance"].get(name)) for one in results]
        if any(values):
            rows.append((title, values))
    return rows


def plainly(value: Any) -> str:
    """A value as a person reads it: lists with commas, mappings as `name value`, nothing for what is empty."""
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, Mapping):
        if set(value) == {"name", "hash"}:
            return f"{value['name']} ({value['hash']})"
        return "; ".join(f"{name}: {plainly(part) or '-'}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(plainly(part) for part in value)
    return str(value)


def shown_trace(steps: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each step with its plain facts apart from its list of candidates, which becomes a table."""
    shown = []
    for step in steps:
        facts = [(name, _fact(value)) for name, value in step.items() if name not in ("step", "candidates")]
        shown.append({"step": step.get("step", ""), "facts": facts, "candidates": list(step.get("candidates", ()))})
    return shown


def _fact(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _view(section: Section) -> SectionView:
    ours = section.ours
    worst = section.kept("worst", ours) if ours else None
    missed = section.kept("zero_recall", ours) if ours else None
    return SectionView(
        section=section,
        main=figures_table(section, ALL, main_metrics(section)),
        everything=figures_table(section, ALL, all_metrics(section)),
        groups=slice_groups(section),
        pictures=[_whiskers(section, metric) for metric in main_metrics(section) if MAIN[metric].plotted],
        trade_offs=list(_trade_offs(section)),
        differences=differences(section),
        scope_readings=scope_reading_tables(section),
        zero_recall=zero_recall_table(section),
        missed=sorted((missed or {}).items()),
        worst=[_shown_case(case, missed or {}) for case in (worst or [])[:WORST_SHOWN]],
    )


def _shown_case(case: Mapping[str, Any], missed: Mapping[str, Any]) -> Mapping[str, Any]:
    passages = case["expected"].get("passages", {})
    others = {name: value for name, value in case["expected"].items() if name != "passages"}
    return {
        "widenings": [],
        "escaped": [],
        **case,
        "reply": case["reply"] and {"claims": [], **case["reply"]},
        "expected": others,
        "graded": sorted(passages.items(), key=lambda pair: (-pair[1], pair[0])),
        "grades": passages,
        "missed": missed.get(case["id"]),
        "steps": shown_trace(case["trace"]),
    }


def _whiskers(section: Section, metric: str) -> Picture:
    rows = [whisker for system in section.systems if (whisker := _whisker(section, system, metric)) is not None]
    note = metric_note(metric, section.set_name)
    svg = whiskers(_name(section, metric), metric, rows, note.unit == "share")
    return Picture(metric, f"{note.meaning}; {note.better} is good", Markup(svg))


def _trade_offs(section: Section) -> Iterable[Picture]:
    for x, y in TRADE_OFFS:
        points = []
        for system in section.systems:
            on_x, on_y = _whisker(section, system, x), _whisker(section, system, y)
            if on_x and on_y:
                points.append(Point(system, on_x, on_y))
        if len(points) > 1:
            first, second = metric_note(x, section.set_name), metric_note(y, section.set_name)
            name = _name(section, f"{x}-{y}")
            svg = trade_off(
                name, f"{x} ({first.better} is good)", f"{y} ({second.better} is good)", points,
                first.unit == "share", second.unit == "share",
            )  # fmt: skip
            yield Picture(f"{y} against {x}", "", Markup(svg))


def _decision_picture(curves: Sequence[DecisionCurve]) -> Picture:
    drawn = [
        Line(curve.name, [(wrongly, answered) for _, wrongly, answered in curve.points], curve.nearest[1:], number)
        for number, curve in enumerate(curves)
    ]
    svg = lines("decision", "near misses answered (low is good)", "questions with an answer answered", drawn)
    return Picture("Coverage against correctness", "", Markup(svg))


def _whisker(section: Section, system: str, metric: str) -> Whisker | None:
    figure = section.figures(system).get(metric)
    if figure is None:
        return None
    colour = system_colour(system, section.systems)
    return Whisker(system, figure["mean"], figure["low"], figure["high"], colour)


def _name(section: Section, metric: str) -> str:
    return f"{section.key}-{metric.replace('@', '-at-').replace('.', '-')}"


def _used(sections: Sequence[Section], name: str) -> bool:
    return any(
        name in (metric, metric.split(".")[0], metric.split("@")[0]) for own in sections for metric in own.metrics()
    )
