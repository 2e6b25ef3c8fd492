"""A Swahili question is asked of English books with its terms in English behind it, and is embedded once for that."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tutor.core.types import BookLanguage, Language
from tutor.language.glossary import Glossary
from tutor.models.embedder import unit_rows
from tutor.retrieval.crossing import REMEMBERED, CrossingVectors, with_terms_of_books

GLOSSARY = Glossary.load()
WIDTH = 8


class Counts:
    """An embedder that remembers what it was given: each text its own direction."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.read += texts
        return unit_rows(np.array([[len(text) % (n + 2) + 1 for n in range(WIDTH)] for text in texts], np.float32))


def test_terms_are_named_in_the_language_of_the_books() -> None:
    made = with_terms_of_books("Mmomonyoko wa udongo ni nini?", "sw", "en", GLOSSARY)
    assert made == "Mmomonyoko wa udongo ni nini (soil erosion)?"


@pytest.mark.parametrize(
    ("question", "language", "books"),
    [
        ("Mmomonyoko wa udongo ni nini?", "sw", "sw"),
        ("What is soil erosion?", "en", "sw"),
        ("Soil erosion ni nini?", "mixed", "en"),
        ("Nani alizaliwa Tabora?", "sw", "en"),  # nothing that the glossary knows
    ],
)
def test_nothing_is_added_where_it_was_not_found_to_help(
    question: str, language: Language, books: BookLanguage
) -> None:
    assert with_terms_of_books(question, language, books, GLOSSARY) is None


def test_a_term_that_stands_there_already_is_not_said_twice() -> None:
    made = with_terms_of_books("Eleza photosynthesis ya mmea", "sw", "en", GLOSSARY)
    assert made is not None and made.count("photosynthesis") == 1 and "plant" in made


def test_the_vector_is_the_mean_of_both_and_the_question_is_embedded_once() -> None:
    embedder = Counts()
    vectors = CrossingVectors(embedder, GLOSSARY)
    own = embedder.embed_queries(["Mmomonyoko wa udongo ni nini?"])[0]
    found = vectors.vector(own, "Mmomonyoko wa udongo ni nini?", "sw", "en")
    other = embedder.embed_queries(["Mmomonyoko wa udongo ni nini (soil erosion)?"])[0]
    assert found is not None and np.allclose(found, unit_rows((own + other)[None])[0], atol=1e-6)
    before = len(embedder.read)
    again = vectors.vector(own, "Mmomonyoko wa udongo ni nini?", "sw", "en")
    assert again is not None and np.array_equal(again, found) and len(embedder.read) == before
    assert vectors.vector(own, "Mmomonyoko wa udongo ni nini?", "sw", "sw") is None


def test_what_is_remembered_is_bounded() -> None:
    embedder = Counts()
    vectors = CrossingVectors(embedder, GLOSSARY)
    own = embedder.embed_queries(["x"])[0]
    for number in range(REMEMBERED * 2):
        vectors.vector(own, f"Udongo wa aina {number} ni nini?", "sw", "en")
    assert len(vectors._known) <= REMEMBERED
