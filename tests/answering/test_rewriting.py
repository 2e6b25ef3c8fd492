"""Cutting the stream into sentences loses nothing: models send spaces as pieces of their own."""

from __future__ import annotations

from typing import cast

import pytest

from tutor.answering.composing.rewriting import can_rewrite, complete_sentences
from tutor.core.types import BookLanguage, EvidenceSentence, Metadata, Passage, Sentence
from tutor.models.generator import Generator


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


class _Speaks:
    def __init__(self, *languages: str) -> None:
        self.languages = languages


@pytest.mark.parametrize(
    ("languages", "answer", "book", "asked"),
    [
        (("en",), "en", "en", True),
        (("en",), "en", "sw", False),
        (("en",), "sw", "en", False),
        (("en", "sw"), "en", "sw", True),
        (("en", "sw"), "sw", "en", True),
    ],
)
def test_a_generator_is_asked_for_what_it_can_read_and_write(
    languages: tuple[str, ...], answer: BookLanguage, book: BookLanguage, asked: bool
) -> None:
    text = "Vena hurudisha damu kwenye moyo."
    passage = Passage("p#1", "p", "P", "p.md", 0, (), text, Metadata(language=book))
    evidence = [EvidenceSentence(Sentence(text, 0, len(text), 1), passage, 1.0, 1.0, 1.0)]
    assert can_rewrite(cast(Generator, _Speaks(*languages)), answer, evidence) is asked
    assert not can_rewrite(None, answer, evidence)
