"""Intervals and paired differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import spearmanr

from tutor.evaluation.bootstrap import figure, paired_difference


def test_the_mean_of_what_never_varies_has_no_width() -> None:
    found = figure([1.0] * 30)
    assert (found.mean, found.low, found.high, found.n) == (1, 1, 1, 30)


def test_the_interval_is_as_wide_as_theory_says() -> None:
    values = [1.0] * 40 + [0.0] * 60
    found = figure(values)
    # standard error of a share of .4 over 100: .049; an interval of 1.96 of them on each side
    assert found.mean == pytest.approx(0.4)
    assert found.low == pytest.approx(0.4 - 1.96 * 0.049, abs=0.02)
    assert found.high == pytest.approx(0.4 + 1.96 * 0.049, abs=0.02)


def test_it_is_the_percentile_bootstrap_of_seed_42() -> None:
    values = np.array([0.0, 0.2, 0.9, 1.0, 0.4])
    drawn = values[np.random.default_rng(42).integers(0, 5, size=(1000, 5))].mean(axis=1)
    found = figure(list(values))
    assert (found.low, found.high) == (np.percentile(drawn, 2.5), np.percentile(drawn, 97.5))


def test_the_same_values_give_the_same_interval() -> None:
    values = list(np.random.default_rng(1).random(57))
    assert figure(values) == figure(values)


def test_a_median() -> None:
    assert figure([1.0, 2.0, 100.0], "median").mean == 2


def test_a_rank_correlation_is_spearmans() -> None:
    draw = np.random.default_rng(3)
    levels = draw.integers(1, 6, 29).astype(float)
    values = levels + draw.normal(0, 1.5, 29)
    found = figure(list(values), "rank_correlation", list(levels))
    assert found.mean == pytest.approx(float(spearmanr(values, levels).statistic))
    assert found.low < found.mean < found.high


def test_a_correlation_with_what_never_varies_is_no_number() -> None:
    found = figure([1.0, 2.0, 3.0], "rank_correlation", [2.0, 2.0, 2.0])
    assert np.isnan(found.mean)


def test_nothing_has_no_figure() -> None:
    with pytest.raises(ValueError, match="no question"):
        figure([])


def test_a_paired_difference_by_hand() -> None:
    a = {"q1": 0.0, "q2": 0.0, "q3": 1.0, "q4": 0.0, "only-a": 1.0}
    b = {"q1": 1.0, "q2": 0.0, "q3": 1.0, "q4": 1.0, "only-b": 0.0}
    found = paired_difference(a, b)
    assert (found.n, found.a, found.b, found.difference) == (4, 0.25, 0.75, 0.5)
    # differences 1, 0, 0, 1: mean .5, standard deviation (n - 1) .57735
    assert found.effect == pytest.approx(0.5 / 0.57735, abs=1e-4)
    assert found.low <= found.difference <= found.high


def test_pairing_sees_what_apart_does_not() -> None:
    draw = np.random.default_rng(5)
    a = {f"q{n}": float(value) for n, value in enumerate(draw.random(200))}
    b = {name: value + 0.02 + 0.01 * ((int(name[1:]) % 3) - 1) for name, value in a.items()}
    found = paired_difference(a, b)
    assert 0 < found.low < 0.02 < found.high
    assert found.p == 0
    assert paired_difference(b, a).difference == pytest.approx(-found.difference)


def test_no_difference() -> None:
    same = {"q1": 0.3, "q2": 0.7}
    found = paired_difference(same, same)
    assert (found.difference, found.low, found.high, found.p, found.effect) == (0, 0, 0, 1, 0)


def test_the_same_step_everywhere_has_no_effect_size() -> None:
    assert paired_difference({"a": 0.0, "b": 0.0}, {"a": 1.0, "b": 1.0}).effect is None


def test_nothing_in_common() -> None:
    with pytest.raises(ValueError, match="in common"):
        paired_difference({"a": 1.0}, {"b": 1.0})
