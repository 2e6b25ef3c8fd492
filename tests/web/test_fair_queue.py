"""Turns: round robin over pupils, bounded, and nobody starves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.web.service.fair_queue import FairQueue


def drained(queue: FairQueue[str]) -> list[str]:
    return list(iter(queue.take, None))


def test_pupils_take_turns_whatever_one_of_them_asks() -> None:
    queue: FairQueue[str] = FairQueue(20)
    for item in ("a1", "a2", "a3", "a4"):
        queue.add("amina", item)
    queue.add("baraka", "b1")
    queue.add("chausiku", "c1")
    queue.add("baraka", "b2")
    assert list(queue.in_turn()) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
    assert drained(queue) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


def test_who_was_served_goes_behind_all_who_wait() -> None:
    queue: FairQueue[str] = FairQueue(20)
    for pupil in ("amina", "baraka", "chausiku"):
        queue.add(pupil, pupil)
    assert queue.take() == "amina"
    queue.add("amina", "amina again")
    assert drained(queue) == ["baraka", "chausiku", "amina again"]


def test_a_full_queue_takes_nothing() -> None:
    queue: FairQueue[str] = FairQueue(2)
    assert queue.add("amina", "1") and queue.add("amina", "2")
    assert queue.is_full and not queue.add("baraka", "3")
    assert len(queue) == 2


def test_what_is_removed_leaves_no_gap() -> None:
    queue: FairQueue[str] = FairQueue(9)
    queue.add("amina", "a1")
    queue.add("baraka", "b1")
    assert queue.remove("a1") and not queue.remove("a1")
    assert drained(queue) == ["b1"] and len(queue) == 0


def test_a_queue_for_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        FairQueue(0)


@given(st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=60))
def test_the_order_foretold_is_the_order_taken_and_no_pupil_is_passed_twice(pupils: list[str]) -> None:
    queue: FairQueue[tuple[str, int]] = FairQueue(100)
    for number, pupil in enumerate(pupils):
        queue.add(pupil, (pupil, number))
    foretold = list(queue.in_turn())
    taken = list(iter(queue.take, None))
    assert taken == foretold and len(taken) == len(pupils)
    for pupil in set(pupils):
        own = [number for name, number in taken if name == pupil]
        assert own == sorted(own)
    # Between two turns of a pupil, every other pupil has at most one.
    for position, (pupil, _) in enumerate(taken):
        later = [index for index, (name, _) in enumerate(taken) if name == pupil and index > position]
        if later:
            between = [name for name, _ in taken[position + 1 : later[0]]]
            assert len(between) == len(set(between))
