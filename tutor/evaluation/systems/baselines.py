"""The published baselines' retrieval: dense alone, and dense with BM25, over all passages together without a gate."""

from __future__ import annotations

from tutor.core.trace import Trace
from tutor.evaluation.homes import plain_terms
from tutor.evaluation.metrics import DEPTH
from tutor.evaluation.outcomes import Outcome, Query
from tutor.evaluation.systems.apparatus import Apparatus, Scored, best_numbers, named_ids
from tutor.retrieval.fusion import fuse_min_max

ALPHA = 0.7
"""The weight of meaning in the published fusion (curriculum-aware RAG, equation 4)."""
SEARCHED = 50
"""How many passages each search of a published pipeline gives to the fusion."""


class NaiveRag:
    """Dense search alone."""

    def __init__(self, apparatus: Apparatus) -> None:
        self._apparatus = apparatus

    def outcome(self, query: Query) -> Outcome:
        trace = Trace()
        found = self.found(query, DEPTH, trace)
        return ranked_outcome(self._apparatus, best_numbers(found, DEPTH), trace)

    def found(self, query: Query, depth: int, trace: Trace) -> Scored:
        """The cosines of the `depth` nearest passages by number."""
        with trace.timed("embed"):
            vector = self._apparatus.embedder.embed_queries([query.text])[0]
        with trace.timed("search"):
            return self._apparatus.mixed.dense(vector, depth, self._apparatus.admissible(query))


class HybridRag:
    """Dense and plain BM25, min-max fused (equations 1 to 4)."""

    def __init__(self, apparatus: Apparatus) -> None:
        self._apparatus = apparatus
        self._dense = NaiveRag(apparatus)

    def outcome(self, query: Query) -> Outcome:
        trace = Trace()
        return ranked_outcome(self._apparatus, best_numbers(self.fused(query, trace), DEPTH), trace)

    def fused(self, query: Query, trace: Trace) -> Scored:
        """The hybrid scores, 0 to 1, of everything that either search found."""
        dense = self._dense.found(query, SEARCHED, trace)
        with trace.timed("search"):
            terms = plain_terms((), query.text)
            lexical = self._apparatus.mixed.lexical(terms, SEARCHED, self._apparatus.admissible(query))
        with trace.timed("fuse"):
            return fuse_min_max(dense, lexical, ALPHA)


def ranked_outcome(apparatus: Apparatus, numbers: list[int], trace: Trace) -> Outcome:
    """The ranked passages with the times and steps that led to them."""
    trace.mark("retrieval")
    return Outcome(
        ranked=named_ids(numbers, apparatus.ids), timings_ms=dict(trace.timings_ms), trace=tuple(trace.steps)
    )
