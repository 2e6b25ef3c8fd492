"""The key terms of a lesson in both languages, from the glossary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tutor.core.types import BookLanguage
from tutor.language.glossary import Glossary, GlossaryEntry
from tutor.language.tokens import words
from tutor.lessons.about import alike
from tutor.lessons.definitions import Definition
from tutor.lessons.lesson import KeyTerm

MOST = 8
IN_HEADING, DEFINED = 3, 2
"""What standing in a heading, or being defined in the lesson, is worth beside one mention."""


def key_terms(
    texts: Sequence[str], headings: Sequence[str], definitions: Sequence[Definition], subject: str,
    book: BookLanguage, language: BookLanguage, glossary: Glossary,
) -> tuple[KeyTerm, ...]:  # fmt: skip
    """At most eight terms of the subject that the texts hold, the most telling first, with their meaning in
    `language`."""
    weight: Counter[GlossaryEntry] = Counter()
    named: dict[GlossaryEntry, str] = {}
    first: dict[GlossaryEntry, int] = {}
    cited: dict[GlossaryEntry, int] = {}
    for at, text in enumerate([*headings, *texts]):
        for entry, written in _entries(text, subject, book, glossary).items():
            weight[entry] += IN_HEADING if at < len(headings) else 1
            first.setdefault(entry, at)
            named.setdefault(entry, written)
    for definition in definitions:
        for entry in _entries(definition.term, subject, book, glossary):
            weight[entry] += DEFINED
            cited.setdefault(entry, definition.citation)
    ranked = sorted((entry for entry in weight if entry in first), key=lambda entry: (-weight[entry], first[entry]))
    return tuple(
        KeyTerm(
            _name(entry, "en", named[entry] if book == "en" else ""),
            _name(entry, "sw", named[entry] if book == "sw" else ""),
            entry.definition(language),
            cited.get(entry),
        )
        for entry in ranked[:MOST]
    )


def _name(entry: GlossaryEntry, language: BookLanguage, written: str) -> str:
    """The term's first name; where the book calls it by another one, that and the first."""
    first, *others = entry.terms(language)
    own = next((name for name in others if name.casefold() == written.casefold()), "")
    return f"{own} ({first})" if own else first


def _entries(text: str, subject: str, book: BookLanguage, glossary: Glossary) -> dict[GlossaryEntry, str]:
    """The entries that the text holds, with how each is written there first."""
    found: dict[GlossaryEntry, str] = {}
    for match in glossary.find(text, book):
        own = next((entry for entry in match.entries if entry.subject == subject), None)
        if own is not None and match.language == book and _is_spelt_so(text[match.start : match.end], own, book):
            found.setdefault(own, text[match.start : match.end])
    return found


def _is_spelt_so(written: str, entry: GlossaryEntry, book: BookLanguage) -> bool:
    """True for the term itself or its plural: "conductivity" is no conduction, though their stems are one."""
    if book == "sw":
        return any(
            len(words(name)) == len(words(written)) and all(map(alike, words(written), words(name)))
            for name in entry.sw
        )
    plain = written.casefold()
    return any(plain in {name.casefold() + ending for ending in ("", "s", "es")} for name in entry.en)
