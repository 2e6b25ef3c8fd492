"""The one way a question becomes a vector: embedded as a book would print it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tutor.language.question_form import asked_form


class EmbedsQueries(Protocol):
    """What is needed of the embedder."""

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


def question_vectors(embedder: EmbedsQueries, texts: Sequence[str]) -> NDArray[np.float32]:
    """Unit vectors [n, d] of questions as pupils write them."""
    return embedder.embed_queries([asked_form(text) for text in texts])
