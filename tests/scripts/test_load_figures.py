"""What the load benchmark says of a run: who was overtaken, how memory grew from round to round."""

from __future__ import annotations

from load_figures import Load, Question, figures, last_round_growth, most_overtaken, second_half_growth


def asked(pupil: int, text: str, sent: float, evidence: float, wait: float | None) -> Question:
    end = evidence + (wait or 0) + 1
    return Question(pupil, 0, text, sent, evidence, wait, evidence + (wait or 0), end, "done")


def test_a_fair_row_overtakes_nobody_though_the_last_waits_twice_the_mean() -> None:
    row = [asked(number, f"q{number}", number * 0.01, 0.1, number * 2.0) for number in range(40)]
    assert most_overtaken(row) == 0
    assert 1.9 < figures(Load(row))["longest_over_mean_wait"] <= 2.0


def test_who_is_passed_by_is_found() -> None:
    starved = asked(0, "starved", 0.0, 0.1, 100.0)
    others = [asked(number, f"q{number}", number * 1.0, 0.1, 1.0) for number in range(1, 8)]
    assert most_overtaken([starved, *others]) == 7


def test_who_joins_a_question_that_stood_earlier_passes_nobody() -> None:
    first, waits = asked(1, "shared", 0.0, 0.1, 5.0), asked(2, "other", 1.0, 0.1, 9.0)
    joined = asked(3, "shared", 4.0, 0.1, 1.0)
    assert most_overtaken([joined, waits, first]) == 0


def test_memory_is_compared_between_rounds_and_between_the_last_quarters() -> None:
    assert last_round_growth([[100, 100, 110, 120], [120, 121, 122, 123]]) == 3
    assert last_round_growth([[100, 120]]) == 0
    assert second_half_growth([1, 1, 1, 1, 5, 5, 8, 8]) == 3
    assert figures(Load())["memory_growth_last_round_mb"] == 0
