"""Passage numbers: what the gate gives to both indexes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = Sequence[int] | NDArray[np.int64]
"""Passage numbers, ascending."""
