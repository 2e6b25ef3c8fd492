"""How hard a Swahili text is for a form: a percentile of what that form's books are like.

No published measure of Swahili readability exists. This one has four parts, each taken in standard deviations from the
mean of the form's own book passages: words a sentence, the share of long sentences, the share of long words, and the
share of words whose stem no book up to that form uses. Their weighted mean is placed among those of the form's
passages. The table is measured by `scripts/fit_readability.py` on books that are ours, and holds its provenance.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tutor.language.readability import sentence_lengths
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

TABLE = Path(__file__).with_name("readability_swahili.json")
LONG_LETTERS = 9
"""A word of so many letters or more is long: about an eighth of the running words of the books."""
LONG_SENTENCE = 12
"""A sentence of more words than this is long: about the mean of the books of Form 1."""
PARTS = {"sentence_words": 0.4, "long_sentences": 0.4, "long_words": 0.1, "unseen_words": 0.1}
"""What each part weighs. On 29 levelled stories the rank correlation with the level is .67 for these together, .65 for
sentence length, .75 for the share of long sentences, .06 for long words and .03 for unseen words alone. It is .69 where
the weights and the length that counts as long are chosen without the story that is placed (scripts/fit_readability.py).
Lengths say nothing of a short sentence full of strange words, so the last two stay in.
"""
LEAST_WORDS = 8
"""In fewer words a single long one moves the measure by half of its range."""


@dataclass(frozen=True)
class FormBooks:
    """What a form's books are like. `means` and `deviations` by part; `quantiles`: the difficulty of their passages
    at 0, 5, ... 100 %, rising; `stems`: those of the books up to this form."""

    means: Mapping[str, float]
    deviations: Mapping[str, float]
    quantiles: tuple[float, ...]
    stems: Set[str]


def swahili_parts(text: str, seen: Set[str], long_sentence: int = LONG_SENTENCE) -> dict[str, float] | None:
    """Words a sentence, and the shares (0 to 1) of long sentences, of long words and of content words whose stem is not
    in `seen`.

    None for a text of fewer than `LEAST_WORDS` words.
    """
    own = words(text)
    counts = sentence_lengths(text)
    if not counts or len(own) < LEAST_WORDS:
        return None
    length = sum(counts) / len(counts)
    content = content_words(text, "sw")
    return {
        "sentence_words": length,
        "long_sentences": sum(count > long_sentence for count in counts) / len(counts),
        "long_words": sum(sum(map(str.isalpha, word)) >= LONG_LETTERS for word in own) / len(own),
        "unseen_words": sum(stem(word, "sw") not in seen for word in content) / max(1, len(content)),
    }


def swahili_difficulty(text: str, form: int) -> float | None:
    """How much harder than the average passage of the form's books, in standard deviations; None for a short text or
    a form without books in the table. Grows without end, where the percentile stops at 100."""
    books = form_books().get(form)
    parts = swahili_parts(text, books.stems) if books else None
    return None if books is None or parts is None else mean_deviation(parts, books.means, books.deviations)


def swahili_percentile(text: str, form: int) -> float | None:
    """The share, 0 to 100, of the passages of the form's books that are easier; None as for the difficulty."""
    difficulty = swahili_difficulty(text, form)
    return None if difficulty is None else percentile(difficulty, form_books()[form].quantiles)


def mean_deviation(
    parts: Mapping[str, float], means: Mapping[str, float], deviations: Mapping[str, float],
    weights: Mapping[str, float] = PARTS,
) -> float:  # fmt: skip
    """The weighted mean over the parts of (value - mean) / deviation."""
    return sum(weight * (parts[name] - means[name]) / deviations[name] for name, weight in weights.items())


def percentile(value: float, quantiles: tuple[float, ...]) -> float:
    """Where a value stands between evenly spaced rising quantiles, 0 to 100, between two of them in a line."""
    place = bisect_left(quantiles, value)
    if place == 0:
        return 0.0
    if place == len(quantiles):
        return 100.0
    low, high = quantiles[place - 1], quantiles[place]
    within = (value - low) / (high - low) if high > low else 1.0
    return 100.0 * (place - 1 + within) / (len(quantiles) - 1)


@cache
def form_books() -> Mapping[int, FormBooks]:
    """The table, by form."""
    raw = json.loads(TABLE.read_text(encoding="utf-8"))
    found: dict[int, FormBooks] = {}
    seen: set[str] = set()
    for form in sorted(raw["forms"], key=int):
        row = raw["forms"][form]
        seen |= set(row["new_stems"].split())
        found[int(form)] = FormBooks(row["means"], row["deviations"], tuple(row["quantiles"]), frozenset(seen))
    return found
