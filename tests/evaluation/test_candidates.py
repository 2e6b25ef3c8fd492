"""Marked questions of a classroom as drafts of golden rows: checked, filled in as far as is known, never more."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("jsonschema", reason="evaluation needs the eval extra: pip install '.[eval]'")

from tutor.cli.evaluation import app
from tutor.core.types import Passage
from tutor.evaluation.candidates import drafts_of, read_candidates
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.validation import sample_passages
from tutor.web.desk.candidates import candidate_lines
from tutor.web.stores.questions import QuestionRecord

QUESTION = "Why does a baobab store water in its trunk?"
RECORD = QuestionRecord(
    7, "2026-11-30", "class-token", QUESTION, "en", {"subjects": ["biology"], "forms": [1]}, "answered", None,
    "extracted", "biology", 1, "cells", "Biology is the study of living things.",
    ("biology/form-1-cells-and-living-things.en#what-biology-is",), False, "good",
)  # fmt: skip


@pytest.fixture(scope="module")
def passages() -> dict[str, Passage]:
    return sample_passages()


def written(folder: Path, *records: QuestionRecord, more: str = "") -> Path:
    """What the teacher's page saves of these records."""
    file = folder / "candidates.jsonl"
    file.write_text("".join(candidate_lines(records)) + more, encoding="utf-8")
    return file


def test_a_good_answer_becomes_a_draft_that_a_person_finishes(tmp_path: Path, passages: dict[str, Passage]) -> None:
    found, faults = read_candidates(written(tmp_path, RECORD))
    (draft,) = drafts_of(found, passages)
    assert faults == [] and draft.candidate == "candidate-7" and draft.mark == "good"
    assert (draft.row["kind"], draft.row["question_type"], draft.row["drafted"]) == ("answerable", "why", True)
    assert draft.row["scope"] == {"subjects": ["biology"], "forms": [1]} and draft.row["reference"] == RECORD.answer
    assert draft.row["passages"] == {RECORD.passages[0]: 2} and draft.row["facts"] == []
    # Which passage answers fully, and what a right answer must contain, nobody has said yet.
    assert draft.to_do == ("no passage of grade 3", "no facts or no reference")
    assert "class-token" not in json.dumps(draft.row)


def test_ids_go_on_after_those_that_are_taken(tmp_path: Path, passages: dict[str, Passage]) -> None:
    second = replace(RECORD, number=8, text="Why is a baobab so thick?")
    found, _ = read_candidates(written(tmp_path, RECORD, second))
    first, other = (draft.row["id"] for draft in drafts_of(found, passages))
    assert int(first.removeprefix("bio-")) + 1 == int(other.removeprefix("bio-"))
    alone = drafts_of(found, passages, known=())
    assert [draft.row["id"] for draft in alone] == ["bio-001", "bio-002"]


@pytest.mark.parametrize(
    "changes, kind",
    [
        ({"mark": "wrong"}, None),
        ({"mark": "wrong", "outcome": "declined", "reason": "weak-evidence", "answer": None}, "answerable"),
        ({"outcome": "declined", "reason": "weak-evidence", "answer": None}, "unanswerable"),
        ({"outcome": "declined", "reason": "outside-scope", "answer": None}, "outside"),
        ({"outcome": "declined", "reason": "nothing-in-scope", "answer": None}, None),
    ],
)
def test_the_mark_decides_the_kind_only_where_it_can(
    tmp_path: Path, passages: dict[str, Passage], changes: dict[str, Any], kind: str | None
) -> None:
    found, _ = read_candidates(written(tmp_path, replace(RECORD, **changes)))
    (draft,) = drafts_of(found, passages)
    assert draft.row.get("kind") == kind
    assert kind is not None or any("'kind' is a required property" in what for what in draft.to_do)


def test_what_is_asked_already_is_said_and_makes_no_row(tmp_path: Path, passages: dict[str, Passage]) -> None:
    found, _ = read_candidates(written(tmp_path, RECORD, replace(RECORD, number=9, text=QUESTION.upper())))
    first, twin = drafts_of(found, passages)
    assert first.row and twin.row == {} and twin.to_do == (f"the same question as {first.row['id']}",)


def test_passages_of_the_schools_own_books_are_named(tmp_path: Path, passages: dict[str, Passage]) -> None:
    found, _ = read_candidates(written(tmp_path, replace(RECORD, passages=("our-notes#one",))))
    (draft,) = drafts_of(found, passages)
    assert "no passage our-notes#one" in draft.to_do


@pytest.mark.parametrize("line", ["no json", "[]", '{"id": "x"}', '{"id": "candidate-1", "mark": "nice"}'])
def test_a_line_that_is_none_is_named_and_hides_no_other(tmp_path: Path, line: str) -> None:
    found, faults = read_candidates(written(tmp_path, RECORD, more=line + "\n"))
    assert len(found) == 1 and {fault.line for fault in faults} == {2}


def test_a_file_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    for name in ("picture", "missing"):
        with pytest.raises(EvaluationError) as caught:
            read_candidates(tmp_path / name)
        assert caught.value.code == "candidates-unreadable" and caught.value.what("sw")


def test_the_command_lists_and_writes_drafts(tmp_path: Path) -> None:
    out = tmp_path / "drafts.jsonl"
    result = CliRunner().invoke(app, ["candidates", str(written(tmp_path, RECORD)), "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert QUESTION in result.output and "no passage of grade 3" in result.output
    assert json.loads(out.read_text(encoding="utf-8"))["question"] == QUESTION
    result = CliRunner().invoke(app, ["candidates", str(written(tmp_path, RECORD, more="x\n")), "--json"])
    said = json.loads(result.output)
    assert result.exit_code == 1 and len(said["drafts"]) == len(said["faults"]) == 1
