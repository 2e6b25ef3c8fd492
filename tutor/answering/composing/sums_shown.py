"""How tutor's own arithmetic is shown: always with words that say that no book says it."""

from __future__ import annotations

from tutor.answering import wording
from tutor.answering.composing.arithmetic import worked_sum
from tutor.answering.question.understanding import Understanding
from tutor.curriculum.sums import bare_sum, taught_sum


def sum_reply(question: Understanding) -> str | None:
    """The reply to a sum on its own, with the next step; None where it cannot be worked out."""
    language = question.frame_language
    said = _said(question, bare_sum(question.text) or taught_sum(question.text))
    return None if said is None else f"{said} {wording.HOW_SUMS_ARE_DONE[language]}"


def sum_remark(question: Understanding) -> str | None:
    """What is said beside the book's method where the exercise is nothing but a sum: "Simplify 3/4 + 1/2"."""
    return _said(question, taught_sum(question.text))


def _said(question: Understanding, expression: str | None) -> str | None:
    language = question.frame_language
    worked = worked_sum(expression) if expression else None
    if worked is None:
        return None
    if worked.result is None:
        return wording.BY_ZERO[language].format(line=worked.line)
    said = wording.OWN_ARITHMETIC[language].format(line=worked.line)
    return f"{said} {wording.ROUNDED[language]}" if worked.rounded else said
