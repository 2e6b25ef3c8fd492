"""The retriever: gate, a pool per language, fusion within each, one list of candidates with labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tutor.core.trace import Trace
from tutor.core.types import LANGUAGES, BookLanguage, Candidate, Language, Passage, Scope
from tutor.index.analysis import Terms, question_terms
from tutor.index.dense import DenseIndex
from tutor.index.lexical import LexicalIndex
from tutor.index.questions import question_vectors
from tutor.language.glossary import Glossary
from tutor.library.store import LibraryStore
from tutor.models.embedder import Embedder
from tutor.retrieval.boosts import Boosts, metadata_boosts
from tutor.retrieval.choices import RetrieverSettings
from tutor.retrieval.crossing import CrossingVectors
from tutor.retrieval.fusion import fusion
from tutor.retrieval.gate import Gate
from tutor.retrieval.headings import asked_by_heading, best_matches
from tutor.retrieval.merging import merged
from tutor.retrieval.pools import Pool, PoolCandidate, crosses_into
from tutor.retrieval.reranking import CrossEncoder, RerankStep
from tutor.retrieval.widening import leakage_label, widen

SPREAD = 5.0
"""Distinctions of good passages lie between 2 and 6: divided by this they stand beside boosts of 0.1 and 0.2.
A sigmoid, as equation 5 has for a cross-encoder's logits, would press all good ones together."""


@dataclass(frozen=True)
class Retrieval:
    """What was found. `query_vector` [d] is the question's unit vector, for choosing sentences with.

    `escaped` is True when nothing but words, searched in all books, found anything: a place to look, never a success.
    """

    candidates: tuple[Candidate, ...]
    query_vector: NDArray[np.float32]
    admissible: int
    escaped: bool = False


@dataclass(frozen=True)
class _Asked:
    """One question as every search of it needs it."""

    vector: NDArray[np.float32]
    text: str
    language: Language
    boosts: Boosts
    keep: int


