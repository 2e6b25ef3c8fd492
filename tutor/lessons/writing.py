"""One lesson, from its own evidence: ground, choose, check, ask. What the library lacks is said, not written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tutor.answering.composing.rewriting import can_rewrite
from tutor.answering.places_in_books import book_name, named_book
from tutor.answering.tutor import Parts
from tutor.core.types import LANGUAGES, BookLanguage, EvidenceSentence
from tutor.curriculum.curriculum import Form, Subject, Topic
from tutor.language.tokens import words
from tutor.lessons import wording
from tutor.lessons.about import EXAMPLE_HEADING, TopicWords
from tutor.lessons.claims import ClaimCheck, RememberedVectors
from tutor.lessons.definitions import definitions_in
from tutor.lessons.grounding import Ground, Grounder, Section, of_best_book
from tutor.lessons.lesson import ClaimCounts, Lesson, Line, Part, Place, Reading, State
from tutor.lessons.levelling import levelled, reading_of
from tutor.lessons.patience import Patience
from tutor.lessons.quiz import LEAST as LEAST_QUESTIONS
from tutor.lessons.quiz import QuizMaker, Row, Source
from tutor.lessons.quoting import Cited, part_of, shown_example, worked_tasks
from tutor.lessons.rivals import Rivals
from tutor.lessons.simplify import Simplified, simplified_lines
from tutor.lessons.terms import key_terms
from tutor.lessons.units import LEAST, Chosen, chosen_units, row_cells
from tutor.lessons.worked import Worked

WRITER_VERSION = 2
"""Part of what a kept lesson is known by: a change of the rules writes lessons anew."""
MORE_PLACES = 5


class LessonWriter:
    """Writes lessons from one library. Holds no lesson's state; safe to use from several threads."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.grounder = Grounder(parts.store, parts.retriever, parts.curriculum)

    def ground(self, subject: Subject, topic: Topic, language: BookLanguage) -> Ground:
        """What the lesson will stand on."""
        return of_best_book(self.grounder.grounds(subject, topic, language))

    def lesson(
        self, subject: Subject, topic: Topic, language: BookLanguage, ground: Ground, patience: Patience = Patience()
    ) -> Lesson:
        """The lesson of the topic on that ground, in a state that says what it is worth."""
        blank = Lesson(
            topic.slug, subject.slug, topic.form, language, topic.names[language], State.UNCOVERED,
            book_language=ground.language,
        )  # fmt: skip
        if not ground.holds_the_topic:
            return replace(blank, message=self._uncovered(subject, topic, language, ground))
        patience.pause()
        topic_words = TopicWords(topic, ground.language)
        form = self._parts.curriculum.form_details(topic.form)
        chosen = chosen_units(ground.sections, ground.touched, topic_words, form.max_sentence_words, ground.examples)
        chosen, reading = levelled(chosen, ground.language, form)
        cited = Cited()
        parts = [part_of(item, cited) for item in chosen]
        evidence = _evidence([*ground.sections, *ground.touched])
        embed = RememberedVectors(self._parts.embedder.embed_sentences)
        told = Simplified()
        parts = self._simplified(parts, evidence, language, form.max_sentence_words, embed, patience, told)
        patience.pause()
        check = ClaimCheck(cited.passages, evidence, ground.language, embed)
        checked, counts, _ = check.checked(parts, cited.citations)
        example = shown_example(_without_examples(ground, chosen), cited)
        worked = worked_tasks(ground, cited)
        quiz = self._quiz_maker(
            subject, topic, language, ground, checked, cited, evidence, embed, worked, patience.pause
        )
        questions = quiz.items(patience.pause)
        lines = [line for part in checked for line in part.lines]
        sources = [(line.text, line.citations[0]) for line in lines if line.citations]
        headings = [part.heading for part in checked if not EXAMPLE_HEADING.match(part.heading)]
        terms = key_terms(
            [line.text for line in lines], headings, definitions_in(sources, ground.language), subject.slug,
            ground.language, language, self._parts.glossary,
        )  # fmt: skip
        lesson = replace(
            blank,
            aim=_aim(topic, language, ground.language, headings),
            frame=self._frame(ground, language),
            parts=checked,
            example=example,
            questions=questions,
            terms=terms,
            citations=tuple(cited.citations),
            more=_more(ground, chosen),
            counts=_with_dropped(counts, told),
            words=sum(len(words(line.text)) for line in lines),
            reading=_read_again(reading, lines, ground.language, form) if told.taken else reading,
        )
        reasons = _reasons(lesson)
        return replace(lesson, state=State.REVIEW if reasons else State.READY, reasons=reasons)

    def _simplified(
        self, parts: list[Part], evidence: Sequence[EvidenceSentence], language: BookLanguage, longest: int,
        embed: RememberedVectors, patience: Patience, told: Simplified,
    ) -> list[Part]:  # fmt: skip
        generator = self._parts.generator
        if generator is None or not can_rewrite(generator, language, evidence):
            return parts
        return [
            replace(
                part,
                lines=tuple(
                    simplified_lines(part.lines, evidence, language, longest, generator, embed, patience, told)
                ),
            )
            for part in parts
        ]

    def _quiz_maker(
        self, subject: Subject, topic: Topic, language: BookLanguage, ground: Ground, parts: Sequence[Part],
        cited: Cited, evidence: Sequence[EvidenceSentence], embed: RememberedVectors, worked: Sequence[Worked],
        pause: Callable[[], None],
    ) -> QuizMaker:  # fmt: skip
        # What a worked example finds is true of its own numbers only.
        told = [part for part in parts if not EXAMPLE_HEADING.match(part.heading)]
        quoted = [line for part in told for line in part.lines if line.kind in {"sentence", "item"}]
        sources = [
            Source(cited.citations[line.citations[0]].quote, line.citations[0], line.kind == "sentence")
            for line in quoted
        ]
        shown = {source.text for source in sources}
        others = [e.sentence.text for e in evidence if e.sentence.kind != "table_row" and e.sentence.text not in shown]
        # Only of tables that the lesson shows: what it does not tell it does not ask.
        table = [line.citations[0] for part in told for line in part.lines if line.kind == "row"]
        cells = [(row_cells(cited.citations[at].quote), at) for at in table]
        rows = [Row(own[0], own[1], at) for own, at in cells if len(own) >= 2 and "$" not in cited.citations[at].quote]
        rivals = Rivals(evidence, ground.language, self._parts.glossary, embed, pause)
        unique = list({source.citation: source for source in sources}.values())
        return QuizMaker(
            topic.slug,
            subject.slug,
            language,
            ground.language,
            unique,
            others,
            rows,
            self._parts.glossary,
            rivals,
            worked,
        )

    def _frame(self, ground: Ground, language: BookLanguage) -> str:
        pattern = wording.FRAME_SAME if ground.language == language else wording.FRAME_OTHER
        book = book_name(ground.sections[0].passage, language, self._parts.curriculum, inside=True)
        return pattern[language].format(book=book)

    def _uncovered(self, subject: Subject, topic: Topic, language: BookLanguage, ground: Ground) -> str:
        """What is missing, which book would hold it, and where the library touches it all the same."""
        curriculum = self._parts.curriculum
        form = curriculum.form_name(topic.form, language)
        said = [
            wording.UNCOVERED[language].format(topic=topic.names[language], subject=subject.names[language], form=form),
            wording.UNCOVERED_WORDS[language].format(words=", ".join(topic.keywords[language][:5])),
        ]
        near = [*ground.sections, *sorted(ground.touched, key=lambda section: -section.fit.body)][:2]
        if near:
            said.append(wording.UNCOVERED_NEAR[language].format(where=self._where(near, language)))
        elsewhere = [self.grounder.ground(subject, topic, one, any_form=True) for one in LANGUAGES]
        other = next((one for one in elsewhere if one.holds_the_topic and one.language == language), None)
        other = other or next((one for one in elsewhere if one.holds_the_topic), None)
        if other is not None:
            best = sorted(other.sections, key=lambda section: -section.fit.score)[:2]
            said.append(wording.UNCOVERED_OTHER_FORM[language].format(where=self._where(best, language)))
        return " ".join(said)

    def _where(self, sections: Sequence[Section], language: BookLanguage) -> str:
        places = []
        for section in sections:
            metadata = section.passage.metadata
            title, curriculum = section.passage.document_title, self._parts.curriculum
            book = named_book(metadata.subject, metadata.form, title, language, curriculum)
            places.append(f"{book} ({section.heading})")
        return "; ".join(places)


