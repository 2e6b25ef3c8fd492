"""The generator may say a long sentence shorter; what cannot be verified, or would be lost, stays the book's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from lesson_makers import alike, evidence

from tutor.core.errors import ModelError
from tutor.lessons.lesson import Line
from tutor.lessons.patience import Patience
from tutor.lessons.simplify import TRIES, Simplified, simplified_lines

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
    found = simplified_lines(LINES, own, "en", longest, cast(Any, Saying(text)), alike, Patience(), told)
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


@pytest.mark.parametrize(("questions", "is_said"), [(1, True), (9, False)])
def test_a_sentence_that_a_question_breaks_off_is_said_again_but_not_for_ever(questions: int, is_said: bool) -> None:
    shorter = "The heart pumps blood to the lungs. The arteries carry blood to all the organs of the body."
    paused: list[int] = []
    begun = 0

    class Interrupted(Saying):
        def generate(self, prompt: Any, *, stop: Any = None) -> Iterator[str]:
            nonlocal begun
            begun += 1
            for word in self.text.split(" "):
                if stop():
                    return
                yield f"{word} "

    patience = Patience(pause=lambda: paused.append(begun), gives_way=lambda: begun <= questions)
    told = Simplified()
    own = evidence(f"{LONG} Blood is red.")
    found = simplified_lines(LINES, own, "en", 12, cast(Any, Interrupted(shorter)), alike, patience, told)
    assert (found != LINES) == is_said and told.dropped == ({} if is_said else {"interrupted": 1})
    assert len(paused) == begun == (2 if is_said else TRIES)
