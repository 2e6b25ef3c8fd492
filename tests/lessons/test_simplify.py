"""The generator may say a long sentence shorter; what cannot be verified, or would be lost, stays the book's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from lesson_makers import alike, evidence

from tutor.core.errors import ModelError
from tutor.lessons.lesson import Line
from tutor.lessons.simplify import Simplified, simplified_lines

LONG = "The heart pumps blood to the lungs and the arteries carry blood to all the organs of the body."
LINES = [Line(LONG, (0,)), Line("Blood is red.", (1,))]


class Saying:
    """A generator that always says the same."""

    def __init__(self, text: str) -> None:
        self.text = text

    def generate(self, prompt: Any, *, stop: Any = None) -> Iterator[str]:
        if not self.text:
            raise ModelError("generator-unfit", name="x", why="y")
        yield self.text


def simplified(text: str, longest: int = 12) -> tuple[list[Line], Simplified]:
    told = Simplified()
    own = evidence(f"{LONG} Blood is red.")
    found = simplified_lines(
        LINES, own, "en", longest, cast(Any, Saying(text)), alike, lambda: False, lambda: None, told
    )
    return found, told


def test_verified_shorter_sentences_take_the_place_of_a_long_one() -> None:
    found, told = simplified(
        "The heart pumps blood to the lungs. The arteries carry blood to all the organs of the body."
    )
    assert [line.text for line in found[:2]] == [
        "The heart pumps blood to the lungs.", "The arteries carry blood to all the organs of the body."
    ]  # fmt: skip
    assert {line.origin for line in found[:2]} == {"rewritten"} and found[0].citations == (0,)
    assert found[2] == LINES[1] and told.taken == 2 and not told.dropped


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The lungs pump blood to the heart.", None),
        ("The heart pumps blood to the lungs.", "lost"),
        ("The heart pumps 9 litres of blood.", None),
        ("", "generator"),
    ],
)
def test_what_is_wrong_or_leaves_something_out_is_dropped_and_counted(text: str, why: str | None) -> None:
    found, told = simplified(text)
    assert found == LINES and told.taken == 0 and sum(told.dropped.values()) == 1
    assert why is None or why in told.dropped


def test_short_sentences_are_left_alone() -> None:
    found, told = simplified("Something else.", longest=40)
    assert found == LINES and not told.dropped
