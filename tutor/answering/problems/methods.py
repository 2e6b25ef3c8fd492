"""How a book works a problem out: the formula that ties what is wanted to what is given, and the worked example.

Nothing is put into a formula here. A passage fits only where its formula is of the wanted quantity and what else stands
in it is given, or where it works out an exercise of the same kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tutor.answering.problems.equations import Shape, equation_shape
from tutor.answering.problems.formulas import Formula, formulas_of
from tutor.answering.problems.problem import POINT, Given, Problem, given_amounts, read_problem
from tutor.answering.problems.procedures import FEWEST_STEPS, matter_told, procedure_in, shows_numbers
from tutor.answering.problems.quantities import is_dimensionless
from tutor.answering.problems.sequences import sequence_kind, sequence_rule_in
from tutor.answering.question.understanding import Understanding
from tutor.core.types import Sentence
from tutor.library.store import LibraryStore, StoredPassage

EXAMPLE_HEADING = re.compile(r"\b(?:worked\s+)?example\b|\bmfano\b|\bmifano\b", re.IGNORECASE)
EXAMPLES_AFTER = 3
"""Worked examples that stand behind the passage with the formula."""
EXAMPLE_STEPS = 12
"""Sentences of one worked example; longer ones are cut where nothing but steps would follow."""
SAME_AMOUNTS, SAME_MATTER = 0.67, 0.3
"""The share of the amounts that must be of the same kinds, and that of the question's words that must be meant, for two
exercises to be one with other numbers."""
PROCEDURE = 0.9
"""How well steps told in a section fit: better than a formula that lacks something, worse than the same exercise."""
_CONSTANTS = re.compile(r"(?:Use|Take|Tumia|Chukua)\b")
_FROM_LENGTHS = frozenset({"area", "volume"})


@dataclass(frozen=True)
class Part:
    """Sentences of one passage that belong to a method, in order."""

    passage: StoredPassage
    sentences: tuple[Sentence, ...]

    @property
    def works_out(self) -> bool:
        """True for steps with numbers, and not a formula alone."""
        return sum(shows_numbers(sentence.text) for sentence in self.sentences) >= FEWEST_STEPS


@dataclass(frozen=True)
class Method:
    """The book's formula and its worked example; one of the two may be missing."""

    parts: tuple[Part, ...]
    fit: float


def method_for(question: Understanding, passages: Sequence[StoredPassage], store: LibraryStore) -> Method | None:
    """The best method that the passages, best first, hold for the problem; None where none of them shows one."""
    shape = equation_shape(question.text)
    problem = read_problem(question.text)
    if problem is None and shape is None:
        return None
    best: Method | None = None
    for place, section in enumerate(_sections(passages, store)):
        method = section.method(question, problem, shape)
        if method is not None:
            method = Method(method.parts, method.fit - 0.01 * place)
            best = method if best is None or method.fit > best.fit else best
    return best


def is_example(passage: StoredPassage) -> bool:
    """True when the passage is headed as a worked example."""
    heading = passage.passage.heading_path
    return bool(heading and EXAMPLE_HEADING.search(heading[-1]))


def _sections(passages: Sequence[StoredPassage], store: LibraryStore) -> Iterable[_Section]:
    """Each passage that is no example with the examples behind it, in the order of the passages."""
    seen: set[str] = set()
    for passage in passages:
        head = passage
        for _ in range(EXAMPLES_AFTER):
            if not is_example(head) or head.passage.previous_id is None:
                break
            head = next(iter(store.passages_by_id([head.passage.previous_id])), head)
        if head.passage.id in seen:
            continue
        seen.add(head.passage.id)
        examples: list[StoredPassage] = [head] if is_example(head) else []
        last = head
        while last.passage.next_id is not None and len(examples) < EXAMPLES_AFTER:
            last = next(iter(store.passages_by_id([last.passage.next_id])), last)
            if not is_example(last):
                break
            examples.append(last)
        yield _Section(head, tuple(examples))


@dataclass(frozen=True)
class _Section:
    """A passage and the worked examples that follow it."""

    head: StoredPassage
    examples: tuple[StoredPassage, ...]

    def method(self, question: Understanding, problem: Problem | None, shape: Shape | None) -> Method | None:
        if shape is not None:
            same = [example for example in self.examples if equation_shape(_statement(example)) == shape]
            # "Solve by factors" and "by the formula" are headed as such.
            best = max(same, key=lambda example: _matter(question, example), default=None)
            return None if best is None else self._with_example(None, best, 1.0 + _matter(question, best))
        if problem is None:
            return None
        alike = [(_alike(question, problem, example), -n) for n, example in enumerate(self.examples)]
        likeness, at = max(alike, default=(0.0, 0))
        formula, fit = self._best_formula(problem)
        if likeness > 0:
            return self._with_example(formula, self.examples[-at], likeness + max(fit, 0.0))
        steps = procedure_in(question, problem, self.head.sentences, self.head.passage.metadata.language)
        rule = sequence_rule_in(question.text, problem, self.head.sentences)
        if (steps or rule) and fit < PROCEDURE:
            return Method((Part(self.head, steps or rule),), PROCEDURE)
        if formula is None:
            return None
        shown = [example for example in self.examples if _works_on(example, problem, formula)]
        return self._with_example(formula, shown[0] if shown else None, fit)

    def _best_formula(self, problem: Problem) -> tuple[Formula | None, float]:
        context = " ".join([*self.head.passage.heading_path, *(p.passage.text for p in (self.head, *self.examples))])
        fits = [
            (_fit(problem, formula), -n, formula) for n, formula in enumerate(formulas_of(self.head.sentences, context))
        ]
        fits = [one for one in fits if one[0] > 0]
        if not fits:
            return None, 0.0
        fit, _, formula = max(fits, key=lambda one: one[:2])
        return formula, fit

    def _with_example(self, formula: Formula | None, example: StoredPassage | None, fit: float) -> Method:
        own: list[int] = []
        if formula is not None:
            own = list(formula.positions)
            if example is None:
                after = range(formula.positions[-1] + 1, len(self.head.sentences))
                own += [n for n in after if _shows(self.head.sentences[n].text, formula)][:1]
        parts = [Part(self.head, tuple(self.head.sentences[n] for n in own))] if own else []
        if example is not None and example is not self.head:
            parts.append(Part(example, tuple(example.sentences[:EXAMPLE_STEPS])))
        elif example is not None:
            parts = [Part(example, tuple(example.sentences[:EXAMPLE_STEPS]))]
        return Method(tuple(parts), fit)


