"""The table that justifies retrieval's defaults: every other choice has its line, its difference and what it says."""

from __future__ import annotations

from typing import Any

from measure_choices import COLUMNS, TESTED, page, verdict

from tutor.evaluation.bootstrap import paired_difference
from tutor.evaluation.systems import CHOICES, SHIPPED, choice_systems

IDS = [f"q{number:02}" for number in range(40)]
WORSE, BETTER = "words in the merging of pools: none", "depth of each search: 10"


def results(set_name: str) -> dict[str, Any]:
    """Every choice finds what ships finds, but for one that is worse by a fifth and one that is better by a tenth."""
    change = {WORSE: -0.2, BETTER: 0.1}
    values = {name: 0.5 + change.get(name, 0.0) for name in choice_systems()}
    own = {
        name: {part: {metric: {"mean": value} for _, p, metric in COLUMNS[set_name] if p == part}
               for part in {p for _, p, _ in COLUMNS[set_name]}}
        for name, value in values.items()
    }  # fmt: skip
    return {
        "set": set_name,
        "systems": own,
        "questions": {"scores": {name: {TESTED: dict.fromkeys(IDS, value)} for name, value in values.items()}},
        "provenance": {
            "commit": "abc", "code_sha256": "0" * 64, "models": {"embedder": {"name": "one"}}, "cases": len(IDS),
            "split": None,
        },
    }  # fmt: skip


def test_every_choice_has_a_line_and_only_what_moved_is_called_so() -> None:
    text = page([results("golden"), results("bilingual-retrieval")])
    lines = [line for line in text.splitlines() if line.startswith("|")]
    count = sum(len(others) for others in CHOICES.values())
    assert len(lines) == 2 * (count + 3), "for each set: a head, its rule, what ships, each choice"
    assert all(line.count("|") == lines[0].count("|") for line in lines[: count + 3])
    called = [line for line in lines if line.endswith(("| better |", "| worse |"))]
    assert ["-0.200" in line or "+0.100" in line for line in called] == [True] * 4
    assert text.count("| worse |") == text.count("| better |") == 2
    assert f"| **as shipped** | | {' | '.join(['0.500'] * 3)} | | |" in lines
    assert SHIPPED == "tutor"


def test_an_interval_that_holds_zero_leaves_the_question_open() -> None:
    a = dict.fromkeys(IDS, 0.5)
    mixed = {name: 0.5 + (0.1 if number % 2 else -0.1) for number, name in enumerate(IDS)}
    assert verdict(paired_difference(a, mixed)) == "open"
    assert verdict(paired_difference(a, a)) == "open"
