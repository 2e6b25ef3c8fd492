"""The help with words of a quote in the other language: the word as it stands, its translation in the same number."""

from __future__ import annotations

import pytest

from tutor.answering.composing.extract import word_help
from tutor.core.types import Citation
from tutor.language.glossary import Glossary


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


def helped(quote: str, subject: str, glossary: Glossary) -> str:
    citation = Citation("p", "d", "s", (), 1, "en", quote, subject, 2)
    return " ".join(word_help("sw", [citation], glossary))


def test_a_plural_is_helped_with_a_plural(glossary: Glossary) -> None:
    assert "plants = mimea" in helped("Green plants make food.", "biology", glossary)
    assert "lungs = mapafu" in helped("Air enters the lungs.", "biology", glossary)
    assert "plant = mmea" in helped("A plant makes food.", "biology", glossary)


def test_only_a_name_keeps_its_capital(glossary: Glossary) -> None:
    assert "photosynthesis = usanisinuru" in helped("Photosynthesis needs light.", "biology", glossary)
    assert "Ohm's law = " in helped("Ohm's law tells of current.", "physics", glossary)


def test_a_word_that_is_only_akin_gets_no_help(glossary: Glossary) -> None:
    """Farms are no farming (kilimo), and Newton is not the newton."""
    assert "kilimo" not in helped("Forests are cleared for farms.", "geography", glossary)
    assert "nyutoni" not in helped("Newton's three laws explain motion.", "physics", glossary)
