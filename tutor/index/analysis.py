"""What the lexical index stores of a passage and what a question asks of it: the same tokens on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tutor.core.types import BookLanguage, Language
from tutor.language.formulas import formula_tokens
from tutor.language.glossary import Glossary, GlossaryMatch
from tutor.language.stems import stem
from tutor.language.stopwords import content_words
from tutor.language.tokens import words

SURFACE, STEM, GLOSSARY = "surface", "stem", "glossary"
FIELDS = (SURFACE, STEM, GLOSSARY)
SHORTEST_SLIP = 5
"""Shorter words have too many neighbours one letter away to guess which was meant."""
SURELY_SHARED = 6
"""So many letters in a row make a word a form of a term: `kuzalisha` and `mzalishaji`. In shorter ones one letter may
differ: `miti` and `mti`."""


@dataclass(frozen=True)
class Terms:
    """Tokens by field. `slips` are words of the question that may be misspelt, where no passage has them."""

    surface: tuple[str, ...]
    stems: tuple[str, ...]
    glossary: tuple[str, ...]
    slips: tuple[str, ...] = ()

    def by_field(self) -> dict[str, tuple[str, ...]]:
        return {SURFACE: self.surface, STEM: self.stems, GLOSSARY: self.glossary}


def passage_terms(heading_path: Sequence[str], text: str, language: str) -> Terms:
    """The tokens of a passage with its headings. Its glossary field holds its own stems:
    the question is what gets translated."""
    tokens = words(formula_tokens(" ".join([*heading_path, text])))
    stems = tuple(stem(token, language) for token in tokens)
    return Terms(surface=tuple(tokens), stems=stems, glossary=stems)


def translatable(text: str, language: Language, pool: BookLanguage, glossary: Glossary) -> list[GlossaryMatch]:
    """The terms of the glossary that stand in the question, without those that would be translated though they only
    look like a term.

    `alizaliwa` (was born) has the stem of `mzalishaji`, the producer of a food chain, and a fifth of the published
    Swahili questions ask where or when somebody was born. So a single word must share more than a stem with the term.
    """
    return [
        match
        for match in glossary.find(text, language)
        if match.language == pool or _is_meant(text[match.start : match.end].casefold(), match)
    ]


def _is_meant(written: str, match: GlossaryMatch) -> bool:
    terms = [term.casefold() for entry in match.entries for term in entry.terms(match.language)]
    return " " in written or any(_shared_letters(written, term) >= _enough(written, term) for term in terms)


def _shared_letters(one: str, other: str) -> int:
    """The length of the longest run of letters that stands in both."""
    return SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size


def _enough(one: str, other: str) -> int:
    return min(SURELY_SHARED, len(one) - 1, len(other) - 1)


def question_terms(text: str, language: Language, pool: BookLanguage, glossary: Glossary) -> Terms:
    """The tokens of a question for the pool of one language.

    Its own words (a name is the same in every language) go to the surface and stem fields; terms the
    glossary knows, in the pool's language, to the glossary field (`usanisinuru` finds `photosynthesis`).
    """
    asked = formula_tokens(text)
    own = content_words(asked, language) or words(asked)
    translated: list[str] = []
    for match in translatable(text, language, pool, glossary):
        for phrase in (name for entry in match.entries for name in entry.terms(pool)):
            translated.extend(stem(token, pool) for token in content_words(phrase, pool))
    return Terms(
        surface=tuple(dict.fromkeys(own)),
        stems=tuple(dict.fromkeys(stem(token, pool) for token in own)),
        glossary=tuple(dict.fromkeys(translated)),
        # A Swahili word looked for among English ones would be "misspelt" every time.
        slips=tuple(
            dict.fromkeys(token for token in own if language in (pool, "mixed") and len(token) >= SHORTEST_SLIP)
        ),
    )
