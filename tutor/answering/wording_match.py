"""Does a generated sentence say what one book sentence says, in its order? Compared word by word.

Bags of words cannot tell "the Germans hanged Kinjekitile" from "Kinjekitile hanged the Germans". So a sentence must be
a run of the book sentence: the same words in the same order, with nothing new, little left out, and nothing left out
that limits what is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

QUALIFIERS = frozenset(
    "all every each any some many most few several only no not never none neither nor without usually often sometimes "
    "mainly mostly almost nearly about around approximately least more less fewer under over above below before after "
    "until since between except may might can could cannot should must first last both either than if unless "
    "wote kila baadhi wengi wachache tu si sio siyo hakuna bila kwa kawaida mara nyingi takriban karibu angalau zaidi "
    "chini juu kabla baada hadi tangu kati isipokuwa huenda lazima kwanza mwisho kuliko kama".split()
)
BEING = dict.fromkeys("is are was were be been being am".split(), "be")
"""Forms of "to be" are kept, as one word: they part "was executed" from "executed"."""
LEFT_OUT = 0.34
FEWEST = 3


def meaning_words(text: str, language: str) -> list[str]:
    """The words that carry what is said, in order: stems of content words, numbers, qualifiers, forms of "to be"."""
    kept = []
    for token in words(text):
        if token in BEING and language == "en":
            kept.append(BEING[token])
        elif token in QUALIFIERS:
            kept.append(token)
        elif content_words(token, language):
            kept.append(stem(token, language))
    return kept


def says_the_same(sentence: Sequence[str], book: Sequence[str]) -> bool:
    """True when `sentence` is `book`, or a run of it, with nothing added.

    Inside the run at most a third of the sentence's length may be left out, and no qualifier.
    """
    if len(sentence) < FEWEST:
        return False
    allowed = int(LEFT_OUT * len(sentence))
    for start, word in enumerate(book):
        if word == sentence[0] and _aligned(sentence, book, start, allowed):
            return not any(before in QUALIFIERS for before in book[max(0, start - 1) : start])
    return False


def _aligned(sentence: Sequence[str], book: Sequence[str], start: int, allowed: int) -> bool:
    """True when the rest of the sentence follows in the book from `start`, leaving out at most `allowed` words."""
    at = start
    for word in sentence[1:]:
        at += 1
        while at < len(book) and book[at] != word:
            if book[at] in QUALIFIERS or book[at] == "be" or allowed == 0:
                return False
            allowed -= 1
            at += 1
        if at >= len(book):
            return False
    return not (at + 1 < len(book) and book[at + 1] in LIMITS)


LIMITS = frozenset("only except unless if until without isipokuwa bila kama hadi".split())
"""What follows these limits what went before, so a run may not stop in front of them."""
