"""Merging of pools: the order within a pool and the values between pools are two measures, and neither leaks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.types import Language
from tutor.retrieval.merging import (
    CLEAR_ACROSS,
    CLEAR_WORDS,
    DECIDING_ACROSS,
    DECIDING_WORDS,
    NAMED,
    WORDS_BETWEEN,
    WORDS_WITHIN,
    Order,
    merged,
)
from tutor.retrieval.pools import PoolCandidate


def candidate(
    number: int, language: str = "en", distinction: float = 0.0, lexical: float = 0.0, fused: float = 0.0
) -> PoolCandidate:
    return PoolCandidate(number, language, 0.5, 0.5, distinction, lexical, fused)


def numbers(found: Sequence[PoolCandidate], language: Language, most: int = 9) -> list[int]:
    return [one.number for one, _ in merged(found, language, most)]


def test_within_its_language_meaning_leads_and_the_best_words_are_worth_a_deviation() -> None:
    others = [candidate(3, distinction=-1.0, lexical=8.0 / CLEAR_WORDS + 0.1)]  # so that no word decides
    close = [candidate(1, distinction=3.0), candidate(2, distinction=3.0 - WORDS_WITHIN + 0.1, lexical=8.0), *others]
    assert numbers(close, "en") == [2, 1, 3]
    far = [candidate(1, distinction=3.0), candidate(2, distinction=3.0 - WORDS_WITHIN - 0.1, lexical=8.0), *others]
    assert numbers(far, "en") == [1, 2, 3]


@pytest.mark.parametrize(
    ("times", "order"),
    [(DECIDING_WORDS + 0.01, [9, 1, 2, 3]), (CLEAR_WORDS + 0.01, [1, 9, 2, 3]), (CLEAR_WORDS - 0.01, [1, 2, 3, 9])],
)
def test_words_that_one_passage_alone_holds_are_not_lost_among_near_meanings(times: float, order: list[int]) -> None:
    """`isike mtawala wa unyanyembe`: both names stand in one passage, which was not among the first ten."""
    near = [candidate(number, "sw", distinction=4.0 - number / 10, lexical=8.0) for number in (1, 2, 3)]
    named = candidate(9, "sw", distinction=-1.0, lexical=8.0 * times)
    assert numbers([*near, named], "sw") == order
    assert numbers([*near, named], "mixed") == order


def test_the_only_match_of_words_is_first_and_where_no_word_matches_meaning_decides() -> None:
    named = candidate(9, distinction=0.5, lexical=3.0)
    assert numbers([candidate(1, distinction=4.0), named], "en") == [9, 1]
    assert numbers([candidate(1, distinction=4.0), candidate(9, distinction=0.5)], "en") == [1, 9]


@pytest.mark.parametrize(
    ("times", "order"),
    [(DECIDING_ACROSS + 0.01, [9, 1, 2]), (CLEAR_ACROSS + 0.01, [1, 9, 2]), (CLEAR_ACROSS - 0.01, [1, 2, 9])],
)
def test_across_languages_words_must_stand_out_further(times: float, order: list[int]) -> None:
    found = [
        candidate(1, fused=0.9, lexical=8.0),
        candidate(2, fused=0.8),
        candidate(9, fused=0.2, lexical=8.0 * times),
    ]
    assert numbers(found, "sw") == order


def test_across_languages_the_fusion_gives_the_order() -> None:
    pool = [candidate(1, distinction=4.0, fused=0.6), candidate(2, distinction=2.0, fused=0.9)]
    assert numbers(pool, "sw") == [2, 1]
    assert numbers(pool, "en") == [1, 2]
    assert numbers(pool, "mixed") == [1, 2], "a mixed question crosses nowhere"


def test_the_first_of_a_pool_has_the_highest_value_of_the_pool_whatever_put_it_first() -> None:
    pool = [candidate(1, distinction=4.0, fused=0.6), candidate(2, distinction=2.0, fused=0.9)]
    assert [(one.number, value) for one, value in merged(pool, "sw", 9)] == [(2, 4.0), (1, 2.0)]


def test_a_name_that_only_one_pool_holds_does_not_decide_between_pools() -> None:
    swahili = candidate(1, "sw", distinction=4.0)
    english = candidate(2, "en", distinction=4.0 - WORDS_BETWEEN - 0.1, lexical=20.0)
    values = {one.number: value for one, value in merged([swahili, english], "sw", 9)}
    assert values[1] > values[2] == pytest.approx(english.distinction + WORDS_BETWEEN)


def test_words_are_measured_against_the_pool_within_and_against_all_between() -> None:
    """English books share few words with a Swahili question; the best of those few counts fully among themselves."""
    found = [
        candidate(1, "sw", distinction=3.0, lexical=20.0),
        candidate(2, "en", distinction=3.0, lexical=0.0),
        candidate(3, "en", distinction=3.0 - WORDS_WITHIN + 0.1, lexical=2.0),
    ]
    assert numbers(found, "mixed") == [3, 2, 1]
    values = {one.number: value for one, value in merged(found, "mixed", 9)}
    assert values[1] == pytest.approx(3.0 + WORDS_BETWEEN)


def test_a_heading_that_says_what_is_asked_is_first_and_its_pool_stands_out_further() -> None:
    found = [
        candidate(1, "sw", distinction=4.5),
        candidate(2, "sw", distinction=3.9, lexical=19.9),
        candidate(3, "sw", distinction=4.0, lexical=19.9 * DECIDING_WORDS + 1),
        candidate(4, "en", distinction=3.8, fused=1.0),
    ]
    assert numbers(found, "sw") == [4, 3, 1, 2], "words alone would decide for another"
    made = list(merged(found, "sw", 9, frozenset({2})))
    assert [one.number for one, _ in made if one.language == "sw"] == [2, 3, 1]
    values = {one.number: value for one, value in made}
    plain = {one.number: value for one, value in merged(found, "sw", 9)}
    assert values[2] == pytest.approx(plain[3] + NAMED) and values[4] == plain[4]
    assert [one.number for one, _ in merged(found, "sw", 9, frozenset({99}))] == numbers(found, "sw")


@st.composite
def pools(draw: st.DrawFn) -> list[PoolCandidate]:
    score = st.floats(-2, 8, allow_nan=False)
    count = draw(st.integers(0, 20))
    return [
        candidate(n, draw(st.sampled_from(("en", "sw"))), draw(score), abs(draw(score)), draw(st.floats(0, 1)))
        for n in range(count)
    ]


@given(found=pools(), language=st.sampled_from(("en", "sw", "mixed")), most=st.integers(1, 12))
def test_each_pool_gives_its_best_once_with_falling_values(
    found: list[PoolCandidate], language: Language, most: int
) -> None:
    made = list(merged(found, language, most))
    assert len({one.number for one, _ in made}) == len(made)
    best_match = max((one.lexical for one in found), default=0.0)
    for pool in ("en", "sw"):
        own = [one for one in found if one.language == pool]
        values = [value for one, value in made if one.language == pool]
        assert len(values) == min(most, len(own))
        assert values == sorted(values, reverse=True)
        shares = [one.distinction + WORDS_BETWEEN * (one.lexical / best_match if best_match else 0) for one in own]
        assert values == pytest.approx(sorted(shares, reverse=True)[: len(values)])
    assert [pair[0].number for pair in made] == [pair[0].number for pair in merged(found[::-1], language, most)]


def test_words_can_be_left_out_of_the_order_and_of_the_values() -> None:
    found = [candidate(1, distinction=3.0), candidate(2, distinction=2.5, lexical=8.0)]
    silent = Order(words_within=0.0, words_between=0.0, lifts=False)
    assert [one.number for one, _ in merged(found, "en", 9)] == [2, 1]
    assert [(one.number, value) for one, value in merged(found, "en", 9, order=silent)] == [(1, 3.0), (2, 2.5)]
