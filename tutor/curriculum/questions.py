"""What kind of answer a question asks for, and how much thinking."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from tutor.curriculum.cues import clauses, cue, cues
from tutor.curriculum.question_cues import BLOOM_CUES, GROUPS, PAST_QUESTION_CUES, TYPE_CUES, BloomLevel
from tutor.curriculum.words import plain_text

BLOOM_LEVELS: tuple[BloomLevel, ...] = ("remember", "understand", "apply", "analyse", "evaluate", "create")


class QuestionType(StrEnum):
    """What a question asks for."""

    DEFINE = "define"
    EXPLAIN = "explain"
    COMPARE = "compare"
    LIST = "list"
    WHY = "why"
    HOW = "how"
    WHEN = "when"
    WHO = "who"
    WHERE = "where"
    CALCULATE = "calculate"
    FIND_PAST_QUESTIONS = "find-past-questions"
    OTHER = "other"


_LEVEL_OF_TYPE: Mapping[QuestionType, BloomLevel] = {
    QuestionType.EXPLAIN: "understand",
    QuestionType.WHY: "understand",
    QuestionType.HOW: "understand",
    QuestionType.CALCULATE: "apply",
    QuestionType.COMPARE: "analyse",
}
_PAST_QUESTIONS = cues(PAST_QUESTION_CUES, GROUPS)
_TYPE_PATTERNS = [(name, cue(phrase, GROUPS)) for name, phrases in TYPE_CUES for phrase in phrases]
_BLOOM_PATTERNS = [(level, cues(phrases, GROUPS)) for level, phrases in BLOOM_CUES]

# A number that is no year and does not begin with a letter, as H2O and CO2 do.
_QUANTITY = re.compile(r"(?<![\w.,])(?!(?:1\d|20)\d\d(?![\w.,%]))\d")
_EQUATION = re.compile(r"\d\s*[-+*/×÷^=<>]\s*[\w(]|[\w)]\s*=\s*[-\w(]")


def question_type(text: str) -> QuestionType:
    """What the question asks for, from the first cue in it; `other` where there is none. Never raises.

    The first directive decides: "Define osmosis and explain how it happens" is `define`. A directive that only
    opens the real question does not: "Explain why leaves are green" is `why`, "Taja tofauti tatu kati ya ..."
    is `compare`.
    """
    words = clauses(text)
    if _PAST_QUESTIONS.search(words):
        return QuestionType.FIND_PAST_QUESTIONS
    has_quantity = bool(_QUANTITY.search(plain_text(text)))
    first = len(words)
    found = "calculate" if _EQUATION.search(plain_text(text)) else "other"
    for name, pattern in _TYPE_PATTERNS:
        if name == "calculate?" and not has_quantity:
            continue
        match = pattern.search(words)
        if match is not None and match.start() < first:
            first, found = match.start(), name
    if found == "how-many":
        found = "calculate" if has_quantity else "other"
    return QuestionType(found.removesuffix("?"))


def bloom_level(text: str) -> BloomLevel:
    """The level of the revised Bloom taxonomy: the highest that a verb of the question or its type asks for.

    `remember` where nothing says more. Never raises.
    """
    kind = question_type(text)
    levels: set[BloomLevel] = {_LEVEL_OF_TYPE.get(kind, "remember")}
    words = clauses(text)
    for level, pattern in _BLOOM_PATTERNS:
        # "Evaluate 3x + 2" asks for a sum, not for a judgement.
        if pattern.search(words) and not (level == "evaluate" and kind is QuestionType.CALCULATE):
            levels.add(level)
    return max(levels, key=BLOOM_LEVELS.index)
