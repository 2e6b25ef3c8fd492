"""Cutting the stream into sentences loses nothing: models send spaces as pieces of their own."""

from __future__ import annotations

import pytest

from tutor.answering.rewriting import complete_sentences


def streamed(text: str, size: int) -> tuple[list[str], str]:
    done: list[str] = []
    held = ""
    for start in range(0, len(text), size):
        complete, held = complete_sentences(held + text[start : start + size])
        done += complete
    return done, held


@pytest.mark.parametrize("size", [1, 2, 3, 7, 200])
def test_spaces_between_pieces_stay(size: int) -> None:
    done, held = streamed("Julius Nyerere became president of the TAA in 1953. He was a teacher.", size)
    assert [*done, held.strip()] == ["Julius Nyerere became president of the TAA in 1953.", "He was a teacher."]


@pytest.mark.parametrize("size", [1, 5, 100])
def test_lines_end_sentences_and_list_marks_go(size: int) -> None:
    done, held = streamed("1. The flag.\n2. The coat of arms.\n- The anthem.\n", size)
    assert [*done, held.strip()] == ["The flag.", "The coat of arms.", "The anthem.", ""]
