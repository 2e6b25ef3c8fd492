"""Fusion: equation 4, with the degenerate sets guarded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.retrieval.fusion import fuse_min_max, fuse_reciprocal_ranks, fusion, min_max

SCORES = st.dictionaries(st.integers(0, 50), st.floats(-10, 100, allow_nan=False), max_size=20)


def test_one_weak_hit_is_not_blown_up() -> None:
    assert min_max({1: 0.003}) == {1: 0.5}


def test_equal_scores_carry_no_order() -> None:
    assert min_max({1: 2.0, 2: 2.0}) == {1: 0.5, 2: 0.5}


def test_an_absent_channel_counts_nothing() -> None:
    fused = fuse_min_max({1: 0.9, 2: 0.1}, {}, 0.7)
    assert fused == {1: pytest.approx(0.7), 2: 0.0}
    assert fuse_min_max({}, {}, 0.7) == {}


def test_equation_4() -> None:
    fused = fuse_min_max({1: 0.8, 2: 0.4, 3: 0.6}, {2: 10.0, 3: 2.0, 4: 6.0}, 0.7)
    assert fused == {
        1: pytest.approx(0.7), 2: pytest.approx(0.3), 3: pytest.approx(0.35), 4: pytest.approx(0.15),
    }  # fmt: skip


@pytest.mark.parametrize("alpha", [-0.1, 1.1])
def test_alpha_is_checked(alpha: float) -> None:
    with pytest.raises(ValueError, match=str(alpha)):
        fuse_min_max({}, {}, alpha)


@given(SCORES, SCORES, st.floats(0, 1))
def test_fused_scores_stay_between_0_and_1_and_lose_nobody(
    dense: dict[int, float], lexical: dict[int, float], alpha: float
) -> None:
    fused = fuse_min_max(dense, lexical, alpha)
    assert set(fused) == set(dense) | set(lexical)
    assert all(-1e-9 <= value <= 1 + 1e-9 for value in fused.values())


def test_fusions_by_name() -> None:
    dense, lexical = {1: 0.9, 2: 0.1}, {2: 5.0}
    assert fusion("min-max", 0.7)(dense, lexical) == fuse_min_max(dense, lexical, 0.7)
    assert fusion("rrf", 0.7)(dense, lexical) == fuse_reciprocal_ranks([[1, 2], [2]])
    with pytest.raises(ValueError, match="sum"):
        fusion("sum", 0.7)


def test_reciprocal_ranks() -> None:
    fused = fuse_reciprocal_ranks([[1, 2], [2, 3]])
    assert fused == {1: pytest.approx(1 / 61), 2: pytest.approx(1 / 62 + 1 / 61), 3: pytest.approx(1 / 62)}
