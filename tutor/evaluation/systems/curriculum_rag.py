"""Retrieval of the curriculum-aware RAG paper, as it was published: Algorithm 1 down to the top k passages."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tutor.core.trace import Trace
from tutor.core.types import Language, Metadata
from tutor.curriculum.suggestion import suggest_scope
from tutor.evaluation.metrics import DEPTH
from tutor.evaluation.outcomes import Outcome, Query
from tutor.evaluation.systems.apparatus import Apparatus, Scored, best_numbers
from tutor.evaluation.systems.baselines import SEARCHED, HybridRag, ranked_outcome
from tutor.language.detection import detect_language

SUBJECT, FORM, LANGUAGE = 0.2, 0.1, 0.1
"""The weights of equation 6."""
POOL = SEARCHED
"""N: how many candidates are reranked. The paper leaves it open."""


class CurriculumRag:
    """Hybrid retrieval, then sigmoid of a cross-encoder's logit (equation 5) plus metadata boosts (equations 6 and 7).

    What the question asks for is what the page has chosen, else what its words suggest. Without a cross-encoder in the
    profile the hybrid score, 0 to 1 too, stands in for the sigmoid, and a notice says so.
    """

    def __init__(self, apparatus: Apparatus) -> None:
        self._apparatus = apparatus
        self._hybrid = HybridRag(apparatus)
        self._reranker = apparatus.reranker

    def outcome(self, query: Query) -> Outcome:
        trace = Trace()
        fused = self._hybrid.fused(query, trace)
        candidates = best_numbers(fused, POOL)
        with trace.timed("rerank"):
            relevance = self._relevance(query.text, candidates, fused)
            wanted = self._wanted(query)
            final = {
                number: relevance[number] + metadata_boost(self._apparatus.metadata(number), *wanted)
                for number in candidates
            }
        return ranked_outcome(self._apparatus, best_numbers(final, DEPTH), trace)

    def _relevance(self, question: str, candidates: Sequence[int], fused: Scored) -> Scored:
        if self._reranker is None:
            return fused
        passages = [self._apparatus.passage(number) for number in candidates]
        texts = [" ".join([*passage.heading_path, passage.text]) for passage in passages]
        logits = self._reranker.logits(question, texts)
        return {number: 1 / (1 + math.exp(-float(logit))) for number, logit in zip(candidates, logits, strict=True)}

    def _wanted(self, query: Query) -> tuple[Sequence[str], Sequence[int], Language]:
        """The subjects, forms and language that a passage is boosted for."""
        suggested = suggest_scope(query.text, self._apparatus.curriculum(query))
        subjects = query.scope.subjects or tuple(str(one.value) for one in suggested if one.field == "subject")
        forms = query.scope.forms or tuple(int(one.value) for one in suggested if one.field == "form")
        return subjects, forms, detect_language(query.text).language


def metadata_boost(metadata: Metadata, subjects: Sequence[str], forms: Sequence[int], language: Language) -> float:
    """Equation 6: the sum of the weights of what matches."""
    return (
        SUBJECT * (metadata.subject in subjects)
        + FORM * (metadata.form in forms)
        + LANGUAGE * (metadata.language == language)
    )
