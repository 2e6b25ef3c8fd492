"""Which kind of sequence numbers make, and the rule that a book gives for that kind: an exercise on one kind does not
show how the other is worked out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tutor.answering.problems.plain_text import plain_mathematics
from tutor.answering.problems.problem import Problem
from tutor.core.types import Sentence

FEWEST = 3
_TELLS = {
    "arithmetic": re.compile(r"\barithmetic (?:progression|sequence) is\b", re.IGNORECASE),
    "geometric": re.compile(r"\bgeometric (?:progression|sequence) is\b", re.IGNORECASE),
}
_ROW_OF = {
    "sum": re.compile(r"\|\s*sum\b", re.IGNORECASE),
    "nth term": re.compile(r"\|\s*(?:\$?n\$?(?:th)? |general )?term\b", re.IGNORECASE),
}
_LIST = re.compile(r"-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?){2,}")


def sequence_kind(text: str) -> Literal["arithmetic", "geometric"] | None:
    """What the first list of three numbers or more in the text is; None where it is neither, or there is none."""
    found = _LIST.search(plain_mathematics(text))
    if found is None:
        return None
    numbers = [Fraction(number) for number in re.findall(r"-?\d+(?:\.\d+)?", found.group())]
    if len({after - before for before, after in pairwise(numbers)}) == 1:
        return "arithmetic"
    if 0 not in numbers and len({after / before for before, after in pairwise(numbers)}) == 1:
        return "geometric"
    return None


def sequence_rule_in(text: str, problem: Problem, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """What the kind of sequence is, with the row of the table that has its rule for what is wanted; empty where the
    sentences lack either."""
    kind = sequence_kind(text)
    wanted = next((name for name in _ROW_OF if any(name in one for one in problem.wanted)), None)
    if kind is None or wanted is None:
        return ()
    told = next((s for s in sentences if s.kind == "sentence" and _TELLS[kind].search(s.text)), None)
    row = next((s for s in sentences if s.kind == "table_row" and _ROW_OF[wanted].match(s.text)), None)
    return (told, row) if told is not None and row is not None else ()
