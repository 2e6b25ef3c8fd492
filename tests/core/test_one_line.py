"""Names and messages of others on one line."""

from __future__ import annotations

import pytest

from tutor.core.errors import TutorError
from tutor.core.one_line import on_one_line


@pytest.mark.parametrize(
    "text, shown",
    [("a\nb", "a b"), ("a\r\n\tb", "a b"), ("a\u2028b", "a b"), ("\x1b[31mred", "[31mred"),
     ("x\u202egpj.exe", "xgpj.exe"),
     ("ng\u2019ombe \u00e9 \U0001f468\u200d\U0001f469", "ng\u2019ombe \u00e9 \U0001f468\u200d\U0001f469"), ("", "")],
)  # fmt: skip
def test_what_steers_a_screen_goes_and_letters_stay(text: str, shown: str) -> None:
    assert on_one_line(text) == shown


def test_an_error_is_told_on_one_line_whatever_a_file_is_called() -> None:
    for error in (
        TutorError("path-missing", path="a\nb\x1b[2J.md"),
        TutorError("library-damaged", file="x", why="1\n2"),
    ):
        for language in ("en", "sw"):
            assert all(sign.isprintable() for sign in error.what(language))
