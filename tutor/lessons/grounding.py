"""What the library holds on a topic: every lesson has its own retrieval, inside its own scope, and its own floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tutor.answering.question.asked_scope import NOT_TAUGHT_FROM
from tutor.core.files import text_sha256
from tutor.core.types import LANGUAGES, BookLanguage, Passage, Scope, Sentence
from tutor.curriculum.curriculum import Curriculum, Subject, Topic
from tutor.language.tokens import words
from tutor.lessons.about import EXAMPLE_HEADING, NO_LESSON_HEADING, Fit, TopicWords
from tutor.library.store import LibraryStore, StoredPassage
from tutor.retrieval.retriever import Retriever

KEEP = 24
"""Passages looked at for a lesson. A question needs eight; a lesson is made of whole sections."""
FLOOR_WORDS = 60
"""With fewer words about the topic the library does not hold it; what it has is named as a place to look."""
QUERY_KEYWORDS = 6
MOST_CONTINUED = 6


@dataclass(frozen=True)
class Section:
    """A section of a book, whole: its passages in order with their sentences, each sentence once."""

    heading_path: tuple[str, ...]
    sentences: tuple[tuple[Passage, Sentence], ...]
    fit: Fit

    @property
    def heading(self) -> str:
        return self.heading_path[-1] if self.heading_path else self.passage.document_title

    @property
    def passage(self) -> Passage:
        return self.sentences[0][0]

    @property
    def words(self) -> int:
        return sum(len(words(sentence.text)) for _, sentence in self.sentences)

    @property
    def place(self) -> tuple[str, int]:
        """For reading order: the document and where in it."""
        return self.passage.document_id, self.passage.ordinal


@dataclass(frozen=True)
class Ground:
    """The sections of one language that a lesson can stand on, in reading order.

    `touched` are sections that only mention the topic, `examples` worked examples under the topic's sections.
    """

    language: BookLanguage
    sections: tuple[Section, ...] = ()
    touched: tuple[Section, ...] = ()
    examples: tuple[Section, ...] = ()

    @property
    def words(self) -> int:
        return sum(section.words for section in self.sections)

    @property
    def holds_the_topic(self) -> bool:
        """True when it is above the floor."""
        return bool(self.sections) and self.words >= FLOOR_WORDS

    @property
    def fingerprint(self) -> str:
        """The same for the same evidence, whatever else the library holds: two marks joined by a dot.

        The first is of what treats the topic, the second of everything that was found, passing mentions too.
        """
        return f"{_mark([*self.sections, *self.examples])}.{_mark([*self.sections, *self.examples, *self.touched])}"


def _mark(sections: Sequence[Section]) -> str:
    found = sorted(f"{passage.id}|{sentence.text}" for section in sections for passage, sentence in section.sentences)
    return text_sha256("\n".join(found))[:32]


class Grounder:
    """Looks topics up. Holds no lesson's state."""

    def __init__(self, store: LibraryStore, retriever: Retriever, curriculum: Curriculum) -> None:
        self._store = store
        self._retriever = retriever
        self._curriculum = curriculum

    def grounds(self, subject: Subject, topic: Topic, wanted: BookLanguage) -> Ground:
        """The ground in the wanted language, else in the other, whichever is above the floor; else the better one."""
        found = [self.ground(subject, topic, language) for language in sorted(LANGUAGES, key=lambda one: one != wanted)]
        return next((ground for ground in found if ground.holds_the_topic), max(found, key=lambda one: one.words))

    def ground(self, subject: Subject, topic: Topic, language: BookLanguage, any_form: bool = False) -> Ground:
        """What the books of one language hold on the topic, in its form or in any other one."""
        forms = tuple(f.number for f in self._curriculum.forms if f.number != topic.form) if any_form else (topic.form,)
        scope = Scope(subjects=(subject.slug,), forms=forms, languages=(language,), without_types=NOT_TAUGHT_FROM)
        found = self._retriever.retrieve(self.query(subject, topic, language), language, scope, keep=KEEP, limit=scope)
        if found.escaped:
            return Ground(language)
        inside = [candidate.passage.id for candidate in found.candidates if not candidate.label]
        sections = list(self._sections(inside, TopicWords(topic, language)))
        lessons = [s for s in sections if not EXAMPLE_HEADING.match(s.heading)]
        about = [s for s in lessons if s.fit.is_about]
        if not about:
            # Notes that a teacher filed under the topic are about it, whatever their words.
            about = [s for s in lessons if s.passage.metadata.topic == topic.slug and s.fit.touches]
        about += [s for s in lessons if s not in about and s.fit.is_part and _stands_under(s, about)]
        about.sort(key=lambda section: section.place)
        touched = [s for s in lessons if s.fit.touches and s not in about]
        examples = [s for s in sections if EXAMPLE_HEADING.match(s.heading) and _belongs(s, about)]
        return Ground(language, tuple(about), tuple(touched), tuple(examples))

    def query(self, subject: Subject, topic: Topic, language: BookLanguage) -> str:
        """What is looked for: the outline's path to the topic, its name and its foremost keywords."""
        path = f"{subject.names[language]}, {self._curriculum.form_name(topic.form, language)}"
        return f"{path}: {topic.names[language]}. {', '.join(topic.keywords[language][:QUERY_KEYWORDS])}"

    def _sections(self, names: Sequence[str], topic_words: TopicWords) -> Iterator[Section]:
        """The whole sections of the named passages, in reading order."""
        stored = {item.passage.id: item for item in self._store.passages_by_id(names)}
        for item in list(stored.values()):
            self._add_rest(item, stored)
        ordered = sorted(stored.values(), key=lambda item: (item.passage.document_id, item.passage.ordinal))
        for path, group in groupby(ordered, key=lambda item: (item.passage.document_id, item.passage.heading_path)):
            items = list(group)
            heading = path[1][-1] if path[1] else ""
            if NO_LESSON_HEADING.match(heading):
                continue
            text = "\n".join(item.passage.text for item in items)
            yield Section(path[1], _sentences_once(items), topic_words.fit(path[1], text))

    def _add_rest(self, item: StoredPassage, stored: dict[str, StoredPassage]) -> None:
        """A long section is cut into several passages: those that were not found belong to it all the same."""
        for direction in ("previous_id", "next_id"):
            current = item.passage
            for _ in range(MOST_CONTINUED):
                name = getattr(current, direction)
                if name is None:
                    break
                other = stored.get(name) or next(iter(self._store.passages_by_id([name])), None)
                if other is None or other.passage.heading_path != item.passage.heading_path:
                    break
                stored[other.passage.id] = other
                current = other.passage


