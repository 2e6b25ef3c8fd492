"""The terms of a question, in both languages, and how much of them a text mentions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tutor.core.types import LANGUAGES, Language
from tutor.language.glossary import Glossary
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

Form = tuple[str, ...]
"""A term as its stems, in order."""


@dataclass(frozen=True)
class Term:
    """One thing a question is about. `forms` holds, for each language, the ways a book may write it."""

    written: str
    en: frozenset[Form]
    sw: frozenset[Form]

    def forms(self, language: str) -> frozenset[Form]:
        return self.sw if language == "sw" else self.en


Rarity = Callable[[Form, str], float]
"""How rare a form is in the books of a language: its inverse document frequency, at least 0."""


def question_terms(text: str, language: Language, glossary: Glossary) -> tuple[Term, ...]:
    """The glossary's terms in the question with their translations, then its other content words, in order."""
    terms: dict[str, Term] = {}
    covered: set[str] = set()
    for match in glossary.find(text, language):
        own = words(text[match.start : match.end])
        if not content_words(" ".join(own), language):
            continue
        covered.update(own)
        by_language = {
            book: frozenset(
                _form(phrase, book)
                for phrase in [" ".join(own), *(name for entry in match.entries for name in entry.terms(book))]
            )
            for book in LANGUAGES
        }
        written = " ".join(own)
        terms.setdefault(written, Term(written, by_language["en"], by_language["sw"]))
    for word in content_words(text, language):
        if word not in covered:
            terms.setdefault(word, Term(word, frozenset({_form(word, "en")}), frozenset({_form(word, "sw")})))
    return tuple(terms.values())


def _form(phrase: str, language: str) -> Form:
    return tuple(stem(word, language) for word in words(phrase))


class Mentions:
    """What a text mentions, found by stems."""

    def __init__(self, text: str, language: str) -> None:
        self._language = language
        self._running = " " + " ".join(_form(text, language)) + " "

    def mentions(self, term: Term) -> bool:
        """True when the text holds one of the term's forms, word after word."""
        return any(f" {' '.join(form)} " in self._running for form in term.forms(self._language))


def covered_share(terms: Sequence[Term], text: str, language: str, rarity: Rarity | None = None) -> float:
    """The share, 0 to 1, of the terms that the text mentions; with `rarity`, rare terms weigh more."""
    mentioned = Mentions(text, language)
    weights = [1.0 if rarity is None else term_rarity(term, language, rarity) for term in terms]
    total = sum(weights)
    if total <= 0:
        return 0.0
    return sum(w for w, term in zip(weights, terms, strict=True) if mentioned.mentions(term)) / total


def asked_share(heading: str, terms: Sequence[Term], language: str, also: frozenset[str] | None = None) -> float:
    """The share, 0 to 1, of the heading's content words that the question asks about; `also` holds words that fit too.

    The reverse of coverage: "Why the war failed" is about more than was asked.
    """
    asked = {part for term in terms for form in term.forms(language) for part in form}
    own = [word for word in content_words(heading, language) if word not in (also or ())]
    return sum(stem(word, language) in asked for word in own) / len(own) if own else 0.0


def rarest_missed(terms: Sequence[Term], text: str, language: str, rarity: Rarity) -> float:
    """The rarity of the rarest term that the text does not mention; 0 when it mentions all."""
    mentioned = Mentions(text, language)
    missed = (term_rarity(term, language, rarity) for term in terms if not mentioned.mentions(term))
    return max(missed, default=0.0)


def term_rarity(term: Term, language: str, rarity: Rarity) -> float:
    """The rarity of the term's commonest form."""
    return min((rarity(form, language) for form in term.forms(language)), default=0.0)
