"""What a question waits for, and which sentences hold one."""

from __future__ import annotations

import pytest

from tutor.answering.expected import expected_kinds, held_kinds, same_ordinal


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