class Retriever:
    """Searches one generation of the index. Read only."""

    def __init__(
        self, store: LibraryStore, generation: Path, embedder: Embedder, glossary: Glossary,
        settings: RetrieverSettings | None = None, reranker: CrossEncoder | None = None,
    ) -> None:  # fmt: skip
        self._settings = settings or RetrieverSettings()
        self._generation = generation
        self._store = store
        self._embedder = embedder
        self.glossary = glossary
        self.crossing = CrossingVectors(embedder, glossary)
        self._gate = Gate(store)
        self.reranking = RerankStep(reranker)
        self._pools = [
            Pool(
                language,
                LexicalIndex(generation / language / "lexical", self._settings.field_weights),
                DenseIndex(generation / language / "dense"),
                fusion(self._settings.fusion, self._settings.alpha),
            )
            for language in LANGUAGES
            if (generation / language).is_dir()
        ]

    def over(self, generation: Path) -> Retriever:
        """The same retriever, cross-encoder included, over another generation of the same library."""
        return Retriever(
            self._store, generation, self._embedder, self.glossary, self._settings, self.reranking.cross_encoder
        )

    def choosing(self, settings: RetrieverSettings) -> Retriever:
        """The same retriever with other choices, over the same generation."""
        reranker = self.reranking.cross_encoder
        return Retriever(self._store, self._generation, self._embedder, self.glossary, settings, reranker)

    def retrieve(
        self,
        question: str,
        language: Language,
        scope: Scope,
        boosts: Boosts | None = None,
        trace: Trace | None = None,
        keep: int | None = None,
        limit: Scope = Scope(),
    ) -> Retrieval:
        """The best candidates of all pools inside the scope, best first, at most `keep`.

        A scope that gives too little is widened as `tutor.retrieval.widening` says, with a label on every passage
        outside of what was asked; nothing is ever found outside `limit`.
        """
        trace = trace or Trace()
        with trace.timed("embed"):
            vector = question_vectors(self._embedder, [question])[0]
        return self.search(vector, question, language, scope, boosts or Boosts(), trace, keep, limit)

    def search(
        self,
        vector: NDArray[np.float32],
        question: str,
        language: Language,
        scope: Scope,
        boosts: Boosts,
        trace: Trace,
        keep: int | None = None,
        limit: Scope = Scope(),
    ) -> Retrieval:
        """As `retrieve`, for a question whose vector [d] is known already."""
        asked = _Asked(vector, question, language, boosts, keep or self._settings.keep)
        searched, escaped, attempt = scope, False, 0
        candidates, count = self._searched(asked, scope, limit, trace)
        while not escaped:
            known = [candidate.passage.metadata for candidate in candidates]
            step = widen(searched, known, searched.subjects, attempt)
            if step is None:
                break
            searched, escaped, attempt = step.scope, step.is_escape, attempt + 1
            trace.note("widen", name=step.name, dropped=list(step.drops), because=step.because)
            candidates, count = self._searched(asked, searched, limit, trace, only_words=escaped)
            candidates = [replace(c, label=leakage_label(c.passage.metadata, scope)) for c in candidates]
        return Retrieval(tuple(candidates), vector, count, escaped)

    def _searched(
        self, asked: _Asked, scope: Scope, limit: Scope, trace: Trace, only_words: bool = False
    ) -> tuple[list[Candidate], int]:
        """The candidates of one scope and how many passages it admits."""
        with trace.timed("gate"):
            admissible = self._gate.admissible_within(scope, limit)
        found: list[PoolCandidate] = []
        with trace.timed("embed"):
            translated = [self._translated(pool, asked) for pool in self._pools]
        with trace.timed("search"):
            mean = self._language_mean(asked.language)
            terms = {
                p.language: question_terms(asked.text, asked.language, p.language, self.glossary) for p in self._pools
            }
            for pool, other in zip(self._pools, translated, strict=True):
                crosses = crosses_into(pool.language, asked.language)
                found += pool.candidates(
                    asked.vector, mean, terms[pool.language], self._settings.pool_depth, crosses, admissible, other,
                    self._settings.centring,
                )  # fmt: skip
        if only_words:
            found = [candidate for candidate in found if candidate.lexical > 0]
        with trace.timed("fuse"):
            candidates = self._merged(found, asked, terms, self.reranking.wanted(asked.keep))
        candidates = self.reranking.reranked(asked.text, candidates, trace)
        candidates = _with_places_for_each_language(candidates, asked.keep, self._settings.places)
        count = len(admissible) if admissible is not None else sum(len(pool) for pool in self._pools)
        trace.note(
            "retrieve",
            scope=scope.as_dict(),
            admissible=count,
            pools={pool.language: sum(c.language == pool.language for c in found) for pool in self._pools},
            candidates=[_traced(candidate) for candidate in candidates],
        )
        return candidates, count

    def admitted(self, scope: Scope, limit: Scope = Scope()) -> int:
        """How many passages the scope lets through inside the limit."""
        numbers = self._gate.admissible_within(scope, limit)
        return sum(len(pool) for pool in self._pools) if numbers is None else len(numbers)

    def rarity(self, stems: Sequence[str], language: str) -> float:
        """How rare the stems are in the books of the language: an inverse document frequency."""
        pool = next((pool for pool in self._pools if pool.language == language), None)
        return pool.rarity(stems) if pool else 0.0

    def _translated(self, pool: Pool, asked: _Asked) -> NDArray[np.float32] | None:
        """The vector of the question with its terms in the pool's language, where it crosses. Where the pool is empty,
        nothing need be embedded for it."""
        if not len(pool) or not self._settings.terms_of_books:
            return None
        return self.crossing.vector(asked.vector, asked.text, asked.language, pool.language)

    def vectors(self, vector: NDArray[np.float32], text: str, language: Language) -> dict[str, NDArray[np.float32]]:
        """The question's unit vectors [d] by the language of what they are compared with; `vector` is its own."""
        translated = {book: self.crossing.vector(vector, text, language, book) for book in LANGUAGES}
        return {book: vector if other is None else other for book, other in translated.items()}

    def background(self, vector: NDArray[np.float32], language: str) -> float:
        """The mean cosine of a question's vector [d] with the passages of a language: some are near to everything."""
        pool = next((pool for pool in self._pools if pool.language == language), None)
        return float(vector @ pool.dense.mean) if pool and len(pool) else 0.0

    def _language_mean(self, language: Language) -> NDArray[np.float32]:
        """The mean vector of the question's language; of both for a mixed question or an unknown pool."""
        own = [pool.dense.mean for pool in self._pools if pool.language == language and len(pool)]
        means = own or [pool.dense.mean for pool in self._pools if len(pool)]
        if not means:
            return np.zeros(self._embedder.dimension, dtype=np.float32)
        average: NDArray[np.float32] = np.mean(means, axis=0).astype(np.float32)
        return average

    def _read(self, numbers: Iterable[int]) -> dict[int, Passage]:
        return {item.number: item.passage for item in self._store.passages(numbers)}

    def _merged(
        self, found: Sequence[PoolCandidate], asked: _Asked, terms: Mapping[BookLanguage, Terms], keep: int
    ) -> list[Candidate]:
        """One list from all pools, with what the metadata add."""
        headings = self._settings.headings
        own = [pool for pool in self._pools if headings and not crosses_into(pool.language, asked.language)]
        passages = self._read([number for pool in own for number in best_matches(found, pool.language)])
        named = {number for pool in own for number in asked_by_heading(passages, terms[pool.language], pool)}
        shortlist = list(merged(found, asked.language, keep, named, self._settings.order))
        passages |= self._read(c.number for c, _ in shortlist if c.number not in passages)
        candidates = []
        for candidate, value in shortlist:
            passage = passages.get(candidate.number)
            if passage is None:
                continue  # removed from the library since this generation was built
            extra = metadata_boosts(passage.metadata, asked.language, asked.boosts, self._settings.language_boost)
            candidates.append(
                Candidate(
                    passage=passage,
                    dense=candidate.dense,
                    centred=candidate.centred,
                    distinction=candidate.distinction,
                    lexical=candidate.lexical,
                    score=value / SPREAD + sum(extra.values()),
                    boosts=extra,
                )
            )
        candidates.sort(key=lambda item: (-item.score, item.passage.id))
        return _with_places_for_each_language(candidates, keep, self._settings.places)


def _with_places_for_each_language(ranked: Sequence[Candidate], keep: int, places: int) -> list[Candidate]:
    """The first `keep`, with so many places for the best of each language; order stays by score."""
    places = min(places, keep // 2)
    kept: dict[str, Candidate] = {}
    for language in LANGUAGES:
        own = [item for item in ranked if item.passage.metadata.language == language]
        kept |= {item.passage.id: item for item in own[:places]}
    for item in ranked:
        if len(kept) >= keep:
            break
        kept.setdefault(item.passage.id, item)
    return [item for item in ranked if item.passage.id in kept][:keep]


def _traced(candidate: Candidate) -> Mapping[str, object]:
    return {
        "passage": candidate.passage.id,
        "score": round(candidate.score, 4),
        "dense": round(candidate.dense, 4),
        "centred": round(candidate.centred, 4),
        "lexical": round(candidate.lexical, 3),
        "boosts": dict(candidate.boosts),
        **({"label": candidate.label} if candidate.label else {}),
    }
