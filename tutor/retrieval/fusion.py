"""Fusion of the two searches of one pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

RRF_K = 60
Fuse = Callable[[Mapping[int, float], Mapping[int, float]], dict[int, float]]
"""Takes the raw scores of the dense and the lexical search of one pool; gives one score each."""


def min_max(scores: Mapping[int, float]) -> dict[int, float]:
    """Scores scaled to [0, 1] over the set.

    A set whose scores are all equal, one hit among them, carries no order: every score becomes 0.5,
    so that a lone weak hit is not blown up to 1.
    """
    if not scores:
        return {}
    low, high = min(scores.values()), max(scores.values())
    if high - low < 1e-9:
        return dict.fromkeys(scores, 0.5)
    return {key: (value - low) / (high - low) for key, value in scores.items()}


def fuse_min_max(dense: Mapping[int, float], lexical: Mapping[int, float], alpha: float) -> dict[int, float]:
    """alpha * dense + (1 - alpha) * lexical over the union, each scaled over its own set.

    Equation 4 of the curriculum-aware RAG paper. What a search did not find counts 0 there.
    Raises ValueError when alpha is not between 0 and 1.
    """
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha must be between 0 and 1, not {alpha}")
    scaled_dense, scaled_lexical = min_max(dense), min_max(lexical)
    return {
        key: alpha * scaled_dense.get(key, 0.0) + (1 - alpha) * scaled_lexical.get(key, 0.0)
        for key in {**scaled_dense, **scaled_lexical}
    }


def fuse_reciprocal_ranks(rankings: Sequence[Sequence[int]], k: int = RRF_K) -> dict[int, float]:
    """The sum of 1 / (k + rank) over the rankings, ranks from 1 (Cormack et al. 2009)."""
    fused: dict[int, float] = {}
    for ranking in rankings:
        for rank, key in enumerate(ranking, start=1):
            fused[key] = fused.get(key, 0.0) + 1 / (k + rank)
    return fused


def fusion(name: str, alpha: float) -> Fuse:
    """The fusion of that name: "min-max" (equation 4) or "rrf". Raises ValueError for any other."""
    if name == "min-max":
        return lambda dense, lexical: fuse_min_max(dense, lexical, alpha)
    if name == "rrf":
        return lambda dense, lexical: fuse_reciprocal_ranks([_ranking(dense), _ranking(lexical)])
    raise ValueError(f"fusion must be min-max or rrf, not {name!r}")


def _ranking(scores: Mapping[int, float]) -> list[int]:
    return sorted(scores, key=lambda key: (-scores[key], key))
