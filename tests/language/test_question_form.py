"""A question as a book would print it."""

from __future__ import annotations

import pytest

from tutor.language.question_form import asked_form


@pytest.mark.parametrize(
    "written, form",
    [
        ("mimba inachukua miezi mingapi", "Mimba inachukua miezi mingapi?"),
        ("What is osmosis?", "What is osmosis?"),
        ("Explain osmosis.", "Explain osmosis."),
        ("kwanini viumbe hai wanazaa", "Kwa nini viumbe hai wanazaa?"),
        (" h2o ", "H2o?"),
        ("", ""),
        ("  ", "  "),
    ],
)
def test_a_question_gets_a_capital_and_an_end_mark(written: str, form: str) -> None:
    assert asked_form(written) == form
    assert asked_form(asked_form(written)) == asked_form(written)
