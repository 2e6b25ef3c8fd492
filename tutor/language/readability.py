"""How hard a text is to read. Swahili has no published measure: lengths here, and the books of a form in
readability_swahili.py."""

from __future__ import annotations

import re

from tutor.language.sentences import sentence_spans
from tutor.language.tokens import words

LEAST_WORDS = 30
LEAST_SENTENCES = 3

# textstat counts no sentence of two words, so their words must not be counted either.
SHORTEST_SENTENCE = 3

_MARKS_WITHIN = re.compile(r"[.?!]")


def ari(text: str) -> float | None:
    """The Automated Readability Index, a US school grade, of an English text; None where it would mislead.

    It misleads below 30 words or 3 sentences, where a single long word moves it by several grades, and in Swahili,
    whose words carry what English puts into several: there it must not be called. A line of a list counts as a
    sentence. Needs no corpus and no network.
    """
    # textstat takes a while to import, and only answers need it.
    import textstat

    # Its sentences end at every full stop, ours not at "Dr." and "3.5": so none but ours is left to it.
    sentences = [_MARKS_WITHIN.sub("", text[start:end]) for start, end in sentence_spans(text)]
    sentences = [sentence for sentence in sentences if len(words(sentence)) >= SHORTEST_SENTENCE]
    if len(sentences) < LEAST_SENTENCES or sum(len(words(sentence)) for sentence in sentences) < LEAST_WORDS:
        return None
    return float(textstat.automated_readability_index("\n".join(f"{sentence}." for sentence in sentences)))


def mean_sentence_words(text: str) -> float | None:
    """Words a sentence on average, in either language; None for a text without words."""
    counts = sentence_lengths(text)
    return sum(counts) / len(counts) if counts else None


def sentence_lengths(text: str) -> list[int]:
    """Words of each sentence that has any, in order, in either language."""
    return [count for start, end in sentence_spans(text) if (count := len(words(text[start:end])))]


def mean_word_letters(text: str) -> float | None:
    """Letters and digits a word on average, in either language; None for a text without words."""
    counts = [sum(character.isalnum() for character in word) for word in words(text)]
    return sum(counts) / len(counts) if counts else None
