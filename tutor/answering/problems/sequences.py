"""Which kind of sequence numbers make: an exercise on one kind does not show how the other is worked out."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tutor.answering.problems.plain_text import plain_mathematics

FEWEST = 3
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
