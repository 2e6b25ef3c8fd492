"""A way of working told step by step inside a section: "the local time at 45° E is found in three steps: ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.evidence.meanings import meant_terms
from tutor.answering.problems.problem import Problem
from tutor.answering.problems.quantities import named_quantities
from tutor.answering.question.understanding import Understanding
from tutor.core.types import Sentence

MOST_STEPS = 8
FEWEST_STEPS = 2
SAME_MATTER = 0.3
"""The share of the question's words that the sentence before the steps must mean."""
_NUMBER_OR_LETTER = re.compile(r".*\d.*|nth|.")
_OPENS = re.compile(r"^(?:To|Ili)\s|:\s*$")
_SHOWS_NUMBERS = re.compile(r"\d[^=]*=\s*[^=]*\d")


def shows_numbers(text: str) -> bool:
    """True when the text works something out with numbers: "45 ÷ 15 = 3"."""
    return bool(_SHOWS_NUMBERS.search(text))


def procedure_in(
    question: Understanding, problem: Problem, sentences: Sequence[Sentence], language: str
) -> tuple[Sentence, ...]:
    """The sentence that poses a case of what is wanted, with the steps that work it out; empty where none does."""
    wanted = frozenset().union(*problem.wanted)
    for place, sentence in enumerate(sentences):
        named = {one.quantity for one in named_quantities(sentence.text)}
        if not (wanted & named and _OPENS.search(sentence.text) and re.search(r"\d", sentence.text)):
            continue
        steps: list[Sentence] = []
        for step in sentences[place + 1 : place + 1 + MOST_STEPS]:
            if step.kind != "list_item" and not shows_numbers(step.text):
                break
            steps.append(step)
        worked = sum(shows_numbers(step.text) for step in steps)
        if worked >= FEWEST_STEPS and matter_told(question, sentence.text, language) >= SAME_MATTER:
            return (sentence, *steps)
    return ()


def matter_told(question: Understanding, told: str, language: str) -> float:
    """The share of the question's words that the text means; numbers say nothing, and a question of numbers alone is of
    no other matter than what it wants."""
    terms = [term for term in question.terms if not _NUMBER_OR_LETTER.fullmatch(term.written)]
    meant = meant_terms(terms, question.asked_in, told, "sw" if language == "sw" else "en")
    return sum(meant) / len(meant) if meant else SAME_MATTER
