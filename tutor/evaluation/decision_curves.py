"""How often the decision to answer is right at every threshold: what was measured out of fold when it was fitted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.answering.deciding.decision import CALIBRATION

ASKED = {"en": "questions in English", "sw": "questions in Swahili or in both"}


@dataclass(frozen=True)
class DecisionCurve:
    """The curve of one embedder and one part of the questions.

    `points`: (threshold, share of near misses that are answered, share of questions with an answer that are answered),
    on questions the fit had not seen. `shipped` is the threshold in use.
    """

    embedder: str
    profile: str
    asked: str
    shipped: float
    points: tuple[tuple[float, float, float], ...]

    @property
    def name(self) -> str:
        """The profile and who asks."""
        return f"{self.profile}, {ASKED.get(self.asked, self.asked)}"

    @property
    def nearest(self) -> tuple[float, float, float]:
        """The point whose threshold is nearest to the one in use."""
        return min(self.points, key=lambda point: abs(point[0] - self.shipped))


@dataclass(frozen=True)
class Unseen:
    """What the decision did on questions it was not fitted on."""

    embedder: str
    part: str
    questions: int
    with_answer: int
    area: float
    answered_wrongly: float
    answered: float


def decision_curves(path: Path = CALIBRATION) -> list[DecisionCurve]:
    """A curve for each embedder and language."""
    return [
        DecisionCurve(
            embedder, str(own["provenance"]["profile"]), asked, float(own["thresholds"][f"{asked}-{asked}"]),
            tuple((float(at), float(wrongly), float(answered)) for at, wrongly, answered in points),
        )
        for embedder, own in _calibrations(path)
        for asked, points in own["provenance"]["curve"].items()
    ]  # fmt: skip


def decisions_unseen(path: Path = CALIBRATION) -> list[Unseen]:
    """For each embedder the rows of questions it was tested on out of fold, whole and by language."""
    return [
        Unseen(
            embedder, part, int(row["rows"]), int(row["must_answer"]), float(row["auc"]),
            float(row["answered_wrongly"]), float(row["answered"]),
        )
        for embedder, own in _calibrations(path)
        for part, row in own["provenance"]["unseen"].items()
    ]  # fmt: skip


def _calibrations(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from json.loads(path.read_text(encoding="utf-8")).items()
