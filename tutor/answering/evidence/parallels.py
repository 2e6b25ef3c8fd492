"""The same sentences in the pupil's own language, where a book of that language has the chapter too.

A passage is taken for another's counterpart only where at least half of its sentences have their nearest in it, each
the other's: a bare cosine says little across languages, and less from one embedder to the next.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import Candidate, EvidenceSentence, Passage, Sentence
from tutor.index.vectors import VectorCache
from tutor.library.store import LibraryStore

STANDS_OUT = 0.3
"""How far a pair that is left over must stand out from any two sentences of the passages, as a share of how far those
stand out that are each other's nearest."""


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
    pairs: dict[int, int] = {}
    for name in dict.fromkeys(item.passage.id for item in evidence):
        pairs |= _passage_pairs([at for at, said in enumerate(here) if said.passage.id == name], there, likeness)
    found: dict[int, EvidenceSentence] = {}
    for item in evidence:
        own = [at for at, said in enumerate(here) if _is_within(said, item)]
        if not own or any(at not in pairs for at in own):
            return ()
        for at in own:
            told_there = there[pairs[at]]
            if _figures(here[at].sentence.text) != _figures(told_there.sentence.text):
                return ()  # "23½° N" is not said by "between 1° and 12°"
            found[pairs[at]] = replace(item, passage=told_there.passage, sentence=told_there.sentence)
    return tuple(found.values())


def _passage_pairs(own: Sequence[int], there: Sequence[_Told], likeness: NDArray[np.float32]) -> dict[int, int]:
    """The counterpart of each of a passage's sentences in the passage that says the same; none where no passage holds
    the nearest of at least half of them. There the nearest pair goes first, and what is left pairs off after it."""
    mutual = {at: other for at in own if (other := _mutual(likeness, at)) is not None}
    held = Counter(there[other].passage.id for other in mutual.values())
    name, most = held.most_common(1)[0] if held else ("", 0)
    if 2 * most < len(own):
        return {}
    theirs = [at for at, said in enumerate(there) if said.passage.id == name]
    block = likeness[np.ix_(list(own), theirs)]
    usual, alike = float(block.mean()), float(np.mean([likeness[at, other] for at, other in mutual.items()]))
    least = usual + STANDS_OUT * (alike - usual)
    pairs: dict[int, int] = {}
    for _, at, other in sorted(
        ((float(likeness[at, other]), at, other) for at in own for other in theirs), reverse=True
    ):
        free = at not in pairs and other not in pairs.values()
        if free and likeness[at, other] >= least:
            pairs[at] = other
    return pairs


def _figures(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+(?:[.,]\d+)*", text))


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
