"""Cells: how a pool too large to be compared whole is searched, by FAISS's inverted file.

Similar vectors share a cell and only the cells nearest to the question are read. A filter can starve such a search;
here the number of cells is chosen by how many admissible passages stand in them, and a small admissible set is
compared whole.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
RowsAt = Callable[[Any], Vectors]
"""Gives the vectors [k, d] of a slice or an array of rows."""

EXACT_UP_TO = 200_000
"""Pools of at most so many passages have no cells (DESIGN, step 2)."""
EXACT_BELOW = 100_000
"""Admissible sets smaller than this are compared whole, cells or not: 20 ms of one core at a width of 256."""
READ = 32
"""How many of the nearest cells that hold admissible passages are read, with about one cell for a thousand passages
in a pool of a million."""
LEAST_COMPARED = 150_000
"""Reading goes on until so many admissible passages are compared, so that a filter that thins the cells costs little.
Measured at 600,000 clustered vectors with half as many, recall@50: open and in the question's own fourth of the pool
.98, in a fourth scattered over it 1.0, in a fourth far from the question .85; a comparison of 75,000 takes 3 ms.
With this bound at 1,000,000: open 1.0 in 2.8 ms of processor time (exact 13), half of it scattered 1.0 in 27 (30)."""
SEED = 1204
ROUNDS = 10
SAMPLED = 64
"""Rows per cell that the cells are trained on."""
SIGNED = faiss.ScalarQuantizer.QT_8bit_direct_signed


def empty_index(count: int, width: int, rows_at: RowsAt, exact_up_to: int) -> Any:
    """A FAISS index for `count` rows, whole numbers of at most 127, by inner product; trained when it has cells.

    The same rows give the same cells.
    """
    if count <= exact_up_to:
        return faiss.IndexScalarQuantizer(width, SIGNED, faiss.METRIC_INNER_PRODUCT)
    cells = isqrt(count)
    index = faiss.IndexIVFScalarQuantizer(
        faiss.IndexFlatIP(width), width, cells, SIGNED, faiss.METRIC_INNER_PRODUCT, False
    )
    index.cp.seed, index.cp.niter, index.cp.max_points_per_centroid = SEED, ROUNDS, SAMPLED
    # Below its usual 39 rows per cell FAISS trains all the same, and complains on the standard output.
    index.cp.min_points_per_centroid = 1
    sample = np.random.default_rng(SEED).choice(count, min(count, SAMPLED * cells), replace=False)
    index.train(rows_at(np.sort(sample)))
    # Where each row stands, so that the vector of a row can be read back.
    index.set_direct_map_type(faiss.DirectMap.Array)
    return index


class Cells:
    """Decides how many cells of an index are read for a question."""

    def __init__(self, index: Any) -> None:
        """Raises ValueError when the index does not say where its rows stand."""
        self._centres = index.quantizer
        self.count = int(index.nlist)
        places = faiss.vector_to_array(index.direct_map.array)
        if len(places) != index.ntotal or (len(places) and places.min() < 0):
            raise ValueError("the cells do not hold every row")
        self._cell_of_row: NDArray[np.int32] = (places >> 32).astype(np.int32)
        self._sizes = np.bincount(self._cell_of_row, minlength=self.count)

    def wanted(
        self, asked: Vectors, depth: int, rows: NDArray[np.int64] | None, exact_below: int, least_compared: int
    ) -> int:
        """How many of the cells nearest to `asked` [d] are read so that `rows` (None: all) are found.

        All of them when fewer than `exact_below` rows are admissible.
        """
        if rows is not None and len(rows) < exact_below:
            return self.count
        held = self._sizes if rows is None else np.bincount(self._cell_of_row[rows], minlength=self.count)
        _, nearest = self._centres.search(asked[None], self.count)
        in_order = held[nearest[0]]
        enough = (np.cumsum(in_order) >= max(depth, least_compared)) & (np.cumsum(in_order > 0) >= READ)
        return int(np.argmax(enough)) + 1 if enough.any() else self.count
