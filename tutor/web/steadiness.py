"""What keeps a server that runs all day steady: no long pauses of the collector, no memory that creeps up."""

from __future__ import annotations

import ctypes
import gc
import platform
import sys

M_ARENA_MAX = -8
ARENAS = 2
"""The C library keeps pools of memory for each of many threads and hardly ever gives them back."""


def limit_pools() -> bool:
    """Have the C library keep few pools. Call before threads are started. True where it could be said."""
    return _is_glibc() and bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS))


def _is_glibc() -> bool:
    return sys.platform == "linux" and platform.libc_ver()[0] == "glibc"


def let_go() -> None:
    """Call when what was loaded is wanted no more, before anything takes its place: there is no room for both.

    What refers to itself in a circle stays until the collector comes by, and what `settle` kept from it for good.
    """
    gc.unfreeze()
    gc.collect()
    if _is_glibc():
        ctypes.CDLL(None).malloc_trim(0)


def settle() -> None:
    """Call when everything is loaded: what is there now stays, so the collector need not look at it again and again.

    It looks with everything else standing still: a tenth of a second and more for models and books, in the middle of
    a lesson.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
