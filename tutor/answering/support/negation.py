"""What a sentence denies, in both languages."""

from __future__ import annotations

import re

from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

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
