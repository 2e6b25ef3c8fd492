"""Tutor's own sums: exact, limited, and silent where a sum can be read in two ways."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.answering.composing.arithmetic import worked_sum
from tutor.curriculum.sums import bare_sum, taught_sum


@pytest.mark.parametrize(
    "text, line",
    [
        ("what is 12 x 15?", "12 × 15 = 180"),
        ("5 + 3 ni ngapi", "5 + 3 = 8"),
        ("3/4 + 1/2 = ?", "3/4 + 1/2 = 5/4 = 1.25"),
        ("10 ÷ 3", "10 ÷ 3 = 10/3 = 3 1/3 ≈ 3.33333"),
        ("0.1 + 0.2", "0.1 + 0.2 = 0.3"),
        ("-2^2", "-2^2 = -4"),
        ("2^3^2", "2^3^2 = 512"),
        ("(2+3)*4", "(2 + 3) × 4 = 20"),
        ("2(3+4)", "2(3 + 4) = 14"),
        ("2 1/2 + 1", "2 1/2 + 1 = 7/2 = 3.5"),
        ("2½ x 4", "2½ × 4 = 10"),
        ("1,000 + 2.5", "1,000 + 2.5 = 1002.5"),
        ("√16", "√16 = 4"),
        ("7 jumlisha 8", "7 + 8 = 15"),
    ],
)
def test_a_plain_sum_is_worked_out_exactly(text: str, line: str) -> None:
    expression = bare_sum(text)
    assert expression is not None
    worked = worked_sum(expression)
    assert worked is not None and worked.line == line


@pytest.mark.parametrize(
    "text, line",
    [
        ("What is 15% of 200?", "15% × 200 = 30"),
        ("Asilimia 15 ya 200 ni ngapi?", "15% × 200 = 30"),
        ("Simplify 3/4 + 1/2", "3/4 + 1/2 = 5/4 = 1.25"),
        ("5 squared", "5² = 25"),
        ("2 to the power of 10", "2^10 = 1024"),
        ("nusu ya 30 ni ngapi", "1/2 × 30 = 15"),
        ("Kipeuo cha pili cha 49 ni ngapi?", "√49 = 7"),
    ],
)
def test_a_sum_that_books_teach_is_known_as_one(text: str, line: str) -> None:
    expression = taught_sum(text)
    assert expression is not None
    worked = worked_sum(expression)
    assert worked is not None and worked.line == line


@pytest.mark.parametrize(
    "text",
    ["A car travels 100 m in 5 s. What is its speed?", "Rahisisha 6a + 2a", "What is 15% of a cake?",
     "Half of Tanzania",
     "Solve 2x + 3 = 7", "What is the square root of a number?"],
)  # fmt: skip
def test_an_exercise_told_in_words_is_no_sum(text: str) -> None:
    assert taught_sum(text) is None


@pytest.mark.parametrize(
    "expression",
    ["6/2(1+2)", "200 + 10%", "3,5 + 1", "12/5/2020", "3:4", "5+5=10", "√2", "√-4", "1++", "(1+2", "", "1 2",
     "9^9^9", "10^-99", "99999999999^59", "1" * 81, "(" * 40 + "1" + ")" * 39],
)  # fmt: skip
def test_what_is_too_big_or_can_be_read_in_two_ways_is_not_worked_out(expression: str) -> None:
    assert worked_sum(expression) is None


def test_nothing_is_divided_by_zero() -> None:
    worked = worked_sum("10/(5-5)")
    assert worked is not None and worked.result is None and worked.line == "10/(5 - 5)"


def test_a_rounded_figure_is_called_so() -> None:
    third, half = worked_sum("1/3+1/3"), worked_sum("1/2+1/4")
    assert third is not None and third.rounded and third.line.endswith("≈ 0.666667")
    assert half is not None and not half.rounded


@settings(deadline=None)
@given(st.text(alphabet="0123456789+-*/x÷^()√%²., ½", max_size=90))
def test_no_sum_raises(expression: str) -> None:
    worked_sum(expression)


@given(st.integers(-999, 999), st.integers(1, 999), st.integers(-999, 999), st.integers(1, 999))
def test_fractions_agree_with_exact_ones(a: int, b: int, c: int, d: int) -> None:
    worked = worked_sum(f"({a})/{b} + ({c})/{d}")
    assert worked is not None and worked.result is not None
    expected = Fraction(a, b) + Fraction(c, d)
    assert worked.result.split(" ")[0] == str(expected)
