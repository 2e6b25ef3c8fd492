"""Step 8: a generated sentence reaches a pupil only if a cited sentence says the same.

Each check has a name, so that what was dropped can be counted by reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import BookLanguage, EvidenceSentence
from tutor.language.detection import detect_language
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import word_spans, words

EmbedSentences = Callable[[Sequence[str]], NDArray[np.float32]]

ECHO = 0.8
REPEATED = 0.8
SUPPORT = 0.8
SIMILARITY = 0.62
LANGUAGE_WORDS = 4
NEGATIONS = frozenset(
    "not no never none nor neither cannot can't don't doesn't didn't won't isn't aren't wasn't weren't without "
    "si sio siyo hapana hakuna bila wala kamwe".split()
)
_SUBJECTS = "(?:wa|tu|m|i|li|ya|ki|vi|zi|u|ku|pa)?"
SWAHILI_NEGATED_VERB = re.compile(
    rf"^ha{_SUBJECTS}(?:(?:ku|ja|ta|nge|ngali)[a-z']{{2,}}[ae]|[a-z']{{2,}}i|na(?:cho|lo|yo|vyo|zo|o|mo|po|ko)?)$"
)
"""ha- and a subject, then a past (-ku-), not-yet (-ja-) or future (-ta-) verb, a present one in -i, or "have not"."""
NO_NEGATED_VERBS = frozenset(
    "habari haki hali hatari hatimaye hati hadi halisi hai hivi hizi hini hasi hamsini hatukufu hakikisha hakika "
    "hakimu haramu halali hasara hasira harakati halmashauri hadithi haiba hadubini haidrojeni hazina haploidi "
    "haidrokloriki haipothalamasi hatarini hashi".split()
)
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
        if _shared(stems, self._question) >= ECHO and len(stems - self._question) <= 1:
            return Verdict(False, "echo")
        if any(_shared(stems, shown) >= REPEATED for shown in self._shown):
            return Verdict(False, "repetition")
        return self._supported(sentence, stems)

    def _in_language(self, sentence: str) -> bool:
        if len(words(sentence)) < LANGUAGE_WORDS:
            return True
        return detect_language(sentence, previous=self._language).language == self._language

    def _supported(self, sentence: str, stems: frozenset[str]) -> Verdict:
        """Every check of support must hold against the same evidence: one sentence, or two that stand together."""
        vector = self._embed([sentence])[0]
        similarities = self._evidence_vectors @ vector
        order = [int(i) for i in np.argsort(-similarities, kind="stable")]
        options = [(i,) for i in order] + [(i, j) for i in order for j in order if i < j and self._stand_together(i, j)]
        reason = "unsupported"
        for option in options:
            failed = self._failed_support(sentence, stems, option, float(max(similarities[list(option)])))
            if failed is None:
                return Verdict(True, support=option)
            if option == options[0]:
                reason = failed
        return Verdict(False, reason)

    def _stand_together(self, one: int, other: int) -> bool:
        return self._evidence[one].passage.id == self._evidence[other].passage.id

    def _failed_support(
        self, sentence: str, stems: frozenset[str], option: tuple[int, ...], similarity: float
    ) -> str | None:
        items = [self._evidence[i] for i in option]
        text = " ".join(item.sentence.text for item in items)
        context = " ".join([*(item.passage.heading_path[-1] for item in items if item.passage.heading_path), text])
        if not numbers_of(sentence) <= numbers_of(text):
            return "number"
        if not names_of(sentence) <= {word.casefold() for word in words(context)}:
            return "name"
        book = items[0].passage.metadata.language
        if not same_negations(sentence, self._language, text, book):
            return "negation"
        known = _stems(context, book)
        if _shared(stems, known) < SUPPORT:
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


def negated_stems(text: str, language: str) -> frozenset[str]:
    """The stems of the words that are denied: the word after "not" or "no", or a Swahili verb in the negative."""
    denied: set[str] = set()
    pending = False
    for token in words(text):
        if token in NEGATIONS:
            pending = True
        elif language == "sw" and is_negated_verb(token):
            denied.add(affirmed_stem(token))
        elif pending and content_words(token, language):
            denied.add(stem(token, language))
            pending = False
    return frozenset(denied | ({"-"} if pending else set()))


def is_negated_verb(token: str) -> bool:
    """True for a Swahili verb in the negative: `havikuisha`, `hawafiki`, `haina`."""
    return token not in NO_NEGATED_VERBS and bool(SWAHILI_NEGATED_VERB.match(token))


def affirmed_stem(token: str) -> str:
    """The stem that the verb has when it is not denied: `havikuisha` and `viliisha` are the same verb."""
    bare = re.sub(rf"^ha{_SUBJECTS}(?:ku|ja|ta|nge|ngali)?", "", token)
    return stem("ku" + (bare[:-1] + "a" if bare.endswith("i") else bare), "sw")


def same_negations(sentence: str, language: str, evidence: str, book: str) -> bool:
    """True when the sentence denies just what the evidence denies of the words that they share."""
    denied, truly_denied = negated_stems(sentence, language), negated_stems(evidence, book)
    mentioned = {stem(token, language) for token in words(sentence)}
    return denied <= truly_denied and not (truly_denied - denied) & mentioned


def _stems(text: str, language: str) -> frozenset[str]:
    language = "sw" if language == "sw" else "en"
    return frozenset(stem(word, language) for word in content_words(text, language))


def _shared(stems: frozenset[str], known: frozenset[str]) -> float:
    """The share of `stems` that `known` holds, 0 to 1."""
    return len(stems & known) / len(stems) if stems else 0.0
