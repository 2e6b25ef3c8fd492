"""Step 8: an answer is put together from its sections, as it is read: rewritten where that is verified, else quoted."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from tutor.answering import declining, wording
from tutor.answering.composing.extract import frame_sentence, word_help
from tutor.answering.composing.levelling import levelled_sentence, levelled_texts
from tutor.answering.composing.rewriting import Rewriting, can_rewrite, rewrite
from tutor.answering.question.question_parts import asks_by_word
from tutor.answering.sections import Plan, Section
from tutor.answering.support.verification import Verifier
from tutor.core.events import Answered, Declined, Event, SentenceReady
from tutor.core.trace import Trace
from tutor.core.types import Answer, AnswerSentence, BookLanguage, Citation, EvidenceSentence, Method
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.questions import QuestionType
from tutor.language.glossary import Glossary
from tutor.language.tokens import words
from tutor.models.embedder import Embedder
from tutor.models.generator import Generator as Model

SAYS_SOMETHING = 4
"""Words from which on a sentence can state something."""


class Composer:
    """Turns a plan into the sentences of an answer. Holds no question's state."""

    def __init__(self, embedder: Embedder, curriculum: Curriculum, glossary: Glossary, generator: Model | None) -> None:
        self._embedder = embedder
        self._curriculum = curriculum
        self._glossary = glossary
        self._generator = generator

    def events(self, plan: Plan, stop: Callable[[], bool], trace: Trace) -> Iterator[Event]:
        """The sentences as they are ready, then the answer; a decline where what could be said is no answer."""
        writing = _Writing(plan)
        language = plan.asked.frame_language
        if plan.label:
            yield writing.said(AnswerSentence(wording.WIDENED[language]), trace)
        if plan.opening:
            yield writing.said(AnswerSentence(plan.opening), trace)
        first = 1
        for section in plan.sections:
            numbered = first if len(plan.sections) > 1 or len(section.titles) > 1 else None
            first += max(1, len(section.titles))
            for event in self._section(section, numbered, writing, stop, trace):
                yield event
                if isinstance(event, Declined):
                    return
            if stop():
                return
        for note in word_help(language, writing.foreign(language), self._glossary):
            yield writing.remarked(note, trace)
        yield Answered(writing.answer())

    def _section(
        self, section: Section, number: int | None, writing: _Writing, stop: Callable[[], bool], trace: Trace
    ) -> Iterator[Event]:
        titled = self._titled(section, number)
        evidence = writing.fresh(section.evidence)
        if not evidence:
            yield writing.remarked(" ".join([titled, *section.remarks]).strip(), trace)
            return
        written = yield from self._rewritten(section, evidence, titled, writing, stop, trace)
        if stop():
            return
        if not written:
            if too_weak_alone(section.evidence):
                trace.note("decline", because="nothing was verified, and the quotes alone say nothing")
                yield self._unsupported(section, titled, writing, trace)
                return
            frame = frame_sentence(section.asked, evidence, self._curriculum)
            yield writing.said(AnswerSentence(f"{titled} {frame}".strip()), trace)
        # What a rewrite left out of the evidence is quoted, so that a short rewrite is never half an answer.
        left = [item for item in evidence if not (written and writing.is_cited(item))]
        for item, shown in zip(left, levelled_texts(section.asked, left), strict=True):
            for piece in shown:
                yield writing.quoted(item, piece, trace)
        for remark in section.remarks:
            yield writing.remarked(remark, trace)

    def _unsupported(self, section: Section, titled: str, writing: _Writing, trace: Trace) -> Event:
        """A decline, or of one part among several the word that it is left open."""
        if titled:
            return writing.remarked(f"{titled} {wording.PART_MISSING[section.asked.frame_language]}", trace)
        passages = [item.passage for item in section.evidence]
        return Declined(declining.unsupported_decline(section.asked, passages, self._curriculum))

    def _rewritten(
        self, section: Section, evidence: Sequence[EvidenceSentence], titled: str, writing: _Writing,
        stop: Callable[[], bool], trace: Trace,
    ) -> Generator[Event, None, bool]:  # fmt: skip
        """The sentences of the generator that are verified; says whether there was one."""
        language = section.asked.frame_language
        # The steps of a calculation are no sentences to be said in other words.
        worked = section.asked.kind is QuestionType.CALCULATE
        if worked or self._generator is None or not can_rewrite(self._generator, language, evidence):
            return False
        outcome, framed, written = Rewriting(), False, False
        frame = f"{titled} {frame_sentence(section.asked, evidence, self._curriculum)}".strip()
        shown = levelled_texts(section.asked, evidence)
        places = {tuple(words(item.sentence.text)): place for place, item in enumerate(evidence)}
        with trace.timed("generate"):
            verifier = Verifier(section.asked.text, evidence, language, self._embedder.embed_sentences)
            for sentence in rewrite(self._generator, section.asked, evidence, verifier, outcome, stop):
                copied = places.get(tuple(words(sentence.text)))
                if not framed and (titled or copied is not None):
                    yield writing.said(AnswerSentence(frame), trace)
                framed = written = True
                if copied is not None:
                    # What is only copied is a quote, and shown as one: framed, at the reading level, and behind what
                    # stands before it in the book.
                    for item, pieces in zip(evidence[: copied + 1], shown, strict=False):
                        if not writing.is_cited(item):
                            yield from [writing.quoted(item, piece, trace) for piece in pieces]
                else:
                    for text in levelled_sentence(section.asked, sentence.text, evidence):
                        yield writing.generated(AnswerSentence(text, sentence.citations), evidence, trace)
        trace.note("generate", raw=outcome.raw, shown=outcome.shown, dropped=outcome.dropped)
        return written

    def _titled(self, section: Section, number: int | None) -> str:
        """ "2. Why is it important?", or "Part 2." where the pupil's words are not in the answer's language."""
        if number is None:
            return ""
        language = section.asked.frame_language
        named = not section.asked.asks_for_other_language
        pattern = (wording.PART if named else wording.PART_UNNAMED)[language]
        titles = enumerate(section.titles or ("",), start=number)
        return " ".join(pattern.format(number=place, part=_as_title(title)) for place, title in titles)


