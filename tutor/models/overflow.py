"""Whether this processor's products of 8-bit numbers overflow, found by trying one.

x86 processors with AVX2 and without VNNI (most school PCs) add two products of eight bits in sixteen, and what does
not fit is cut off: half of the answer may be missing. The runtime has exact kernels for them, which are slower, and
which it would use on processors that need none, too. What a processor is called is not asked: only what it computes.
"""

from __future__ import annotations

import base64
import zlib
from functools import cache

import numpy as np
import onnxruntime as ort

EXACT_PRODUCTS = "session.x64quantprecision"
"""The runtime's option: its slower kernels, which keep all bits."""
RIGHT = 32.0
_PROBE = (
    "c-"
    "rIO6k;tYEy*vkYGmay;$p1eVl3xkEEZy{R1$Tm%uCG8Ob#qf%qz*PO7%@F@h#1<;!V!a)dLC_<rn9tl?bsG6y+zSYW1*iC~yb}Fg"
    "r1pdo{4skAe{mw73NrofwO~SXh`CZK8yM$x4Wii-&_zh=YrXg9V5cl7NDhXo3PxEL;o%B2I!_sA)`q5df`MAx;"
)
"""A packed graph with one quantised product: 4 rows of 32 ones times 32 rows of 16 ones, stored as 127/127."""


def probe_graph() -> bytes:
    """The graph that is tried."""
    return zlib.decompress(base64.b85decode(_PROBE))


@cache
def products_overflow() -> bool:
    """True where the quick kernels of this processor give less than the product."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = ort.InferenceSession(probe_graph(), options, providers=["CPUExecutionProvider"])
    product = session.run(None, {"x": np.ones((4, 32), np.float32)})[0]
    return bool(np.abs(product - RIGHT).max() > RIGHT / 100)
