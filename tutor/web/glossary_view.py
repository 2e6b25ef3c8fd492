"""Looking words up in the glossary, both ways."""

from __future__ import annotations

from functools import cache

from tutor.core.types import BookLanguage
from tutor.language.glossary_entries import GlossaryEntry, read_entries
from tutor.language.normalise import normalise_text


@cache
def all_entries() -> tuple[GlossaryEntry, ...]:
    """The shipped glossary, read once."""
    return read_entries()


def glossary_entries(text: str) -> list[GlossaryEntry]:
    """The entries of which a term is the text, begins with it, or has a word that does; nearest first."""
    wanted = _plain(text)
    if not wanted:
        return []
    ranked = [(rank, entry) for entry in all_entries() if (rank := _nearness(entry, wanted)) is not None]
    ranked.sort(key=lambda pair: (pair[0], pair[1].en[0].casefold()))
    return [entry for _, entry in ranked]


def entries_by_letter(letter: str, language: BookLanguage) -> list[GlossaryEntry]:
    """The entries whose first term in that language begins with the letter, in the order of the alphabet."""
    wanted = letter.casefold()[:1]
    found = [entry for entry in all_entries() if wanted and entry.terms(language)[0].casefold().startswith(wanted)]
    return sorted(found, key=lambda entry: entry.terms(language)[0].casefold())


def letters(language: BookLanguage) -> list[str]:
    """The first letters of the terms of that language."""
    return sorted({entry.terms(language)[0][0].casefold() for entry in all_entries() if entry.terms(language)[0]})


def _nearness(entry: GlossaryEntry, wanted: str) -> int | None:
    terms = [_plain(term) for term in (*entry.en, *entry.sw)]
    if wanted in terms:
        return 0
    if any(term.startswith(wanted) for term in terms):
        return 1
    if any(f" {wanted}" in f" {term}" for term in terms):
        return 2
    return 3 if len(wanted) > 2 and any(wanted in term for term in terms) else None


def _plain(text: str) -> str:
    return " ".join(normalise_text(text).casefold().split())