def _evidence(sections: Sequence[Section]) -> list[EvidenceSentence]:
    return [EvidenceSentence(s, passage, 0.0, 0.0, 0.0) for section in sections for passage, s in section.sentences]


def _without_examples(ground: Ground, chosen: Sequence[Chosen]) -> Ground:
    """The ground with only the worked examples that the explanation does not hold already."""
    taken = {item.section.place for item in chosen}
    return replace(ground, examples=tuple(s for s in ground.examples if s.place not in taken))


def _read_again(reading: Reading | None, lines: Sequence[Line], language: BookLanguage, form: Form) -> Reading | None:
    """How hard it is now that long sentences were said in shorter ones."""
    found = reading_of("\n".join(line.text for line in lines), language, form)
    return replace(found, before=reading.before) if found and reading else reading


def _aim(topic: Topic, language: BookLanguage, book: BookLanguage, headings: Sequence[str]) -> str:
    named = list(dict.fromkeys(headings)) if book == language else [topic.names[language]]
    quoted = [f"“{name}”" for name in named]
    *before, last = quoted
    what = f"{', '.join(before)} {wording.AND[language]} {last}" if before else last
    return wording.AIM[language].format(what=what)


def _more(ground: Ground, chosen: Sequence[Chosen]) -> tuple[Place, ...]:
    taken = {item.section.place for item in chosen}
    left = [s for s in [*ground.sections, *ground.touched] if s.place not in taken][:MORE_PLACES]
    return tuple(
        Place(s.passage.id, s.passage.document_title, s.heading, s.passage.page_start, s.passage.metadata.form)
        for s in left
    )


def _with_dropped(counts: ClaimCounts, told: Simplified) -> ClaimCounts:
    dropped = dict(counts.dropped)
    for why, count in told.dropped.items():
        dropped[why] = dropped.get(why, 0) + count
    return replace(counts, dropped=dropped)


def _reasons(lesson: Lesson) -> tuple[str, ...]:
    """Why a teacher has to look at the lesson, in the lesson's language; empty when it is ready."""
    language = lesson.language
    said = []
    if lesson.words < LEAST:
        said.append(wording.REVIEW_REASONS["short"][language].format(words=lesson.words, least=LEAST))
    if len(lesson.questions) < LEAST_QUESTIONS:
        count = len(lesson.questions)
        said.append(wording.REVIEW_REASONS["few-questions"][language].format(count=count, least=LEAST_QUESTIONS))
    unsupported = lesson.counts.checked - lesson.counts.supported
    if unsupported:
        said.append(wording.REVIEW_REASONS["unsupported"][language].format(count=unsupported))
    return tuple(said)
