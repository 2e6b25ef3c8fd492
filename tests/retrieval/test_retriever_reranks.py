"""The retriever with a cross-encoder: what it reads, what it moves, and that without one nothing is different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tutor.core.trace import Trace
from tutor.core.types import LANGUAGES, BookLanguage, Metadata, Passage, Scope
from tutor.index.analysis import passage_terms
from tutor.index.dense import write_dense
from tutor.index.lexical import write_lexical
from tutor.language.glossary import Glossary
from tutor.library.store import Document, LibraryStore
from tutor.models.embedder import unit_rows
from tutor.retrieval.reranking import RERANKED
from tutor.retrieval.retriever import Retriever

WIDTH, EACH = 12, 30
ASKED = "What is rain?"


class Fixed:
    """Stands in for an embedder: every question has the same unit vector."""

    dimension = WIDTH

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return unit_rows(np.ones((len(texts), WIDTH), dtype=np.float32))


class Prefers:
    """A cross-encoder that prefers the texts with one word in them, and remembers what it read."""

    name = "prefers"
    residual = 0.0
    together = False

    def __init__(self, word: str) -> None:
        self.read: list[str] = []
        self._word = word

    def logits(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        self.read += passages
        return np.array([4.0 if self._word in text else -4.0 for text in passages], dtype=np.float32)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LibraryStore, Path]]:
    folder = tmp_path_factory.mktemp("reranks")
    rng = np.random.default_rng(3)
    with LibraryStore(folder / "library.db") as store:
        with store.changing():
            for language in LANGUAGES:
                document = Document(language, "b.md", "Book", Metadata(language=language), "0", 0, 0, "")
                own = [made_passage(language, number) for number in range(EACH)]
                store.put_document(document, own, [()] * EACH)
        for language in LANGUAGES:
            stored = [item for item in store.passages() if item.passage.metadata.language == language]
            place = folder / "gen" / language
            vectors = unit_rows(rng.normal(0.3, 1, (EACH, WIDTH)).astype(np.float32))
            write_dense(place / "dense", [item.number for item in stored], vectors)
            write_lexical(place / "lexical", ((i.number, passage_terms((), i.passage.text, language)) for i in stored))
        yield store, folder / "gen"


def made_passage(language: BookLanguage, number: int) -> Passage:
    text = f"rain number {number} {'even' if number % 2 == 0 else 'odd'}."
    return Passage(f"{language}{number}", language, "Book", "b.md", number, (), text, Metadata(language=language))


def found(parts: tuple[LibraryStore, Path], reranker: Prefers | None, trace: Trace | None = None) -> list[str]:
    store, generation = parts
    made = Retriever(store, generation, Fixed(), Glossary.load(), reranker=reranker)  # type: ignore[arg-type]
    return [c.passage.id for c in made.retrieve(ASKED, "en", Scope(), trace=trace).candidates]


def test_without_a_cross_encoder_the_order_is_that_of_retrieval(parts: tuple[LibraryStore, Path]) -> None:
    store, generation = parts
    trace = Trace()
    assert found(parts, None, trace) == [
        c.passage.id
        for c in Retriever(store, generation, Fixed(), Glossary.load())  # type: ignore[arg-type]
        .retrieve(ASKED, "en", Scope())
        .candidates
    ]
    assert {"step": "rerank", "by": "dense"} in trace.steps


def test_sixteen_are_read_and_the_best_of_them_kept(parts: tuple[LibraryStore, Path]) -> None:
    reranker, trace = Prefers("odd"), Trace()
    ids = found(parts, reranker, trace)
    assert len(reranker.read) == RERANKED
    assert len(ids) == 8
    kinds = [int(name[2:]) % 2 for name in ids]
    assert kinds == sorted(kinds, reverse=True), "what the cross-encoder prefers stands first"
    assert sum(kinds) > sum(int(name[2:]) % 2 for name in found(parts, None))
    step = next(step for step in trace.steps if step["step"] == "rerank")
    assert step["by"] == "cross-encoder"
    assert len(step["logits"]) == RERANKED


def test_each_language_keeps_its_places_whatever_the_cross_encoder_says(parts: tuple[LibraryStore, Path]) -> None:
    ids = found(parts, Prefers("nothing"))
    assert sum(name.startswith("en") for name in ids) == sum(name.startswith("sw") for name in ids) == 4


def test_over_changed_books_the_cross_encoder_reads_on(parts: tuple[LibraryStore, Path]) -> None:
    """The server opens every new generation so; without this the standard profile lost its cross-encoder then."""
    store, generation = parts
    reranker = Prefers("odd")
    made = Retriever(store, generation, Fixed(), Glossary.load(), reranker=reranker)  # type: ignore[arg-type]
    before = [c.passage.id for c in made.retrieve(ASKED, "en", Scope()).candidates]
    reranker.read.clear()
    assert [c.passage.id for c in made.over(generation).retrieve(ASKED, "en", Scope()).candidates] == before
    assert len(reranker.read) == RERANKED
