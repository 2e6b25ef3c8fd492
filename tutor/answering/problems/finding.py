"""Where the library shows how a problem is worked out, within a scope."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.answering import declining, wording
from tutor.answering.composing.sums_shown import sum_remark
from tutor.answering.finding import Elsewhere, Found
from tutor.answering.problems.equations import equation_shape
from tutor.answering.problems.methods import Method, is_example, method_for
from tutor.answering.problems.problem import Problem, read_problem
from tutor.answering.problems.quantities import written_name
from tutor.answering.question.asked_scope import NOT_TAUGHT_FROM
from tutor.answering.question.understanding import Understanding
from tutor.answering.sections import Plan, Section
from tutor.core.trace import Trace
from tutor.core.types import LANGUAGES, BookLanguage, Candidate, Decline, EvidenceSentence, Language, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType
from tutor.index.questions import question_vectors
from tutor.library.store import LibraryStore
from tutor.models.embedder import Embedder
from tutor.retrieval.boosts import Boosts
from tutor.retrieval.retriever import Retriever

FORMULA_OF: dict[BookLanguage, str] = {
    "en": "the formula of {name}, how {name} is calculated",
    "sw": "fomula ya {name}, jinsi ya kukokotoa {name}",
}
MOST_WANTED = 2
"""Quantities whose formulas are looked for by name; two searches each."""


@dataclass(frozen=True)
class _Shown:
    """A method with the candidates among which it was found."""

    method: Method
    candidates: tuple[Candidate, ...]

    def evidence(self) -> tuple[EvidenceSentence, ...]:
        return tuple(
            EvidenceSentence(sentence, part.passage.passage, 1.0, 1.0, 1.0)
            for part in self.method.parts
            for sentence in part.sentences
        )

    def place(self) -> Candidate:
        """The candidate of the passage that stands first in the method."""
        first = self.method.parts[0].passage.passage
        return next((c for c in self.candidates if c.passage.id == first.id), Candidate(first))


class ProblemFinder:
    """Finds the book's way of working a problem out. Holds no question's state."""

    def __init__(self, retriever: Retriever, embedder: Embedder, store: LibraryStore, curriculum: Curriculum) -> None:
        self._retriever = retriever
        self._embedder = embedder
        self._store = store
        self._curriculum = curriculum

    def plan(
        self, asked: Understanding, question: Question, scope: Scope, found: Found | None, trace: Trace
    ) -> Plan | Decline | None:
        """The formula and the worked example of a problem; a decline where nothing shows how it is worked out.

        None for what is no problem, or might be answered without a calculation.
        """
        problem = read_problem(asked.text)
        shape = equation_shape(asked.text)
        if found is None or found.retrieval.escaped or (problem is None and shape is None):
            return None
        shown = self._shown(asked, problem, scope, question.limit, found.retrieval.candidates, trace)
        trace.note(
            "problem", wanted=[sorted(one) for one in problem.wanted] if problem else [shape],
            certain=problem is not None and problem.is_certain,
            method=[part.passage.passage.id for part in shown.method.parts] if shown else [],
        )  # fmt: skip
        if shown is not None:
            return self._answered(asked, shown)
        if problem is None or not problem.is_certain:
            return None
        everything = Scope(languages=scope.languages, without_types=NOT_TAUGHT_FROM)
        if scope != everything and not (scope.document_types or scope.documents):
            outside = self._shown(asked, problem, everything, question.limit, (), trace)
            if outside is not None:
                return declining.outside_decline(
                    asked, scope, Elsewhere((outside.place(),), sure=True), self._curriculum
                )
        return declining.weak_decline(asked, found.candidates, self._curriculum)

    def section(
        self, asked: Understanding, scope: Scope, limit: Scope, found: Found | None, trace: Trace
    ) -> Section | None:
        """The book's way for one part of a question; None where it is no problem or none is found."""
        problem = read_problem(asked.text)
        if problem is None or found is None or found.retrieval.escaped:
            return None
        shown = self._shown(asked, problem, scope, limit, found.retrieval.candidates, trace)
        return self._answered(asked, shown).sections[0] if shown else None

    def _answered(self, asked: Understanding, shown: _Shown) -> Plan:
        language = asked.frame_language
        by_example = any(is_example(part.passage) or part.works_out for part in shown.method.parts)
        remark = sum_remark(asked) or (wording.YOUR_OWN_NUMBERS if by_example else wording.INTO_THE_FORMULA)[language]
        section = Section(replace(asked, kind=QuestionType.CALCULATE), shown.evidence(), remarks=(remark,))
        return Plan(asked, (section,), label=shown.place().label)

    def _shown(
        self, asked: Understanding, problem: Problem | None, scope: Scope, limit: Scope,
        known: tuple[Candidate, ...], trace: Trace,
    ) -> _Shown | None:  # fmt: skip
        candidates = {candidate.passage.id: candidate for candidate in known}
        texts: dict[str, Language] = {} if known else {asked.text: asked.asked_in}
        for wanted in problem.wanted[:MOST_WANTED] if problem else ():
            for language in LANGUAGES:
                name = written_name(wanted, language)
                texts.setdefault(FORMULA_OF[language].format(name=name), language)
        with trace.timed("embed"):
            vectors = list(question_vectors(self._embedder, list(texts))) if texts else []
        boosts = Boosts(asked.subjects, asked.forms)
        for (text, asked_in), vector in zip(texts.items(), vectors, strict=True):
            found = self._retriever.search(vector, text, asked_in, scope, boosts, trace, limit=limit)
            if not found.escaped:
                candidates.update({c.passage.id: c for c in found.candidates if c.passage.id not in candidates})
        ordered = tuple(candidates.values())
        stored = {one.passage.id: one for one in self._store.passages_by_id(list(candidates))}
        with trace.timed("select"):
            method = method_for(asked, [stored[name] for name in candidates], self._store)
        return None if method is None else _Shown(method, ordered)
