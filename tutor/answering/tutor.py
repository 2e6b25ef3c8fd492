"""The one entry point: a question in, events out. Nothing else produces an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tutor.answering import declining
from tutor.answering.decision import Calibration, language_pair, signals_of
from tutor.answering.evidence import EvidenceSelector
from tutor.answering.extract import extract_answer, shown_text
from tutor.answering.premises import unmet_premise
from tutor.answering.rewriting import Rewriting, can_rewrite, rewrite
from tutor.answering.understanding import Understanding, understand
from tutor.answering.verification import Verifier
from tutor.core.errors import LibraryError
from tutor.core.events import Answered, Declined, Event, EvidenceFound, SentenceReady, Traced, Understood
from tutor.core.trace import Trace
from tutor.core.types import Answer, AnswerSentence, Candidate, Citation, Decline, EvidenceSentence, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary
from tutor.library.store import LibraryStore
from tutor.models.embedder import Embedder, Vectors
from tutor.models.generator import Generator
from tutor.retrieval.boosts import Boosts
from tutor.retrieval.retriever import Retrieval, Retriever

CLEARLY_BETTER = 0.35
"""By how much more answerable a passage outside the scope must be before a question counts as outside."""


@dataclass(frozen=True)
class Parts:
    """What a tutor is made of. `generator` is None where answers are quoted, not rewritten."""

    store: LibraryStore
    embedder: Embedder
    retriever: Retriever
    selector: EvidenceSelector
    curriculum: Curriculum
    glossary: Glossary
    calibration: Calibration
    generator: Generator | None = None


@dataclass(frozen=True)
class _Found:
    """Retrieval, evidence and how well they answer, for one scope."""

    retrieval: Retrieval
    evidence: tuple[EvidenceSentence, ...]
    answerability: float
    enough: bool

    @property
    def candidates(self) -> Sequence[Candidate]:
        return self.retrieval.candidates


class Tutor:
    """Answers questions from one library. Safe to use from several threads: it holds no question's state."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def ask(self, question: Question, stop: Callable[[], bool] = lambda: False) -> Iterator[Event]:
        """The events of one question, in order; `Traced` is always the last.

        `stop` is looked at between steps and at every generated token. Raises InputError for what is no
        text to work on, LibraryError `library-empty` when there is no book.
        """
        trace = Trace()
        parts = self._parts
        with trace.timed("understand"):
            asked = understand(question, parts.curriculum, parts.glossary)
        if parts.store.passage_count() == 0:
            raise LibraryError("library-empty")
        trace.note(
            "understand", text=asked.text, language=asked.language, asked_in=asked.asked_in, kind=str(asked.kind),
            bloom=asked.bloom, suggested=list(asked.subjects), terms=[term.written for term in asked.terms],
        )  # fmt: skip
        yield Understood(asked.text, asked.language, str(asked.kind), asked.bloom, asked.subjects)
        if asked.small_talk:
            trace.note("decline", because=asked.small_talk)
            yield Declined(declining.small_talk_decline(asked))
        else:
            yield from self._answer_or_decline(asked, question.scope, stop, trace)
        trace.mark("whole")
        yield Traced(trace.timings_ms, tuple(trace.steps))

    def _answer_or_decline(
        self, asked: Understanding, scope: Scope, stop: Callable[[], bool], trace: Trace
    ) -> Iterator[Event]:
        with trace.timed("embed"):
            vector = self._parts.embedder.embed_queries([asked.text])[0]
        found = self._find(asked, vector, scope, trace)
        decline = self._decline(asked, vector, scope, found, trace)
        if decline is not None or found is None:
            yield Declined(decline or declining.empty_decline(asked, scope, self._parts.curriculum))
            return
        trace.mark("first_evidence")
        yield EvidenceFound(found.evidence)
        if stop():
            return
        yield from self._compose(asked, found.evidence, stop, trace)

    def _find(self, asked: Understanding, vector: Vectors, scope: Scope, trace: Trace) -> _Found | None:
        """What the scope holds on the question; None when nothing is admissible."""
        boosts = Boosts(asked.subjects, asked.forms)
        retrieval = self._parts.retriever.search(vector, asked.text, asked.asked_in, scope, boosts, trace)
        return self._weighed(asked, retrieval, trace) if retrieval.candidates else None

    def _weighed(self, asked: Understanding, retrieval: Retrieval, trace: Trace) -> _Found:
        with trace.timed("select"):
            evidence = self._parts.selector.select(asked, retrieval.query_vector, retrieval.candidates)
        with trace.timed("decide"):
            pair = language_pair(asked, evidence)
            signals = signals_of(asked, retrieval.candidates, evidence, self._parts.retriever.rarity)
            answerability = self._parts.calibration.answerability(signals, pair)
            threshold = self._parts.calibration.threshold(pair)
            unmet = unmet_premise(asked, evidence, self._parts.retriever.rarity)
        trace.note(
            "decide", pair=pair, signals=signals.as_dict(), answerability=round(answerability, 4),
            threshold=threshold, unmet=unmet, evidence=[item.passage.id for item in evidence],
        )  # fmt: skip
        return _Found(retrieval, evidence, answerability, answerability >= threshold and unmet is None)

    def _decline(
        self, asked: Understanding, vector: Vectors, scope: Scope, found: _Found | None, trace: Trace
    ) -> Decline | None:
        """The reason not to answer, or None. What is outside the scope is looked for before giving up."""
        curriculum = self._parts.curriculum
        if not scope.is_open:
            elsewhere = self._find(asked, vector, Scope(languages=scope.languages), trace)
            inside = found.answerability if found else 0.0
            if elsewhere and elsewhere.enough and elsewhere.answerability > inside:
                other = [c for c in elsewhere.candidates if not _admits(scope, c)]
                clearly = elsewhere.answerability - inside >= CLEARLY_BETTER
                leads = bool(other) and other[0] is elsewhere.candidates[0]
                if leads and (found is None or not found.enough or clearly):
                    trace.note("decline", because="outside the scope", found=other[0].passage.id)
                    return declining.outside_decline(asked, scope, _as_good(other), curriculum)
        if found is None or not found.evidence:
            trace.note("decline", because="nothing admissible")
            return declining.empty_decline(asked, scope, curriculum)
        if not found.enough:
            trace.note("decline", because="weak evidence")
            return declining.weak_decline(asked, found.candidates, curriculum)
        return None

    def _compose(
        self, asked: Understanding, evidence: Sequence[EvidenceSentence], stop: Callable[[], bool], trace: Trace
    ) -> Iterator[Event]:
        """The rewrite where it can be verified, else the extract, which is always ready."""
        parts = self._parts
        extract = extract_answer(asked, evidence, parts.curriculum, parts.glossary)
        written: list[AnswerSentence] = []
        cited = _Cited(extract.citations)
        outcome = Rewriting()
        if parts.generator is not None and can_rewrite(parts.generator, asked.frame_language, evidence):
            with trace.timed("generate"):
                verifier = Verifier(asked.text, evidence, asked.frame_language, parts.embedder.embed_sentences)
                for sentence in rewrite(parts.generator, asked, evidence, verifier, outcome, stop):
                    trace.mark("first_sentence")
                    written.append(cited.renumbered(sentence))
                    yield SentenceReady(written[-1], cited.citations)
            trace.note("generate", raw=outcome.raw, shown=outcome.shown, dropped=outcome.dropped)
        if stop():
            return
        if written:
            # What the generator left out of the evidence is quoted, so that a short rewrite is never half an answer.
            for number, item in enumerate(evidence):
                if not cited.holds(number):
                    written.append(cited.renumbered(AnswerSentence(shown_text(item), (number,))))
                    yield SentenceReady(written[-1], cited.citations)
            yield Answered(Answer(asked.language, tuple(written), cited.citations, "generated"))
            return
        for sentence in extract.sentences:
            trace.mark("first_sentence")
            yield SentenceReady(sentence, extract.citations)
        yield Answered(extract)


