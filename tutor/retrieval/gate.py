"""The scope gate: the passages a pupil may be shown, decided before anything is ranked.

Filtering after ranking collapses recall (CHSR-RRF); here both searches get the same set of numbers.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import Scope
from tutor.library.store import LibraryStore

Numbers = NDArray[np.int64]
REMEMBERED = 256


class Gate:
    """Turns scopes into sets of passage numbers. Remembers them until the library changes."""

    def __init__(self, store: LibraryStore) -> None:
        self._store = store
        self._revision = -1
        self._known: OrderedDict[Scope, Numbers] = OrderedDict()
        self._within: dict[tuple[Scope, Scope], tuple[Numbers, Numbers, Numbers]] = {}

    def admissible(self, scope: Scope) -> Numbers | None:
        """The numbers let through, ascending; None when the scope is open and lets all through."""
        if scope.is_open:
            return None
        _, revision = self._store.identity()
        if revision != self._revision:
            self._known.clear()
            self._revision = revision
        if scope not in self._known:
            self._known[scope] = np.array(self._store.admissible_numbers(scope), dtype=np.int64)
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(scope)
        return self._known[scope]

    def admissible_within(self, scope: Scope, limit: Scope) -> Numbers | None:
        """The numbers that both the scope and the limit let through, ascending; None when both are open.

        The same array comes back for the same question of the same library, so that others can remember by it.
        """
        inside, most = self.admissible(scope), self.admissible(limit)
        if inside is None or most is None:
            return most if inside is None else inside
        known = self._within.get((scope, limit))
        if known is None or known[0] is not inside or known[1] is not most:
            known = (inside, most, np.intersect1d(inside, most, assume_unique=True))
            if len(self._within) >= REMEMBERED:
                self._within.clear()
            self._within[scope, limit] = known
        return known[2]
