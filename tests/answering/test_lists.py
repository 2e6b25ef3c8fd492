"""List questions, asked of the sample library: the book's own list or enumeration, whole and in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tutor.answering.evidence.list_heads import asked_heads, enumerates, matter_share, names_head
from tutor.answering.question.understanding import Understanding, understand
from tutor.core.types import Question
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary

pytestmark = pytest.mark.timeout(600)  # the first test imports the whole library where its vectors are not kept yet

Ask = Callable[..., Any]


def asked(text: str) -> Understanding:
    return understand(Question(text), Curriculum.load(), Glossary.load())


@pytest.mark.parametrize(
    "text, announcing, fits",
    [
        ("List the causes of soil erosion", "Soil erosion is caused by the following:", True),
        ("List the causes of soil erosion", "Soil erosion is controlled in three ways:", False),
        ("Taja sababu za mmomonyoko wa udongo", "Mmomonyoko wa udongo husababishwa na mambo yafuatayo:", True),
        ("List the types of rocks", "Rocks are divided into three groups:", True),
        ("Taja kazi za mizizi", "Mizizi ina kazi zifuatazo:", True),
        ("Taja kazi za mizizi", "Majani ina kazi zifuatazo:", False),
    ],
)
def test_a_list_is_of_what_its_announcement_says(text: str, announcing: str, fits: bool) -> None:
    question = asked(text)
    language = "sw" if text.startswith("Taja") else "en"
    named = names_head(announcing, asked_heads(question)) and matter_share(question, announcing, language) == 1.0
    assert named == fits


@pytest.mark.parametrize(
    "text, is_enumeration",
    [
        ("The results of soil erosion include lower harvests, dams filled with silt, floods and damaged roads.", True),
        ("Kasi ya mmomonyoko hutegemea mvua, mteremko, uoto, aina ya udongo na matumizi ya ardhi.", True),
        ("The Germans hanged Kinjekitile at Mohoro in August 1905, but his messengers carried the maji to other areas.",
         False),
        ("Bread and butter are foods.", False),
        ("All cells have these parts, but they differ in walls, in size and in food.", False),
    ],
)  # fmt: skip
def test_an_enumeration_names_three_things_or_more(text: str, is_enumeration: bool) -> None:
    assert enumerates(text) == is_enumeration


def test_the_books_own_list_answers_a_list_question_whole_and_in_order(sample_ask: Ask) -> None:
    answer = sample_ask("List the causes of soil erosion").answer
    assert answer is not None
    quotes = [citation.quote for citation in answer.citations]
    assert quotes[0] == "Soil erosion is caused by the following:"
    assert len(quotes) > 3
    passage = {citation.passage_id for citation in answer.citations}
    assert len(passage) == 1 and not any("lowers harvests" in quote for quote in quotes)


def test_a_swahili_list_question_gets_the_swahili_list(sample_ask: Ask) -> None:
    answer = sample_ask("Taja sababu tano za mmomonyoko wa udongo (alama 5)").answer
    assert answer is not None
    assert answer.citations[0].quote == "Mmomonyoko wa udongo husababishwa na mambo yafuatayo:"
    assert len(answer.citations) > 3


@pytest.mark.parametrize("text", ["Taja sababu za vita vya Maji Maji", "List the causes of the Maji Maji war"])
def test_an_announced_list_tells_more_than_the_sentence_that_sums_it_up(sample_ask: Ask, text: str) -> None:
    answer = sample_ask(text).answer
    assert answer is not None
    assert answer.citations[0].quote.endswith(":") and len(answer.citations) == 7


def quotes(ask: Ask, text: str) -> list[str]:
    answer = ask(text).answer
    assert answer is not None, text
    return [citation.quote for citation in answer.citations]


@pytest.mark.parametrize(
    "text, first, entries",
    [
        ("effects of soil erosion", "The results of soil erosion include", 1),
        ("Njia za kuzuia mmomonyoko wa udongo", "Wakulima wanaweza kupunguza mmomonyoko", 1),
        ("List the states of matter", "The three states of matter are solid, liquid and gas.", 1),
    ],
)
def test_what_is_listed_is_given_and_nothing_else(sample_ask: Ask, text: str, first: str, entries: int) -> None:
    found = quotes(sample_ask, text)
    assert found[0].startswith(first) and len(found) == entries


def test_the_kinds_of_a_thing_may_be_the_headings_under_it(sample_ask: Ask) -> None:
    answer = sample_ask("Taja vyanzo vya historia na eleza kimoja").answer
    assert answer is not None
    assert [citation.heading_path[-1].split(",")[0] for citation in answer.citations] == [
        "Masimulizi ya mdomo", "Kumbukumbu za maandishi", "Akiolojia"
    ]  # fmt: skip


def test_examples_of_one_way_are_no_list_of_the_ways(sample_ask: Ask) -> None:
    found = " ".join(quotes(sample_ask, "Taja aina za uzazi"))
    assert "Uzazi usio wa kijinsia huhusisha" in found and "Uzazi wa kijinsia huhusisha" in found


@pytest.mark.parametrize("text", ["Eleza sababu za vita vya Maji Maji", "Explain the causes of the Maji Maji war"])
def test_what_is_to_be_explained_is_the_list_that_the_book_announces(sample_ask: Ask, text: str) -> None:
    found = quotes(sample_ask, text)
    assert found[0].endswith(":") and len(found) == 7


def test_a_sentence_that_begins_with_this_one_has_the_one_before(sample_ask: Ask) -> None:
    found = quotes(sample_ask, "Figo hufanya kazi gani?")
    assert not found[0].startswith(("Kimiminika hicho", "Shinikizo hilo"))
