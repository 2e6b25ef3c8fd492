"""Swahili nouns in the plural, as far as school books write it."""

from __future__ import annotations

import pytest

from tutor.language.plurals import swahili_plural


@pytest.mark.parametrize(
    "term, plural",
    [
        ("mmea", "mimea"),
        ("mtumwa", "watumwa"),
        ("mwanachama", "wanachama"),
        ("pafu", "mapafu"),
        ("chombo", "vyombo"),
        ("kipitishi", "vipitishi"),
        ("mhimili wa dunia", "mihimili ya dunia"),
        ("eneo la kihistoria", "maeneo ya kihistoria"),
        ("seli", "seli"),
        ("mwanga", "mwanga"),
        ("jaji", "majaji"),
        ("chembe nyekundu ya damu", "chembe nyekundu ya damu"),
        ("", ""),
    ],
)
def test_the_plural_of_a_noun(term: str, plural: str) -> None:
    assert swahili_plural(term) == plural
