"""The sentence selection set: which rows count, and what its figures mean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tutor.core.types import Metadata, Passage
from tutor.evaluation.evidence_set import evidence, evidence_scores
from tutor.evaluation.outcomes import Outcome

TEXT = "The lake is deep. It was found in 1858 by travellers. Fish live there."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows: dict[str, list[dict[str, Any]]] = {
        "passages": [
            {"id": "p1", "title": "Lake", "text": TEXT, "language": "en"},
            {"id": "s1", "title": None, "text": "Ziwa lilipatikana mwaka 1858.", "language": "sw"},
        ],
        "queries_sw_to_en": [
            {"id": "a", "sw": "Ziwa lilipatikana lini?", "en": "When was it found?", "answer_en": ["1858"],
             "relevant": ["p1"]},
            {"id": "b", "sw": "Nani?", "en": "Who?", "answer_en": ["Speke"], "relevant": ["p1"]},
        ],
        "queries_sw_to_sw": [{"id": "c", "sw": "Lini?", "answers": ["1858"], "relevant": ["s1"]}],
    }  # fmt: skip
    (tmp_path / "retrieval").mkdir()
    for name, own in rows.items():
        (tmp_path / "retrieval" / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in own))
    return tmp_path


def test_only_rows_with_something_to_choose_count(folder: Path) -> None:
    assert [case.id for case in evidence(folder).cases] == ["a.sw_to_en", "a.en_to_en"]


def test_the_answer_counts_from_the_rank_where_it_stands(folder: Path) -> None:
    case = evidence(folder).cases[0]
    start = TEXT.index("It was")
    end = TEXT.index(" Fish")
    outcome = Outcome(ranked=("0:17", f"{start}:{end}"))
    scores = evidence_scores([case], {case.id: outcome}, {"p1": Passage("p1", "d", "", "f", 0, (), TEXT, Metadata())})
    assert [scores[f"best_{depth}"].values[case.id] for depth in (1, 2, 3)] == [0, 1, 1]
