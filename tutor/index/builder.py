"""Builds a generation of the index from the library."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tutor.core.errors import IndexStateError
from tutor.index.analysis import passage_terms
from tutor.index.dense import DenseIndex, write_dense
from tutor.index.generations import begin_generation, seal_generation, switch_to_generation
from tutor.index.lexical import LexicalIndex, write_lexical
from tutor.index.vectors import VectorCache, passages_with_sentences
from tutor.library.store import LibraryStore
from tutor.models.progress import Progress, no_progress

PART = 512
"""How many passages are in memory at a time."""


def build_index(store: LibraryStore, vectors: VectorCache, index: Path, embedder: str, progress: Progress) -> Path:
    """Build and switch to a new generation that holds every passage of the library. Returns its folder.

    The sentences are embedded too, so that the first answers need not. Raises IndexStateError when what was indexed
    is not what the library holds.
    """
    total, done = store.passage_count(), 0
    for part in store.passage_parts(PART):
        before = done

        def told(what: str, count: int, _: int, before: int = before) -> None:
            progress(what, before + count, total)

        vectors.prepare(passages_with_sentences(part), told)
        done += len(part)
    return switch_to_generation(built_generation(store, vectors, index, embedder, progress))


def built_generation(store: LibraryStore, vectors: VectorCache, index: Path, embedder: str, progress: Progress) -> Path:
    """A new generation of every passage of the library, verified and not yet current. Returns its folder.

    Each language has a pool of its own, so its word statistics and its mean vector are its own.
    Raises IndexStateError when what was indexed is not what the library holds.
    """
    library_id, revision = store.identity()
    pools: dict[str, list[int]] = defaultdict(list)
    total = store.passage_count()
    for part in store.passage_parts(PART):
        vectors.prepare_passages([item.passage for item in part], no_progress)
        for item in part:
            pools[item.passage.metadata.language].append(item.number)
    folder = begin_generation(index)
    counts = {}
    for language, numbers in sorted(pools.items()):
        counts[language] = write_lexical(
            folder / language / "lexical",
            (
                (item.number, passage_terms(item.passage.heading_path, item.passage.text, language))
                for part in store.passage_parts(PART, language)
                for item in part
            ),
        )
        rows = np.empty((len(numbers), vectors.dimension), dtype=np.float32)
        at = 0
        for part in store.passage_parts(PART, language):
            rows[at : at + len(part)] = vectors.passage_vectors([item.passage for item in part])
            at += len(part)
        write_dense(folder / language / "dense", numbers, rows)
        progress("building the index", sum(counts.values()), total)
    seal_generation(
        folder,
        {
            "library_id": library_id,
            "revision": revision,
            "embedder": embedder,
            "embedder_hash": vectors.model_hash,
            "dimension": vectors.dimension,
            "passages": counts,
        },
    )
    _check(folder, counts)
    return folder


def _check(folder: Path, counts: Mapping[str, int]) -> None:
    """Open what was built as a reader will. Raises IndexStateError."""
    for language, count in counts.items():
        held = (len(LexicalIndex(folder / language / "lexical")), len(DenseIndex(folder / language / "dense")))
        if held != (count, count):
            raise IndexStateError("index-damaged", generation=folder.name, why=f"{held} of {count} passages indexed")
