"""The golden rows that ship, the split, and every fault the validator must find."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tutor.core.types import Passage
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import GoldenRow, load_rows, rows_of, split_of, tuning_rows
from tutor.evaluation.validation import schema_faults, validate_files, validate_rows

MakeRow = Callable[..., GoldenRow]
OPEN = {"subjects": [], "forms": []}


def test_the_shipped_rows_are_right() -> None:
    count, faults = validate_files()
    assert not faults, "\n".join(map(str, faults))
    assert count == len(load_rows()) == 740


def test_the_shipped_rows_have_the_kinds_that_were_asked_for() -> None:
    kinds = Counter(row.kind for row in load_rows())
    assert kinds["answerable"] >= 500
    assert kinds["unanswerable"] >= 120
    assert kinds["outside"] >= 60
    assert kinds["trap"] >= 40
    assert kinds["unsafe"] + kinds["not-a-question"] >= 20


def test_the_split_is_the_hash_of_the_id() -> None:
    for row in load_rows():
        is_holdout = int(hashlib.sha256(row.id.encode()).hexdigest(), 16) % 3 == 0
        assert split_of(row.id) == ("holdout" if is_holdout else "dev")
    counts = Counter(row.split for row in load_rows())
    # 234 of 740 rows (0.316) are holdout: a third, within what chance allows.
    assert 0.29 < counts["holdout"] / 740 < 0.38


def test_known_ids_keep_their_split() -> None:
    names = ("bio-001", "bio-004", "bio-005", "bio-007")
    assert [split_of(name) for name in names] == ["dev", "dev", "holdout", "holdout"]


def test_tuning_gets_dev_rows_and_nothing_else() -> None:
    rows = load_rows()
    tuned = tuning_rows(rows, "dev")
    assert tuned and all(row.split == "dev" for row in tuned)
    assert len(tuned) + len(rows_of(rows, "holdout")) == len(rows) == len(rows_of(rows, None))


@pytest.mark.parametrize("split", ["holdout", None, "", "all"])
def test_tuning_on_anything_but_dev_is_refused(split: str | None) -> None:
    with pytest.raises(EvaluationError) as refused:
        tuning_rows(load_rows(), split)
    assert refused.value.code == "holdout-refused"
    assert "dev" in refused.value.hint("en") and "dev" in refused.value.hint("sw")


def test_a_right_row_has_no_fault(make_row: MakeRow, passages: dict[str, Passage]) -> None:
    assert validate_rows([make_row()], passages) == []


UNANSWERABLE = {"kind": "unanswerable", "passages": {}, "facts": [], "reference": ""}
OUTSIDE = {"kind": "outside", "expected": {"reason": "outside-scope", "subject": "biology", "form": 2}}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"language": "fr"}, "$.language"),
        ({"kind": "hard"}, "$.kind"),
        ({"id": "Bio 1"}, "$.id"),
        ({"question": "  "}, "$.question"),
        ({"passages": {"bio/one.en#cell": 4}}, "$.passages"),
        ({"facts": [[]]}, "$.facts"),
        ({"drafted": "yes"}, "$.drafted"),
        ({"extra": 1}, "extra"),
        ({"passages": {"bio/none#x": 3}}, "no passage bio/none#x"),
        ({"passages": {"bio/one.en#cell": 2}}, "no passage of grade 3"),
        ({"facts": []}, "no facts"),
        ({"reference": " "}, "no reference"),
        ({"facts": [["Louis Pasteur"]]}, "no alternative of the fact"),
        ({"facts": [["cell"]]}, "stands in bio/one.sw#seli"),
        ({"cross": True}, "English passages only"),
        ({"expected": {"reason": "weak-evidence"}}, "expects reason None"),
        ({"scope": {"subjects": ["history"], "forms": []}}, "lies outside the row's scope"),
        ({"scope": {"subjects": [], "forms": [2]}}, "lies outside the row's scope"),
        (UNANSWERABLE, "expects reason weak-evidence"),
        (UNANSWERABLE | {"expected": {"reason": "weak-evidence"}, "reference": "x"}, "has no passages"),
        (OUTSIDE, "lies inside the scope that should not hold it"),
        (OUTSIDE | {"scope": OPEN}, "needs a scope"),
        (OUTSIDE | {"passages": {}}, "names the passages that hold the answer"),
    ],
)
def test_a_fault_is_found(make_row: MakeRow, passages: dict[str, Passage], changes: dict[str, Any], said: str) -> None:
    row = make_row(**{name: value for name, value in changes.items() if name != "extra"})
    if "extra" in changes:
        assert any(said in what for what in schema_faults({**row.raw, "extra": 1}))
        return
    faults = [fault.what for fault in validate_rows([row], passages)]
    assert any(said in what for what in faults), faults


def test_an_outside_row_that_is_right_has_no_fault(make_row: MakeRow, passages: dict[str, Passage]) -> None:
    row = make_row(**OUTSIDE, passages={"bio/two.en#heart": 3}, facts=[["atria"]])
    assert validate_rows([row], passages) == []


def test_what_is_there_twice_is_found_across_files(make_row: MakeRow, passages: dict[str, Passage]) -> None:
    other = GoldenRow.from_dict(make_row(question="who  named the CELL?").raw, "other.jsonl", 7)
    faults = validate_rows([make_row(), other], passages)
    assert {fault.what for fault in faults} == {
        "the id is also in test.jsonl",
        "the same question as bio-001 in test.jsonl",
    }
    assert all(str(fault).startswith("other.jsonl:7 bio-001: ") for fault in faults)


def test_a_broken_line_is_named_and_hides_no_other(make_row: MakeRow, tmp_path: Path) -> None:
    second = json.dumps({**make_row().raw, "kind": "hard"})
    (tmp_path / "x.jsonl").write_text(f"{{broken\n\n{second}\n", encoding="utf-8")
    library = tmp_path / "books"
    library.mkdir()
    (library / "a.md").write_text("# A\n\nText of a book.\n", encoding="utf-8")
    count, faults = validate_files(tmp_path, library)
    assert count == 2
    assert [(fault.line, fault.what.split(":")[0]) for fault in faults] == [(1, "not JSON"), (3, "$.kind")]
    with pytest.raises(EvaluationError) as unreadable:
        load_rows(tmp_path)
    assert unreadable.value.facts["line"] == 1
