"""The dense index of one language's pool: inner products over int8 vectors by FAISS.

Up to 200,000 passages the search is exact and cannot be starved by a filter: the ID selector restricts what is
scored, so a gated search equals an exact search over the admissible set. Larger pools have cells (`dense_cells`); there
an admissible set of less than 100,000 is still searched exactly, and a larger one always gives as many as asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from tutor.core.errors import IndexStateError
from tutor.index.dense_cells import EXACT_BELOW, EXACT_UP_TO, LEAST_COMPARED, Cells, RowsAt, empty_index
from tutor.index.numbers import Numbers

Vectors = NDArray[np.float32]
LEVELS = 127.0
PART = 65_536
"""How many vectors are converted at a time while an index is written."""


def write_dense(folder: Path, numbers: Sequence[int], vectors: Vectors, exact_up_to: int = EXACT_UP_TO) -> None:
    """Write unit vectors [n, d] of the passages `numbers` [n], ascending, and the same centred on the pool's mean.

    The raw vectors serve questions in the pool's language, the centred ones questions that cross over. More than
    `exact_up_to` passages get cells.
    """
    folder.mkdir(parents=True)
    count, width = vectors.shape
    mean = vectors.mean(axis=0) if count else np.zeros(width, np.float32)

    def moved(at: Any) -> Vectors:
        return centred(vectors[at], mean)

    average = sum((rows.sum(axis=0) for rows in _parts(moved, count)), np.zeros(width, np.float32)) / max(count, 1)
    spread = np.zeros((width, width), np.float32)
    for rows in _parts(moved, count):
        spread += (rows - average).T @ (rows - average)
    np.save(folder / "numbers.npy", np.asarray(numbers, dtype=np.int64))
    np.save(folder / "mean.npy", mean.astype(np.float32))
    np.save(folder / "average.npy", average.astype(np.float32))
    np.save(folder / "spread.npy", (spread / max(count, 1)).astype(np.float32))
    _write_copy(folder, "raw", vectors.__getitem__, count, width, exact_up_to)
    _write_copy(folder, "centred", moved, count, width, exact_up_to)


def _write_copy(folder: Path, name: str, rows_at: RowsAt, count: int, width: int, exact_up_to: int) -> None:
    largest = max((float(np.abs(rows).max(initial=0.0)) for rows in _parts(rows_at, count)), default=0.0)
    scale = LEVELS / max(largest, 1e-9)

    def whole(at: Any) -> Vectors:
        rounded: Vectors = np.rint(rows_at(at) * scale).astype(np.float32)
        return rounded

    index = empty_index(count, width, whole, exact_up_to)
    for rows in _parts(whole, count):
        index.add(rows)
    faiss.write_index(index, str(folder / f"{name}.faiss"))
    np.save(folder / f"{name}-scale.npy", np.array(scale, dtype=np.float32))


def _parts(rows_at: RowsAt, count: int) -> Iterator[Vectors]:
    for start in range(0, count, PART):
        yield rows_at(slice(start, min(start + PART, count)))


def whole_numbers(vector: Vectors) -> tuple[Vectors, float]:
    """A vector as whole numbers of at most 127, and the scale they carry.

    On some processors FAISS rounds the question to int8 too; a unit vector would become nothing but zeros.
    """
    scale = LEVELS / max(float(np.abs(vector).max(initial=0.0)), 1e-9)
    return np.rint(vector * scale).astype(np.float32), scale


def centred(vectors: Vectors, mean: Vectors) -> Vectors:
    """Rows minus the mean, scaled to length one again (DESIGN: embedders put language before meaning)."""
    shifted = vectors - mean
    norms = np.linalg.norm(shifted, axis=-1, keepdims=True)
    unit: Vectors = (shifted / np.maximum(norms, 1e-12)).astype(np.float32)
    return unit


@contextmanager
def _one_thread() -> Iterator[None]:
    """FAISS divides work by questions: for a single one, more threads do nothing but wait for each other.

    Measured on two crowded cores: 60 to 80 ms of waiting for a search of less than one.
    """
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)


def _products(rows: Vectors, vector: Vectors) -> Vectors:
    """`rows` [n, d] times `vector` [d], in this thread: `@` would wait for others (21 ms for 768 x 768, here 0.2)."""
    products: Vectors = np.einsum("ij,j->i", rows, vector)
    return products


@dataclass(frozen=True)
class _Copy:
    """The vectors times `scale` as whole numbers. `cells` is None where every row is compared."""

    index: Any
    scale: float
    cells: Cells | None

    @classmethod
    def read(cls, folder: Path, name: str) -> _Copy:
        """Raises OSError, EOFError, ValueError or RuntimeError when it cannot be read."""
        index = faiss.read_index(str(folder / f"{name}.faiss"))
        scale = float(np.load(folder / f"{name}-scale.npy"))
        return cls(index, scale, Cells(index) if isinstance(index, faiss.IndexIVF) else None)


class DenseIndex:
    """Searches the index in a folder. Raises IndexStateError when its parts do not fit together.

    `exact_below` and `least_compared` are explained in `dense_cells`; they matter to large pools only.
    """

    def __init__(self, folder: Path, exact_below: int = EXACT_BELOW, least_compared: int = LEAST_COMPARED) -> None:
        self._exact_below = exact_below
        self._least_compared = least_compared
        try:
            self.numbers: NDArray[np.int64] = np.load(folder / "numbers.npy")
            self.mean: Vectors = np.load(folder / "mean.npy")
            self._average: Vectors = np.load(folder / "average.npy")
            self._spread: Vectors = np.load(folder / "spread.npy")
            self._copies = {name: _Copy.read(folder, name) for name in ("raw", "centred")}
        except (OSError, EOFError, ValueError, RuntimeError) as error:
            raise IndexStateError("index-damaged", generation=folder.parent.name, why=error) from error
        if any(copy.index.ntotal != len(self.numbers) for copy in self._copies.values()):
            raise IndexStateError("index-damaged", generation=folder.parent.name, why="vectors do not match passages")
        if np.any(np.diff(self.numbers) <= 0):
            raise IndexStateError("index-damaged", generation=folder.parent.name, why="passages are out of order")

    def __len__(self) -> int:
        return len(self.numbers)

    def search(
        self, vector: Vectors, depth: int, admissible: Numbers | None, *, centre: bool
    ) -> list[tuple[int, float]]:
        """The best (passage number, cosine), best first: `depth`, or all admissible when there are fewer.

        `vector` [d] is a unit vector, already centred on its own language's mean when `centre` is set.
        `admissible` holds the numbers let through (None: all).
        """
        copy = self._copies["centred" if centre else "raw"]
        rows = None if admissible is None else self._rows(admissible)
        wanted = min(depth, len(self) if rows is None else len(rows))
        if wanted == 0:
            return []
        asked, asked_scale = whole_numbers(vector)
        selector = None if rows is None else self._selector(rows)
        if copy.cells is None:
            parameters = faiss.SearchParameters(sel=selector)
        else:
            with _one_thread():
                cells = copy.cells.wanted(asked, wanted, rows, self._exact_below, self._least_compared)
            parameters = faiss.SearchParametersIVF(sel=selector, nprobe=cells)
        with _one_thread():
            scores, found = copy.index.search(asked[None], wanted, params=parameters)
        hits = [
            (int(self.numbers[row]), float(score) / copy.scale / asked_scale)
            for score, row in zip(scores[0], found[0], strict=True)
        ]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))

    def usual_score(self, vector: Vectors) -> tuple[float, float]:
        """Mean and standard deviation of the centred cosines of `vector` [d] over the whole pool.

        They tell how far a passage stands out in its own language, which can be compared between
        pools; cosines themselves cannot. The gate does not change them.
        """
        deviation = float(np.sqrt(max(float(_products(self._spread, vector) @ vector), 0.0)))
        return float(vector @ self._average), max(deviation, 1e-3)

    def scores(self, vector: Vectors, numbers: Sequence[int], *, centre: bool) -> dict[int, float]:
        """Cosines of given passages, so that one found by words alone gets its meaning's score too."""
        copy = self._copies["centred" if centre else "raw"]
        rows = self._rows(np.unique(np.asarray(numbers, dtype=np.int64)))
        if not len(rows):
            return {}
        asked, asked_scale = whole_numbers(vector)
        values = _products(copy.index.reconstruct_batch(rows), asked)
        return {
            int(self.numbers[row]): float(value) / copy.scale / asked_scale
            for row, value in zip(rows, values, strict=True)
        }

    def _selector(self, rows: NDArray[np.int64]) -> Any:
        allowed = np.zeros(len(self), dtype=bool)
        allowed[rows] = True
        return faiss.IDSelectorBitmap(np.packbits(allowed, bitorder="little"))

    def _rows(self, numbers: Numbers) -> NDArray[np.int64]:
        """Rows of the given passage numbers, ascending; numbers of other pools are left out."""
        wanted = np.asarray(numbers, dtype=np.int64)
        if not len(self):
            return wanted[:0]
        places = np.minimum(np.searchsorted(self.numbers, wanted), len(self) - 1)
        rows: NDArray[np.int64] = places[self.numbers[places] == wanted]
        return rows
