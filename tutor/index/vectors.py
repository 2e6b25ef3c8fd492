"""Vectors of passages and sentences, computed once per text and model and kept in the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tutor.core.files import text_sha256
from tutor.core.types import Passage, Sentence
from tutor.library.store import LibraryStore, StoredPassage
from tutor.library.tables import readable_text
from tutor.models.embedder import Embedder
from tutor.models.progress import Progress, no_progress

Vectors = NDArray[np.float32]
CHUNK = 512
"""How many vectors are computed before they are put into the library: what a power cut can cost."""


def passage_title(passage: Passage) -> str:
    """The heading path that is embedded with a passage, so that it carries its place in the book."""
    return " > ".join(passage.heading_path) or passage.document_title


def sentence_title(passage: Passage) -> str:
    """The heading that is embedded with a sentence."""
    return passage.heading_path[-1] if passage.heading_path else passage.document_title


class VectorCache:
    """Passage and sentence vectors of one library for one embedder."""

    def __init__(self, store: LibraryStore, embedder: Embedder, model_hash: str) -> None:
        self._store = store
        self._embedder = embedder
        self.model_hash = model_hash

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def passage_vectors(self, passages: Sequence[Passage], progress: Progress = no_progress) -> Vectors:
        """Unit vectors [n, dimension]; what is missing is computed and kept."""
        texts = [(passage_title(passage), passage.text) for passage in passages]
        return self._vectors("passage", texts, self._embedder.embed_passages, progress)

    def sentence_vectors(
        self, sentences: Sequence[tuple[Passage, Sentence]], progress: Progress = no_progress
    ) -> Vectors:
        """Unit vectors [n, dimension]; what is missing is computed and kept."""
        texts = [(sentence_title(passage), readable_text(passage, sentence)) for passage, sentence in sentences]
        return self._vectors("sentence", texts, self._embedder.embed_sentences, progress)

    def prepare(self, passages: Sequence[tuple[Passage, Sequence[Sentence]]], progress: Progress) -> None:
        """Compute what is missing for whole books, before they are stored."""
        self.passage_vectors([passage for passage, _ in passages], progress)
        self.sentence_vectors([(passage, s) for passage, own in passages for s in own], progress)

    def _vectors(
        self,
        kind: str,
        texts: Sequence[tuple[str, str]],
        embed: Callable[[Sequence[str], Sequence[str]], Vectors],
        progress: Progress,
    ) -> Vectors:
        keys = [text_sha256(f"{kind}\n{title}\n{text}") for title, text in texts]
        known = self._store.known_vectors(keys, self.model_hash)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        todo = list(missing)
        for start in range(0, len(todo), CHUNK):
            part = todo[start : start + CHUNK]
            vectors = embed([missing[key][1] for key in part], [missing[key][0] for key in part])
            fresh = {key: row.astype(np.float16).tobytes() for key, row in zip(part, vectors, strict=True)}
            self._store.keep_vectors(fresh.items(), self.model_hash)
            known.update(fresh)
            progress(f"embedding {kind}s", start + len(part), len(todo))
        if not keys:
            return np.empty((0, self.dimension), dtype=np.float32)
        rows = [np.frombuffer(known[key], dtype=np.float16) for key in keys]
        return np.vstack(rows).astype(np.float32)


def passages_with_sentences(stored: Sequence[StoredPassage]) -> list[tuple[Passage, Sequence[Sentence]]]:
    """The pairs that `VectorCache.prepare` takes."""
    return [(item.passage, item.sentences) for item in stored]
