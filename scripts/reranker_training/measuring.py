"""Measures a finished cross-encoder on the open query sets, through the product's own retrieval and merging."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reranker_training.material import opened
from tutor.answering.opening import open_embedder
from tutor.core.places import shared_data
from tutor.core.settings import load_settings
from tutor.core.trace import Trace
from tutor.core.types import Language, Scope
from tutor.evaluation.bootstrap import paired_difference
from tutor.evaluation.external import bilingual_retrieval
from tutor.evaluation.metrics import DEPTH, ranking_scores
from tutor.evaluation.outcomes import Case
from tutor.language.detection import detect_language
from tutor.models.progress import no_progress
from tutor.models.reranker import Reranker
from tutor.retrieval.boosts import Boosts
from tutor.retrieval.reranking import CrossEncoder, RerankStep
from tutor.retrieval.retriever import Retriever

METRICS = ("recall@1", "recall@5", "ndcg@10")
DECIDES = "ndcg@10"
Ranked = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Verdict:
    """May it ship: does it improve nDCG@10 over all questions for certain and make no language pair worse?"""

    improves: bool
    harms: tuple[str, ...]

    @property
    def ships(self) -> bool:
        return self.improves and not self.harms


def measure(profile: str, work: Path, export: Path) -> str:
    """Writes `measured.json` beside the checkpoint; returns it as text. Raises what opening the home raises."""
    run = json.loads((export / "run.json").read_text(encoding="utf-8"))
    measured = compared(profile, Reranker(export, run))
    text = json.dumps(measured, indent=1)
    (work / f"measured-{profile}.json").write_text(text + "\n", encoding="utf-8")
    return text


def compared(profile: str, reranker: CrossEncoder) -> dict[str, object]:
    """By language pair and over all: each metric without and with it, with the paired interval; and the verdict."""
    settings = load_settings(profile=profile)
    chosen = bilingual_retrieval(shared_data() / "data")
    assert chosen.home is not None
    with opened(chosen.home(settings, no_progress)) as (retriever, _):
        vectors = dict(
            zip(
                (case.id for case in chosen.cases),
                open_embedder(settings)[0].embed_queries([case.query.text for case in chosen.cases]),
                strict=True,
            )
        )
        before, _ = rankings(retriever, chosen.cases, vectors, None)
        after, spent = rankings(retriever, chosen.cases, vectors, reranker)
    return tables(before, after, chosen.cases) | {"rerank_ms_p50": float(np.median(spent))}


def rankings(
    retriever: Retriever, cases: Sequence[Case], vectors: Mapping[str, NDArray[np.float32]],
    reranker: CrossEncoder | None,
) -> tuple[Ranked, list[float]]:  # fmt: skip
    """Case -> the ids of its ten passages, as the product ranks them; and each rerank's time in ms."""
    retriever.reranking = RerankStep(reranker)
    found, spent = {}, []
    for case in cases:
        trace = Trace()
        asked: Language = detect_language(case.query.text).language
        kept = retriever.search(vectors[case.id], case.query.text, asked, Scope(), Boosts(), trace, keep=DEPTH)
        found[case.id] = tuple(candidate.passage.id for candidate in kept.candidates)
        spent.append(trace.timings_ms.get("rerank", 0.0))
    return found, spent


def tables(before: Ranked, after: Ranked, cases: Sequence[Case]) -> dict[str, object]:
    """The comparison as plain values."""
    grades = {case.id: case.labels for case in cases}
    first, second = ranking_scores(before, grades), ranking_scores(after, grades)
    slices: dict[str, set[str]] = {"all": set(grades)}
    for case in cases:
        for name in case.slices:
            slices.setdefault(name, set()).add(case.id)
    found = {
        name: {
            metric: paired_difference(
                {case: value for case, value in first[metric].values.items() if case in ids},
                {case: value for case, value in second[metric].values.items() if case in ids},
            ).as_dict()
            for metric in METRICS
        }
        for name, ids in slices.items()
    }
    made = verdict(found)
    return {"tables": found, "verdict": asdict(made) | {"ships": made.ships}}


def verdict(found: Mapping[str, Mapping[str, Mapping[str, float | int | None]]]) -> Verdict:
    """It improves when the interval over all questions lies above zero; a pair is harmed when its mean falls."""
    low = found["all"][DECIDES]["low"]
    harms = tuple(name for name, table in found.items() if (table[DECIDES]["difference"] or 0) < 0)
    return Verdict(improves=low is not None and low > 0, harms=harms)
