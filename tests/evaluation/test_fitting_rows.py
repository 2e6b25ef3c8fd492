"""The questions that fit the decision: right, enough of each sort, and none that a report measures on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tutor.evaluation.fitting_rows import FittingRow, fitting_faults, fitting_rows
from tutor.evaluation.golden import load_rows
from tutor.evaluation.validation import sample_passages


@pytest.fixture(scope="module")
def rows() -> list[FittingRow]:
    return fitting_rows()


def test_the_shipped_rows_are_right(rows: list[FittingRow]) -> None:
    faults = fitting_faults(rows, sample_passages(), load_rows())
    assert not faults, "\n".join(map(str, faults))


def test_there_are_enough_of_each_sort(rows: list[FittingRow]) -> None:
    kinds = Counter((row.kind, row.language) for row in rows)
    assert kinds["answerable", "en"] >= 60 and kinds["answerable", "sw"] >= 60 and kinds["answerable", "mixed"] >= 30
    assert kinds["near-miss", "en"] >= 60 and kinds["near-miss", "sw"] >= 50 and kinds["near-miss", "mixed"] >= 20
    assert {row.subject for row in rows} >= {"biology", "history", "civics", "geography", "physics", "chemistry"}


def test_they_belong_to_no_split_that_is_measured(rows: list[FittingRow]) -> None:
    assert {row.split for row in rows}.isdisjoint({row.split for row in load_rows()})


def test_every_fault_is_found(rows: list[FittingRow]) -> None:
    answerable = next(row for row in rows if row.has_answer)
    near = next(row for row in rows if not row.has_answer)
    golden = load_rows()[:1]
    wrong = [
        replace(answerable, facts=(("no book says this at all",),)),
        replace(near, absent=("photosynthesis",)),
        replace(answerable, id="fit-900", question=golden[0].question),
        replace(near, id="fit-901"),
        replace(near, id="fit-902", question="Something else?", absent=("3,474/3,476", "120/80", "100 m/s")),
    ]
    what = " ".join(fault.what for fault in fitting_faults(wrong, sample_passages(), golden))
    assert "no passage of its subject" in what and "a passage has 'photosynthesis'" in what
    assert "measures in the golden set" in what and "there twice" in what
    assert what.count("read as one phrase") == 1
