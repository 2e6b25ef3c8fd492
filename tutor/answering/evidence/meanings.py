"""Which of a question's terms a text means: by stems, by words that say the same, and by words of the other language.

Coverage by stems alone counts "began" as missing where the book says "started", and most of a Swahili question as
missing from an English page.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tutor.answering.question.terms import Mentions, Term
from tutor.answering.support.crossing import concepts_of
from tutor.answering.support.marks import Kind
from tutor.answering.support.reading import marks_of
from tutor.core.types import Language

_TOLD = {Kind.WORD, Kind.NUMBER, Kind.LIMIT}


def meant_terms(terms: Sequence[Term], asked_in: Language, text: str, language: str) -> list[bool]:
    """For each term, whether the text means it. A mixed question's words are read in both languages."""
    mentioned = Mentions(text, language)
    return [mentioned.mentions(term) or means(term.written, asked_in, text, language) for term in terms]


def means(written: str, asked_in: Language, text: str, language: str) -> bool:
    """True when the text has, for every word of what is written, one that says the same, in its language or across.

    Every word: osmosis, which moves water, is no water cycle. A term that the other language says in other words is
    found whole, as the glossary has it, by `Mentions`.
    """
    own = ("en", "sw") if asked_in == "mixed" else (asked_in,)
    told = _meanings(text, language)
    return any(_is_told(_words_meant(written, written_in), told) for written_in in own)


def _is_told(asked: Sequence[frozenset[str]], told: frozenset[str]) -> bool:
    return bool(asked) and all(word & told for word in asked)


@lru_cache(maxsize=2_048)
def _meanings(text: str, language: str) -> frozenset[str]:
    """Everything that the text's words may mean, within their language and across."""
    return frozenset().union(*_words_meant(text, language))


@lru_cache(maxsize=2_048)
def _words_meant(text: str, language: str) -> tuple[frozenset[str], ...]:
    """What each of the text's words may mean, within its language and across."""
    concepts = concepts_of(language)
    return tuple(
        frozenset({f"{language}:{key}" for key in mark.keys} | {c for key in mark.keys for c in concepts.get(key, ())})
        for mark in marks_of(text, language)
        if mark.kind in _TOLD
    )
