"""How the place of a quote is named to a pupil."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.answering.places_in_books import citation_place
from tutor.core.types import BookLanguage, Citation
from tutor.curriculum.curriculum import Curriculum


@pytest.mark.parametrize(
    ("known", "language", "place"),
    [
        ({"subject": "history", "form": 3}, "en", "History, Form 3: Harvesting honey, page 4"),
        ({"subject": "history"}, "sw", "Historia: Harvesting honey, ukurasa wa 4"),
        ({"form": 1}, "sw", "Ufugaji wa Nyuki, Kidato cha 1: Harvesting honey, ukurasa wa 4"),
        ({}, "en", "Ufugaji wa Nyuki: Harvesting honey, page 4"),
    ],
)
def test_a_book_is_named_by_its_title_where_its_subject_is_unknown(
    known: dict[str, Any], language: BookLanguage, place: str
) -> None:
    quoted = Citation("p1", "Ufugaji wa Nyuki", "nyuki.docx", ("Harvesting honey",), 4, "en", "Honey is cut.", **known)
    assert citation_place(quoted, language, Curriculum.load()) == place
