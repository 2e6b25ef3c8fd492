"""Step 7: does the evidence answer the question? Decided on raw signals before anything is generated."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tutor.answering.understanding import Understanding, covered_share
from tutor.core.errors import TutorError
from tutor.core.types import Candidate, EvidenceSentence

CALIBRATION = Path(__file__).with_name("calibration.json")
SIGNALS = ("sentence", "passage", "distinction", "margin", "coverage", "sentence_coverage", "bias")


@dataclass(frozen=True)
class Signals:
    """Raw signals of one question, never normalised ones: min-max turns one weak hit into 1.

    `sentence` and `passage`: best cosines; `distinction`: how far the evidence's passage stands out in its
    pool; `margin`: of the first passage over the last kept; `coverage`: share of the question's terms in
    that passage; `sentence_coverage`: in the evidence.
    """

    sentence: float
    passage: float
    distinction: float
    margin: float
    coverage: float
    sentence_coverage: float
    bias: float = 1.0

    def as_dict(self) -> dict[str, float]:
        return {name: round(float(value), 4) for name, value in vars(self).items()}


def signals_of(
    question: Understanding, candidates: Sequence[Candidate], evidence: Sequence[EvidenceSentence]
) -> Signals:
    """The signals of ranked passages (not empty) and the sentences chosen from them (not empty)."""
    shown = {item.passage.id for item in evidence}
    best = next(candidate for candidate in candidates if candidate.passage.id == evidence[0].passage.id)
    quoted = " ".join([*(" ".join(c.passage.heading_path) for c in candidates if c.passage.id in shown),
                       *(item.sentence.text for item in evidence)])  # fmt: skip
    language = best.passage.metadata.language
    whole = " ".join([*best.passage.heading_path, best.passage.text])
    return Signals(
        sentence=max(item.similarity for item in evidence),
        passage=max(candidate.dense for candidate in candidates),
        distinction=best.distinction,
        margin=best.dense - min(candidate.dense for candidate in candidates),
        coverage=covered_share(question.terms, whole, language),
        sentence_coverage=covered_share(question.terms, quoted, language),
    )


@dataclass(frozen=True)
class Calibration:
    """Weights of the signals by language pair (question-book), and the threshold on the probability."""

    weights: Mapping[str, Mapping[str, float]]
    thresholds: Mapping[str, float]
    provenance: Mapping[str, object]

    def answerability(self, signals: Signals, pair: str) -> float:
        """The probability, 0 to 1, that the evidence answers the question."""
        weights = self.weights.get(pair) or self.weights["any"]
        total = sum(weights[name] * getattr(signals, name) for name in SIGNALS)
        return float(1 / (1 + np.exp(-total)))

    def threshold(self, pair: str) -> float:
        """Evidence below this is too weak to answer from."""
        return float(self.thresholds.get(pair, self.thresholds["any"]))


def language_pair(question: Understanding, evidence: Sequence[EvidenceSentence]) -> str:
    """`sw-en` for a Swahili question with English evidence; a mixed question counts as Swahili."""
    asked = "en" if question.asked_in == "en" else "sw"
    return f"{asked}-{evidence[0].passage.metadata.language}"


@cache
def load_calibration(profile_model: str, path: Path = CALIBRATION) -> Calibration:
    """The shipped calibration for an embedder; scores of different embedders cannot be compared.

    Raises TutorError `data-damaged` when there is none for it.
    """
    try:
        entry = json.loads(path.read_text(encoding="utf-8"))[profile_model]
        return Calibration(entry["weights"], entry["thresholds"], entry["provenance"])
    except (OSError, ValueError, KeyError) as error:
        raise TutorError("data-damaged", file=path.name, why=f"no calibration for {profile_model}") from error
