"""What the systems of a run share: one library, one embedder, one generator, one pool in which nothing is gated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tutor.answering.opening import open_generator, open_retriever
from tutor.core.errors import ModelError
from tutor.core.settings import Settings
from tutor.core.types import Metadata, Passage, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.evaluation.faithfulness import Evaluator
from tutor.evaluation.homes import mixed_lexical
from tutor.evaluation.judge import open_evaluator
from tutor.evaluation.outcomes import Outcome, Query
from tutor.index.analysis import Terms
from tutor.index.lexical import LexicalIndex
from tutor.index.vectors import VectorCache
from tutor.library.store import LibraryStore
from tutor.models.catalog import load_catalog
from tutor.models.embedder import Embedder
from tutor.models.generator import Generator
from tutor.models.installed import require_model
from tutor.models.reranker import Reranker
from tutor.retrieval.gate import Gate
from tutor.retrieval.retriever import Retriever

Numbers = NDArray[np.int64]
Vectors = NDArray[np.float32]
Scored = dict[int, float]
"""Passage number -> score."""


class System(Protocol):
    """Makes an outcome of a query; the same one every time."""

    def outcome(self, query: Query) -> Outcome: ...


@dataclass(frozen=True)
class Apparatus:
    """What all systems of a run share. What only some of them need is opened when it is first asked for."""

    settings: Settings
    store: LibraryStore
    embedder: Embedder
    vectors: VectorCache
    retriever: Retriever
    ids: Mapping[int, str]
    notices: list[str] = field(default_factory=list)
    """What the systems said while they were opened, such as that nothing is rewritten."""

    @classmethod
    def open(cls, settings: Settings) -> Apparatus:
        """Opens a home that was built. Raises ModelError, LibraryError or IndexStateError."""
        store = LibraryStore(settings.places.library_db)
        retriever, vectors, embedder, _ = open_retriever(settings, store)
        ids = {item.number: item.passage.id for item in store.passages()}
        return cls(settings, store, embedder, vectors, retriever, ids)

    def close(self) -> None:
        """Closes what was opened. May be called twice."""
        generator = vars(self).get("generator")
        if generator is not None:
            generator.close()
        self.store.close()

    def notice(self, english: str, swahili: str = "") -> None:
        """Keeps what a reader of the results should know."""
        self.notices.append(english)

    def admissible(self, query: Query) -> Numbers | None:
        """The numbers of the books there are; None: all. The scope is no part of it: a gate is a system's own."""
        return self.admitted(Scope(languages=query.books))

    def admitted(self, scope: Scope) -> Numbers | None:
        """The numbers of the passages that a scope lets through; None: all."""
        return self._gate.admissible(scope)

    @cached_property
    def passages(self) -> Mapping[str, Passage]:
        """Every passage of the library by id."""
        return {item.passage.id: item.passage for item in self.store.passages()}

    def passage(self, number: int) -> Passage:
        """The passage of that number."""
        return self.passages[self.ids[number]]

    def metadata(self, number: int) -> Metadata:
        """What is known of the passage of that number."""
        return self.passage(number).metadata

    @cached_property
    def mixed(self) -> MixedPool:
        """All passages of both languages as one pool, as published designs search them."""
        return MixedPool(self)

    def curriculum(self, query: Query) -> Curriculum:
        """The curriculum whose words suggest a scope for the query."""
        return Curriculum.load(query.curriculum)

    @cached_property
    def generator(self) -> Generator | None:
        """The profile's generator, which all systems share that write; None, with a notice, where there is none."""
        generator = open_generator(self.settings, self.notice)
        if generator is None:
            self.notice("No generator: systems that write give rankings alone.")
        return generator

    @cached_property
    def reranker(self) -> Reranker | None:
        """The profile's cross-encoder; None, with a notice, where there is none."""
        profile = self.settings.text("profile")
        model = load_catalog().profile(profile).get("reranker")
        try:
            if model is not None:
                installed = require_model(self.settings.places.models, model, profile)
                return Reranker(installed.folder, dict(model.run), self.settings.whole("threads"))
            why = f"the {profile} profile has none"
        except ModelError as error:
            why = error.what("en")
        self.notice(f"curriculum-rag runs without a cross-encoder, on fused scores: {why}")
        return None

    @cached_property
    def evaluator(self) -> Evaluator:
        """Judges what replies claim; shared by all systems, so that they are judged alike."""
        return open_evaluator(self.settings, self.notice)

    @cached_property
    def _gate(self) -> Gate:
        return Gate(self.store)


class MixedPool:
    """Exact dense search and plain BM25 over all passages together.

    Compares with every vector of the library, not through the index: a fault of the index must not pass for a
    weakness of a baseline.
    """

    def __init__(self, apparatus: Apparatus) -> None:
        stored = list(apparatus.store.passages())
        self._numbers = np.array([item.number for item in stored], dtype=np.int64)
        self._vectors = apparatus.vectors.passage_vectors([item.passage for item in stored])
        self._lexical = LexicalIndex(mixed_lexical(apparatus.settings))

    def dense(self, vector: Vectors, depth: int, admissible: Numbers | None) -> Scored:
        """The cosines of the `depth` nearest passages to the unit vector [d]."""
        cosines = self._vectors @ vector
        rows = np.arange(len(cosines)) if admissible is None else np.nonzero(np.isin(self._numbers, admissible))[0]
        best = sorted(rows, key=lambda row: (-cosines[row], self._numbers[row]))[:depth]
        return {int(self._numbers[row]): float(cosines[row]) for row in best}

    def lexical(self, terms: Terms, depth: int, admissible: Numbers | None) -> Scored:
        """The BM25 scores of the `depth` best matches of words."""
        return dict(self._lexical.search(terms, depth, admissible))


def best_numbers(scores: Mapping[int, float], depth: int | None = None) -> list[int]:
    """The numbers, best score first, ties by number, at most `depth`."""
    return sorted(scores, key=lambda number: (-scores[number], number))[:depth]


OpenSystem = Callable[[Apparatus | None], System]


def on_library(make: Callable[[Apparatus], System]) -> OpenSystem:
    """A way to open a system that needs a library."""

    def open_system(apparatus: Apparatus | None) -> System:
        if apparatus is None:
            raise RuntimeError("this system needs a library")
        return make(apparatus)

    return open_system


def named_ids(numbers: Sequence[int], ids: Mapping[int, str]) -> tuple[str, ...]:
    """The ids of the numbers, in their order."""
    return tuple(ids[number] for number in numbers)
