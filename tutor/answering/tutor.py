"""The one entry point: a question in, events out. Nothing else produces an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tutor.answering import declining, wording
from tutor.answering.composing.composition import Composer
from tutor.answering.composing.past_questions import past_questions_answer
from tutor.answering.composing.sums_shown import sum_remark, sum_reply
from tutor.answering.deciding.decision import Calibration
from tutor.answering.evidence.selection import EvidenceSelector
from tutor.answering.evidence.shown_evidence import says_nothing_for_or_against, shown_evidence
from tutor.answering.finding import Finder, Found
from tutor.answering.problems.finding import ProblemFinder
from tutor.answering.question.asked_scope import searched_scope
from tutor.answering.question.question_parts import has_numbered_parts
from tutor.answering.question.spelling import spelled
from tutor.answering.question.understanding import Understanding, understand
from tutor.answering.reading_level import ReadingLevels
from tutor.answering.sections import Plan, Section
from tutor.answering.several import SeveralFinder
from tutor.answering.worked_examples import with_worked_example
from tutor.core.errors import LibraryError
from tutor.core.events import Answered, Declined, Event, EvidenceFound, SentenceReady, Traced, Understood
from tutor.core.trace import Trace
from tutor.core.types import Decline, EvidenceSentence, Question, Reason, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType
from tutor.index.questions import question_vectors
from tutor.language.glossary import Glossary
from tutor.library.store import LibraryStore
from tutor.models.embedder import Embedder, Vectors
from tutor.models.generator import Generator
from tutor.retrieval.retriever import Retriever

NEAR = 0.05
"""Below this what was found has hardly a word of the question: it is nothing to look at."""


@dataclass(frozen=True)
class Parts:
    """What a tutor is made of. `generator` is None where answers are quoted, not rewritten; `levelled`: whether quotes
    are held to the reading level of a form, which only a comparison turns off."""

    store: LibraryStore
    embedder: Embedder
    retriever: Retriever
    selector: EvidenceSelector
    curriculum: Curriculum
    glossary: Glossary
    calibration: Calibration
    generator: Generator | None = None
    levelled: bool = True


class Tutor:
    """Answers questions from one library. Safe to use from several threads: it holds no question's state."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._finder = Finder(parts.retriever, parts.selector, parts.calibration)
        self._problems = ProblemFinder(parts.retriever, parts.embedder, parts.store, parts.curriculum)
        self._several = SeveralFinder(
            self._finder, self._problems, parts.embedder, parts.curriculum, parts.glossary, parts.store
        )
        self._composer = Composer(parts.embedder, parts.curriculum, parts.glossary, parts.generator)

    @property
    def parts(self) -> Parts:
        """What this tutor is made of."""
        return self._parts

    def ask(self, question: Question, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        """The events of one question, in order; `Traced` is always the last.

        `stop` is looked at between steps and at every generated token. Raises InputError for what is no
        text to work on, LibraryError `library-empty` when there is no book.
        """
        trace = Trace()
        parts = self._parts
        with trace.timed("understand"):
            asked = understand(question, parts.curriculum, parts.glossary)
            if not parts.levelled:
                asked = replace(asked, reading=ReadingLevels())
        if parts.store.passage_count() == 0:
            raise LibraryError("library-empty")
        if not asked.small_talk:
            with trace.timed("understand"):
                asked, question = self._with_slip_mended(asked, question)
        trace.note(
            "understand", text=asked.text, language=asked.language, asked_in=asked.asked_in, kind=str(asked.kind),
            bloom=asked.bloom, suggested=list(asked.subjects), terms=[term.written for term in asked.terms],
        )  # fmt: skip
        yield Understood(asked.text, asked.language, str(asked.kind), asked.bloom, asked.subjects)
        if asked.small_talk:
            trace.note("decline", because=asked.small_talk)
            yield Declined(declining.small_talk_decline(asked))
        else:
            yield from self._answer_or_decline(asked, question, stop, trace)
        trace.mark("whole")
        yield Traced(trace.timings_ms, tuple(trace.steps))

    def _with_slip_mended(self, asked: Understanding, question: Question) -> tuple[Understanding, Question]:
        """The question with a term that no book has spelled as the book spells it; as it was where none is near."""
        parts = self._parts
        slip = spelled(asked.text, parts.glossary, parts.retriever.rarity)
        if slip is None:
            return asked, question
        question = replace(question, text=slip.text, language=asked.language)
        meant = understand(question, parts.curriculum, parts.glossary)
        return replace(meant, reading=asked.reading, slip=slip), question

    def _answer_or_decline(
        self, asked: Understanding, question: Question, stop: Callable[[], bool], trace: Trace
    ) -> Iterator[Event]:
        with trace.timed("embed"):
            vector = question_vectors(self._parts.embedder, [asked.text])[0]
        scope = searched_scope(
            question.scope, asked.named, asked.kind, lambda one: self._parts.retriever.admitted(one, question.limit)
        )
        found = self._finder.found(asked, vector, scope, question.limit, trace)
        if (
            asked.kind is QuestionType.FIND_PAST_QUESTIONS
            and found
            and found.candidates
            and not found.retrieval.escaped
        ):
            papers = self._parts.selector.asked_in_papers(vector, found.candidates)
            if papers:
                yield from self._past_questions(asked, papers, trace)
                return
        plan = self._plan_or_decline(asked, vector, scope, question, found, trace)
        if isinstance(plan, Decline):
            yield Declined(plan)
            return
        if asked.slip:
            read = wording.READ_AS[asked.frame_language].format(written=asked.slip.written, read_as=asked.slip.read_as)
            plan = replace(plan, opening=f"{read} {plan.opening}".strip())
        if found and not plan.label:
            plan = replace(plan, label=found.label_of(plan.evidence))
        trace.mark("first_evidence")
        yield EvidenceFound(plan.evidence)
        if not stop():
            yield from self._composer.events(plan, stop, trace)

    def _plan_or_decline(
        self, asked: Understanding, vector: Vectors, scope: Scope, question: Question, found: Found | None, trace: Trace
    ) -> Plan | Decline:
        """What will be answered, part by part; a decline where nothing of it stands."""
        if not has_numbered_parts(asked.text):
            worked = self._problems.plan(asked, question, scope, found, trace)
            if worked is not None:
                return worked
        parted = self._several.parts_plan(asked, question, scope, found, trace)
        if parted is not None and parted.evidence:
            return parted
        decline = self._decline(asked, vector, scope, question, found, trace)
        if decline is None or decline.reason is Reason.WEAK_EVIDENCE:
            if decline is not None and parted is not None and parted.elsewhere.candidates:
                return declining.outside_decline(asked, scope, parted.elsewhere, self._parts.curriculum)
            compared = self._several.compared_plan(asked, question, scope, found, trace)
            if compared is not None:
                return compared
        if decline is not None or found is None:
            return decline or declining.empty_decline(asked, scope, self._parts.curriculum)
        if says_nothing_for_or_against(asked, found.evidence):
            trace.note("decline", because="nothing is said for or against")
            return declining.weak_decline(asked, found.candidates, self._parts.curriculum)
        return Plan(asked, (self._single(asked, found),))

    def _single(self, asked: Understanding, found: Found) -> Section:
        """The one section of a question that asks one thing."""
        remark = sum_remark(asked)
        evidence = shown_evidence(asked, found.evidence, self._parts.store)
        if asked.kind is QuestionType.CALCULATE:
            evidence = with_worked_example(evidence, found.candidates, self._parts.store)
            remark = remark or wording.YOUR_OWN_NUMBERS[asked.frame_language]
        return Section(asked, evidence, remarks=(remark,) if remark else ())

    def _decline(
        self, asked: Understanding, vector: Vectors, scope: Scope, question: Question, found: Found | None, trace: Trace
    ) -> Decline | None:
        """The reason not to answer, or None. What is outside the scope is looked for before giving up."""
        curriculum = self._parts.curriculum
        elsewhere = self._finder.outside(asked, vector, scope, question.limit, found, trace)
        if elsewhere.candidates:
            trace.note("decline", because="outside the scope", found=elsewhere.candidates[0].passage.id)
            return declining.outside_decline(asked, scope, elsewhere, curriculum)
        if found is None:
            trace.note("decline", because="nothing admissible")
            return declining.empty_decline(asked, scope, curriculum)
        if found.retrieval.escaped:
            trace.note("decline", because="nothing admissible, words found elsewhere")
            return declining.empty_decline(asked, scope, curriculum, found.candidates)
        if not found.enough:
            worked = sum_reply(asked)
            trace.note("decline", because="weak evidence", worked_out=worked is not None)
            if worked is not None:
                return Decline(asked.language, Reason.NOT_A_QUESTION, worked)
            if not asked.terms:
                return Decline(asked.language, Reason.NOT_A_QUESTION, wording.ABOUT_WHAT[asked.frame_language])
            if found.against is not None:
                return declining.contradicted_decline(asked, found.against, curriculum)
            near = found.candidates if found.answerability >= NEAR else ()
            return declining.weak_decline(asked, near, curriculum)
        return None

    def _past_questions(
        self, asked: Understanding, evidence: tuple[EvidenceSentence, ...], trace: Trace
    ) -> Iterator[Event]:
        """The questions of papers that were asked for, each quoted with its place."""
        trace.mark("first_evidence")
        yield EvidenceFound(evidence)
        answer = past_questions_answer(asked, evidence, self._parts.curriculum)
        trace.mark("first_sentence")
        for sentence in answer.sentences:
            yield SentenceReady(sentence, answer.citations)
        yield Answered(answer)
