"""Vectors that known sentences must have: on every computer nearly those that were stored when the model was chosen."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tutor.models.embedder import Embedder

FILE = Path(__file__).with_name("golden_vectors.json")
SENTENCES = (
    ("Photosynthesis", "Green plants make their food by photosynthesis."),
    ("Moyo", "Moyo husukuma damu kwenda sehemu zote za mwili."),
    ("Maji Maji", "The war began in July 1905 in the south of the country."),
    ("Udongo", "Mmomonyoko wa udongo husababishwa na maji na upepo."),
    ("Chemistry", "2H₂ + O₂ → 2H₂O"),
    ("Civics", "Katiba ni sheria mama ya nchi."),
)
LOWEST = 0.98
"""Measured with the starter on 44 sentences: 1.0000 with AVX-512 VNNI, at least 0.9945 (mean 0.9972) with AVX2 and no
VNNI (emulated Haswell); on these six 0.9958 without AVX (emulated Nehalem). Where 8-bit products overflow and nothing
is done about it (see `tutor.models.overflow`) it is 0.941, and of its nearest five one in twelve is another."""


def sentence_vectors(embedder: Embedder) -> NDArray[np.float32]:
    """Unit vectors [sentences, dimension]."""
    return embedder.embed_passages([text for _, text in SENTENCES], [title for title, _ in SENTENCES])


def stored_vectors(model: str) -> NDArray[np.float32] | None:
    """The stored vectors [sentences, dimension] of a model; None where there are none. Raises OSError or ValueError."""
    stored = json.loads(FILE.read_text(encoding="utf-8")).get(model)
    if stored is None:
        return None
    rows = np.frombuffer(base64.b64decode(stored), dtype=np.float16)
    return rows.reshape(len(SENTENCES), -1).astype(np.float32)


def lowest_cosine(embedder: Embedder, model: str) -> float | None:
    """The least cosine of a sentence's vector with the stored one; None where none are stored.

    Raises OSError or ValueError where the stored ones cannot be read.
    """
    stored = stored_vectors(model)
    if stored is None:
        return None
    found = sentence_vectors(embedder)
    norms = np.linalg.norm(stored, axis=1) * np.linalg.norm(found, axis=1)
    return float(((stored * found).sum(axis=1) / norms).min())


def store_vectors(vectors: dict[str, NDArray[np.float32]]) -> None:
    """Write the file anew: for a change of model or of sentences. Raises OSError."""
    text = {name: base64.b64encode(rows.astype(np.float16).tobytes()).decode("ascii") for name, rows in vectors.items()}
    FILE.write_text(json.dumps(text, indent=1, sort_keys=True) + "\n", encoding="ascii")
