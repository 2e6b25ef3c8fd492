"""The questions of a lesson: each answer stands in a sentence that the lesson quotes, and is the only right one.

Made of the quoted sentences by rules, seeded by the topic: the same lesson always asks the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tutor.core.types import BookLanguage
from tutor.language.glossary import Glossary
from tutor.language.tokens import words
from tutor.lessons import wording
from tutor.lessons.definitions import Definition, definitions_in, shared, stems
from tutor.lessons.facts import facts_of
from tutor.lessons.gaps import Gap, gaps_in, like
from tutor.lessons.lesson import Fact, Pair, QuestionKind, QuizItem
from tutor.lessons.rivals import Rivals
from tutor.lessons.units import leans_back
from tutor.lessons.worked import Worked, new_numbers

Item = TypeVar("Item")
LEAST, MOST = 3, 5
OPTIONS, FEWEST_OPTIONS = 4, 3
PAIRS, FEWEST_PAIRS = 4, 3
LONGEST_RIGHT = 22
TELLING = 5
"""A sentence says what belongs into its gap by so many other content words at least."""
ORDER: tuple[QuestionKind, ...] = (
    "choice",
    "true-false",
    "short",
    "matching",
    "choice",
    "short",
    "true-false",
    "choice",
)


@dataclass(frozen=True)
class Source:
    """A quoted sentence of the explanation with its citation. `is_sentence`: no item of a list."""

    text: str
    citation: int
    is_sentence: bool = True


@dataclass(frozen=True)
class Row:
    """A quoted row of a table: its first two cells belong together."""

    left: str
    right: str
    citation: int


class QuizMaker:
    """Makes the questions of one lesson. `language` is the pupil's, `book` the quotes'."""

    def __init__(
        self, topic: str, subject: str, language: BookLanguage, book: BookLanguage, sources: Sequence[Source],
        others: Sequence[str], rows: Sequence[Row], glossary: Glossary, rivals: Rivals,
        worked: Sequence[Worked] = (),
    ) -> None:  # fmt: skip
        self._random = random.Random(f"{topic} {book}")
        self._language, self._book, self._subject = language, book, subject
        self._glossary, self._rivals = glossary, rivals
        self._definitions = definitions_in([(s.text, s.citation) for s in sources], book)
        # Wrong answers may also come from what the topic's evidence says beyond the lesson.
        self._known = [*self._definitions, *definitions_in([(text, -1) for text in others], book)]
        # An item of a list is a fragment: of it only numbers and names can be asked.
        self._gaps = [
            gap
            for source in sources
            for gap in gaps_in(source.text, source.citation, book, subject, glossary)
            if source.is_sentence or gap.kind != "term"
        ]
        far = [gap for text in others for gap in gaps_in(text, -1, book, subject, glossary)]
        self._all_gaps = [*self._gaps, *far]
        self._sources = list(sources)
        self._rows = list(rows)
        self._worked = list(worked)
        self._asked: set[str] = set()
        self._topic = stems(topic.replace("-", " "), "en")
        self._used: set[int] = set()
        self._last_was_true: bool | None = None

    def items(self, pause: Callable[[], None] = lambda: None) -> tuple[QuizItem, ...]:
        """Three to five questions of several kinds where the sentences allow them; fewer where they do not."""
        makers = {
            "choice": self._choice, "true-false": self._true_false, "short": self._short, "matching": self._matching,
        }  # fmt: skip
        found: list[QuizItem] = []
        for kind in ORDER:
            if len(found) == MOST or (len(found) >= 4 and kind in {item.kind for item in found[-2:]}):
                break
            pause()
            item = makers[kind]()
            if item is not None:
                found.append(item)
        while len(found) < LEAST and (item := self._term_gap()) is not None:
            found.append(item)
        return tuple(found)

    # -- one question of each kind ---------------------------------------------------------------

    def _choice(self) -> QuizItem | None:
        for definition in self._shuffled(self._definitions):
            wrong = [] if definition.citation in self._used else self._wrong_terms(definition)
            if len(wrong) >= FEWEST_OPTIONS - 1:
                prompt = f"{wording.GAP} {definition.ending}"
                return self._chosen(prompt, definition.term, wrong, definition.citation)
        for gap in self._shuffled(self._gaps):
            known = gap.citation in self._used or gap.answer in self._asked
            wrong = [] if known else self._wrong_fillers(gap, OPTIONS - 1)
            if len(wrong) >= FEWEST_OPTIONS - 1:
                return self._chosen(gap.prompt, gap.answer, wrong, gap.citation)
        return None

    def _wrong_terms(self, right: Definition) -> list[str]:
        """Terms of other definitions, or other names where the term is a name, that surely do not fit."""
        rivals = {other.term: other for other in self._shuffled(self._known) if other.term != right.term}
        if not self._is_name(right.term):
            terms = [name for name in rivals if not self._is_name(name)]
            return self._rivals.apart(
                terms, OPTIONS - 1, lambda name: self._rivals.means_otherwise(rivals[name], right)
            )
        names = [name for name in rivals if self._is_name(name)]
        names += [
            gap.answer for gap in self._shuffled(self._all_gaps) if gap.kind == "name" and self._is_name(gap.answer)
        ]
        return self._rivals.apart(
            names,
            OPTIONS - 1,
            lambda name: (
                self._rivals.fills_wrongly(name, right.term, right.meaning, right.sentence)
                and not self._rivals.is_said(f"{name} {right.ending}")
            ),
        )

    def _chosen(self, statement: str, answer: str, wrong: Sequence[str], citation: int) -> QuizItem:
        self._used.add(citation)
        self._asked.add(answer)
        options = [answer, *wrong]
        self._random.shuffle(options)
        options = [option[:1].upper() + option[1:] for option in options]
        prompt = wording.CHOOSE[self._language].format(statement=statement)
        return QuizItem("choice", prompt, answer[:1].upper() + answer[1:], citation, tuple(options))

    def _true_false(self) -> QuizItem | None:
        # The second one is the other way round, so that "true" is no good guess.
        is_true = self._random.random() < 0.5 if self._last_was_true is None else not self._last_was_true
        if self._last_was_true:
            item = self._false()
        else:
            item = (self._true() or self._false()) if is_true else (self._false() or self._true())
        if item is not None:
            self._last_was_true = item.answer == "true"
        return item

    def _true(self) -> QuizItem | None:
        fresh = [
            one
            for one in self._sources
            if one.is_sentence and _stands_alone(one.text, self._book) and one.citation not in self._used
        ]
        defined = {one.citation for one in self._definitions}
        asked = {gap.citation for gap in self._gaps}
        # Definitions are better asked for in other ways; a sentence that holds a name, number or term says something.
        for source in [*self._shuffled([s for s in fresh if s.citation in asked - defined]), *self._shuffled(fresh)]:
            self._used.add(source.citation)
            prompt = wording.TRUE_FALSE[self._language].format(statement=source.text)
            return QuizItem("true-false", prompt, "true", source.citation)
        return None

    def _false(self) -> QuizItem | None:
        changed = self._changed([gap for gap in self._gaps if gap.kind in {"year", "number"}])
        if changed is not None:
            return changed
        for one in self._shuffled(self._definitions):
            if one.citation in self._used:
                continue
            for other in self._shuffled(self._known):
                fits = bool(other.before) == bool(one.before) and other.term != one.term and other.copula == one.copula
                if fits and self._rivals.means_otherwise(other, one):
                    before = f"{other.before.capitalize()} " if other.before else ""
                    name = other.term if other.before else other.term[:1].upper() + other.term[1:]
                    return self._untrue(f"{before}{name} {one.ending}", one.term, one.citation)
        return self._changed([gap for gap in self._gaps if gap.kind == "name"])

    def _changed(self, gaps: Sequence[Gap]) -> QuizItem | None:
        """A sentence with something else in one of the gaps."""
        for gap in self._shuffled(gaps):
            wrong = [] if gap.citation in self._used else self._wrong_fillers(gap, 1)
            if wrong:
                return self._untrue(gap.filled(wrong[0]), gap.answer, gap.citation)
        return None

    def _untrue(self, statement: str, correction: str, citation: int) -> QuizItem:
        self._used.add(citation)
        prompt = wording.TRUE_FALSE[self._language].format(statement=statement)
        return QuizItem("true-false", prompt, "false", citation, correction=correction)

    def _short(self) -> QuizItem | None:
        if self._worked:
            worked = self._worked.pop()
            facts = tuple(Fact((number,), must=True) for number in new_numbers(worked))
            prompt = wording.WORK_OUT[self._language].format(task=worked.task)
            return QuizItem("short", prompt, worked.result, worked.citation, facts=facts)
        for definition in self._shuffled(self._definitions):
            facts = facts_of(definition.meaning, definition.term, self._book, self._subject, self._glossary)
            if definition.citation not in self._used and len(facts) >= 2:
                self._used.add(definition.citation)
                prompt = wording.WHAT_IS[self._language].format(term=definition.term)
                return QuizItem("short", prompt, definition.meaning, definition.citation, facts=facts)
        for gap in self._shuffled(self._gaps):
            is_new = gap.answer not in self._asked and not stems(gap.answer, self._book) <= self._topic
            if gap.citation not in self._used and is_new and gap.kind in {"year", "number", "name"}:
                self._used.add(gap.citation)
                self._asked.add(gap.answer)
                prompt = wording.FILL[self._language].format(statement=gap.prompt)
                return QuizItem("short", prompt, gap.answer, gap.citation, facts=(self._fact(gap),))
        return None

    def _term_gap(self) -> QuizItem | None:
        """A sentence without one of its terms, where nothing else can be asked; the one that says most of it first."""
        terms = [gap for gap in self._gaps if gap.kind == "term" and gap.citation not in self._used]
        fresh = [gap for gap in terms if gap.answer.casefold() not in {one.casefold() for one in self._asked}]
        for gap in sorted(fresh, key=lambda gap: -len(stems(gap.rest, self._book))):
            rest = stems(gap.rest, self._book)
            if len(rest) >= TELLING and not stems(gap.answer, self._book) & rest:
                self._used.add(gap.citation)
                self._asked.add(gap.answer)
                prompt = wording.FILL[self._language].format(statement=gap.prompt)
                return QuizItem("short", prompt, gap.answer, gap.citation, facts=(self._fact(gap),))
        return None

    def _matching(self) -> QuizItem | None:
        chosen: list[Pair] = []
        kept: list[Definition] = []
        for one in self._shuffled(self._definitions):
            short = len(words(one.meaning)) <= LONGEST_RIGHT
            apart = all(self._rivals.means_otherwise(one, o) and self._rivals.means_otherwise(o, one) for o in kept)
            if short and one.citation not in self._used and apart and len(kept) < PAIRS:
                kept.append(one)
        if len(kept) >= FEWEST_PAIRS:
            chosen = [Pair(one.term, one.meaning, one.citation) for one in kept]
        else:
            chosen = self._row_pairs()
        if len(chosen) < FEWEST_PAIRS:
            return None
        self._used |= {pair.citation for pair in chosen}
        return QuizItem("matching", wording.MATCH[self._language], "", chosen[0].citation, pairs=tuple(chosen))

    # -- helpers ---------------------------------------------------------------------------------

    def _row_pairs(self) -> list[Pair]:
        found: list[Row] = []
        for row in self._shuffled(self._rows):
            left, right = stems(row.left, self._book), stems(row.right, self._book)
            apart = all(
                shared(left, stems(o.left, self._book)) == 0 and shared(right, stems(o.right, self._book)) == 0
                for o in found
            )
            if left and right and apart and not left & right and len(found) < PAIRS:
                found.append(row)
        return [Pair(row.left, row.right, row.citation) for row in found]

    def _wrong_fillers(self, gap: Gap, wanted: int) -> list[str]:
        offered = like(gap, self._all_gaps)
        return self._rivals.apart(
            offered,
            wanted,
            lambda other: (
                self._rivals.fills_wrongly(other, gap.answer, gap.rest, gap.sentence)
                and not self._rivals.is_said(gap.filled(other))
            ),
        )

    def _fact(self, gap: Gap) -> Fact:
        names = [gap.answer]
        for match in self._glossary.find(gap.answer, self._book):
            names += [name for entry in match.entries for name in (*entry.en, *entry.sw)]
        return Fact(tuple(dict.fromkeys(names)), must=True)

    def _is_name(self, term: str) -> bool:
        """True for "Gregor Mendel", not for "Osmosis", "Kitovu cha tetemeko" or "Stone Age"."""
        own = term.split()
        has_capitals = all(word[:1].isupper() or word in {"bin", "da", "de", "von"} for word in own)
        return len(own) > 1 and has_capitals and not self._glossary.find(term, self._book)

    def _shuffled(self, items: Sequence[Item]) -> Iterator[Item]:
        mixed = list(items)
        self._random.shuffle(mixed)
        return iter(mixed)


def _stands_alone(text: str, language: BookLanguage) -> bool:
    return (
        not leans_back(text, language)
        and text.rstrip().endswith(".")
        and "$" not in text
        and "|" not in text
        and len(words(text)) >= 5
    )
