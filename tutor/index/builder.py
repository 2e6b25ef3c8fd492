"""Builds a generation of the index from the library."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from tutor.index.analysis import passage_terms
from tutor.index.dense import write_dense
from tutor.index.generations import begin_generation, finish_generation
from tutor.index.lexical import write_lexical
from tutor.index.vectors import VectorCache, passages_with_sentences
from tutor.library.store import LibraryStore, StoredPassage
from tutor.models.progress import Progress


def build_index(store: LibraryStore, vectors: VectorCache, index: Path, embedder: str, progress: Progress) -> Path:
    """Build and switch to a new generation that holds every passage of the library. Returns its folder.

    Each language has a pool of its own, so its word statistics and its mean vector are its own.
    Raises IndexStateError when what was indexed is not what the library holds.
    """
    library_id, revision = store.identity()
    stored = list(store.passages())
    vectors.prepare(passages_with_sentences(stored), progress)
    folder = begin_generation(index)
    pools: dict[str, list[StoredPassage]] = defaultdict(list)
    for item in stored:
        pools[item.passage.metadata.language].append(item)
    counts = {}
    for language, pool in sorted(pools.items()):
        counts[language] = write_lexical(
            folder / language / "lexical",
            ((item.number, passage_terms(item.passage.heading_path, item.passage.text, language)) for item in pool),
        )
        rows = vectors.passage_vectors([item.passage for item in pool])
        write_dense(folder / language / "dense", [item.number for item in pool], rows)
        progress("building the index", sum(counts.values()), len(stored))
    return finish_generation(
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
