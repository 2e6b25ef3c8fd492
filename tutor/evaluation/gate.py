"""The gate: a change may not lower what has been reached. It asks a fixed sample and compares with the floors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tutor.core.settings import Settings
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.gate_floors import Floor, Floors, floors_of
from tutor.evaluation.gate_sample import PARTS, GatePart, gate_set, sample_sha256
from tutor.evaluation.run import SETS, open_set, run_set
from tutor.evaluation.sets import EvaluationSet
from tutor.models.progress import Progress, no_progress

OpenSet = Callable[[str], EvaluationSet]


@dataclass(frozen=True)
class Measured:
    """One part as it was measured now."""

    part: GatePart
    results: Mapping[str, Any]
    sample: str


@dataclass(frozen=True)
class Check:
    """A floor with what was measured now; `value` is None where that was not measured at all."""

    floor: Floor
    value: float | None

    @property
    def ok(self) -> bool:
        return self.value is not None and self.floor.holds(self.value)

    def as_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, "value": self.value, **vars(self.floor)}


@dataclass(frozen=True)
class Verdict:
    """Every check. `notices`: what a person should know of the comparison itself."""

    checks: tuple[Check, ...]
    notices: tuple[str, ...] = field(default=())

    @property
    def slipped(self) -> list[Check]:
        return [check for check in self.checks if not check.ok]

    def as_dict(self) -> dict[str, Any]:
        checks = [check.as_dict() for check in self.checks]
        return {"ok": not self.slipped, "checks": checks, "notices": list(self.notices)}


def measured_parts(
    settings: Settings,
    command: str = "",
    progress: Progress = no_progress,
    parts: Sequence[GatePart] = PARTS,
    open_one: OpenSet = open_set,
    sets: Sequence[str] = SETS,
) -> list[Measured]:
    """Every part of a set that there is, measured now. Raises what `run_set` raises."""
    found = []
    for part in parts:
        if part.set_name in sets:
            chosen = gate_set(open_one(part.set_name), part)
            results = run_set(chosen, settings, command=command, progress=progress)
            found.append(Measured(part, results, sample_sha256(chosen.cases)))
    return found


def verdict(floors: Floors, measured: Sequence[Measured]) -> Verdict:
    """Every floor against what was measured; one that nothing was measured for has slipped.

    Raises EvaluationError `floors-other-models`: figures of another embedder cannot be held to these floors.
    """
    for one in measured:
        now, then = embedder_of(one.results), floors.measured.get("embedder")
        if now != then:
            raise EvaluationError("floors-other-models", then=then, now=now)
    values = {
        (one.part.set_name, system, part, metric): figure["mean"]
        for one in measured
        for system, figures in one.results["systems"].items()
        for part, metrics in figures.items()
        for metric, figure in metrics.items()
    }
    samples = floors.measured.get("samples", {})
    notices = [
        f"The sample of {one.part.set_name} is not the one that its floors are from: tutor eval gate --write."
        for one in measured
        if samples.get(one.part.set_name) != one.sample
    ]
    return Verdict(tuple(Check(floor, values.get(floor.key)) for floor in floors.floors), tuple(notices))


def floors_from(measured: Sequence[Measured]) -> Floors:
    """New floors with their provenance. Raises ValueError when nothing was measured."""
    if not measured:
        raise ValueError("no part of the gate was measured")
    floors = [floor for one in measured for floor in floors_of(one.part, one.results)]
    return Floors(tuple(floors), measured_facts(measured))


def measured_facts(measured: Sequence[Measured]) -> dict[str, Any]:
    """Where floors are from: command, time, commit, code, embedder, seed, machine, and of each set its sample, rows
    and library by hash."""
    first = measured[0].results["provenance"]
    return {
        **{name: first[name] for name in ("command", "at", "commit", "code_sha256", "seed", "resamples", "machine")},
        "embedder": embedder_of(measured[0].results),
        "samples": {one.part.set_name: one.sample for one in measured},
        "cases": {one.part.set_name: one.results["provenance"]["cases"] for one in measured},
        "rows": {one.part.set_name: one.results["provenance"]["rows_sha256"] for one in measured},
        "libraries": {one.part.set_name: one.results["provenance"]["library_sha256"] for one in measured},
    }


def embedder_of(results: Mapping[str, Any]) -> str:
    """The embedder's name and hash; empty where a set needs none."""
    embedder = results["provenance"]["models"].get("embedder")
    return f"{embedder['name']} {embedder['hash']}" if embedder else ""
