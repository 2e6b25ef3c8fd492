"""Which words of a question its evidence answers to: the question is read again without each of its rarest terms.

A sentence that says nothing of gold is as near to "What is the density of?" as to "What is the density of gold?"; one
that does is farther. Words alone cannot tell: a passage on rapid urbanisation has no word of "towns that grow quickly",
and gold may well be named beside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

MOST = 4
"""Terms that are looked at, the rarest first: each is one more short text to embed."""
Nearness = Callable[[Sequence[str]], NDArray[np.float32]]
"""How near texts, read as questions, are to the chosen sentences: cosines [texts, sentences]."""


def leanings(text: str, terms: Sequence[str], similarities: Sequence[float], nearness: Nearness) -> list[float]:
    """For each term, how much nearer the best sentence is to the question with it than without it; at most `MOST`.

    `similarities` are the sentences' to the whole question.
    """
    looked_at = list(terms[:MOST])
    if not looked_at:
        return []
    best = int(np.argmax(similarities))
    near = nearness([without(text, term) for term in looked_at])[:, best]
    return [float(similarities[best] - value) for value in near]


def without(text: str, term: str) -> str:
    """The text without the term, wherever it is named and whatever stands between its words."""
    words = r"\W+".join(map(re.escape, term.split()))
    return " ".join(re.sub(rf"(?<!\w){words}(?!\w)", " ", text, flags=re.IGNORECASE).split())
