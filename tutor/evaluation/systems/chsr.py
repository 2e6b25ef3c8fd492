"""The six variants of the CHSR-RRF ablation (section 3.5), each adding one thing to what went before.

| system        | searches     | gate   | reranked, near-duplicates dropped | query expanded, scope widened |
|---------------|--------------|--------|-----------------------------------|-------------------------------|
| `chsr-a`      | dense        | before | no                                | no                            |
| `chsr-b`      | dense + BM25 | none   | no                                | no                            |
| `chsr-b-post` | dense + BM25 | after  | no                                | no                            |
| `chsr-c`      | dense + BM25 | before | no                                | no                            |
| `chsr-d`      | dense + BM25 | before | yes                               | no                            |
| `chsr-e`      | dense + BM25 | before | yes                               | yes                           |

Both searches are fused by reciprocal ranks, k = 60. The lists are as long as every other system's, where the paper
has K = 8. The paper names a deterministic, metadata-aware reranker without its formula: ours adds to the fused score,
scaled to its best, what equation 6 of the curriculum-aware RAG paper gives for metadata that the question's words
suggest. It also leaves the expansion open: ours adds the glossary's terms of the other language to the words searched.
The designs retrieve and do not answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor.core.trace import Trace
from tutor.core.types import Metadata, Scope
from tutor.curriculum.suggestion import Suggestion, suggest_scope
from tutor.evaluation.homes import plain_terms
from tutor.evaluation.metrics import DEPTH
from tutor.evaluation.outcomes import Outcome, Query
from tutor.evaluation.systems.apparatus import Apparatus, Numbers, Scored, Vectors, best_numbers, named_ids
from tutor.evaluation.systems.baselines import SEARCHED
from tutor.language.detection import detect_language
from tutor.language.tokens import words
from tutor.retrieval.fusion import fuse_reciprocal_ranks
from tutor.retrieval.widening import leakage_label, widen

NEAR_DUPLICATE = 0.75
"""Passages that share so much of their words are the same content (section 3.5, variant D)."""
SUGGESTED = {"subject": 0.2}
OTHERWISE = 0.1
"""What suggested metadata is worth in the rerank: a subject, and any other field."""


@dataclass(frozen=True)
class Variant:
    """What one variant of the ablation does."""

    lexical: bool = True
    gate: Literal["before", "after", "none"] = "before"
    reranks: bool = False
    widens: bool = False


VARIANTS: Mapping[str, Variant] = {
    "chsr-a": Variant(lexical=False),
    "chsr-b": Variant(gate="none"),
    "chsr-b-post": Variant(gate="after"),
    "chsr-c": Variant(),
    "chsr-d": Variant(reranks=True),
    "chsr-e": Variant(reranks=True, widens=True),
}


class Chsr:
    """One variant over the mixed pool. Every field of the scope gates."""

    def __init__(self, apparatus: Apparatus, variant: Variant) -> None:
        self._apparatus = apparatus
        self._variant = variant

    def outcome(self, query: Query) -> Outcome:
        trace = Trace()
        with trace.timed("embed"):
            vector = self._apparatus.embedder.embed_queries([query.text])[0]
        suggested = suggest_scope(query.text, self._apparatus.curriculum(query)) if self._variant.reranks else ()
        ranked = self._ranked(query, vector, query.gated_scope, suggested, trace)
        widenings: list[str] = []
        escaped: list[int] = []
        if self._variant.widens:
            ranked, escaped = self._widened(query, vector, ranked, suggested, widenings, trace)
        trace.mark("retrieval")
        ids = self._apparatus.ids
        return Outcome(
            ranked=named_ids(ranked, ids),
            escaped=named_ids(escaped, ids),
            widenings=tuple(widenings),
            timings_ms=dict(trace.timings_ms),
            trace=tuple(trace.steps),
        )

    def _widened(
        self, query: Query, vector: Vectors, ranked: list[int], suggested: Sequence[Suggestion],
        widenings: list[str], trace: Trace,
    ) -> tuple[list[int], list[int]]:  # fmt: skip
        """The passages after widening, and those of the escape; the steps are added to `widenings`."""
        scope = asked = query.gated_scope
        subjects = asked.subjects or tuple(str(one.value) for one in suggested if one.field == "subject")
        while (widening := widen(scope, self._metadata(ranked), subjects, len(widenings))) is not None:
            widenings.append(widening.name)
            scope = widening.scope
            if widening.is_escape:
                with trace.timed("search"):
                    found = self._lexical(query, self._apparatus.admitted(scope))
                shown = best_numbers(found, DEPTH)
                self._note(widening.name, scope, asked, shown, trace)
                return ranked, shown
            ranked = self._ranked(query, vector, scope, suggested, trace)
            self._note(widening.name, scope, asked, ranked, trace)
        return ranked, []

    def _ranked(
        self, query: Query, vector: Vectors, scope: Scope, suggested: Sequence[Suggestion], trace: Trace
    ) -> list[int]:
        """The passages that the variant's whole pipeline finds in a scope, best first."""
        gated = self._variant.gate == "before"
        admissible = self._apparatus.admitted(scope) if gated else self._apparatus.admissible(query)
        with trace.timed("search"):
            dense = self._apparatus.mixed.dense(vector, SEARCHED, admissible)
            rankings = [best_numbers(dense)]
            if self._variant.lexical:
                rankings.append(best_numbers(self._lexical(query, admissible)))
        with trace.timed("fuse"):
            fused = fuse_reciprocal_ranks(rankings)
        if self._variant.reranks:
            with trace.timed("rerank"):
                fused = self._reranked(query, fused, suggested)
                return self._distinct(best_numbers(fused))[:DEPTH]
        best = best_numbers(fused, DEPTH)
        if self._variant.gate == "after":
            return [number for number in best if not leakage_label(self._apparatus.metadata(number), scope)]
        return best

    def _lexical(self, query: Query, admissible: Numbers | None) -> Scored:
        text = query.text
        if self._variant.widens:
            glossary = self._apparatus.retriever.glossary
            text = " ".join([text, *glossary.expansions(text, detect_language(text).language)])
        return self._apparatus.mixed.lexical(plain_terms((), text), SEARCHED, admissible)

    def _reranked(self, query: Query, fused: Scored, suggested: Sequence[Suggestion]) -> Scored:
        best = max(fused.values(), default=1.0)
        language = detect_language(query.text).language
        return {
            number: score / best + suggested_boost(self._apparatus.metadata(number), suggested, language)
            for number, score in fused.items()
        }

    def _distinct(self, numbers: Sequence[int]) -> list[int]:
        """The numbers without those whose words are nearly those of a better one."""
        kept: dict[int, set[str]] = {}
        for number in numbers:
            own = set(words(self._apparatus.passage(number).text))
            if all(overlap(own, other) < NEAR_DUPLICATE for other in kept.values()):
                kept[number] = own
            if len(kept) >= DEPTH:
                break
        return list(kept)

    def _metadata(self, numbers: Sequence[int]) -> list[Metadata]:
        return [self._apparatus.metadata(number) for number in numbers]

    def _note(self, name: str, scope: Scope, asked: Scope, numbers: Sequence[int], trace: Trace) -> None:
        """Every widened passage carries the label of how it leaves the asked scope."""
        labels = {
            self._apparatus.ids[number]: label
            for number in numbers
            if (label := leakage_label(self._apparatus.metadata(number), asked))
        }
        trace.note("widen", name=name, scope=scope.as_dict(), labels=labels)


def suggested_boost(metadata: Metadata, suggested: Sequence[Suggestion], language: str) -> float:
    """What a passage gains for metadata that the question's words suggest, each field once, and for its language."""
    fields = {one.field for one in suggested if getattr(metadata, one.field, None) == one.value}
    same_language = OTHERWISE if metadata.language == language else 0.0
    return sum(SUGGESTED.get(name, OTHERWISE) for name in fields) + same_language


def overlap(one: set[str], other: set[str]) -> float:
    """Words in common / words in either (Jaccard), 0 to 1."""
    return len(one & other) / len(one | other) if one or other else 1.0
