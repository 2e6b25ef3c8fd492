"""What is left of a question when grammar and framing are taken away."""

from __future__ import annotations

import pytest

from tutor.language.stopwords import QUESTION_WORDS, STOP_WORDS, content_words


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("What is photosynthesis?", "en", ["photosynthesis"]),
        ("Explain the causes of the Maji Maji War.", "en", ["causes", "maji", "maji", "war"]),
        ("Usanisinuru ni nini?", "sw", ["usanisinuru"]),
        ("Kwa nini mimea ni ya kijani?", "sw", ["mimea", "kijani"]),
        ("Taja sababu tatu za vita vya Maji Maji", "sw", ["sababu", "tatu", "vita", "maji", "maji"]),
        ("Define soil erosion na sababu zake", "mixed", ["soil", "erosion", "sababu"]),
        ("Define soil erosion na sababu zake", "en", ["soil", "erosion", "na", "sababu", "zake"]),
        ("Je?", "sw", []),
        ("State Ohm's law", "en", ["ohm's", "law"]),
        ("Explain the origin of the state", "en", ["origin", "state"]),
        ("Find the mean of 3 and 5", "en", ["mean", "3", "5"]),
        ("What does osmosis mean?", "en", ["osmosis"]),
        ("Give the means of transport", "en", ["means", "transport"]),
    ],
)
def test_content_words(text: str, language: str, expected: list[str]) -> None:
    assert content_words(text, language) == expected


def test_no_word_is_grammar_in_both_languages() -> None:
    english = STOP_WORDS["en"] | QUESTION_WORDS["en"]
    swahili = STOP_WORDS["sw"] | QUESTION_WORDS["sw"]
    assert not english & swahili


def test_mixed_leaves_out_both_lists() -> None:
    assert STOP_WORDS["mixed"] == STOP_WORDS["en"] | STOP_WORDS["sw"]


def test_another_language_is_refused() -> None:
    with pytest.raises(KeyError):
        content_words("Bonjour", "fr")
