"""Reading sentences into marks and statements: what verification compares."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.answering.support.clauses import statements_of
from tutor.answering.support.reading import marks_of
from tutor.answering.support.support import Book, supporting
from tutor.answering.support.swahili_verbs import verb_facts
from tutor.answering.support.synonyms import meanings, noun_keys
from tutor.answering.support.voice import actives

PIECES = (
    "because so if when and or but , ; who which that is was by of in not only most the water makes made cells 1905 "
    "kwa sababu hivyo na ni wa ambayo walimnyonga alinyongwa hawakufika tu maji ikiwa ( )"
).split()


def said(marks: object) -> str:
    return " ".join(mark.word for mark in marks)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "word, root, passive, denied",
    [
        ("walimnyonga", "nyonga", False, False),
        ("alinyongwa", "nyonga", True, False),
        ("hawakumnyonga", "nyonga", False, True),
        ("waliuawa", "ua", True, False),
        ("halitungi", "tunga", False, True),
        ("iliondolewa", "ondoa", True, False),
        ("aliyeishi", "ishi", False, False),
        ("kutatua", "tatua", False, False),
        ("hutoa", "toa", False, False),
    ],
)
def test_swahili_verbs_taken_apart(word: str, root: str, passive: bool, denied: bool) -> None:
    facts = verb_facts(word)
    assert facts is not None
    assert root in facts.roots and (facts.passive, facts.denied) == (passive, denied)


@pytest.mark.parametrize("word", ["utawala", "wakati", "mazao", "maji", "udongo", "pana", "habari"])
def test_nouns_are_no_verbs(word: str) -> None:
    assert verb_facts(word) is None


def test_noun_keys_join_numbers_and_part_meanings() -> None:
    assert noun_keys("mtu") & noun_keys("watu") and noun_keys("kitabu") & noun_keys("vitabu")
    assert noun_keys("mkubwa") & noun_keys("vikubwa")
    assert not noun_keys("mtawala") & noun_keys("utawala")
    assert not noun_keys("uhamaji") & noun_keys("uhamiaji")


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("famine", "hunger", True),
        ("chosen", "elect", True),
        ("sequence", "series", False),
        ("strongest", "weakest", False),
        ("british", "german", False),
    ],
)
def test_synonyms(one: str, other: str, same: bool) -> None:
    first, second = (meanings(word, frozenset({word}), "en") for word in (one, other))
    assert bool(first & second) is same


@pytest.mark.parametrize(
    "text, language, expected",
    [
        ("Because crops had been burned, most victims died.", "en",
         [("most victims died", "because", "crops been burned")]),
        ("Crops had been burned, so most victims died.", "en", [("most victims died", "because", "crops been burned")]),
        ("Hard water wastes soap and leaves a layer.", "en",
         [("hard water wastes soap", "", ""), ("hard water leaves layer", "", "")]),
        ("Cells may rise and fall.", "en", [("cells may rise and fall", "", "")]),
        ("Watu walichukia kodi kwa sababu ililipwa.", "sw", [("watu walichukia kodi", "because", "kodi ililipwa")]),
    ],
)  # fmt: skip
def test_statements(text: str, language: str, expected: list[tuple[str, str, str]]) -> None:
    found = statements_of(marks_of(text, language))
    flat = [
        (said(one.main), one.links[0][0] if one.links else "", said(one.links[0][1]) if one.links else "")
        for one in found
    ]
    assert flat == expected


def test_a_passive_is_turned_to_its_doer() -> None:
    marks = statements_of(marks_of("Kinjekitile was hanged by the Germans at Mohoro.", "en"))[0].main
    assert said(actives(marks, "en")[0]) == "germans hanged kinjekitile at mohoro"
    marks = statements_of(marks_of("Kinjekitile alinyongwa na Wajerumani huko Mohoro.", "sw"))[0].main
    assert said(actives(marks, "sw")[0]) == "wajerumani alinyongwa kinjekitile huko mohoro"


def test_two_books_support_one_sentence() -> None:
    books = [Book("White cells fight germs.", "en"), Book("Platelets help blood to clot.", "en")]
    assert supporting("White cells fight germs, and platelets help blood to clot.", "en", books) == (0, 1)
    assert supporting("White cells help blood to clot.", "en", books) is None


@given(st.text(alphabet="abckmnwu aeiou., ;:()?0123456789-'|", max_size=80), st.sampled_from(["en", "sw"]))
@settings(max_examples=60, deadline=None)
def test_any_text_can_be_read(text: str, language: str) -> None:
    supporting(text, language, [Book(text, language), Book("Water is wet.", language)])


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=14), st.lists(st.sampled_from(PIECES), max_size=14))
@settings(max_examples=60, deadline=None)
def test_words_in_any_order_can_be_read(said: list[str], written: list[str]) -> None:
    for language in ("en", "sw"):
        supporting(" ".join(said) + ".", language, [Book(" ".join(written), language)])
