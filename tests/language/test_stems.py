"""Stems by language."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tutor.language.stems import english_stem, stem


@pytest.mark.parametrize(
    ("forms", "language"),
    [
        ("plant plants planted planting", "en"),
        ("colony colonies", "en"),
        ("cell cells cell's", "en"),
        ("colonise colonised colonising", "en"),
        ("mmea mimea", "sw"),
    ],
)
def test_forms_share_a_stem(forms: str, language: str) -> None:
    assert len({stem(form, language) for form in forms.split()}) == 1


def test_mixed_text_is_stemmed_word_by_word() -> None:
    assert stem("colonies", "mixed") == stem("colonies", "en")
    assert stem("nature", "mixed") == stem("nature", "en")
    assert stem("wanapigana", "mixed") == stem("piga", "sw")
    assert stem("h2o", "mixed") == "h2o"


def test_another_language_is_refused() -> None:
    with pytest.raises(ValueError, match="'fr'"):
        stem("plante", "fr")


def test_a_word_keeps_its_stem_whichever_thread_asks() -> None:
    written = [
        f"{root}{ending}" for root in ("plant", "rotat", "nationali", "weather") for ending in ("s", "ing", "ed")
    ]
    alone = [english_stem.__wrapped__(word) for word in written]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(english_stem.__wrapped__, written * 200))
    assert together == alone * 200