def _sentences_once(items: Sequence[StoredPassage]) -> tuple[tuple[Passage, Sentence], ...]:
    """The sentences of the passages in order; one that two passages share is taken once."""
    found: list[tuple[Passage, Sentence]] = []
    for item in items:
        own = list(item.sentences)
        if found and own and own[0].text == found[-1][1].text:
            own = own[1:]
        found += [(item.passage, sentence) for sentence in own]
    return tuple(found)


def _stands_under(section: Section, about: Sequence[Section]) -> bool:
    """True when one of the sections that are about the topic is above this one in the same book."""
    return any(
        other.passage.document_id == section.passage.document_id
        and len(other.heading_path) < len(section.heading_path)
        and section.heading_path[: len(other.heading_path)] == other.heading_path
        for other in about
    )


def _belongs(example: Section, about: Sequence[Section]) -> bool:
    """True for an example that stands under, or right behind, a section about the topic."""
    if _stands_under(example, about):
        return True
    parent = example.heading_path[:-1]
    return example.fit.is_about and any(
        other.passage.document_id == example.passage.document_id and other.heading_path[:-1] == parent
        for other in about
    )


def of_best_book(ground: Ground) -> Ground:
    """The ground cut to the book that treats the topic best: two books on one topic read together repeat each other."""
    totals: dict[str, float] = {}
    for section in ground.sections:
        totals[section.passage.document_id] = totals.get(section.passage.document_id, 0.0) + section.fit.score
    if len(totals) < 2:
        return ground
    best = min(totals, key=lambda name: (-totals[name], name))
    own = tuple(s for s in ground.sections if s.passage.document_id == best)
    if sum(section.words for section in own) < FLOOR_WORDS:
        return ground
    examples = tuple(s for s in ground.examples if s.passage.document_id == best) or ground.examples
    return replace(ground, sections=own, examples=examples)
