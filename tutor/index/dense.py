"""The dense index of one language's pool: exact inner products over int8 vectors by FAISS.

Exact search cannot be starved by a filter: the ID selector restricts what is scored, so a gated search
equals an exact search over the admissible set.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

from tutor.core.errors import IndexStateError
from tutor.index.numbers import Numbers

Vectors = NDArray[np.float32]
LEVELS = 127.0


def write_dense(folder: Path, numbers: Sequence[int], vectors: Vectors) -> None:
    """Write unit vectors [n, d] of the passages `numbers` [n], and the same centred on the pool's mean.

    The raw vectors serve questions in the pool's language, the centred ones questions that cross over.
    """
    folder.mkdir(parents=True)
    mean = vectors.mean(axis=0) if len(vectors) else np.zeros(vectors.shape[1], np.float32)
    np.save(folder / "numbers.npy", np.asarray(numbers, dtype=np.int64))
    np.save(folder / "mean.npy", mean.astype(np.float32))
    shifted = centred(vectors, mean)
    average = shifted.mean(axis=0) if len(vectors) else np.zeros_like(mean)
    deviations = shifted - average
    np.save(folder / "average.npy", average.astype(np.float32))
    np.save(folder / "spread.npy", (deviations.T @ deviations / max(len(vectors), 1)).astype(np.float32))
    for name, values in (("raw", vectors), ("centred", shifted)):
        scale = LEVELS / max(float(np.abs(values).max(initial=0.0)), 1e-9)
        index = faiss.IndexScalarQuantizer(
            vectors.shape[1], faiss.ScalarQuantizer.QT_8bit_direct_signed, faiss.METRIC_INNER_PRODUCT
        )
        if len(values):
            index.add(np.rint(values * scale).astype(np.float32))
        faiss.write_index(index, str(folder / f"{name}.faiss"))
        np.save(folder / f"{name}-scale.npy", np.array(scale, dtype=np.float32))


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


class DenseIndex:
    """Searches the index in a folder. Raises IndexStateError when its parts do not fit together."""

    def __init__(self, folder: Path) -> None:
        try:
            self.numbers: NDArray[np.int64] = np.load(folder / "numbers.npy")
            self.mean: Vectors = np.load(folder / "mean.npy")
            self._average: Vectors = np.load(folder / "average.npy")
            self._spread: Vectors = np.load(folder / "spread.npy")
            self._indexes = {
                name: (faiss.read_index(str(folder / f"{name}.faiss")), float(np.load(folder / f"{name}-scale.npy")))
                for name in ("raw", "centred")
            }
        except (OSError, EOFError, ValueError, RuntimeError) as error:
            raise IndexStateError("index-damaged", generation=folder.parent.name, why=error) from error
        if any(index.ntotal != len(self.numbers) for index, _ in self._indexes.values()):
            raise IndexStateError("index-damaged", generation=folder.parent.name, why="vectors do not match passages")

    def __len__(self) -> int:
        return len(self.numbers)

    def search(
        self, vector: Vectors, depth: int, admissible: Numbers | None, *, centre: bool
    ) -> list[tuple[int, float]]:
        """The best (passage number, cosine), best first, at most `depth`.

        `vector` [d] is a unit vector, already centred on its own language's mean when `centre` is set.
        `admissible` holds the numbers let through (None: all).
        """
        index, scale = self._indexes["centred" if centre else "raw"]
        rows = np.arange(len(self)) if admissible is None else self._rows(admissible)
        wanted = min(depth, len(rows))
        if wanted == 0:
            return []
        parameters = None
        if admissible is not None:
            allowed = np.zeros(len(self), dtype=bool)
            allowed[rows] = True
            bits = np.packbits(allowed, bitorder="little")
            parameters = faiss.SearchParameters(sel=faiss.IDSelectorBitmap(bits))
        asked, asked_scale = whole_numbers(vector)
        scores, found = index.search(asked[None], wanted, params=parameters)
        hits = [
            (int(self.numbers[row]), float(score) / scale / asked_scale)
            for score, row in zip(scores[0], found[0], strict=True)
        ]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))

    def usual_score(self, vector: Vectors) -> tuple[float, float]:
        """Mean and standard deviation of the centred cosines of `vector` [d] over the whole pool.

        They tell how far a passage stands out in its own language, which can be compared between
        pools; cosines themselves cannot. The gate does not change them.
        """
        deviation = float(np.sqrt(max(float(vector @ self._spread @ vector), 0.0)))
        return float(vector @ self._average), max(deviation, 1e-3)

    def scores(self, vector: Vectors, numbers: Sequence[int], *, centre: bool) -> dict[int, float]:
        """Cosines of given passages, so that one found by words alone gets its meaning's score too."""
        index, scale = self._indexes["centred" if centre else "raw"]
        wanted = [number for number in numbers if number in self._positions()]
        if not wanted:
            return {}
        rows = self._rows(wanted)
        asked, asked_scale = whole_numbers(vector)
        values = np.vstack([index.reconstruct(int(row)) for row in rows]) @ asked
        return {
            number: float(value) / scale / asked_scale for number, value in zip(sorted(wanted), values, strict=True)
        }

    def _positions(self) -> dict[int, int]:
        if not hasattr(self, "_position_by_number"):
            self._position_by_number = {int(number): row for row, number in enumerate(self.numbers)}
        return self._position_by_number

    def _rows(self, numbers: Numbers) -> NDArray[np.int64]:
        """Rows of the given passage numbers, ascending; numbers of other pools are left out."""
        return np.nonzero(np.isin(self.numbers, np.asarray(list(numbers), dtype=np.int64)))[0]
