"""The dense index: gated search equals exact search over the admissible set, whatever the set."""

from __future__ import annotations

from pathlib import Path

import faiss
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.core.errors import IndexStateError
from tutor.index.dense import DenseIndex, centred, write_dense
from tutor.models.embedder import unit_rows

COUNT, WIDTH = 300, 16
NUMBERS = [3 * n + 1 for n in range(COUNT)]


def vectors(seed: int = 1) -> np.ndarray:
    return unit_rows(np.random.default_rng(seed).normal(0.2, 1, (COUNT, WIDTH)).astype(np.float32))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> DenseIndex:
    folder = tmp_path_factory.mktemp("dense") / "en"
    write_dense(folder, NUMBERS, vectors())
    return DenseIndex(folder)


@settings(max_examples=60, deadline=None)
@given(
    allowed=st.one_of(st.none(), st.sets(st.sampled_from([*NUMBERS, 2, 5000]))),
    seed=st.integers(0, 1000),
    depth=st.integers(1, 400),
    centre=st.booleans(),
)
def test_gated_search_equals_brute_force(
    index: DenseIndex, allowed: set[int] | None, seed: int, depth: int, centre: bool
) -> None:
    query = unit_rows(np.random.default_rng(seed).normal(size=(1, WIDTH)).astype(np.float32))[0]
    admissible = None if allowed is None else sorted(allowed)
    hits = index.search(query, depth, admissible, centre=centre)
    numbers = [n for n in NUMBERS if allowed is None or n in allowed]
    scores = index.scores(query, numbers, centre=centre)
    expected = sorted(scores.items(), key=lambda hit: (-round(hit[1], 5), hit[0]))[:depth]
    assert len(hits) == min(depth, len(numbers))
    assert [score for _, score in hits] == pytest.approx([score for _, score in expected], abs=1e-4)
    assert {n for n, _ in hits} <= set(numbers)


def test_int8_scores_are_close_to_the_true_cosines(index: DenseIndex) -> None:
    query = vectors(2)[0]
    exact = vectors() @ query
    for number, score in index.search(query, COUNT, None, centre=False):
        assert score == pytest.approx(exact[NUMBERS.index(number)], abs=0.02)


@pytest.mark.parametrize("width", [16, 64, 384, 768, 1024])
def test_the_nearest_are_found_at_every_width(tmp_path: Path, width: int) -> None:
    """The widths of real embedders take other paths through FAISS than a small one."""
    random = np.random.default_rng(7)
    rows = unit_rows(random.normal(0.1, 1, (200, width)).astype(np.float32))
    query = unit_rows(rows[17:18] + 0.5 * rows[90:91])[0]
    write_dense(tmp_path / "d", list(range(200)), rows)
    index = DenseIndex(tmp_path / "d")
    hits = index.search(query, 200, None, centre=False)
    exact = rows @ query
    assert hits[0][0] == 17
    fifth = np.sort(exact)[-5]
    assert all(exact[number] >= fifth - 0.02 for number, _ in hits[:5])
    assert max(abs(score - exact[number]) for number, score in hits) < 0.02


def test_the_usual_score_is_the_mean_and_deviation_over_the_pool(index: DenseIndex) -> None:
    query = vectors(3)[0]
    shifted = centred(vectors(), vectors().mean(axis=0))
    mean, deviation = index.usual_score(query)
    assert mean == pytest.approx(float((shifted @ query).mean()), abs=1e-5)
    assert deviation == pytest.approx(float((shifted @ query).std()), abs=1e-4)


def test_one_and_no_vectors(tmp_path: Path) -> None:
    write_dense(tmp_path / "one", [9], vectors()[:1])
    assert DenseIndex(tmp_path / "one").search(vectors()[0], 5, None, centre=True)[0][0] == 9
    write_dense(tmp_path / "none", [], np.empty((0, WIDTH), np.float32))
    assert DenseIndex(tmp_path / "none").search(vectors()[0], 5, None, centre=False) == []


def test_parts_that_do_not_fit_are_noticed(tmp_path: Path) -> None:
    write_dense(tmp_path / "x", NUMBERS, vectors())
    np.save(tmp_path / "x" / "numbers.npy", np.arange(5))
    with pytest.raises(IndexStateError):
        DenseIndex(tmp_path / "x")
    with pytest.raises(IndexStateError):
        DenseIndex(tmp_path / "nowhere")


def test_passages_out_of_order_are_noticed(tmp_path: Path) -> None:
    """Rows are found by bisection."""
    write_dense(tmp_path / "x", NUMBERS[::-1], vectors())
    with pytest.raises(IndexStateError):
        DenseIndex(tmp_path / "x")


def test_a_search_leaves_the_threads_as_they_were(index: DenseIndex) -> None:
    """A search runs in one thread; building, in the same process, may use more."""
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(3)
    try:
        index.search(vectors()[0], 5, NUMBERS[:7], centre=True)
        assert faiss.omp_get_max_threads() == 3
    finally:
        faiss.omp_set_num_threads(before)
