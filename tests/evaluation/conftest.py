"""Small synthetic sets, so that every figure in a test can be worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tutor.core.types import Metadata, Passage
from tutor.evaluation.golden import GoldenRow

pytest.importorskip("ir_measures", reason="evaluation needs the eval extra: pip install '.[eval]'")
pytest.importorskip("jsonschema", reason="evaluation needs the eval extra: pip install '.[eval]'")

MakeRow = Callable[..., GoldenRow]


def make_passage(
    name: str, text: str, language: str = "en", subject: str = "biology", form: int = 1, heading: str = "Cells"
) -> Passage:
    """A passage as the importer would store it."""
    metadata = Metadata(subject=subject, form=form, language=language)
    return Passage(name, name.split("#")[0], "Book", "book.md", 0, (heading,), text, metadata)


PASSAGES = {
    passage.id: passage
    for passage in (
        make_passage("bio/one.en#cell", "Robert Hooke named the cell in 1665."),
        make_passage("bio/one.sw#seli", "Robert Hooke aliita seli mwaka 1665.", language="sw", heading="Seli"),
        make_passage("bio/two.en#heart", "The heart has two atria.", form=2, heading="The heart"),
        make_passage("his/one.en#iron", "Iron tools raised harvests.", subject="history", heading="Iron"),
    )
}


def raw_row(**changes: Any) -> dict[str, Any]:
    """A row that is right in every way, with the changes made."""
    row: dict[str, Any] = {
        "id": "bio-001", "question": "Who named the cell?", "language": "en", "kind": "answerable",
        "subject": "biology", "form": 1, "scope": {"subjects": ["biology"], "forms": [1]}, "question_type": "who",
        "bloom": "remember", "passages": {"bio/one.en#cell": 3, "bio/one.sw#seli": 3},
        "reference": "Robert Hooke named the cell.", "facts": [["Robert Hooke"], ["cell", "seli"]], "expected": {},
        "cross": False, "drafted": True,
    }  # fmt: skip
    return row | changes


@pytest.fixture
def passages() -> dict[str, Passage]:
    return dict(PASSAGES)


@pytest.fixture
def make_row() -> MakeRow:
    """Makes a row, with changes."""
    return lambda **changes: GoldenRow.from_dict(raw_row(**changes), "test.jsonl", 1)
