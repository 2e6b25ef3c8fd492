"""One list of the candidates of all pools.

Two questions are asked, and no one score answers both. Which passage of a pool is best? Within a language that is how
far it stands out by meaning, and its share of the pool's best word match; across languages words say less but must
not be lost among close meanings, so there it is the fusion of equation 4. And how good is a pool's first passage, its
second, against those of the other pool? Cosines and fused scores of two pools cannot be compared, but how far a
passage stands out in its own pool can (distinction). So the order within a pool comes from the first measure, and the
values at which the two orders are interleaved from the second: a pool's best passage has the pool's highest value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor.core.types import Language
from tutor.retrieval.pools import PoolCandidate, crosses_into

WORDS_WITHIN = 1.0
"""How many standard deviations of meaning the best match of words is worth in the order within a pool.
Measured on 376 questions that stay in their language, each pool alone, recall@1 / @5: 0.6 .806/.968, 1.0 .809/.979,
1.5 .798/.976."""
WORDS_BETWEEN = 0.5
"""The same for the values at which pools are interleaved, as a share of the best match of all pools: a shared name says
little about which language's books answer. Between 0.25 and 0.6 nothing moves by more than a point and a half with
the starter embedder; with the small one Swahili to English recall@5 is .784, .777, .764 at 0.4, 0.5, 0.6, and its
recall@1 within a language falls by as much the other way."""


def merged(found: Sequence[PoolCandidate], language: Language, most: int) -> Iterator[tuple[PoolCandidate, float]]:
    """The `most` best of each pool, best first within it, each with the value that all pools are compared by."""
    best_match = max((candidate.lexical for candidate in found), default=0.0)
    for pool in ("en", "sw"):
        own = [candidate for candidate in found if candidate.language == pool]
        values = sorted((one.distinction + WORDS_BETWEEN * _share(one, best_match) for one in own), reverse=True)
        crosses = crosses_into(pool, language)
        yield from zip(_in_order(own, crosses)[:most], values, strict=False)


def _in_order(own: Sequence[PoolCandidate], crosses: bool) -> list[PoolCandidate]:
    """The candidates of one pool, best first."""
    if crosses:
        return sorted(own, key=lambda one: (-one.fused, one.number))
    best_match = max((one.lexical for one in own), default=0.0)
    return sorted(own, key=lambda one: (-(one.distinction + WORDS_WITHIN * _share(one, best_match)), one.number))


def _share(candidate: PoolCandidate, best_match: float) -> float:
    """Of the best word match."""
    return candidate.lexical / best_match if best_match > 0 else 0.0
