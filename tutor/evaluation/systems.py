"""The systems that are compared: same library, same models; only the part that a name stands for differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tutor.answering.opening import open_retriever, open_tutor
from tutor.answering.tutor import Tutor
from tutor.answering.understanding import understand
from tutor.core.errors import InputError
from tutor.core.events import Answered, Declined, Traced
from tutor.core.settings import Settings
from tutor.core.types import Answer, Decline, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.evaluation.homes import mixed_lexical, plain_terms
from tutor.evaluation.metrics import DEPTH
from tutor.evaluation.outcomes import Outcome, Query, Quote, Reply, Said
from tutor.index.lexical import LexicalIndex
from tutor.index.vectors import VectorCache
from tutor.language.detection import detect_language
from tutor.language.readability import ari, mean_sentence_words, mean_word_letters
from tutor.library.store import LibraryStore
from tutor.models.embedder import Embedder
from tutor.retrieval.boosts import Boosts
from tutor.retrieval.fusion import fuse_min_max
from tutor.retrieval.retriever import Retriever

ALPHA = 0.7
"""The weight of meaning in the published fusion (curriculum-aware RAG, equation 4)."""
SEARCHED = 50
"""How many passages each search of a published pipeline gives to the fusion."""


class System(Protocol):
    """Makes an outcome of a query; the same one every time."""

    def outcome(self, query: Query) -> Outcome: ...


@dataclass(frozen=True)
class Apparatus:
    """What all systems of a run share."""

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
        self.store.close()

    def admissible(self, query: Query) -> NDArray[np.int64] | None:
        """The numbers of the books there are; None: all. The scope is no part of it: a gate is a system's own."""
        if not query.books:
            return None
        return np.array(self.store.admissible_numbers(Scope(languages=query.books)), dtype=np.int64)


class NaiveRag:
    """Dense search alone over all passages together, without a gate.

    Compares with every vector of the library, not through the index: a fault of the index must not pass for a
    weakness of the baseline.
    """

    def __init__(self, apparatus: Apparatus) -> None:
        self._apparatus = apparatus
        stored = list(apparatus.store.passages())
        self._numbers = np.array([item.number for item in stored], dtype=np.int64)
        self._vectors = apparatus.vectors.passage_vectors([item.passage for item in stored])

    def outcome(self, query: Query) -> Outcome:
        return Outcome(ranked=_ranked(self.found(query, DEPTH), self._apparatus.ids))

    def found(self, query: Query, depth: int) -> dict[int, float]:
        """The cosines of the `depth` nearest passages by number."""
        cosines = self._vectors @ self._apparatus.embedder.embed_queries([query.text])[0]
        admissible = self._apparatus.admissible(query)
        rows = np.arange(len(cosines)) if admissible is None else np.nonzero(np.isin(self._numbers, admissible))[0]
        best = sorted(rows, key=lambda row: (-cosines[row], self._numbers[row]))[:depth]
        return {int(self._numbers[row]): float(cosines[row]) for row in best}


class HybridRag:
    """Dense and plain BM25 over all passages together, min-max fused, without a gate: the published design."""

    def __init__(self, apparatus: Apparatus) -> None:
        self._apparatus = apparatus
        self._dense = NaiveRag(apparatus)
        self._lexical = LexicalIndex(mixed_lexical(apparatus.settings))

    def outcome(self, query: Query) -> Outcome:
        terms = plain_terms((), query.text)
        lexical = dict(self._lexical.search(terms, SEARCHED, self._apparatus.admissible(query)))
        fused = fuse_min_max(self._dense.found(query, SEARCHED), lexical, ALPHA)
        return Outcome(ranked=_ranked(fused, self._apparatus.ids))


class TutorRetrieval:
    """Retrieval as shipped: understanding, gate, pools, boosts. It is asked for ten passages, where answering
    looks at the first eight, so that lists of one length are compared."""

    def __init__(self, apparatus: Apparatus) -> None:
        self._curriculum = Curriculum.load()
        self._retriever = apparatus.retriever

    def outcome(self, query: Query) -> Outcome:
        scope = Scope(query.scope.subjects, query.scope.forms, query.books)
        try:
            asked = understand(Question(query.text, scope), self._curriculum, self._retriever.glossary)
        except InputError:
            return Outcome()
        boosts = Boosts(asked.subjects, asked.forms)
        found = self._retriever.retrieve(asked.text, asked.asked_in, scope, boosts, keep=DEPTH)
        return Outcome(ranked=tuple(candidate.passage.id for candidate in found.candidates))


class TutorAnswers:
    """The whole tutor: its retrieval where a set looks at that, and its reply."""

    def __init__(self, tutor: Tutor, retrieval: System | None = None) -> None:
        self._tutor = tutor
        self._retrieval = retrieval

    def outcome(self, query: Query) -> Outcome:
        ranked = self._retrieval.outcome(query).ranked if self._retrieval else ()
        return Outcome(ranked=ranked, reply=self._reply(query))

    def _reply(self, query: Query) -> Reply:
        scope = Scope(query.scope.subjects, query.scope.forms, query.books)
        outcome: Answer | Decline | None = None
        timings: dict[str, float] = {}
        for event in self._tutor.ask(Question(query.text, scope)):
            if isinstance(event, Answered):
                outcome = event.answer
            elif isinstance(event, Declined):
                outcome = event.decline
            elif isinstance(event, Traced):
                timings = event.timings_ms
        if outcome is None:
            raise RuntimeError("the tutor gave neither an answer nor a decline")
        return answer_reply(outcome, timings) if isinstance(outcome, Answer) else decline_reply(outcome, timings)


def answer_reply(answer: Answer, timings_ms: Mapping[str, float]) -> Reply:
    """An answer as a reply."""
    return Reply(
        answered=True,
        language=answer.language,
        text=answer.text,
        method=answer.method,
        sentences=tuple(Said(sentence.text, sentence.citations) for sentence in answer.sentences),
        quotes=tuple(Quote(citation.passage_id, citation.quote) for citation in answer.citations),
        notes=answer.notes,
        timings_ms=timings_ms,
    )


def decline_reply(decline: Decline, timings_ms: Mapping[str, float]) -> Reply:
    """A decline as a reply."""
    return Reply(
        answered=False,
        language=decline.language,
        text=decline.text,
        reason=str(decline.reason),
        empty_retrieval=decline.empty_retrieval,
        timings_ms=timings_ms,
    )


class LanguageOf:
    """Language detection as shipped."""

    def outcome(self, query: Query) -> Outcome:
        return Outcome(label=detect_language(query.text).language)


class ReadabilityOf:
    """The readability measures as shipped; ARI for English alone, where it does not mislead."""

    def outcome(self, query: Query) -> Outcome:
        found = {
            "ari": ari(query.text) if query.language == "en" else None,
            "sentence_words": mean_sentence_words(query.text),
            "word_letters": mean_word_letters(query.text),
        }
        return Outcome(measures={name: value for name, value in found.items() if value is not None})


def _ranked(scores: Mapping[int, float], ids: Mapping[int, str]) -> tuple[str, ...]:
    best = sorted(scores, key=lambda number: (-scores[number], number))[:DEPTH]
    return tuple(ids[number] for number in best)


def tutor_answers(apparatus: Apparatus, *, extract: bool, retrieval: bool) -> TutorAnswers:
    """The tutor over the apparatus' home: as shipped, or quoting only when `extract` is set."""
    tutor = open_tutor(
        apparatus.settings, lambda english, _: apparatus.notices.append(english), with_generator=not extract
    )
    return TutorAnswers(tutor, TutorRetrieval(apparatus) if retrieval else None)
