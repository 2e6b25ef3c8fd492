"""Vectors of passages and sentences, computed once per text and model and kept in the library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tutor.core.files import text_sha256
from tutor.core.types import Passage, Sentence
from tutor.index.questions import question_vectors
from tutor.library.store import LibraryStore, StoredPassage
from tutor.library.tables import readable_text
from tutor.models.embedder import Embedder
from tutor.models.progress import Progress, no_progress

Vectors = NDArray[np.float32]
Embed = Callable[[Sequence[str], Sequence[str]], Vectors]
CHUNK = 512
"""How many vectors are computed before they are put into the library: what a power cut can cost."""
PASSAGES_AT_ONCE = 64
"""How many passages, or the sentences of how many, are embedded before progress is told."""


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
        return self._vectors("passage", _passage_texts(passages), self._embedder.embed_passages, progress)

    def sentence_vectors(
        self, sentences: Sequence[tuple[Passage, Sentence]], progress: Progress = no_progress
    ) -> Vectors:
        """Unit vectors [n, dimension]; what is missing is computed and kept."""
        return self._vectors("sentence", _sentence_texts(sentences), self._embedder.embed_sentences, progress)

    def question_vectors(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors [n, dimension] of texts read as questions; none is kept."""
        return question_vectors(self._embedder, texts)

    def prepare(self, passages: Sequence[tuple[Passage, Sequence[Sentence]]], progress: Progress) -> None:
        """Compute what is missing for whole books, a part at a time: only the vectors of a part are in memory."""
        self.prepare_passages([passage for passage, _ in passages], progress)
        self.prepare_sentences(passages, progress)

    def prepare_passages(self, passages: Sequence[Passage], progress: Progress) -> None:
        """Compute what is missing of the passages, which searching needs."""
        for start in range(0, len(passages), PASSAGES_AT_ONCE):
            part = passages[start : start + PASSAGES_AT_ONCE]
            self._keep("passage", _passage_texts(part), self._embedder.embed_passages)
            progress("embedding passages", start + len(part), len(passages))

    def prepare_sentences(self, passages: Sequence[tuple[Passage, Sequence[Sentence]]], progress: Progress) -> None:
        """Compute what is missing of their sentences, which composing an answer needs; `progress` counts passages."""
        for start in range(0, len(passages), PASSAGES_AT_ONCE):
            part = passages[start : start + PASSAGES_AT_ONCE]
            pairs = [(passage, sentence) for passage, own in part for sentence in own]
            self._keep("sentence", _sentence_texts(pairs), self._embedder.embed_sentences)
            progress("embedding sentences", start + len(part), len(passages))

    def _vectors(
        self,
        kind: str,
        texts: Sequence[tuple[str, str]],
        embed: Embed,
        progress: Progress,
    ) -> Vectors:
        keys = _keys(kind, texts)
        known = self._store.known_vectors(keys, self.model_hash)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        for done, fresh in self._embedded(missing, embed):
            known.update(fresh)
            progress(f"embedding {kind}s", done, len(missing))
        if not keys:
            return np.empty((0, self.dimension), dtype=np.float32)
        rows = np.frombuffer(b"".join(known[key] for key in keys), dtype=np.float16)
        return rows.reshape(len(keys), -1).astype(np.float32)

    def _keep(self, kind: str, texts: Sequence[tuple[str, str]], embed: Embed) -> None:
        keys = _keys(kind, texts)
        held = self._store.held_vectors(keys, self.model_hash)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in held}
        for _ in self._embedded(missing, embed):
            pass

    def _embedded(self, missing: Mapping[str, tuple[str, str]], embed: Embed) -> Iterator[tuple[int, dict[str, bytes]]]:
        """(how many so far, float16 vectors by key), a chunk at a time, each kept when it is yielded."""
        todo = list(missing)
        for start in range(0, len(todo), CHUNK):
            part = todo[start : start + CHUNK]
            vectors = embed([missing[key][1] for key in part], [missing[key][0] for key in part])
            fresh = {key: row.astype(np.float16).tobytes() for key, row in zip(part, vectors, strict=True)}
            self._store.keep_vectors(fresh.items(), self.model_hash)
            yield start + len(part), fresh


def _keys(kind: str, texts: Sequence[tuple[str, str]]) -> list[str]:
    return [text_sha256(f"{kind}\n{title}\n{text}") for title, text in texts]


def _passage_texts(passages: Sequence[Passage]) -> list[tuple[str, str]]:
    return [(passage_title(passage), passage.text) for passage in passages]


def _sentence_texts(sentences: Sequence[tuple[Passage, Sentence]]) -> list[tuple[str, str]]:
    return [(sentence_title(passage), readable_text(passage, sentence)) for passage, sentence in sentences]


def passages_with_sentences(stored: Sequence[StoredPassage]) -> list[tuple[Passage, Sequence[Sentence]]]:
    """The pairs that `VectorCache.prepare` takes."""
    return [(item.passage, item.sentences) for item in stored]
