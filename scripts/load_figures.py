"""What a load run found, and what it says: times, waits, who was overtaken, how the memory grew."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

GOALS = {"evidence_p95_s": 3.0, "health_longest_ms": 200.0, "longest_over_mean_wait": 2.0}


@dataclass
class Question:
    """What came of one question. Times in seconds since it was sent; None where it never came."""

    pupil: int
    number: int
    text: str
    sent: float = 0.0
    evidence: float | None = None
    turn_wait: float | None = None
    first_sentence: float | None = None
    end: float | None = None
    state: str = ""
    error: str = ""


@dataclass
class Load:
    """What a load run found."""

    questions: list[Question] = field(default_factory=list)
    health_ms: list[float] = field(default_factory=list)
    late_ms: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    """Of all rounds, in the order of time."""
    memory_of_rounds: list[list[float]] = field(default_factory=list)


def p95(values: Sequence[float]) -> float:
    """The 95th percentile; 0 of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))] if ordered else 0.0


def figures(load: Load) -> dict[str, float | int]:
    """What the run says, in seconds, milliseconds and megabytes."""
    evidence = [q.evidence for q in load.questions if q.evidence is not None]
    waits = [q.turn_wait for q in load.questions if q.turn_wait is not None]
    ends = [q.end for q in load.questions if q.end is not None]
    first = [q.first_sentence for q in load.questions if q.first_sentence is not None]
    mean_wait = statistics.mean(waits) if waits else 0.0
    quarter = max(1, len(load.memory_mb) // 4)
    return {
        "questions": len(load.questions),
        "errors": sum(bool(q.error) for q in load.questions),
        "written": len(waits),
        "evidence_median_s": statistics.median(evidence) if evidence else 0.0,
        "evidence_p95_s": p95(evidence),
        "first_sentence_median_s": statistics.median(first) if first else 0.0,
        "whole_median_s": statistics.median(ends) if ends else 0.0,
        "whole_p95_s": p95(ends),
        "turn_wait_mean_s": mean_wait,
        "turn_wait_longest_s": max(waits, default=0.0),
        "longest_over_mean_wait": max(waits, default=0.0) / mean_wait if mean_wait else 0.0,
        "most_overtaken": most_overtaken(load.questions),
        "health_p95_ms": p95(load.health_ms),
        "health_longest_ms": max(load.health_ms, default=0.0),
        "computer_late_p95_ms": p95(load.late_ms),
        "computer_late_longest_ms": max(load.late_ms, default=0.0),
        "memory_at_start_mb": load.memory_mb[0] if load.memory_mb else 0.0,
        "memory_first_quarter_mb": statistics.mean(load.memory_mb[:quarter]) if load.memory_mb else 0.0,
        "memory_last_quarter_mb": statistics.mean(load.memory_mb[-quarter:]) if load.memory_mb else 0.0,
        "memory_growth_second_half_mb": second_half_growth(load.memory_mb),
        "memory_growth_last_round_mb": last_round_growth(load.memory_of_rounds),
    }


def most_overtaken(questions: Sequence[Question]) -> int:
    """The most questions that lined up after one and were written before it. A shared one counts where it stood first.

    A question that somebody else asked before joins that one's turn: nobody waits longer for it.
    """
    first_of: dict[str, tuple[float, float]] = {}
    for q in sorted(questions, key=lambda q: q.sent):
        if q.evidence is not None and q.turn_wait is not None and q.text not in first_of:
            lined_up = q.sent + q.evidence
            first_of[q.text] = (lined_up, lined_up + q.turn_wait)
    turns = list(first_of.values())
    return max((sum(a > lined_up and b < written for a, b in turns) for lined_up, written in turns), default=0)


def last_round_growth(rounds: Sequence[Sequence[float]]) -> float:
    """How much more the last quarter of the last round takes than that of the round before it. 0 of a single round."""
    last = [statistics.mean(memory[-max(1, len(memory) // 4) :]) for memory in rounds if memory]
    return last[-1] - last[-2] if len(last) > 1 else 0.0


def second_half_growth(memory_mb: Sequence[float]) -> float:
    """How much more the last quarter takes than the one before it."""
    quarter = len(memory_mb) // 4
    if not quarter:
        return 0.0
    return statistics.mean(memory_mb[-quarter:]) - statistics.mean(memory_mb[-2 * quarter : -quarter])
