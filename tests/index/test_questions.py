"""A question becomes a vector in one place, in the form that it is compared in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tutor.core.places import PACKAGE
from tutor.index.questions import question_vectors


class Embedder:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.zeros((len(texts), 2), dtype=np.float32)


def test_questions_are_embedded_as_a_book_would_print_them() -> None:
    embedder = Embedder()
    assert question_vectors(embedder, ["kwanini jua ni moto", "What is a delta?"]).shape == (2, 2)
    assert embedder.asked == ["Kwa nini jua ni moto?", "What is a delta?"]


def test_answering_embeds_no_question_by_another_way() -> None:
    # Two forms of one question have two vectors, and what was found by one is not what the other would find.
    others = {"answering/health.py", "retrieval/crossing.py"}  # stored sentences; a question that was made of another
    for room in ("answering", "retrieval", "lessons", "web", "cli"):
        for file in sorted((PACKAGE / room).rglob("*.py")):
            name = file.relative_to(PACKAGE).as_posix()
            uses = ".embed_queries(" in file.read_text(encoding="utf-8")
            assert not uses or name in others, f"{name}: use tutor.index.questions.question_vectors"