def _as_title(written: str) -> str:
    """The pupil's words with a capital and the mark that fits: orders end in a stop."""
    title = written.strip(" ?.!,;:")
    ends = written.rstrip()[-1:]
    asks = ends == "?" or (ends != "." and asks_by_word(title))
    return title[:1].upper() + title[1:] + ("?" if asks else ".")


def too_weak_alone(evidence: Sequence[EvidenceSentence]) -> bool:
    """True when the quotes state nothing by themselves: announcements, questions, or a word or two."""
    return not any(
        item.sentence.kind != "sentence"
        or "=" in item.sentence.text
        or (len(words(item.sentence.text)) >= SAYS_SOMETHING and item.sentence.text.rstrip()[-1:] not in (":", "?"))
        for item in evidence
    )


class _Writing:
    """The answer as far as it is written. Citations are numbered in the order of their first use."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._sentences: list[AnswerSentence] = []
        self._citations: list[Citation] = []
        self._places: dict[tuple[str, int], int] = {}
        self._notes: list[str] = []
        self._method: Method = "extracted"

    def said(self, sentence: AnswerSentence, trace: Trace) -> SentenceReady:
        """A sentence of the frame."""
        trace.mark("first_sentence")
        self._sentences.append(sentence)
        return SentenceReady(sentence, tuple(self._citations))

    def remarked(self, text: str, trace: Trace) -> SentenceReady:
        """What tutor says itself, told apart from what books say."""
        self._notes.append(text)
        return self.said(AnswerSentence(text), trace)

    def quoted(self, item: EvidenceSentence, shown: str, trace: Trace) -> SentenceReady:
        """A sentence of a book, or a clause of it, as it stands there."""
        return self.said(AnswerSentence(shown, (self._place(item),)), trace)

    def generated(self, sentence: AnswerSentence, evidence: Sequence[EvidenceSentence], trace: Trace) -> SentenceReady:
        """A verified sentence; its citations are positions in `evidence`."""
        self._method = "generated"
        places = tuple(self._place(evidence[number]) for number in sentence.citations)
        return self.said(AnswerSentence(sentence.text, places), trace)

    def fresh(self, evidence: Sequence[EvidenceSentence]) -> tuple[EvidenceSentence, ...]:
        """The sentences not quoted yet; where all are, the best of them again: a part never points into the air."""
        new = tuple(item for item in evidence if not self.is_cited(item))
        return new or tuple(sorted(evidence, key=lambda item: -item.score)[:1])

    def is_cited(self, item: EvidenceSentence) -> bool:
        """True when the sentence has been quoted or stands behind a sentence already."""
        return (item.passage.id, item.sentence.start) in self._places

    def foreign(self, language: BookLanguage) -> list[Citation]:
        """The citations in another language than the pupil's."""
        return [citation for citation in self._citations if citation.language != language]

    def answer(self) -> Answer:
        """The whole answer."""
        return Answer(
            self._plan.asked.language, tuple(self._sentences), tuple(self._citations), self._method, tuple(self._notes)
        )

    def _place(self, item: EvidenceSentence) -> int:
        key = (item.passage.id, item.sentence.start)
        if key not in self._places:
            self._places[key] = len(self._citations)
            self._citations.append(item.citation())
        return self._places[key]
