"""Readability where it means something, and silence where it does not."""

from __future__ import annotations

import socket

import pytest

from tutor.language.readability import ari, mean_sentence_words, mean_word_letters

EASY = (
    "Plants make their own food. They use light from the sun. Roots take in water from the soil. "
    "The leaves take in air. The green parts then make sugar. The plant grows well."
)
HARD = (
    "Photosynthetic organisms synthesise carbohydrates from atmospheric carbon dioxide. "
    "Chlorophyll molecules within specialised organelles absorb electromagnetic radiation. "
    "Subsequent biochemical reactions convert intermediate compounds into transportable sugars, "
    "thereby sustaining heterotrophic consumers throughout terrestrial ecosystems and aquatic environments."
)


def test_a_hard_text_has_a_higher_grade_than_an_easy_one() -> None:
    easy, hard = ari(EASY), ari(HARD)
    assert easy is not None
    assert hard is not None
    assert easy < 4
    assert hard > 15


@pytest.mark.parametrize("text", ["", "Yes", "Plants make their own food.", "Plants grow. " * 5])
def test_a_short_text_has_no_grade(text: str) -> None:
    assert ari(text) is None


def test_a_line_of_a_list_counts_as_a_sentence() -> None:
    lines = "\n".join(
        f"- The root number {number} takes in water" for number in ("one", "two", "three", "four", "five")
    )
    one_sentence = " ".join(line.removeprefix("- ") for line in lines.splitlines())
    listed = ari(lines)
    assert listed is not None
    assert listed < 8
    assert mean_sentence_words(one_sentence) == 35


def test_an_abbreviation_or_a_decimal_ends_no_sentence() -> None:
    plain = EASY + " The mass of that St Meru plant is now 35 kilograms."
    dotted = EASY + " The mass of that St. Meru plant is now 3.5 kilograms."
    assert ari(dotted) == ari(plain)


def test_means_are_for_both_languages() -> None:
    assert mean_sentence_words("Mimea hutengeneza chakula chake. Hutumia mwanga.") == 3
    assert mean_word_letters("Ng'ombe wanakula") == 7
    assert mean_sentence_words("?! ...") is None
    assert mean_word_letters("") is None


def test_the_grade_asks_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("readability opened a socket")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert ari(HARD) is not None
