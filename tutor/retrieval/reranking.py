"""The rerank step: a cross-encoder reads the question with each of the best candidates and puts them in order.

score = sigmoid(logit) + boosts (equations 5 to 7 of the curriculum-aware RAG paper). A residual cross-encoder gives
only a correction of what retrieval found: its logit is `residual` times the relevance plus what the model says. No
sigmoid is taken of that one: good passages all lie where it is flat, and a boost of 0.03 would decide between them
(measured with a model that says nothing: Swahili to English recall@5 from .845 to .155). Divided by `residual` it is
on the scale of relevance and boosts again, so a model that says nothing leaves every list as it was. And it moves
passages among those of their own language only: of each language's corrections the mean is taken off, because what a
model learns first is which language the answer tends to be in. Only one trained on as many questions that cross as
that stay (`together`) is believed across languages.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tutor.core.trace import Trace
from tutor.core.types import Candidate, Passage

RERANKED = 16
"""How many candidates are read: 0.33 s at 192 tokens each, the median with a model of the small embedder's size on two
cores beside other programs; the whole retrieval among 16,390 passages then takes 0.37 s."""
FALLBACK = "dense"
"""What the trace names where no cross-encoder is installed: the order of retrieval itself."""


class CrossEncoder(Protocol):
    """What the step needs of a reranker. `residual` 0: its logit stands alone. `name` is what the trace calls it.

    `together`: its corrections may be compared across languages, which only fair material teaches.
    """

    name: str
    residual: float
    together: bool

    def logits(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]: ...


class RerankStep:
    """Reorders candidates. Without a cross-encoder every list stays as it is, and the trace says so."""

    def __init__(self, reranker: CrossEncoder | None) -> None:
        self.cross_encoder = reranker

    def wanted(self, keep: int) -> int:
        """How many candidates the step wants to see so that `keep` can be kept."""
        return keep if self.cross_encoder is None else max(keep, RERANKED)

    def reranked(self, question: str, candidates: Sequence[Candidate], trace: Trace) -> list[Candidate]:
        """The candidates, best first; those after the first `RERANKED` keep their places behind them."""
        if self.cross_encoder is None:
            trace.note("rerank", by=FALLBACK)
            return list(candidates)
        head, tail = candidates[:RERANKED], candidates[RERANKED:]
        with trace.timed("rerank"):
            said = self.cross_encoder.logits(question, [passage_text(candidate.passage) for candidate in head])
            if self.cross_encoder.residual and not self.cross_encoder.together:
                said = without_language(said, [candidate.passage.metadata.language for candidate in head])
            scored = [
                replace(candidate, score=reranked_score(candidate, float(logit), self.cross_encoder.residual))
                for candidate, logit in zip(head, said, strict=True)
            ]
        trace.note(
            "rerank",
            by="cross-encoder",
            model=self.cross_encoder.name,
            logits={c.passage.id: round(float(logit), 3) for c, logit in zip(head, said, strict=True)},
        )
        scored.sort(key=lambda candidate: (-candidate.score, candidate.passage.id))
        lowest = scored[-1].score if scored else 0.0
        return [*scored, *(replace(candidate, score=min(candidate.score, lowest)) for candidate in tail)]


def reranked_score(candidate: Candidate, logit: float, residual: float) -> float:
    """sigmoid(logit) + boosts; with a residual, relevance + logit / residual + boosts."""
    own = relevance(candidate) + logit / residual if residual else sigmoid(logit)
    return own + sum(candidate.boosts.values())


def without_language(logits: NDArray[np.float32], languages: Sequence[str]) -> NDArray[np.float32]:
    """The logits [n] less the mean of their language's: nothing is left that prefers a language to the other."""
    own = np.array(languages)
    moved = np.array(logits, dtype=np.float32)
    for language in set(languages):
        moved[own == language] -= moved[own == language].mean()
    return moved


def relevance(candidate: Candidate) -> float:
    """What retrieval found of the candidate before any boost."""
    return candidate.score - sum(candidate.boosts.values())


def passage_text(passage: Passage) -> str:
    """What the cross-encoder reads of a passage: its headings, then its text."""
    return " ".join([*passage.heading_path, passage.text])


def sigmoid(value: float) -> float:
    """1 / (1 + exp(-value)), without overflow."""
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    return math.exp(value) / (1 + math.exp(value))
