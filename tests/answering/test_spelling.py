"""Slips in the terms of a subject, and questions that name nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tutor.answering.question.spelling import spelled
from tutor.core.types import Reason
from tutor.language.glossary import Glossary
from tutor.language.stems import stem
from tutor.language.tokens import words

pytestmark = pytest.mark.timeout(600)  # the first test imports the whole library where its vectors are not kept yet

Ask = Callable[..., Any]
BOOKS = "What is the photosynthesis of plants in the environment? Democracy and migration, osmosis and diffusion."


def rarity(form: Sequence[str], language: str) -> float:
    """Known words are those of a small library."""
    return 1.0 if set(form) <= {stem(word, language) for word in words(BOOKS)} else 9.0


@pytest.mark.parametrize(
    "text, read",
    [
        ("what is fotosynthesis", "what is photosynthesis"),
        ("Define osmossis", "Define osmosis"),
        ("explain democrasy", "explain democracy"),
        ("What is difusion?", "What is diffusion?"),
    ],
)
def test_a_term_that_sounds_the_same_is_read_as_the_term(text: str, read: str) -> None:
    found = spelled(text, Glossary.load(), rarity)
    assert found is not None and found.text == read


@pytest.mark.parametrize(
    "text",
    ["What is photosynthesis?", "What is relativity?", "Who was Kinjekitile?", "Je, nani alishinda kombe la dunia?",
     "What is the nationalisation of banks?", "Explain the emigrants"],
)  # fmt: skip
def test_a_word_of_its_own_stays_as_it_is(text: str) -> None:
    assert spelled(text, Glossary.load(), rarity) is None


def test_the_pupil_is_told_how_a_word_was_read(sample_ask: Ask) -> None:
    outcome = sample_ask("what is fotosynthesis")
    assert outcome.answer is not None
    assert outcome.answer.sentences[0].text == "I read “fotosynthesis” as “photosynthesis”."
    assert "chlorophyll" in outcome.quotes


@pytest.mark.parametrize("text, said", [("Why?", "Say what you ask about"), ("Kwa nini?", "Taja unauliza kuhusu nini")])
def test_who_names_nothing_is_asked_to(sample_ask: Ask, text: str, said: str) -> None:
    decline = sample_ask(text).decline
    assert decline.reason == Reason.NOT_A_QUESTION and said in decline.text


def test_what_is_far_from_a_question_is_not_pointed_to(sample_ask: Ask) -> None:
    assert sample_ask("How do I reset my phone password?").decline.pointers == ()
