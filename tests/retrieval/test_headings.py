"""Which sections are asked for by their own heading: all of the heading, and most of what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from tutor.core.types import BookLanguage, Language, Metadata, Passage
from tutor.index.analysis import question_terms
from tutor.language.glossary import Glossary
from tutor.retrieval.headings import READ, asked_by_heading, best_matches
from tutor.retrieval.pools import PoolCandidate

HEADINGS: dict[BookLanguage, list[str]] = {
    "sw": [
        "Sababu za Vita vya Maji Maji", "Sababu za kushindwa kwa Vita vya Maji Maji", "Matokeo ya Vita vya Maji Maji",
        "Vita", "Usanisinuru", "",
    ],
    "en": [
        "Causes of the Maji Maji War", "Why the Maji Maji War failed", "How we know about the Maji Maji War",
        "The Maji Maji War", "Soil erosion: types, causes and control",
    ],
}  # fmt: skip
COMMON = {"maji": 1.5, "vita": 1.5, "war": 1.5}


def pool(language: BookLanguage) -> Any:
    """A pool as far as headings need one: every word is rare but a few."""

    def rarity(stems: Sequence[str]) -> float:
        return max(COMMON.get(token, 3.0) for token in stems)

    return SimpleNamespace(language=language, rarity=rarity)


def passages(language: BookLanguage) -> dict[int, Passage]:
    return {
        number: Passage(f"p{number}", "b", "B", "b.md", number, (("Kitabu", heading) if heading else ()), "text",
                        Metadata(language=language))
        for number, heading in enumerate(HEADINGS[language])
    }  # fmt: skip


def asked(question: str, language: Language, books: BookLanguage) -> list[str]:
    terms = question_terms(question, language, books, Glossary.load())
    return [HEADINGS[books][n] for n in sorted(asked_by_heading(passages(books), terms, pool(books)))]


@pytest.mark.parametrize(
    ("question", "language", "books", "heading"),
    [
        ("Sababu za vita vya Maji Maji ni zipi?", "sw", "sw", ["Sababu za Vita vya Maji Maji"]),
        ("Eleza sababu za kushindwa kwa vita vya Maji Maji.", "sw", "sw",
         ["Sababu za kushindwa kwa Vita vya Maji Maji"]),
        ("Usanisinuru ni nini?", "sw", "sw", ["Usanisinuru"]),
        ("What were the causes of the Maji Maji War?", "en", "en", ["Causes of the Maji Maji War"]),
        ("Causes za Maji Maji War ni zipi?", "mixed", "en", ["Causes of the Maji Maji War"]),
    ],
)  # fmt: skip
def test_what_the_heading_says_is_asked(
    question: str, language: Language, books: BookLanguage, heading: list[str]
) -> None:
    assert asked(question, language, books) == heading


@pytest.mark.parametrize(
    ("question", "language", "books"),
    [
        ("What were the results of the Maji Maji War?", "en", "en"),  # "How we know about ..." lacks what is asked
        ("Kwa nini wanawake walishiriki katika vita vya Maji Maji?", "sw", "sw"),
        ("What are the causes of the Second World War?", "en", "en"),
        ("What is soil erosion?", "en", "en"),  # the heading says more than is asked
    ],
)
def test_a_heading_that_says_less_or_more_is_not_meant(question: str, language: Language, books: BookLanguage) -> None:
    assert asked(question, language, books) == []


def test_headings_of_the_best_matches_of_words_are_read() -> None:
    def one(number: int, language: str, lexical: float) -> PoolCandidate:
        return PoolCandidate(number, language, 0.5, 0.5, 1.0, lexical, 0.5)

    found = [one(n, "sw", float(n % 7)) for n in range(30)] + [one(99, "en", 50.0), one(98, "sw", 0.0)]
    best = best_matches(found, "sw")
    assert len(best) == READ and best[:4] == [6, 13, 20, 27] and 99 not in best and 98 not in best
    assert best_matches([one(1, "sw", 0.0)], "sw") == []
