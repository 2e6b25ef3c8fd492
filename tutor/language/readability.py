"""How hard a text is to read. Swahili has no published measure, so only lengths are given for it."""

from __future__ import annotations

import textstat

from tutor.language.sentences import sentence_spans
from tutor.language.tokens import words

LEAST_WORDS = 30
LEAST_SENTENCES = 3


def ari(text: str) -> float | None:
    """The Automated Readability Index, a US school grade, of an English text; None where it would mislead.

    It misleads below 30 words or 3 sentences, where a single long word moves it by several grades, and in Swahili,
    whose words carry what English puts into several: there it must not be called. A line counts as a sentence.
    """
    lines = [text[start:end].rstrip(" .?!:;,") for start, end in sentence_spans(text)]
    sentences = [line for line in lines if words(line)]
    if len(sentences) < LEAST_SENTENCES or sum(len(words(line)) for line in sentences) < LEAST_WORDS:
        return None
    return float(textstat.automated_readability_index(". ".join(sentences) + "."))


def mean_sentence_words(text: str) -> float | None:
    """Words a sentence on average, in either language; None for a text without words."""
    counts = [len(words(text[start:end])) for start, end in sentence_spans(text)]
    counts = [count for count in counts if count]
    return sum(counts) / len(counts) if counts else None


def mean_word_letters(text: str) -> float | None:
    """Letters and digits a word on average, in either language; None for a text without words."""
    counts = [sum(character.isalnum() for character in word) for word in words(text)]
    return sum(counts) / len(counts) if counts else None
