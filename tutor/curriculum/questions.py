"""What kind of answer a question asks for, and how much thinking."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal

from tutor.curriculum.question_cues import BLOOM_CUES, CALCULATION, CUES, SURE_CALCULATION
from tutor.curriculum.words import plain_text, plain_words

BloomLevel = Literal["remember", "understand", "apply", "analyse", "evaluate", "create"]
BLOOM_LEVELS: tuple[BloomLevel, ...] = ("remember", "understand", "apply", "analyse", "evaluate", "create")


class QuestionType(StrEnum):
    """What a question asks for."""

    DEFINE = "define"
    EXPLAIN = "explain"
    COMPARE = "compare"
    LIST = "list"
    WHY = "why"
    HOW = "how"
    CALCULATE = "calculate"
    WHEN = "when"
    WHO = "who"
    WHERE = "where"
    FIND_PAST_QUESTIONS = "find-past-questions"
    OTHER = "other"
