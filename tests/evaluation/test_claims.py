"""The evaluator's own reading of a text: sentences, claims, words, numbers, names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tutor.evaluation import claims as claims_module
from tutor.evaluation import faithfulness as faithfulness_module
from tutor.evaluation.claims import (
    Claim,
    claims_of,
    content_stems,
    language_of,
    names_in,
    numbers_in,
    sentences,
    word_stem,
    words_in,
)


def texts(text: str) -> list[str]:
    return [claim.text for claim in claims_of(text)]


def test_it_shares_no_code_with_the_products_checks() -> None:
    for module in (claims_module, faithfulness_module):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
        assert not {name for name in imported if name.startswith(("tutor.answering", "tutor.language"))}


def test_sentences() -> None:
    assert sentences("Dr. Mwele came. He left at 3.5 p.m. today!\n1. First point\n- second") == [
        "Dr. Mwele came.", "He left at 3.5 p.m. today!", "First point", "second",
    ]  # fmt: skip
    assert sentences("") == []


def test_a_claim_is_a_clause() -> None:
    text = "The heart pumps blood through the body, and the lungs bring oxygen into the blood vessels."
    assert texts(text) == [
        "The heart pumps blood through the body", "the lungs bring oxygen into the blood vessels.",
    ]  # fmt: skip
    swahili = "Moyo husukuma damu mwilini kote, lakini mapafu huleta oksijeni kwenye mishipa."
    assert texts(swahili) == ["Moyo husukuma damu mwilini kote", "mapafu huleta oksijeni kwenye mishipa."]


def test_and_between_things_is_no_new_claim() -> None:
    assert texts("Plants need water and light.") == ["Plants need water and light."]
    assert texts("Mimea huhitaji maji na mwanga.") == ["Mimea huhitaji maji na mwanga."]


@pytest.mark.parametrize("nothing", ["", "Your biology book says:", "What is a cell?", "It is so.", "Ni hivyo."])
def test_what_claims_nothing(nothing: str) -> None:
    assert claims_of(nothing) == []


def test_language() -> None:
    assert language_of("The cell is the smallest part of a living thing.") == "en"
    assert language_of("Seli ni sehemu ndogo kabisa ya kiumbe hai.") == "sw"


def test_numbers_are_one_in_digits_and_words() -> None:
    assert numbers_in("In 1905, 75,000 people and two kings, 3.5 km.") == {"1905", "75000", "2", "3.5"}
    assert numbers_in("Miaka miwili na watu kumi") == {"2", "10"}
    assert numbers_in("one of them, moja yao") == set()


def test_names() -> None:
    assert names_in(Claim("Robert Hooke named it in London.", "en")) == {"hooke", "london"}
    assert names_in(Claim("Hooke named it.", "en", begins_sentence=False)) == {"hooke"}
    assert names_in(Claim("THE CELL AND ITS PARTS", "en")) == set()


def test_stems_join_forms() -> None:
    assert word_stem("plants", "en") == word_stem("plant", "en")
    assert content_stems("wanatumia", "sw") & content_stems("inatumika", "sw")
    assert words_in("Ng'ombe wa 1,000") == ["ng'ombe", "wa", "1000"]
