"""One list of the candidates of all pools.

Two questions are asked, and no one score answers both. Which passage of a pool is best? Within a language that is how
far it stands out by meaning, and its share of the pool's best word match; across languages words say less but must
not be lost among close meanings, so there it is the fusion of equation 4. In both a match of words that is by far the
pool's best goes to the front, and before it a section whose heading says just what is asked. And how good is a pool's
first passage, its second, against those of the other pool? Cosines and fused scores of two pools cannot be compared,
but how far a passage stands out in its own pool can (distinction). So the order within a pool comes from the first
measure, and the values at which the two orders are interleaved from the second: a pool's best passage has the pool's
highest value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

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

CLEAR_WORDS, DECIDING_WORDS = 1.3, 2.0
CLEAR_ACROSS, DECIDING_ACROSS = 2.0, 3.0
"""So many times the second best match of words of its pool, the best one is second at the worst, or first: what one
passage alone names is found however little the embedder makes of it (`isike mtawala wa unyanyembe`). Across languages
it takes more. Measured with the starter embedder: golden dev in Swahili, recall@1 / @5, hit rate and nDCG@5, without
.766/.892, .955, .797; within a language .811/.928, .982, .823; across too .829/.928, .982, .839. Mixed .912 to
.922, English .913 before and after; on 524 published questions no recall moves. Deciding at 1.7 instead: Swahili
recall@1 .702 to .693, English .709 to .703."""

NAMED = 1.0
"""By how many standard deviations a pool stands out further where a heading of it says just what is asked."""


@dataclass(frozen=True)
class Order:
    """How much words count. `lifts`: whether what one passage alone names goes to the front."""

    words_within: float = WORDS_WITHIN
    words_between: float = WORDS_BETWEEN
    lifts: bool = True


def merged(
    found: Sequence[PoolCandidate],
    language: Language,
    most: int,
    named: Collection[int] = (),
    order: Order = Order(),
) -> Iterator[tuple[PoolCandidate, float]]:
    """The `most` best of each pool, best first within it, each with the value that all pools are compared by.

    `named`: the numbers of those whose heading says just what is asked.
    """
    best_match = max((candidate.lexical for candidate in found), default=0.0)
    for pool in ("en", "sw"):
        own = [candidate for candidate in found if candidate.language == pool]
        values = sorted((one.distinction + order.words_between * _share(one, best_match) for one in own), reverse=True)
        ranked = _in_order(own, crosses_into(pool, language), named, order)
        if ranked and ranked[0].number in named:
            values[0] += NAMED
        yield from zip(ranked[:most], values, strict=False)


def _in_order(own: Sequence[PoolCandidate], crosses: bool, named: Collection[int], order: Order) -> list[PoolCandidate]:
    """The candidates of one pool, best first."""
    best_match = max((one.lexical for one in own), default=0.0)

    def value(one: PoolCandidate) -> float:
        return one.fused if crosses else one.distinction + order.words_within * _share(one, best_match)

    ranked = sorted(own, key=lambda one: (-value(one), one.number))
    lifted = _lifted_by_words(own, crosses) if order.lifts else None
    if lifted is not None:
        known, place = lifted
        before = ranked.index(known)
        ranked.insert(min(before, place), ranked.pop(before))
    heading = next((one for one in ranked if one.number in named), None)
    return ranked if heading is None else [heading, *(one for one in ranked if one is not heading)]


def _lifted_by_words(own: Sequence[PoolCandidate], crosses: bool) -> tuple[PoolCandidate, int] | None:
    """The best match of words of the pool and its worst place, where it stands out among the others."""
    matches = sorted((one for one in own if one.lexical > 0), key=lambda one: (-one.lexical, one.number))
    if not matches:
        return None
    second = matches[1].lexical if len(matches) > 1 else 0.0
    clear, deciding = (CLEAR_ACROSS, DECIDING_ACROSS) if crosses else (CLEAR_WORDS, DECIDING_WORDS)
    if matches[0].lexical >= deciding * second:
        return matches[0], 0
    return (matches[0], 1) if matches[0].lexical >= clear * second else None


def _share(candidate: PoolCandidate, best_match: float) -> float:
    """Of the best word match."""
    return candidate.lexical / best_match if best_match > 0 else 0.0
