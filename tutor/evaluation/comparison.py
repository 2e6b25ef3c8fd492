"""Compares two results question by question."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.evaluation.bootstrap import Difference, paired_difference
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.scores import ALL


@dataclass(frozen=True)
class Compared:
    """One metric of two systems (or of one system in two results)."""

    a: str
    b: str
    metric: str
    difference: Difference

    def as_dict(self) -> dict[str, Any]:
        return {"a": self.a, "b": self.b, "metric": self.metric, **self.difference.as_dict()}


def load_results(file: Path) -> dict[str, Any]:
    """What `tutor eval run --json` wrote. Raises EvaluationError `results-unreadable`."""
    try:
        results = json.loads(file.read_text(encoding="utf-8"))
        if not all(isinstance(results[name], dict) for name in ("systems", "provenance", "questions")):
            raise ValueError("its parts are not those of a result")
        return {**results, "set": str(results["set"])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EvaluationError("results-unreadable", file=file, why=error) from error


def named_system(argument: str) -> tuple[Path, str | None]:
    """`OUT.json` or `OUT.json#SYSTEM` as file and system."""
    file, mark, system = argument.rpartition("#")
    return (Path(file), system) if mark and file else (Path(argument), None)


def compare(
    a: Mapping[str, Any], b: Mapping[str, Any], system_a: str | None, system_b: str | None, part: str = ALL
) -> list[Compared]:
    """B against A on the questions of a slice. Without systems, each system that both have, against itself.

    Raises EvaluationError `results-differ` for other sets, systems or slices, or where no question is in both.
    """
    if a["set"] != b["set"]:
        raise EvaluationError("results-differ", why=f"{a['set']} and {b['set']} are different sets")
    found = []
    for first, second in _pairs(a, b, system_a, system_b):
        scores_a, scores_b = _scores(a, first, part), _scores(b, second, part)
        for metric in sorted(scores_a.keys() & scores_b.keys()):
            if scores_a[metric].keys() & scores_b[metric].keys():
                difference = paired_difference(scores_a[metric], scores_b[metric])
                found.append(Compared(first, second, metric, difference))
    if not found:
        raise EvaluationError("results-differ", why=f"no question of the slice {part} is in both")
    return found


def _pairs(
    a: Mapping[str, Any], b: Mapping[str, Any], system_a: str | None, system_b: str | None
) -> list[tuple[str, str]]:
    if system_a or system_b:
        pairs = [(system_a or str(system_b), system_b or str(system_a))]
    else:
        pairs = [(name, name) for name in a["systems"] if name in b["systems"]]
    for first, second in pairs:
        for name, results in ((first, a), (second, b)):
            if name not in results["systems"]:
                raise EvaluationError("results-differ", why=f"there is no system {name} in one of them")
    if not pairs:
        raise EvaluationError("results-differ", why="they have no system in common")
    return pairs


def _scores(results: Mapping[str, Any], system: str, part: str) -> dict[str, dict[str, float]]:
    questions = results["questions"]
    inside = {name for name, slices in questions["slices"].items() if part == ALL or part in slices}
    return {
        metric: {name: value for name, value in values.items() if name in inside}
        for metric, values in questions["scores"][system].items()
    }
