"""The stem of a word: what its forms have in common. Index and question use the same stems."""

from __future__ import annotations

import threading
from functools import lru_cache

import snowballstemmer

from tutor.language.letters import swahili_odds
from tutor.language.swahili import swahili_stem

# The stemmer keeps the word it works on, so two threads of the server must not share it at one moment.
_english_lock = threading.Lock()
_english = snowballstemmer.stemmer("english")


def stem(word: str, language: str) -> str:
    """The stem of one lower-case word, as `words` gives it. Never empty for a word that is not.

    In "mixed" text a word is stemmed as Swahili where its letters speak for Swahili, else as English.
    Raises ValueError for a language other than en, sw and mixed.
    """
    if language == "sw" or (language == "mixed" and swahili_odds(word) > 0):
        return swahili_stem(word)
    if language not in {"en", "mixed"}:
        raise ValueError(f"there is no stemmer for {language!r}: it takes en, sw or mixed")
    return english_stem(word)


@lru_cache(maxsize=65_536)
def english_stem(word: str) -> str:
    """The Snowball (Porter 2) stem of a lower-case English word."""
    with _english_lock:
        stemmed: str = _english.stemWord(word)
    return stemmed or word
