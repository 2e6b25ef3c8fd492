"""Step 8: a generated sentence reaches a pupil only if a cited sentence says the same.

Each check has a name, so that what was dropped can be counted by reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tutor.answering.negation import same_negations
from tutor.answering.wording_match import meaning_words, says_the_same
from tutor.core.types import BookLanguage, EvidenceSentence
from tutor.language.detection import detect_language
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import word_spans, words

EmbedSentences = Callable[[Sequence[str]], NDArray[np.float32]]

ECHO = 0.8
REPEATED = 0.8
SIMILARITY = 0.62
LANGUAGE_WORDS = 4
NUMBER_NAMES = (
    "zero sifuri,one moja,two mbili wawili,three tatu watatu,four nne wanne,five tano watano,six sita,"
    "seven saba,eight nane wanane,nine tisa,ten kumi,eleven,twelve"
)
NUMBER_WORDS = {word: str(number) for number, names in enumerate(NUMBER_NAMES.split(",")) for word in names.split()}


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
        self._evidence_vectors = embed([item.sentence.text for item in evidence])
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
        """Every check of support must hold against one and the same sentence of the evidence."""
        vector = self._embed([sentence])[0]
        similarities = self._evidence_vectors @ vector
        reason = "unsupported"
        for position, number in enumerate(int(i) for i in np.argsort(-similarities, kind="stable")):
            failed = self._failed_support(sentence, self._evidence[number], float(similarities[number]))
            if failed is None:
                return Verdict(True, support=(number,))
            if position == 0:
                reason = failed
        return Verdict(False, reason)

    def _failed_support(self, sentence: str, item: EvidenceSentence, similarity: float) -> str | None:
        text, book = item.sentence.text, item.passage.metadata.language
        if text.rstrip().endswith(":"):
            return "announcement"  # it only says that something follows
        if not numbers_of(sentence) <= numbers_of(text):
            return "number"
        if not names_of(sentence) <= {word.casefold() for word in words(text)}:
            return "name"
        if not same_negations(sentence, self._language, text, book):
            return "negation"
        if not says_the_same(meaning_words(sentence, self._language), meaning_words(text, book)):
            return "content"
        if similarity < SIMILARITY:
            return "meaning"
        return None


def is_latin(text: str) -> bool:
    """True when every letter is of the Latin or Greek script (Greek stands in formulas)."""
    return all(
        not character.isalpha() or character < "\u0400" or "\u1e00" <= character < "\u2000" for character in text
    )


def numbers_of(text: str) -> frozenset[str]:
    """The numbers in a text, as digits: years, dates, amounts and number words."""
    found = {token for token in words(text) if any(character.isdigit() for character in token)}
    return frozenset(found | {NUMBER_WORDS[token] for token in words(text) if token in NUMBER_WORDS and token != "one"})


def names_of(text: str) -> frozenset[str]:
    """Words written with a capital that do not begin the sentence, in lower case: names of people and places."""
    spans = word_spans(text)
    return frozenset(
        token.casefold()
        for position, (token, start, _) in enumerate(spans)
        if position > 0 and text[start].isupper() and len(token) > 1
    )


def _stems(text: str, language: str) -> frozenset[str]:
    language = "sw" if language == "sw" else "en"
    return frozenset(stem(word, language) for word in content_words(text, language))


def _shared(stems: frozenset[str], known: frozenset[str]) -> float:
    """The share of `stems` that `known` holds, 0 to 1."""
    return len(stems & known) / len(stems) if stems else 0.0
