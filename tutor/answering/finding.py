"""Steps 2 to 7: what the books hold on a question, and whether it is enough to answer from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tutor.answering.deciding.contradictions import contradicting
from tutor.answering.deciding.decision import Calibration, language_pair, signals_of
from tutor.answering.deciding.premises import passages_with_names, unmet_beside
from tutor.answering.evidence.selection import EvidenceSelector
from tutor.answering.question.asked_scope import NOT_TAUGHT_FROM
from tutor.answering.question.understanding import Understanding
from tutor.core.trace import Trace
from tutor.core.types import Candidate, EvidenceSentence, Scope
from tutor.models.embedder import Vectors
from tutor.retrieval.boosts import Boosts
from tutor.retrieval.retriever import Retrieval, Retriever
from tutor.retrieval.widening import leakage_label

CLEARLY_BETTER = 0.35
"""By how much more answerable a passage outside the scope must be before a question counts as outside."""
AS_GOOD = 0.15
"""Candidates that score less than this behind the first are as good a place to look."""


POINTS = 0.45
"""From here on a passage outside the scope is worth a look, though it is too weak to answer from. Measured: of 40
questions whose answer is elsewhere 37 are then pointed to the right place (31 where only an answer was pointed to), and
of 104 declined ones with no answer elsewhere none is pointed to a wrong one."""
BETTER = 0.25
"""By how much it must answer better than the scope itself to be pointed to."""


@dataclass(frozen=True)
class Found:
    """Retrieval, evidence and how well they answer, for one scope. `unmet`: what the question takes for granted and the
    evidence does not hold; `against`: the sentence that says the opposite."""

    retrieval: Retrieval
    evidence: tuple[EvidenceSentence, ...]
    answerability: float
    enough: bool
    unmet: str | None = None
    against: EvidenceSentence | None = None

    @property
    def candidates(self) -> Sequence[Candidate]:
        return self.retrieval.candidates

    def label_of(self, evidence: Sequence[EvidenceSentence]) -> str:
        """How the evidence leaves the asked scope; "" when it is inside."""
        used = {item.passage.id for item in evidence}
        return next((c.label for c in self.candidates if c.passage.id in used and c.label), "")


@dataclass(frozen=True)
class Elsewhere:
    """Places outside the scope, best first; none: nothing there answers better. `sure`: they answer the question."""

    candidates: tuple[Candidate, ...] = ()
    sure: bool = False


class Finder:
    """Looks a question up in one scope, and outside of it. Holds no question's state."""

    def __init__(self, retriever: Retriever, selector: EvidenceSelector, calibration: Calibration) -> None:
        self._retriever = retriever
        self._selector = selector
        self._calibration = calibration

    def found(self, asked: Understanding, vector: Vectors, scope: Scope, limit: Scope, trace: Trace) -> Found | None:
        """What the scope, or what it was widened to, holds on the question; None when nothing is admissible."""
        boosts = Boosts(asked.subjects, asked.forms)
        retrieval = self._retriever.search(vector, asked.text, asked.asked_in, scope, boosts, trace, limit=limit)
        if not retrieval.candidates:
            return None
        if retrieval.escaped:
            return Found(retrieval, (), 0.0, False)
        return self.weighed(asked, retrieval, trace)

    def weighed(
        self, asked: Understanding, retrieval: Retrieval, trace: Trace,
        without: frozenset[tuple[str, int]] = frozenset(),
    ) -> Found:  # fmt: skip
        """The evidence that passages hold on the question, and how well it answers. `without`: sentences, by passage
        and start, that are told already."""
        with trace.timed("select"):
            evidence = chosen_evidence(self._selector, self._retriever, asked, retrieval, without)
        if not evidence:
            return Found(retrieval, (), 0.0, False)
        found = self._decided(asked, retrieval, evidence, trace)
        own = self._in_own_language(asked, found, without) if found.enough else ()
        told = self._decided(asked, retrieval, own, trace) if own else found
        return told if told.enough else found

    def _in_own_language(
        self, asked: Understanding, found: Found, without: frozenset[tuple[str, int]]
    ) -> tuple[EvidenceSentence, ...]:
        """The same sentences in the books of the answer's language, where those hold them."""
        language = asked.frame_language
        if all(item.passage.metadata.language == language for item in found.evidence):
            return ()
        own = self._selector.parallel(found.evidence, found.candidates, language)
        return () if any((item.passage.id, item.sentence.start) in without for item in own) else own

    def _decided(
        self, asked: Understanding, retrieval: Retrieval, evidence: tuple[EvidenceSentence, ...], trace: Trace
    ) -> Found:
        with trace.timed("decide"):
            pair = language_pair(asked, evidence)
            known = {asked.text: retrieval.query_vector}
            nearness = partial(self._selector.nearness, evidence=evidence, known=known)
            background = self._retriever.background(retrieval.query_vector, pair[-2:])
            signals = signals_of(asked, retrieval.candidates, evidence, self._retriever.rarity, nearness, background)
            answerability = self._calibration.answerability(signals, pair)
            threshold = self._calibration.threshold(pair)
            against = contradicting(asked, evidence, self._retriever.rarity)
            unmet = unmet_beside(against, asked, evidence, self._retriever.rarity)
        trace.note(
            "decide", pair=pair, signals=signals.as_dict(), answerability=round(answerability, 4),
            threshold=threshold, unmet=unmet, evidence=[item.passage.id for item in evidence],
        )  # fmt: skip
        enough = answerability >= threshold and unmet is None
        return Found(retrieval, evidence, answerability, enough, unmet, against)

    def outside(
        self, asked: Understanding, vector: Vectors, scope: Scope, limit: Scope, inside: Found | None, trace: Trace
    ) -> Elsewhere:
        """Places outside the scope that answer the question, or come near to it, where the scope does not."""
        nowhere = Elsewhere()
        everything = Scope(languages=scope.languages, without_types=NOT_TAUGHT_FROM)
        if scope == everything or scope.document_types or scope.documents:
            return nowhere
        found = self.found(asked, vector, everything, limit, trace)
        if found is None or not found.candidates or found.unmet is not None:
            return nowhere
        better = found.answerability - (inside.answerability if inside else 0.0)
        if inside is not None and inside.enough:
            worth = found.enough and better >= CLEARLY_BETTER
        else:
            worth = (found.enough and better > 0) or (found.answerability >= POINTS and better >= BETTER)
        other = [c for c in found.candidates if leakage_label(c.passage.metadata, scope)]
        if not worth or not other or other[0] is not found.candidates[0]:
            return nowhere
        return Elsewhere(tuple(c for c in other if c.score >= other[0].score - AS_GOOD), found.enough)


def chosen_evidence(
    selector: EvidenceSelector, retriever: Retriever, asked: Understanding, retrieval: Retrieval,
    without: frozenset[tuple[str, int]] = frozenset(),
) -> tuple[EvidenceSentence, ...]:  # fmt: skip
    """The sentences that answer best; where their passages lack a name that the question holds, those of passages that
    have all its names."""
    vectors = retriever.vectors(retrieval.query_vector, asked.text, asked.asked_in)
    evidence = selector.select(asked, vectors, retrieval.candidates, without)
    named = passages_with_names(asked, evidence, retrieval.candidates, retriever.rarity) if evidence else []
    again = selector.select(asked, vectors, named, without) if named else ()
    return again or evidence
