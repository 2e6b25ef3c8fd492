"""Intervals by bootstrap over questions, and paired differences between two systems.

Percentile bootstrap (Efron and Tibshirani 1993, chapter 13) with the figures of CHSR-RRF section 3.7:
1,000 resamples, seed 42.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1000
SEED = 42
LOW, HIGH = 2.5, 97.5
DIGITS = 6

Statistic = Literal["mean", "median", "rank_correlation", "kappa"]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Figure:
    """A statistic over `n` questions with its 95 % interval."""

    mean: float
    low: float
    high: float
    n: int

    def as_dict(self) -> dict[str, float | int]:
        return {
            "mean": round(self.mean, DIGITS),
            "low": round(self.low, DIGITS),
            "high": round(self.high, DIGITS),
            "n": self.n,
        }


@dataclass(frozen=True)
class Difference:
    """How much higher B is than A over the `n` questions both have.

    `p` is the two-sided bootstrap probability of no difference; `effect` is Cohen's d of the paired
    differences (their mean over their standard deviation), None where every question differs by the same.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    p: float
    effect: float | None
    n: int

    def as_dict(self) -> dict[str, float | int | None]:
        return {name: round(value, DIGITS) if isinstance(value, float) else value for name, value in vars(self).items()}


def figure(values: Sequence[float], statistic: Statistic = "mean", against: Sequence[float] | None = None) -> Figure:
    """The statistic of `values` [n] (with `against` [n] for a correlation) and its interval.

    Raises ValueError without values.
    """
    rows = np.array([values, against] if against is not None else [values], dtype=np.float64)
    count = rows.shape[1]
    if count == 0:
        raise ValueError("no question to make a figure of")
    compute = _STATISTICS[statistic]
    whole = float(compute(rows[:, None, :])[0])
    drawn = compute(rows[:, _resamples(count)])
    drawn = drawn[~np.isnan(drawn)]
    low, high = np.percentile(drawn, [LOW, HIGH]) if len(drawn) else (whole, whole)
    return Figure(whole, float(low), float(high), count)


def paired_difference(a: Mapping[str, float], b: Mapping[str, float]) -> Difference:
    """B against A over the questions, by id, that both have. Raises ValueError when there is none."""
    shared = sorted(a.keys() & b.keys())
    if not shared:
        raise ValueError("no question in common")
    first = np.array([a[name] for name in shared], dtype=np.float64)
    second = np.array([b[name] for name in shared], dtype=np.float64)
    change = second - first
    drawn = change[_resamples(len(shared))].mean(axis=1)
    low, high = np.percentile(drawn, [LOW, HIGH])
    p = min(1.0, 2 * min(float((drawn <= 0).mean()), float((drawn >= 0).mean())))
    deviation = float(change.std(ddof=1)) if len(shared) > 1 else 0.0
    effect = float(change.mean()) / deviation if deviation > 1e-12 else (0.0 if not change.any() else None)
    return Difference(
        float(first.mean()), float(second.mean()), float(change.mean()), float(low), float(high), p, effect, len(shared)
    )


def _resamples(count: int) -> NDArray[np.int64]:
    """Positions drawn with replacement, [resamples, count]; the same ones for the same count."""
    return np.random.default_rng(SEED).integers(0, count, size=(RESAMPLES, count))


def _mean(rows: Values) -> Values:
    average: Values = rows[0].mean(axis=-1)
    return average


def _median(rows: Values) -> Values:
    middle: Values = np.median(rows[0], axis=-1)
    return middle


def _rank_correlation(rows: Values) -> Values:
    """Spearman's rho of the two rows, tied values sharing their mean rank; nan where one of them never varies."""
    from scipy.stats import rankdata

    ranks = np.stack([rankdata(row, axis=-1) for row in rows])
    ranks -= ranks.mean(axis=-1, keepdims=True)
    products = (ranks[0] * ranks[1]).sum(axis=-1)
    sizes = np.sqrt((ranks**2).sum(axis=-1)).prod(axis=0)
    varies = sizes > 1e-12
    rho: Values = np.where(varies, products / np.where(varies, sizes, 1.0), np.nan)
    return rho


def _kappa(rows: Values) -> Values:
    """Cohen's kappa of two rows of category codes; nan where chance alone would agree on everything.

    (observed - expected) / (1 - expected), where observed is the share of equal codes and expected the sum over the
    categories of the product of their shares in the two rows (Cohen 1960, A coefficient of agreement for nominal
    scales).
    """
    observed = (rows[0] == rows[1]).mean(axis=-1)
    expected = np.zeros_like(observed)
    for code in np.unique(rows):
        expected += (rows[0] == code).mean(axis=-1) * (rows[1] == code).mean(axis=-1)
    beyond = 1.0 - expected
    varies = beyond > 1e-12
    kappa: Values = np.where(varies, (observed - expected) / np.where(varies, beyond, 1.0), np.nan)
    return kappa


_STATISTICS: Mapping[Statistic, Callable[[Values], Values]] = {
    "mean": _mean,
    "median": _median,
    "rank_correlation": _rank_correlation,
    "kappa": _kappa,
}
"""Each takes [rows, resamples, n] and gives [resamples]."""
