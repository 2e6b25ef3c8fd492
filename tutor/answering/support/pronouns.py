"""Number: "they" is not said of one thing, nor "it" of several."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.support.marks import Kind, Mark
from tutor.language.wordlists import word_set

_ONE = {"it", "he", "him", "she"}
_SEVERAL = {"they", "them"}
_PLURALS = word_set(
    "people men women children cattle livestock police bacteria fungi feet teeth mice oxen nuclei ova larvae algae "
    "stomata villi alveoli atria data media sheep fish deer aircraft staff troops public media majority"
)
_EITHER = word_set(
    "physics mathematics politics economics genetics electronics mechanics statistics ethics civics news gas series "
    "species means atlas diabetes rabies measles gallows headquarters crossroads aids pancreas lens iris canvas"
)
_ENDS_LIKE_PLURAL = ("ss", "us", "is")
_PLAIN = {Kind.WORD, Kind.LIMIT}


def may_mean(pronoun: Mark, meant: Sequence[Mark]) -> bool:
    """False where an English pronoun cannot stand for the noun. Names may be one or several: the Yao, Germany."""
    of = next((at for at, mark in enumerate(meant) if mark.kind not in _PLAIN), len(meant))
    noun = meant[of - 1] if of else None
    if noun is None or noun.kind is not Kind.WORD or noun.named:
        return True
    if noun.word in _EITHER:
        return True  # "species" may be either, and the list serves both
    plural = noun.word in _PLURALS or (noun.word.endswith("s") and not noun.word.endswith(_ENDS_LIKE_PLURAL))
    return not (pronoun.word in _ONE and plural) and not (pronoun.word in _SEVERAL and not plural)