def _statement(example: StoredPassage) -> str:
    """What the exercise says before it is worked out, without the constants that it is to be done with."""
    told: list[str] = []
    for sentence in example.sentences:
        if sentence.kind != "sentence":
            break
        if not _CONSTANTS.match(sentence.text):
            told.append(sentence.text)
    return " ".join(told)


def _shows(text: str, formula: Formula) -> bool:
    """True when the sentence puts numbers into the formula: its result is of the formula's quantity."""
    return shows_numbers(text) and any(
        given.kinds & formula.subject or (not given.has_unit and any(map(is_dimensionless, formula.subject)))
        for given in given_amounts(text)
    )


def _fit(problem: Problem, formula: Formula, strict: bool = False) -> float:
    """How well the formula ties what is wanted to what is given; 0 where it does not. `strict`: nothing is missing."""
    wanted = frozenset().union(*problem.wanted)
    subject = bool(formula.subject & wanted)
    if any(POINT in one.kinds for one in problem.givens):
        return 1.0 if subject and formula.of_points else 0.0
    if not any(wanted & quantity for quantity in formula.quantities):
        return 0.0
    given = list(problem.givens)
    fitting, missing = 0, 0
    for quantity in formula.quantities:
        found = next((g for g in given if g.kinds & quantity), None) or _made_of(given, quantity)
        if found is not None:
            given.remove(found)
            fitting += 1
        elif quantity & wanted:
            continue
        elif not quantity and given:
            given.pop()  # a letter whose meaning the book does not say may be any amount that is left
            fitting += 1
        else:
            missing += 1
    if subject and not strict and all(map(is_dimensionless, wanted)):
        fitting = max(fitting, 1)
    elif missing >= (fitting if subject and not strict else 1) or fitting == 0:
        return 0.0
    return fitting / max(1, len(problem.givens)) - 0.3 * missing + 0.2 * subject - 0.1 * formula.in_words


def _made_of(given: Sequence[Given], quantity: frozenset[str]) -> Given | None:
    """An amount that gives the quantity though it is not of it: a length where two or more are given makes an area or a
    volume, and a plain number may be a scale or a ratio."""
    lengths = [one for one in given if "length" in one.kinds]
    if quantity & _FROM_LENGTHS and len(lengths) > 1:
        return lengths[0]
    plain = next((one for one in given if not one.has_unit), None)
    return plain if any(map(is_dimensionless, quantity)) else None


def _works_on(example: StoredPassage, problem: Problem, formula: Formula) -> bool:
    """True when the example works one of the wanted quantities out by the formula."""
    shown = read_problem(_statement(example))
    if shown is not None and formula.of_points:
        return any(POINT in one.kinds for one in shown.givens)
    return shown is not None and any(
        one & other and _fit(replace(shown, wanted=(one,)), formula, strict=True) > 0
        for one in shown.wanted
        for other in problem.wanted
    )


def _alike(question: Understanding, problem: Problem, example: StoredPassage) -> float:
    """How far the example is the same exercise with other numbers; 0 where it is another one."""
    shown = read_problem(_statement(example))
    if shown is None or not all(any(one & other for other in shown.wanted) for one in problem.wanted):
        return 0.0
    if {sequence_kind(question.text), sequence_kind(_statement(example))} == {"arithmetic", "geometric"}:
        return 0.0
    left = list(shown.givens)
    same = 0
    for one in problem.givens:
        match = next((other for other in left if other.kinds & one.kinds), None)
        if match is not None:
            left.remove(match)
            same += 1
    # What an exercise gives for the other things that it wants is no amount that the problem lacks.
    amounts = [problem.givens] if len(shown.wanted) > len(problem.wanted) else [problem.givens, shown.givens]
    share = same / max(map(len, amounts))
    matter = _matter(question, example)
    return share + matter if share >= SAME_AMOUNTS and matter >= SAME_MATTER else 0.0


def _matter(question: Understanding, example: StoredPassage) -> float:
    """The share of the question's words that the exercise and its headings mean; numbers say nothing."""
    told = " ".join([*example.passage.heading_path[-2:], _statement(example)])
    return matter_told(question, told, example.passage.metadata.language)
