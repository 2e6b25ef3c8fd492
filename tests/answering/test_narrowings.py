"""The greatest of one whole is not that of another, a year is no amount, and no order is told by when one began."""

from __future__ import annotations

import pytest

from tutor.answering.deciding.narrowings import amount_missing, order_missing, other_whole

AFRICA = "A mountain is land that rises high. Kilimanjaro, at 5,895 metres, is the highest mountain in Africa."
AFRIKA = "Mlima ni ardhi iliyoinuka kuliko ardhi inayouzunguka. Kilimanjaro ni mrefu kuliko milima yote barani Afrika."


@pytest.mark.parametrize(
    ("question", "quotes", "whole"),
    [
        ("what is the highest mountain in the world", AFRICA, "the world"),
        ("mlima mrefu kuliko yote duniani ni upi", AFRIKA, "the world"),
        ("Which is the largest lake in Africa?", "Lake Victoria is the largest lake in East Africa.", "Africa"),
        ("Ziwa kubwa zaidi Afrika ni lipi?", "Ziwa Viktoria ni kubwa zaidi katika Afrika Mashariki.", "Africa"),
        ("what is the longest bone in the body", "The ostrich lays the largest egg of all birds.", "the body"),
        ("what is the highest mountain in Africa", AFRICA, None),
        ("mlima mrefu kuliko yote Afrika ni upi", AFRIKA, None),
        ("which is the deepest lake in the world", "Baikal, the deepest lake on Earth, lies in Siberia.", None),
        ("name the mountains of the world", AFRICA, None),
        ("what is the highest mountain", AFRICA, None),
        ("which is the largest organ of the body", "The skin covers the whole body.", None),
    ],
)
def test_the_greatest_of_another_whole_is_no_answer(question: str, quotes: str, whole: str | None) -> None:
    assert other_whole(question, quotes) == whole


@pytest.mark.parametrize(
    ("question", "quotes", "missing"),
    [
        ("how much was the hut tax", "The Germans also introduced the hut tax in 1898.", True),
        ("TASAF inawalipa kaya maskini kiasi gani kila mwezi", "TASAF ilianza mwaka 2000 kusaidia kaya maskini.", True),
        ("Kodi ya kichwa ilikuwa shilingi ngapi?", "Kodi ya kichwa ilianzishwa mwaka 1905.", True),
        ("how much was the hut tax", "In 1898 the hut tax was three rupees a year.", False),
        ("how much was the fine", "The fine was 2000 shillings.", False),
        ("How much of the Earth is covered by water?", "Water covers about three quarters of the Earth.", False),
        ("how much salt dissolves", "Most of the salt dissolves.", False),
        ("when did the hut tax come", "The hut tax came in 1898.", False),
        ("Mwili una maji kiasi gani?", "Asilimia 70 ya mwili ni maji.", False),
    ],
)
def test_a_year_is_no_amount(question: str, quotes: str, missing: bool) -> None:
    assert amount_missing(question, quotes) is missing


@pytest.mark.parametrize(
    ("question", "quotes", "missing"),
    [
        ("Who was president of the club before Asha?", "Asha became president of the club in 1953.", True),
        ("Nani alikuwa mwenyekiti kabla ya Asha?", "Asha alichaguliwa kuwa mwenyekiti mwaka 1953.", True),
        ("Kabla ya Asha nani alikuwa mwenyekiti?", "Asha alichaguliwa kuwa mwenyekiti mwaka 1953.", True),
        ("Who ruled after Said?", "Said died in 1856.", True),
        ("Who ruled after Said?", "Said died in 1856 and his son Majid succeeded him.", False),
        ("Nani alitawala baada ya Said?", "Majid alirithi kiti cha Said mwaka 1856.", False),
        ("who has to accept the minister after the president picks him", "Parliament approves him.", False),
        ("nani anaidhinisha waziri baada ya kuteuliwa", "Waziri lazima athibitishwe na Bunge.", False),
        ("Who was president of the club?", "Asha became president of the club in 1953.", False),
    ],
)
def test_who_came_before_or_after_is_told_by_an_order(question: str, quotes: str, missing: bool) -> None:
    assert order_missing(question, quotes) is missing
