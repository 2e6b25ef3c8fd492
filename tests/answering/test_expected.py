"""What a question waits for, and which sentences hold one."""

from __future__ import annotations

import pytest

from tutor.answering.question.expected import expected_kinds, held_kinds, new_people, same_ordinal


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Treni ya kwanza ilizinduliwa mwaka gani?", {"date"}),
        ("When did the war end?", {"date"}),
        ("Wanafunzi wangapi walifaulu?", {"number"}),
        ("How far is the Moon?", {"number"}),
        ("Rais wa pili wa Rwanda aliitwa nani?", {"name"}),
        ("Mlima huo uko katika nchi gani?", {"place"}),
        ("Explain osmosis", set()),
        ("Eleza usanisinuru", set()),
    ],
)
def test_what_is_waited_for(question: str, kinds: set[str]) -> None:
    assert expected_kinds(question) == kinds


def test_only_what_is_new_counts() -> None:
    asked = "Nani alikuwa rais wa Rwanda?"
    assert held_kinds(asked, "Mwaka 1962 Grégoire Kayibanda alichaguliwa.") == {"name"}
    assert held_kinds(asked, "Serikali ya Rwanda ilichaguliwa na wananchi.") == frozenset()
    assert held_kinds("How many of the 12 died?", "All of the 12 were brave.") == frozenset()
    assert held_kinds("How many of the 12 died?", "Of these 7 died.") == {"number"}
    assert held_kinds("Vita viliisha lini?", "Viliisha mwaka 1918.") == {"date"}
    assert held_kinds("Vita viliisha lini?", "Viliisha baada ya mapatano.") == frozenset()


def test_ordinals_are_known_across_the_languages() -> None:
    assert same_ordinal("Rais wa kwanza wa Tanzania", "He was the first president.")
    assert not same_ordinal("Rais wa kwanza wa Tanzania", "He was the second president.")


def test_years_behind_a_name_are_no_answer_to_when() -> None:
    asked = "When did Trevor Noah start comedy?"
    assert "date" not in held_kinds(asked, "Trevor Noah (born 20 February 1984) is a comedian.")
    assert "date" in held_kinds(asked, "He began his career in 2002.")
    assert "date" in held_kinds("When was Trevor Noah born?", "Trevor Noah (born 20 February 1984) is a comedian.")


@pytest.mark.parametrize(
    "sentence, language, share",
    [
        ("Taarab is a music genre popular in Tanzania and Kenya.", "en", 0.0),
        ("Taarab is a music genre popular in Tanzania.", "en", 0.0),
        ("It was started by Seyyid Barghash.", "en", 1 / 3),
        ("The six were Oginga Odinga, Phillip Gachoka, Ahmed Bamahariz and George Nthenge.", "en", 1.0),
        ("Taarab ilianzishwa na Seyyid Barghash.", "sw", 1 / 3),
        ("Taarab inapendwa huko Zanzibar.", "sw", 0.0),
        ("It began on Monday in March.", "en", 0.0),
    ],
)
def test_people_are_not_places_nor_what_the_question_names(sentence: str, language: str, share: float) -> None:
    asked = "Who founded taarab?" if language == "en" else "Nani alianzisha taarab?"
    assert new_people(asked, "Taarab", sentence, language) == pytest.approx(share)
