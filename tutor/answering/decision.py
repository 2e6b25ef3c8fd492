"""Step 7: does the evidence answer the question? Decided on raw signals before anything is generated."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tutor.answering.premises import evidence_text
from tutor.answering.terms import Rarity, asked_share, covered_share, rarest_missed
from tutor.answering.understanding import Understanding
from tutor.core.errors import TutorError
from tutor.core.types import Candidate, EvidenceSentence
from tutor.curriculum.questions import QuestionType

CALIBRATION = Path(__file__).with_name("calibration.json")
SIGNALS = (
    "sentence", "passage", "distinction", "margin", "coverage", "quoted_coverage", "rarest_missed", "number_missing",
    "terms", "heading", "bias",
)  # fmt: skip
ASKS_A_NUMBER = re.compile(
    r"\b(how (many|much|far|long|old|tall|deep|high)|what (year|percentage|date)|which (year|date)|in what year|"
    r"population|ngapi|wangapi|mangapi|kiasi gani|asilimia|mwaka (gani|upi)|tarehe (gani|ngapi)|umri gani)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Signals:
    """Raw signals of one question, never normalised ones: min-max turns one weak hit into 1.

    `sentence` and `passage`: best cosines; `distinction`: how far the evidence's passage stands out in its
    pool; `margin`: of the best cosine over the last kept; `coverage` and `quoted_coverage`: share of the question's
    terms, rare ones weighing more, in the quoted passages and in the quotes; `rarest_missed`: the rarity of the rarest
    term the quotes leave out; `number_missing`: 1 when a number is asked for and none is quoted; `terms`: their count;
    `heading`: the share of the passage's heading that was asked about.
    """

    sentence: float
    passage: float
    distinction: float
    margin: float
    coverage: float
    quoted_coverage: float
    rarest_missed: float
    number_missing: float
    terms: float
    heading: float
    bias: float = 1.0

    def as_dict(self) -> dict[str, float]:
        return {name: round(float(value), 4) for name, value in vars(self).items()}


def signals_of(
    question: Understanding, candidates: Sequence[Candidate], evidence: Sequence[EvidenceSentence], rarity: Rarity
) -> Signals:
    """The signals of ranked passages (not empty) and the sentences chosen from them (not empty)."""
    passage = evidence[0].passage
    best = next(candidate for candidate in candidates if candidate.passage.id == passage.id)
    language = passage.metadata.language
    heading = " ".join(passage.heading_path)
    quotes = " ".join(item.sentence.text for item in evidence)
    whole = evidence_text(evidence)
    asks_a_number = question.kind == QuestionType.WHEN or bool(ASKS_A_NUMBER.search(question.text))
    cosines = [candidate.dense for candidate in candidates]
    return Signals(
        sentence=max(item.similarity for item in evidence),
        passage=max(cosines),
        distinction=best.distinction,
        margin=max(cosines) - min(cosines),
        coverage=covered_share(question.terms, whole, language, rarity),
        quoted_coverage=covered_share(question.terms, f"{heading} {quotes}", language, rarity),
        rarest_missed=rarest_missed(question.terms, f"{heading} {quotes}", language, rarity),
        number_missing=float(asks_a_number and not any(character.isdigit() for character in quotes)),
        terms=float(len(question.terms)),
        heading=asked_share(passage.heading_path[-1] if passage.heading_path else "", question.terms, language),
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
