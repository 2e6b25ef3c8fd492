"""Which words of a question its evidence answers to: the question is read again without each of its rarest terms.

A sentence that says nothing of gold is as near to "What is the density of?" as to "What is the density of gold?"; one
that does is farther. Words alone cannot tell: a passage on rapid urbanisation has no word of "towns that grow quickly",
and gold may well be named beside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

MOST = 4
"""Terms that are looked at, the rarest first: each is one more short text to embed."""
LEAST_ADDED = 0.01
"""A term that moves the question's vector by less adds nothing."""
Nearness = Callable[[Sequence[str]], NDArray[np.float32]]
"""How near texts, read as questions, are to the chosen sentences and, last, to the first text: cosines
[texts, sentences + 1]."""


@dataclass(frozen=True)
class Leaning:
    """What a term does to how near a sentence is. `nearer`: by how much the question with it is nearer than without it;
    `pull`: the cosine of the sentence with what the term adds to the question's vector, however little that is."""

    nearer: float
    pull: float


def leanings(text: str, terms: Sequence[str], best: int, nearness: Nearness) -> list[Leaning]:
    """For each term how the sentence `best` leans on it; at most `MOST`."""
    looked_at = list(terms[:MOST])
    if not looked_at:
        return []
    whole, *parts = nearness([text, *(without(text, term) for term in looked_at)])
    found = []
    for part in parts:
        nearer = float(whole[best] - part[best])
        added = sqrt(max(0.0, 2.0 - 2.0 * float(part[-1])))
        found.append(Leaning(nearer, nearer / added if added > LEAST_ADDED else 0.0))
    return found


def without(text: str, term: str) -> str:
    """The text without the term, wherever it is named and whatever stands between its words."""
    words = r"\W+".join(map(re.escape, term.split()))
    return " ".join(re.sub(rf"(?<!\w){words}(?!\w)", " ", text, flags=re.IGNORECASE).split())
