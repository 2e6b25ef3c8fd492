"""Step 8: a generated sentence reaches a pupil only if the evidence says the same.

Each check has a name, so that what was dropped can be counted by reason. What is said is compared clause by clause in
`tutor.answering.support`; the embedder only has the last word, never the first: no vector tells who did what to whom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tutor.answering.support.antecedents import subjects_before
from tutor.answering.support.crossing import crossing_fault
from tutor.answering.support.numbers import NUMBER_WORDS
from tutor.answering.support.reasons import names_of, reason_against
from tutor.answering.support.support import Book, supporting
from tutor.core.types import BookLanguage, EvidenceSentence
from tutor.language.detection import detect_language
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

__all__ = ["EmbedSentences", "Verdict", "Verifier", "is_latin", "names_of", "numbers_of"]

EmbedSentences = Callable[[Sequence[str]], NDArray[np.float32]]

ECHO = 0.8
REPEATED = 0.8
SIMILARITY = 0.62
CROSSING = 0.38
"""The bilingual cosine below which two sentences are not on one matter: measured, fair translations reach 0.39 with the
starter embedder and 0.81 with the small one (false ones as much: it cannot do more than this)."""
LANGUAGE_WORDS = 4


@dataclass(frozen=True)
class Verdict:
    """Whether a sentence may be shown; `reason` names the check that failed; `support` holds positions
    of the evidence sentences it stands on."""

    passed: bool
    reason: str = ""
    support: tuple[int, ...] = ()


class Verifier:
    """Checks sentences against the evidence of one answer. Holds what was already shown."""

    def __init__(
        self, question: str, evidence: Sequence[EvidenceSentence], language: BookLanguage, embed: EmbedSentences
    ) -> None:
        self._asked = question
        self._question = _stems(question, language)
        self._evidence = evidence
        self._language = language
        self._embed = embed
        self._vectors: dict[int, NDArray[np.float32]] = {}
        # What ends in a colon only says that something follows.
        self._saying = [n for n, item in enumerate(evidence) if not item.sentence.text.rstrip().endswith(":")]
        own = [n for n in self._saying if evidence[n].passage.metadata.language == language]
        self._own = {n: _book(evidence[n], question) for n in own}
        self._foreign = [n for n in self._saying if n not in self._own]
        self._shown: list[frozenset[str]] = []

    def verify(self, sentence: str) -> Verdict:
        """Check one sentence; a sentence that passes counts as shown from then on."""
        verdict = self._checked(sentence)
        if verdict.passed:
            self._shown.append(_stems(sentence, self._language))
        return verdict

    def _checked(self, sentence: str) -> Verdict:
        stems = _stems(sentence, self._language)
        if not stems or not sentence.rstrip().endswith((".", "!", ")", "\u201d", '"')):
            return Verdict(False, "unfinished")
        if not is_latin(sentence):
            return Verdict(False, "script")
        if not self._in_language(sentence):
            return Verdict(False, "language")
        news = (stems | numbers_of(sentence)) - self._question - numbers_of(self._asked)
        if not news or (_shared(stems, self._question) >= ECHO and len(news) <= 1 and not numbers_of(sentence) & news):
            return Verdict(False, "echo")
        if any(_shared(stems, shown) >= REPEATED for shown in self._shown):
            return Verdict(False, "repetition")
        return self._supported(sentence)

    def _in_language(self, sentence: str) -> bool:
        if len(words(sentence)) < LANGUAGE_WORDS:
            return True
        return detect_language(sentence, previous=self._language).language == self._language

    def _supported(self, sentence: str) -> Verdict:
        if not self._saying:
            return Verdict(False, "announcement")
        books = list(self._own.values())
        positions = list(self._own)
        found = supporting(sentence, self._language, books) if books else None
        if found is not None:
            support = tuple(positions[number] for number in found)
            if self._similarity(sentence, support) < SIMILARITY:
                return Verdict(False, "meaning")
            return Verdict(True, support=support)
        if self._foreign:
            return self._translated(sentence)
        return Verdict(False, reason_against(sentence, self._language, books, numbers_of(sentence)))

    def _translated(self, sentence: str) -> Verdict:
        """A sentence in the pupil's language that stands on one sentence of the other."""
        faults = []
        for number in self._foreign:
            item = self._evidence[number]
            fault = crossing_fault(sentence, self._language, item.sentence.text, item.passage.metadata.language)
            if fault is None and self._similarity(sentence, (number,)) >= CROSSING:
                return Verdict(True, support=(number,))
            faults.append(fault or "meaning")
        return Verdict(False, next((fault for fault in faults if fault != "unknown-word"), "unknown-word"))

    def _similarity(self, sentence: str, support: Sequence[int]) -> float:
        """The cosine of the sentence with the nearest of its supports; each support is embedded once."""
        new = [number for number in support if number not in self._vectors]
        own, *vectors = self._embed([sentence, *(self._evidence[number].sentence.text for number in new)])
        self._vectors.update(zip(new, vectors, strict=True))
        return max(float(self._vectors[number] @ own) for number in support)


def _book(item: EvidenceSentence, question: str) -> Book:
    return Book(item.sentence.text, item.passage.metadata.language, subjects_before(item, question))


def is_latin(text: str) -> bool:
    """True when every letter is of the Latin or Greek script (Greek stands in formulas)."""
    return all(
        not character.isalpha() or character < "\u0400" or "\u1e00" <= character < "\u2000" for character in text
    )


def numbers_of(text: str) -> frozenset[str]:
    """The numbers in a text, as digits: years, dates, amounts and number words."""
    found = {token for token in words(text) if any(character.isdigit() for character in token)}
    named = {NUMBER_WORDS.get(token, "") for token in words(text) if token not in {"one", "once"}}
    return frozenset(found | {number for number in named if number.isdigit()})


def _stems(text: str, language: str) -> frozenset[str]:
    language = "sw" if language == "sw" else "en"
    return frozenset(stem(word, language) for word in content_words(text, language))


def _shared(stems: frozenset[str], known: frozenset[str]) -> float:
    """The share of `stems` that `known` holds, 0 to 1."""
    return len(stems & known) / len(stems) if stems else 0.0
