"""The cerb cases that ship, and every fault that their validator must find."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tutor.core.types import Metadata, Passage, Scope
from tutor.evaluation.cerb import BOOKS, CAMEROON, SLICES, CerbRow, load_cerb
from tutor.evaluation.cerb_validation import cerb_faults, cerb_passages, cerb_schema_faults, validate_cerb
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import rows_sha256, split_of

ROWS = load_cerb()
RIGHT: dict[str, Any] = {
    "id": "table-heavy-001",
    "slice": "table-heavy",
    "question": "Which load breaks Hooke's law in the table?",
    "language": "en",
    "curriculum": CAMEROON,
    "scope": {"subjects": ["physics"], "forms": [5], "years": [2021]},
    "expected": {"subject": "physics", "form": 5, "paper": "2", "year": 2021, "question": "2"},
    "passages": {"phy-21#question-2": 3},
    "drafted": True,
}
MakeRow = Callable[..., CerbRow]


@pytest.fixture(scope="module")
def shipped() -> dict[str, Passage]:
    return cerb_passages()


def passage(name: str, text: str = "| Load | Extension |\n| 1 | 8 |", **known: Any) -> Passage:
    usual: dict[str, Any] = {
        "subject": "physics", "form": 5, "language": "en", "document_type": "past-paper", "paper": "2", "year": 2021,
        "question": "2", "authority": "cameroon-gce-practice",
    }  # fmt: skip
    metadata = Metadata(**usual | known)
    return Passage(name, name.split("#")[0], "Paper", "paper.md", 0, ("Question 2",), text, metadata)


PASSAGES = {
    one.id: one
    for one in (
        passage("phy-21#question-2"),
        passage("phy-21m#question-2", document_type="mark-scheme"),
        passage("phy-22#question-2", year=2022),
        passage("phy-a#question-2", form=7),
        passage("che-21#question-2", subject="chemistry"),
        passage("fiz-21#swali-2", language="sw"),
        passage("tz-21#question-2", authority="tutor sample library"),
        passage("phy-21#question-3", "Describe a fuse.", question="3"),
    )
}


def row(**changes: Any) -> CerbRow:
    return CerbRow.from_dict(RIGHT | changes)


def test_the_shipped_cases_are_right(shipped: dict[str, Passage]) -> None:
    count, faults = validate_cerb(passages=shipped)
    assert not faults, "\n".join(map(str, faults))
    assert count == len(ROWS) == 170


def test_the_slices_of_the_protocol_are_there_in_both_curricula() -> None:
    assert len(ROWS) >= 140
    slices = Counter(one.slice for one in ROWS)
    assert set(slices) == set(SLICES) and min(slices.values()) >= 18
    halves = Counter(one.curriculum for one in ROWS)
    assert set(halves) == {"tanzania", CAMEROON} and min(halves.values()) >= 70
    kinds = Counter(one.kind for one in ROWS)
    assert kinds["empty"] >= 15 and kinds["words"] >= 15
    for name in SLICES:
        assert {one.curriculum for one in ROWS if one.slice == name and one.kind == "empty"} == set(halves)
    assert all(one.drafted for one in ROWS)


def test_both_splits_hold_every_slice() -> None:
    for name in SLICES:
        assert {split_of(one.id) for one in ROWS if one.slice == name} == {"dev", "holdout"}


def test_every_scope_field_of_an_examination_is_used() -> None:
    used = {name for one in ROWS for name in one.scope.as_dict()}
    assert {"subjects", "forms", "document_types", "authorities", "papers", "years", "questions"} <= used


def test_the_practice_papers_say_that_they_are_invented() -> None:
    books = sorted(BOOKS.rglob("*.md"))
    assert len(books) >= 20
    for book in books:
        front = book.read_text(encoding="utf-8").split("---")[1]
        assert "Invented practice material" in front and "not an official" in front, book.name


def test_every_paper_has_its_mark_scheme_with_the_same_questions(shipped: dict[str, Passage]) -> None:
    kinds: dict[tuple[Any, ...], dict[str, dict[str, int]]] = {}
    for one in shipped.values():
        known = one.metadata
        if known.authority == "cameroon-gce-practice" and known.question and known.document_type:
            paper = (known.subject, known.form, known.paper, known.year)
            marks = kinds.setdefault(paper, {}).setdefault(known.document_type, {})
            marks[known.question] = known.marks or 0
    assert len(kinds) == 14
    for paper, found in kinds.items():
        assert set(found) == {"past-paper", "mark-scheme"}, paper
        assert found["past-paper"] == found["mark-scheme"], paper
        assert list(found["past-paper"]) == ["1", "2", "3", "4", "5", "6"], paper


def test_the_marks_of_each_paper_add_up(shipped: dict[str, Passage]) -> None:
    for guidance in (one for one in shipped.values() if one.id.endswith(("#instructions", "#guidance-for-markers"))):
        if guidance.metadata.authority != "cameroon-gce-practice":
            continue
        own = {
            one.metadata.question: one.metadata.marks or 0
            for one in shipped.values()
            if one.document_id == guidance.document_id and one.metadata.question
        }
        assert f"carries {sum(own.values())} marks" in guidance.text, guidance.id


def test_kinds_of_cases() -> None:
    assert row().kind == "set"
    assert row(scope={}).kind == "words"
    assert row(passages={}).kind == "empty"


def test_what_a_case_asks_for_is_said_by_the_page_or_in_words() -> None:
    assert row(scope={}).asked == Scope(subjects=("physics",), forms=(5,))
    assert row(scope={"subjects": ["physics"], "forms": [5]}, expected={"year": 2021}).asked == row(scope={}).asked
    two = row(expected={"subjects": ["physics", "chemistry"]}, scope={})
    assert two.asked == Scope(subjects=("physics", "chemistry"))


@pytest.mark.parametrize(
    "changes",
    [
        {"slice": "essay"}, {"language": "fr"}, {"curriculum": "kenya"}, {"question": " "}, {"expected": {}},
        {"scope": {"subject": ["physics"]}}, {"scope": {"years": []}}, {"passages": {"x": 4}}, {"extra": 1},
        {"id": "Table 1"}, {"drafted": "yes"}, {"expected": {"subjects": ["physics"]}},
    ],
)  # fmt: skip
def test_what_breaks_the_schema_is_found(changes: dict[str, Any]) -> None:
    assert cerb_schema_faults(RIGHT) == []
    assert cerb_schema_faults(RIGHT | changes)


def test_a_right_case_has_no_fault() -> None:
    assert cerb_faults([row()], PASSAGES) == []


WORDS = {"scope": {}, "question": "GCE O Level physics 2021 paper 2 question 2, the table of loads"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": "mcq-001"}, "does not begin with its slice"),
        ({"expected": {"form": 5}}, "either subject or subjects"),
        ({"passages": {"nothing#x": 3}}, "no passage nothing#x"),
        ({"passages": {"phy-21#question-2": 2}}, "no passage of grade 3"),
        ({"passages": {"phy-21#question-2": 3, "phy-22#question-2": 1}}, "outside the scope: year:2022"),
        ({"passages": {"phy-21#question-2": 3, "tz-21#question-2": 1}}, "is not of the curriculum cameroon-gce"),
        ({"curriculum": "tanzania"}, "is not of the curriculum tanzania"),
        ({"expected": {"subject": "physics", "question": "4"}}, "has question 2, not 4"),
        ({"passages": {"phy-21#question-2": 3, "phy-21#question-3": 1}}, "contaminates: question 3"),
        ({"expected": {"subjects": ["physics", "chemistry"]}}, "no relevant passage of chemistry"),
        ({"passages": {}}, "should hold nothing"),
        ({"passages": {}, "scope": {"subjects": ["physics"], "forms": [6]}}, "needs a scope with a strict key"),
        ({"scope": {}}, "does not name the year 2021"),
        (WORDS | {"question": "O Level chemistry 2021 paper 2 question 2"}, "does not name the subject physics"),
        (WORDS | {"question": "GCE physics 2021 paper 2 question 2"}, "does not name the form 5"),
        (WORDS | {"question": "O Level physics 2021 paper 1 question 2"}, "does not name the paper 2"),
        ({"slice": "mcq", "id": "mcq-001"}, "needs options A to D"),
        ({"slice": "mark-scheme", "id": "mark-scheme-001"}, "asks for mark schemes"),
        ({"slice": "bilingual", "id": "bilingual-001"}, "in the other language"),
        ({"slice": "formula-heavy", "id": "formula-heavy-001"}, "needs a formula"),
        ({"slice": "cross-subject", "id": "cross-subject-001"}, "asks for two subjects"),
        ({"passages": {"phy-21#question-3": 3}, "expected": {"subject": "physics"}}, "needs a table"),
        ({"language": "sw"}, "in the language of the question"),
    ],
)
def test_a_fault_is_found(changes: dict[str, Any], said: str) -> None:
    faults = [fault.what for fault in cerb_faults([row(**changes)], PASSAGES)]
    assert any(said in what for what in faults), faults


@pytest.mark.parametrize(
    "changes",
    [
        WORDS,
        {"passages": {}, "scope": {"subjects": ["physics"], "years": [2019]}, "expected": {"subject": "physics"}},
        {"slice": "bilingual", "id": "bilingual-001", "language": "sw"},
        {"slice": "mark-scheme", "id": "mark-scheme-001", "passages": {"phy-21m#question-2": 3}},
        {"language": "mixed"},
    ],
)
def test_other_right_cases_have_no_fault(changes: dict[str, Any]) -> None:
    assert cerb_faults([row(**changes)], PASSAGES) == []


def test_what_is_there_twice_is_found() -> None:
    other = replace(row(), file="table-heavy.jsonl", line=9)
    said = {fault.what for fault in cerb_faults([row(), other], PASSAGES)}
    assert said == {"the id is also in ", "the same question and scope as table-heavy-001"}
    elsewhere = row(id="table-heavy-002", scope={"subjects": ["physics"], "forms": [5]})
    assert cerb_faults([row(), elsewhere], PASSAGES) == []


def test_a_line_that_is_no_case_does_not_hide_the_others(tmp_path: Path) -> None:
    lines = ["{", json.dumps({"id": "x"}), json.dumps(RIGHT | {"passages": {"gone#x": 3}})]
    (tmp_path / "table-heavy.jsonl").write_text("\n".join(lines), encoding="utf-8")
    count, faults = validate_cerb(tmp_path, PASSAGES)
    assert count == 3 and {fault.line for fault in faults} == {1, 2, 3}
    with pytest.raises(EvaluationError) as unreadable:
        load_cerb(tmp_path)
    assert unreadable.value.code == "golden-unreadable"


def test_the_hash_changes_with_any_case() -> None:
    assert rows_sha256([row(), row(id="table-heavy-002")]) == rows_sha256([row(id="table-heavy-002"), row()])
    assert rows_sha256([row()]) != rows_sha256([row(drafted=False)])
