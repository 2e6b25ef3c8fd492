"""Worked examples as tasks: what is given and asked, and which numbers of the result a pupil has to find."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.language.tokens import words

_TYPED = re.compile(r"\\(?:mathrm|text)\{([^{}\\]*)\}|\^?\{?\\circ\}?|\\[ ,;%]|[$]")
"""The signs of a formula that a pupil would not type: units set upright, degrees, spaces."""
_SIGNED = re.compile(r"[-\u2212]\s*\d")


@dataclass(frozen=True)
class Worked:
    """A worked example as a task: what is given and asked, and the sentence that tells the result."""

    task: str
    result: str
    citation: int


def plain_result(text: str) -> str | None:
    """A result as it would be typed: "$x=3$ or $40^\\circ$" as "x=3 or 40"; None where it holds more than that."""
    plain = _TYPED.sub(lambda match: f" {match.group(1) or ''} ", text)
    # A sign before a number is easily left out, and then the answer is another one.
    return None if any(sign in plain for sign in "\\^_{}") or _SIGNED.search(plain) else plain


def new_numbers(worked: Worked) -> list[str]:
    """The numbers of the result that the task does not give already."""
    given = set(words(plain_result(worked.task) or worked.task))
    result = words(plain_result(worked.result) or worked.result)
    return [word for word in dict.fromkeys(result) if word[0].isdigit() and word not in given]
