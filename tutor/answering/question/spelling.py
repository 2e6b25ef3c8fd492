"""Slips in the terms of a subject: "fotosynthesis" is looked up as "photosynthesis", and the pupil is told.

Only a word that no book has is read as another, and only as a term of the glossary that sounds the same or that a
letter was left out of or added to. Another word of its own, such as "relativity", is not turned into "reactivity".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tutor.answering.question.terms import Rarity
from tutor.core.types import LANGUAGES, BookLanguage
from tutor.language.glossary import Glossary
from tutor.language.stems import stem
from tutor.language.tokens import words

LEAST_LETTERS = 6
LEAST_FOR_A_LETTER = 8
"""Letters of a word in which one more or less is a slip; in shorter ones it makes other words."""
UNKNOWN = ("\0",)
"""The form of a word that no passage has."""
_SOUNDS = (
    ("ph", "f"), ("th", "t"), ("sh", "s"), ("ck", "k"), ("qu", "kw"), ("x", "ks"), ("y", "i"), ("z", "s"),
    ("ea", "e"), ("ae", "e"), ("oe", "e"),
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
_SOFT_C = re.compile(r"c(?=[eiy])")
_DOUBLE = re.compile(r"(.)\1")


@dataclass(frozen=True)
class Spelled:
    """The text as it is looked up, with the word that was read as another."""

    text: str
    written: str
    read_as: str


def spelled(text: str, glossary: Glossary, rarity: Rarity) -> Spelled | None:
    """The text with its first slip mended; None where every word is known or none is near to a term. Never raises."""
    for found in _WORD.finditer(text):
        written = found.group()
        if len(written) < LEAST_LETTERS or _is_known(written, rarity):
            continue
        meant = _nearest(written.casefold(), glossary)
        if meant is not None:
            return Spelled(text[: found.start()] + meant + text[found.end() :], written, meant)
    return None


def _is_known(word: str, rarity: Rarity) -> bool:
    languages: tuple[BookLanguage, ...] = LANGUAGES
    return any(rarity((stem(word.casefold(), one),), one) < rarity(UNKNOWN, one) for one in languages)


def _nearest(word: str, glossary: Glossary) -> str | None:
    terms = _terms(glossary)
    if word in terms:
        return None
    alike = [term for term in terms if _sound(term) == _sound(word)]
    if not alike and len(word) >= LEAST_FOR_A_LETTER:
        alike = [term for term in terms if term[0] == word[0] and _one_letter_apart(term, word)]
    return alike[0] if len(alike) == 1 else None


@lru_cache(maxsize=4)
def _terms(glossary: Glossary) -> tuple[str, ...]:
    found = {
        parts[0]
        for entry in glossary.entries
        for language in LANGUAGES
        for term in entry.terms(language)
        if len(parts := words(term)) == 1 and len(parts[0]) >= LEAST_LETTERS
    }
    return tuple(sorted(found))


@lru_cache(maxsize=4_096)
def _sound(word: str) -> str:
    sound = _SOFT_C.sub("s", word)
    for letters, other in _SOUNDS:
        sound = sound.replace(letters, other)
    return _DOUBLE.sub(r"\1", sound.replace("c", "k"))


def _one_letter_apart(one: str, other: str) -> bool:
    """True when the longer word is the shorter with one letter more, or two letters that stand side by side have
    changed places."""
    if len(one) == len(other):
        at = [place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        return len(at) == 2 and at[1] == at[0] + 1 and one[at[0]] == other[at[1]] and one[at[1]] == other[at[0]]
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(longer) == len(shorter) + 1 and any(
        longer[:place] + longer[place + 1 :] == shorter for place in range(1, len(longer))
    )
