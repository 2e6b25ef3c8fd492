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
    """True when the text has a word that says the same as what is written, in its language or across."""
    own = ("en", "sw") if asked_in == "mixed" else (asked_in,)
    return any(_meanings(written, written_in) & _meanings(text, language) for written_in in own)


@lru_cache(maxsize=2_048)
def _meanings(text: str, language: str) -> frozenset[str]:
    """Everything that the text's words may mean, within their language and across."""
    concepts = concepts_of(language)
    keys = {key for mark in marks_of(text, language) if mark.kind in _TOLD for key in mark.keys}
    across = {concept for key in keys for concept in concepts.get(key, ())}
    return frozenset(across | {f"{language}:{key}" for key in keys})
