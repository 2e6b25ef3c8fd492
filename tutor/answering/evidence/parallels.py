"""The same sentences in the pupil's own language, where a book of that language has the chapter too.

A sentence is taken for another's counterpart only when each is the other's nearest among the two passages: a bare
cosine says little across languages, and less from one embedder to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import Candidate, EvidenceSentence, Passage, Sentence
from tutor.index.vectors import VectorCache
from tutor.library.store import LibraryStore


@dataclass(frozen=True)
class _Told:
    passage: Passage
    sentence: Sentence


def parallel_evidence(
    evidence: Sequence[EvidenceSentence], candidates: Sequence[Candidate], language: str, store: LibraryStore,
    vectors: VectorCache,
) -> tuple[EvidenceSentence, ...]:  # fmt: skip
    """The evidence in the books of `language`; nothing unless every sentence of it has its counterpart there."""
    told = {(item.passage.metadata.subject, item.passage.metadata.form) for item in evidence}
    near = [
        candidate.passage
        for candidate in candidates
        if candidate.passage.metadata.language == language
        and (candidate.passage.metadata.subject, candidate.passage.metadata.form) in told
    ]
    if not near:
        return ()
    here = _sentences(list({item.passage.id: item.passage for item in evidence}.values()), store)
    there = _sentences(near, store)
    if not here or not there:
        return ()
    likeness = _vectors_of(here, vectors) @ _vectors_of(there, vectors).T
    found: dict[int, EvidenceSentence] = {}
    for item in evidence:
        own = [at for at, said in enumerate(here) if _is_within(said, item)]
        counterparts = [_mutual(likeness, at) for at in own]
        if not own or any(other is None for other in counterparts):
            return ()
        for other in counterparts:
            if other is not None:
                told_there = there[other]
                found[other] = replace(item, passage=told_there.passage, sentence=told_there.sentence)
    return tuple(found.values())


def _sentences(passages: Sequence[Passage], store: LibraryStore) -> list[_Told]:
    stored = {kept.passage.id: kept.sentences for kept in store.passages_by_id([passage.id for passage in passages])}
    return [_Told(passage, said) for passage in passages for said in stored.get(passage.id, ())]


def _vectors_of(told: Sequence[_Told], vectors: VectorCache) -> NDArray[np.float32]:
    return vectors.sentence_vectors([(said.passage, said.sentence) for said in told])


def _is_within(said: _Told, item: EvidenceSentence) -> bool:
    inside = item.sentence.start <= said.sentence.start and said.sentence.end <= item.sentence.end
    return said.passage.id == item.passage.id and inside


def _mutual(likeness: NDArray[np.float32], at: int) -> int | None:
    """The one that is nearest to `at` and to which `at` is the nearest; None where there is none."""
    other = int(np.argmax(likeness[at]))
    return other if int(np.argmax(likeness[:, other])) == at else None
