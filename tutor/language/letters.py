"""Which language a single word looks like, from its letters alone.

The odds of every four letters in a row are learnt from the glossary, which is the same in both languages: so names,
lists and single words are judged too, and nothing but the shipped file is needed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from tutor.core.types import LANGUAGES, BookLanguage
from tutor.language.glossary_entries import GlossaryEntry, read_entries
from tutor.language.stopwords import QUESTION_WORDS, STOP_WORDS
from tutor.language.tokens import words

GRAM = 4
SMOOTHING = 0.5

# One odd word, a name above all, must not outvote a sentence.
STRONGEST = 4.0

# What grammar words are worth against a word that stands once in the glossary.
GRAMMAR_COUNT = 3


@lru_cache(maxsize=65_536)
def swahili_odds(word: str) -> float:
    """The log odds, -4 to 4, that a lower-case word is Swahili rather than English; 0 where nothing is known."""
    if not word.isascii() or not word.replace("'", "").isalpha():
        return 0.0
    odds = _gram_odds()
    return max(-STRONGEST, min(STRONGEST, sum(odds.get(gram, 0.0) for gram in _grams(word))))


@lru_cache(maxsize=1)
def _gram_odds() -> Mapping[str, float]:
    entries = read_entries()
    english, swahili = (_gram_counts(language, entries) for language in LANGUAGES)
    grams = english.keys() | swahili.keys()
    english_total = english.total() + SMOOTHING * len(grams)
    swahili_total = swahili.total() + SMOOTHING * len(grams)
    return {
        gram: math.log((swahili[gram] + SMOOTHING) / swahili_total)
        - math.log((english[gram] + SMOOTHING) / english_total)
        for gram in grams
    }


@lru_cache(maxsize=2)
def known_words(language: BookLanguage) -> frozenset[str]:
    """The words of one language that the glossary writes or that are grammar: some thousands."""
    return frozenset(_seen_words(language, read_entries())) | STOP_WORDS[language] | QUESTION_WORDS[language]


def _seen_words(language: BookLanguage, entries: Iterable[GlossaryEntry]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for entry in entries:
        seen.update(words(" ".join((*entry.terms(language), entry.definition(language)))))
    return seen


def _gram_counts(language: BookLanguage, entries: Iterable[GlossaryEntry]) -> Counter[str]:
    seen = _seen_words(language, entries)
    seen.update(dict.fromkeys(STOP_WORDS[language] | QUESTION_WORDS[language], GRAMMAR_COUNT))
    counts: Counter[str] = Counter()
    for word, times in seen.items():
        if word.isascii() and word.replace("'", "").isalpha():
            # Damped, so that the letters of the commonest words do not drown the rest.
            weight = 1 + round(math.log(times))
            counts.update(dict.fromkeys(_grams(word), weight))
    return counts


def _grams(word: str) -> list[str]:
    framed = f"^{word}$"
    return [framed[at : at + GRAM] for at in range(max(1, len(framed) - GRAM + 1))]
