"""Which of a question's terms a text means, in its own words and in the other language's."""

from __future__ import annotations

import pytest

from tutor.answering.evidence.meanings import meant_terms
from tutor.answering.question.terms import question_terms
from tutor.core.types import Language
from tutor.language.glossary import Glossary

OSMOSIS = "Osmosis is the movement of water molecules through a semi-permeable membrane."


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


@pytest.mark.parametrize(
    "question, asked_in, term, text, language, meant",
    [
        ("When did the project begin?", "en", "begin", "The project started in 1973.", "en", True),
        ("When did the project begin?", "en", "begin", "The project failed in 1973.", "en", False),
        ("Viongozi walichaguliwa lini?", "sw", "walichaguliwa", "The leaders were elected in 1960.", "en", True),
        ("Viongozi waliuawa lini?", "sw", "waliuawa", "The leaders were elected in 1960.", "en", False),
        ("Mto huo unaanza wapi?", "sw", "mto", "The river begins in the hills.", "en", True),
        ("Who were the leaders?", "en", "leaders", "Viongozi wao walikuwa wawili.", "sw", True),
        ("What is the rate ya growth?", "mixed", "growth", "Ukuaji ni ongezeko la ukubwa.", "sw", True),
        ("Explain the water cycle.", "en", "water cycle", OSMOSIS, "en", False),
        ("Explain the water cycle.", "en", "water cycle", "The cycle of water begins at the sea.", "en", True),
        ("Eleza mzunguko wa maji.", "sw", "mzunguko wa maji", OSMOSIS, "en", False),
        ("Eleza mzunguko wa maji.", "sw", "mzunguko wa maji", "The water cycle begins at the sea.", "en", True),
        ("Eleza water cycle", "mixed", "water cycle", OSMOSIS, "en", False),
        ("Vita vya Mau Mau vilianza lini?", "sw", "vita vya mau mau", "Vita vya Maji Maji vilianza 1905.", "sw", False),
    ],
)
def test_terms_are_meant_by_other_words(
    glossary: Glossary, question: str, asked_in: Language, term: str, text: str, language: str, meant: bool
) -> None:
    terms = question_terms(question, asked_in, glossary)
    found = dict(zip((one.written for one in terms), meant_terms(terms, asked_in, text, language), strict=True))
    assert found[term] is meant
