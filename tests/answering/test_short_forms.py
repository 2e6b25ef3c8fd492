"""Words as they are shortened in messages."""

from __future__ import annotations

import pytest

from tutor.answering.question.short_forms import spelled_out


@pytest.mark.parametrize(
    "typed, meant",
    [
        ("rushwa ni nn", "rushwa ni nini"),
        ("what r the causes of climate change", "what are the causes of climate change"),
        ("kwann damu ni nyekundu", "kwa nini damu ni nyekundu"),
        ("diff btn mass and weight", "difference between mass and weight"),
    ],
)
def test_short_forms_are_written_out(typed: str, meant: str) -> None:
    assert spelled_out(typed) == meant


@pytest.mark.parametrize(
    "typed",
    ["The radius r is 5 cm", "Find v if u = 5 m/s", "A car has initial velocity u and v", "what is r in $V=IR$",
     "DIFF", "R is a resistance", "If you are given r, find the area", "2r = d", "u"],
)  # fmt: skip
def test_a_letter_of_a_formula_stays(typed: str) -> None:
    assert spelled_out(typed) == typed
