"""Runs systems on a set and writes down what came of it, with the provenance of every figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from tutor.core.places import shared_data
from tutor.core.settings import Settings
from tutor.core.types import Passage
from tutor.evaluation.bootstrap import RESAMPLES, SEED
from tutor.evaluation.cerb_set import cerb_set
from tutor.evaluation.checkpoints import Checkpoint
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.external import EXTERNAL
from tutor.evaluation.golden import Split
from tutor.evaluation.golden_set import golden_set
from tutor.evaluation.identity import code_sha256, commit, library_sha256, machine, model_hashes
from tutor.evaluation.judge import judging_model
from tutor.evaluation.outcomes import Case, Outcome
from tutor.evaluation.scores import Scores, figures_by_slice
from tutor.evaluation.sets import EvaluationSet, OpenSystem
from tutor.evaluation.systems import Apparatus
from tutor.evaluation.verification_set import verification_set
from tutor.evaluation.worst_cases import LOOKED_AT, worst_cases, zero_recall_cases
from tutor.models.progress import Progress, no_progress

OURS: Mapping[str, Callable[[], EvaluationSet]] = {
    "golden": golden_set,
    "cerb": cerb_set,
    "verification": verification_set,
}
SETS = (*OURS, *EXTERNAL)
PACKAGES = ("faiss-cpu", "llama-cpp-python", "numpy", "onnxruntime", "tantivy", "tokenizers")
NOT_MEASURED = {"host", "port", "models_dir"}
"""Settings that no outcome depends on."""


def open_set(name: str, folder: Path | None = None) -> EvaluationSet:
    """The set of that name; external ones from the folder of test data.

    Raises EvaluationError: `set-unknown`, `rows-missing`, `rows-unreadable`, `golden-unreadable`.
    """
    if name in OURS:
        return OURS[name]()
    if name not in EXTERNAL:
        raise EvaluationError("set-unknown", name=name, known=", ".join(SETS))
    return EXTERNAL[name](folder or shared_data() / "data")


def run_set(
    chosen: EvaluationSet,
    settings: Settings,
    systems: Sequence[str] = (),
    split: Split | None = None,
    limit: int | None = None,
    command: str = "",
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """The results as they are written: {"set", "systems": {system: {slice: {metric: figure}}}, "provenance",
    "questions"}. The last holds every question's scores, for paired comparisons, and of the systems that are ours
    the worst cases whole and why a search found nothing.

    What a broken run of the same code, models and books has measured is taken from its checkpoint. Raises
    EvaluationError, and TutorErrors of the systems.
    """
    names = chosen.chosen_systems(systems)
    cases = chosen.chosen_cases(split, limit)
    own = chosen.home(settings, progress) if chosen.home else settings
    with closing(Apparatus.open(own)) if chosen.home else nullcontext() as apparatus:
        facts = _facts(settings, apparatus)
        passages = _passages(apparatus)
        checkpoints = {name: _checkpoint(chosen.name, name, settings, facts) for name in names}
        outcomes = {name: _outcomes(chosen, name, cases, apparatus, checkpoints[name], progress) for name in names}
        scores = {name: chosen.measure(cases, outcomes[name], passages) for name in names}
        ours = [name for name in names if name in LOOKED_AT]
        worst = {name: worst_cases(cases, outcomes[name], scores[name]) for name in ours}
        zero_recall = {name: zero_recall_cases(cases, scores[name], apparatus) for name in ours}
        notices = list(dict.fromkeys(apparatus.notices)) if apparatus else []
    results = {
        "set": chosen.name,
        "systems": {name: figures_by_slice(cases, own_scores) for name, own_scores in scores.items()},
        "provenance": {
            "command": command,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            **facts,
            "rows_sha256": chosen.content,
            "cases": len(cases),
            "split": split,
            "limit": limit,
            "seed": SEED,
            "resamples": RESAMPLES,
            "notices": notices,
        },
        "questions": {
            "slices": {case.id: list(case.slices) for case in sorted(cases, key=lambda case: case.id)},
            "scores": {name: _by_question(own_scores) for name, own_scores in scores.items()},
            "worst": worst,
            "zero_recall": zero_recall,
        },
    }
    for checkpoint in checkpoints.values():
        checkpoint.discard()
    return results


def _passages(apparatus: Apparatus | None) -> dict[str, Passage]:
    return {item.passage.id: item.passage for item in apparatus.store.passages()} if apparatus else {}


def _outcomes(
    chosen: EvaluationSet,
    name: str,
    cases: Sequence[Case],
    apparatus: Apparatus | None,
    checkpoint: Checkpoint,
    progress: Progress,
) -> dict[str, Outcome]:
    """The outcome of every case by id: from the checkpoint where it is known, else made now."""
    outcomes = {case.id: known for case in cases if (known := checkpoint.known(case)) is not None}
    todo = [case for case in cases if case.id not in outcomes]
    if todo:
        outcomes |= _made(chosen.systems[name], todo, apparatus, checkpoint, f"{chosen.name}: {name}", progress)
    return outcomes


def _made(
    open_system: OpenSystem,
    cases: Sequence[Case],
    apparatus: Apparatus | None,
    checkpoint: Checkpoint,
    what: str,
    progress: Progress,
) -> dict[str, Outcome]:
    system = open_system(apparatus)
    outcomes = {}
    for done, case in enumerate(cases, start=1):
        outcomes[case.id] = system.outcome(case.query)
        checkpoint.keep(case, outcomes[case.id])
        progress(what, done, len(cases))
    return outcomes


def _facts(settings: Settings, apparatus: Apparatus | None) -> dict[str, Any]:
    """What every outcome depends on, and the machine."""
    return {
        "commit": commit(),
        "code_sha256": code_sha256(),
        "library_sha256": library_sha256(apparatus.store) if apparatus else None,
        "models": model_hashes(settings, ("embedder", "reranker", "generator")) if apparatus else {},
        "judge": _judge(settings) if apparatus else None,
        "settings": {name: value for name, value in sorted(settings.values.items()) if name not in NOT_MEASURED},
        "packages": {name: _version(name) for name in PACKAGES},
        "machine": machine(),
    }


def _judge(settings: Settings) -> dict[str, str] | None:
    """The model that faithfulness is judged with; None where it is judged by words alone."""
    found = judging_model(settings)
    return {"name": found[0].name, "hash": found[1].hash} if found else None


def _checkpoint(set_name: str, system: str, settings: Settings, facts: Mapping[str, Any]) -> Checkpoint:
    identity = {name: fact for name, fact in facts.items() if name != "commit"}
    return Checkpoint(settings.places.cache / "evaluation" / "checkpoints", set_name, system, identity)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _by_question(scores: Scores) -> dict[str, dict[str, float]]:
    """Each metric's values, but for correlations, which no single question has."""
    return {
        metric: {name: round(value, 6) for name, value in sorted(measure.values.items())}
        for metric, measure in sorted(scores.items())
        if measure.against is None
    }
