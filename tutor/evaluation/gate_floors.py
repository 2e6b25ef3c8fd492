"""Floors: what has been reached, less its interval. They are kept beside the code, with where they are from."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tutor.core.files import write_atomically
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.gate_sample import GatePart
from tutor.evaluation.report_metrics import MAIN, metric_note

FLOORS = Path(__file__).with_name("floors.toml")
Bound = Literal["at_least", "at_most"]

ENOUGH = 10
"""Of fewer questions an interval says too little to hold anyone to."""
WITHOUT_FLOOR = frozenset({"faithfulness", "citation_accuracy"})
"""Their judge is a model of another profile, which may be missing where the gate runs. `quote_verbatim` needs none."""
DIGITS = 4
ROUNDING = 1e-6
"""What a number in binary may miss of the decimal it stands for."""

HEADER = """\
# What `tutor eval gate` holds every change to. Written by `tutor eval gate --write`; not edited by hand.
# `at_least` is the lower end of the 95 % interval of what was reached (bootstrap over questions), `at_most` the upper
# end where low is good. A change that means to lower one writes anew, and its commit shows what it costs.
"""


@dataclass(frozen=True)
class Floor:
    """A bound on one metric of one slice, with the figure it comes from."""

    set_name: str
    system: str
    part: str
    metric: str
    bound: Bound
    limit: float
    reached: float
    n: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.set_name, self.system, self.part, self.metric

    def holds(self, value: float) -> bool:
        """True when the value keeps the bound."""
        return value >= self.limit - 1e-9 if self.bound == "at_least" else value <= self.limit + 1e-9


@dataclass(frozen=True)
class Floors:
    """All floors. `measured`: where they are from, as `measured_facts` has it."""

    floors: tuple[Floor, ...]
    measured: Mapping[str, Any]

    @classmethod
    def read(cls, file: Path = FLOORS) -> Floors:
        """Raises EvaluationError `floors-unreadable`."""
        try:
            raw = tomllib.loads(file.read_text(encoding="utf-8"))
            found = [
                _floor(set_name, system, part, metric, facts)
                for set_name, systems in raw["floors"].items()
                for system, parts in systems.items()
                for part, metrics in parts.items()
                for metric, facts in metrics.items()
            ]
            return cls(tuple(found), dict(raw["measured"]))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise EvaluationError("floors-unreadable", file=file.name, why=error) from error

    def write(self, file: Path = FLOORS) -> None:
        """Write them so that a difference between two states reads well. Raises OSError."""
        lines = [HEADER, "[measured]"]
        lines += [f"{_quoted(name)} = {_toml(value)}" for name, value in self.measured.items()]
        table = ("", "", "")
        for floor in self.floors:
            if floor.key[:3] != table:
                table = floor.key[:3]
                lines += ["", "[floors." + ".".join(_quoted(name) for name in table) + "]"]
            facts = {floor.bound: floor.limit, "reached": floor.reached, "n": floor.n}
            lines.append(f"{_quoted(floor.metric)} = {_toml(facts)}")
        write_atomically(file, ("\n".join(lines) + "\n").encode("utf-8"))


def floors_of(part: GatePart, results: Mapping[str, Any]) -> list[Floor]:
    """A floor for each main metric of the part's systems and slices. None for times, which are the machine's, nor
    where the interval leaves nothing that could fail."""
    found = []
    for system in part.systems:
        for name, figures in results["systems"][system].items():
            if not part.holds(name):
                continue
            for metric in (metric for metric in MAIN if metric in figures and metric not in WITHOUT_FLOOR):
                floor = _floor_of(part.set_name, system, name, metric, figures[metric])
                if floor is not None:
                    found.append(floor)
    return found


def lowered(before: Sequence[Floor], after: Sequence[Floor]) -> list[tuple[Floor, Floor | None]]:
    """(what was, what is) for each floor that is now easier to keep, or gone."""
    now = {floor.key: floor for floor in after}
    found: list[tuple[Floor, Floor | None]] = []
    for old in before:
        new = now.get(old.key)
        if new is None or new.bound != old.bound or not old.holds(new.limit):
            found.append((old, new))
    return found


def _floor_of(set_name: str, system: str, part: str, metric: str, figure: Mapping[str, Any]) -> Floor | None:
    note = metric_note(metric, set_name)
    if note.unit != "share" or note.better == "neither" or figure["n"] < ENOUGH:
        return None
    scale = 10**DIGITS
    if note.better == "high":
        limit = math.floor(figure["low"] * scale + ROUNDING) / scale
        bound: Bound = "at_least"
        can_fail = limit > 0
    else:
        limit = math.ceil(figure["high"] * scale - ROUNDING) / scale
        bound = "at_most"
        can_fail = limit < 1
    reached = round(figure["mean"], DIGITS)
    return Floor(set_name, system, part, metric, bound, limit, reached, figure["n"]) if can_fail else None


def _floor(set_name: str, system: str, part: str, metric: str, facts: Mapping[str, Any]) -> Floor:
    bound: Bound = "at_least" if "at_least" in facts else "at_most"
    return Floor(set_name, system, part, metric, bound, float(facts[bound]), float(facts["reached"]), int(facts["n"]))


def _quoted(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name, ensure_ascii=False)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_quoted(name)} = {_toml(part)}" for name, part in value.items()) + " }"
    # Numbers, strings and lists of them are written alike in JSON and TOML.
    return json.dumps("" if value is None else value, ensure_ascii=False)