class _Cited:
    """The citations that generated sentences really use, numbered in the order of their first use."""

    def __init__(self, available: tuple[Citation, ...]) -> None:
        self._available = available
        self._used: list[int] = []

    @property
    def citations(self) -> tuple[Citation, ...]:
        return tuple(self._available[number] for number in self._used)

    def holds(self, number: int) -> bool:
        """True when the evidence of that number has been cited."""
        return number in self._used

    def renumbered(self, sentence: AnswerSentence) -> AnswerSentence:
        """The sentence with its citations as positions in `citations`."""
        for number in sentence.citations:
            if number not in self._used:
                self._used.append(number)
        return AnswerSentence(sentence.text, tuple(self._used.index(number) for number in sentence.citations))


def _admits(scope: Scope, candidate: Candidate) -> bool:
    """True when the scope's subjects and forms let the passage through."""
    metadata = candidate.passage.metadata
    fits_subject = not scope.subjects or metadata.subject in scope.subjects
    fits_form = not scope.forms or metadata.form in scope.forms
    return fits_subject and fits_form


def _as_good(candidates: Sequence[Candidate], behind: float = 0.15) -> list[Candidate]:
    """The candidates that score nearly as well as the first."""
    return [candidate for candidate in candidates if candidate.score >= candidates[0].score - behind]
