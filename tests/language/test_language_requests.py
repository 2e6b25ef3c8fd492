"""Asking for a language, and merely speaking of one."""

from __future__ import annotations

import pytest

from tutor.core.types import Language
from tutor.language.detection import detect_language
from tutor.language.language_requests import language_request


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Explain osmosis kwa Kiswahili", "sw"),
        ("What is photosynthesis in Swahili?", "sw"),
        ("Explain in Kiswahili what osmosis is", "sw"),
        ("Name the parts of a cell in Kiswahili", "sw"),
        ("Tell me in Kiswahili how rain is called forth", "sw"),
        ("Translate into Kiswahili: osmosis", "sw"),
        ("Eleza osmosis kwa lugha ya Kiswahili", "sw"),
        ("Define diffusion. Kiswahili tafadhali", "sw"),
        ("Usanisinuru ni nini? Jibu kwa Kiingereza.", "en"),
        ("Eleza mmomonyoko in English", "en"),
        ("Taja sababu za vita kwa kiingereza", "en"),
        ("In simple English, what is a cell?", "en"),
        ("Explain ujamaa in English and Swahili", "mixed"),
    ],
)
def test_a_language_is_asked_for(text: str, language: Language) -> None:
    found = detect_language(text)
    assert (found.language, found.requested, found.certainty) == (language, language, 1.0)


@pytest.mark.parametrize(
    "text",
    [
        "Why are we taught in English?",
        "Seli inaitwaje kwa Kiingereza?",
        "Masomo yanafundishwa kwa Kiingereza kwa nini?",
        "Uhuru na kazi ina maana gani in English?",
        "Kiswahili ni lugha ya taifa?",
        "What is the history of Swahili?",
        "Which books were written in Swahili?",
        "Did the people in English towns trade?",
        "how do we say weathering in kiswahili",
        "Which missionary translated the Bible into Kiswahili?",
        "Which planet is called Zuhura in Kiswahili?",
        "How do we call sickle cell anaemia in Kiswahili?",
        "jupiter is known as what in swahili",
        "saturn has which name in kiswahili",
    ],
)
def test_a_language_is_only_spoken_of(text: str) -> None:
    assert language_request(text) == (None, text)


def test_the_request_is_taken_out_of_the_question() -> None:
    assert language_request("Explain osmosis kwa Kiswahili") == ("sw", "Explain osmosis")
