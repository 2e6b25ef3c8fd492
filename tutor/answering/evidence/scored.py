"""A sentence of a passage with what it is worth for a question."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.core.types import Passage, Sentence


@dataclass(frozen=True)
class Scored:
    """A sentence with its place, so that reading order can be put back."""

    passage_rank: int
    position: int
    passage: Passage
    sentence: Sentence
    similarity: float
    coverage: float
    score: float
