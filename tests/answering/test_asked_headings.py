"""The causes of a war's defeat are not the causes of the war: headings decide where words alone do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tutor.answering.evidence.asked_headings import passages_to_read
from tutor.answering.question.understanding import understand
from tutor.core.types import BookLanguage, Candidate, Metadata, Passage, Question
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary

pytestmark = pytest.mark.timeout(600)  # the first test imports the whole library where its vectors are not kept yet

Ask = Callable[..., Any]
CAUSES, DEFEAT = "Sababu za Vita vya Maji Maji", "Sababu za kushindwa kwa Vita vya Maji Maji"
LEADERS = "Viongozi wa vita"


def candidate(heading: str, language: BookLanguage = "sw") -> Candidate:
    metadata = Metadata(subject="history", form=3, language=language, document_type="textbook")
    return Candidate(Passage(heading, "book", "Historia", "book.md", 0, (heading,), "", metadata))


@pytest.mark.parametrize(
    "text, headings, read",
    [
        ("Eleza sababu za vita vya Maji Maji", [LEADERS, DEFEAT, CAUSES], [LEADERS, CAUSES]),
        ("Taja sababu za vita vya Maji Maji", [LEADERS, DEFEAT, CAUSES], [CAUSES]),
        ("Taja sababu za kushindwa kwa vita vya Maji Maji", [CAUSES, DEFEAT], [DEFEAT]),
        ("Taja sababu za vita vya Maji Maji", [LEADERS, DEFEAT], [LEADERS, DEFEAT]),
        ("Vita vya Maji Maji vilianza lini?", [LEADERS, DEFEAT, CAUSES], [LEADERS, DEFEAT, CAUSES]),
    ],
)
def test_a_heading_that_says_more_than_is_asked_is_about_something_else(
    text: str, headings: list[str], read: list[str]
) -> None:
    asked = understand(Question(text), Curriculum.load(), Glossary.load())
    found = passages_to_read(asked, [candidate(heading) for heading in headings], 8)
    assert [one.passage.id for one in found] == read


@pytest.mark.parametrize(
    "text, headings, read",
    [
        ("List the causes of soil erosion", ["Causes of soil erosion", "Control of soil erosion"], 0),
        ("What are the effects of soil erosion?", ["Causes of soil erosion", "Effects of soil erosion"], 1),
    ],
)
def test_english_headings_too(text: str, headings: list[str], read: int) -> None:
    asked = understand(Question(text), Curriculum.load(), Glossary.load())
    found = passages_to_read(asked, [candidate(heading, "en") for heading in headings], 8)
    assert [one.passage.id for one in found] == [headings[read]]


QUESTIONS = [
    "Eleza sababu za vita vya Maji Maji",
    "Sababu za vita vya Maji Maji ni zipi?",
    "Eleza sababu na matokeo ya vita vya Maji Maji",
    "What were the causes of the Maji Maji war?",
]


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_causes_of_the_war_are_not_those_of_its_defeat(sample_ask: Ask, text: str) -> None:
    check_causes(sample_ask(text).answer)


@pytest.mark.parametrize("text", QUESTIONS)
def test_nor_with_the_starter_models(starter_ask: Ask, text: str) -> None:
    check_causes(starter_ask(text).answer)


def check_causes(answer: Any) -> None:
    """A decline is right too; what is said must come from the causes, or the effects where those are asked for."""
    if answer is not None:
        assert not [c.passage_id for c in answer.citations if "kushindwa" in c.passage_id or "failed" in c.passage_id]
        assert any("sababu-za-vita" in c.passage_id or "causes-of" in c.passage_id for c in answer.citations)
