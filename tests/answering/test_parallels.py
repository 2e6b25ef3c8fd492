"""The same sentences in the book of the pupil's own language, where each is the other's nearest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from tutor.answering.evidence.parallels import parallel_evidence
from tutor.core.types import Candidate, EvidenceSentence, Metadata, Passage, Sentence

NEAR = {
    "Plants make food.": (1, 0, 0), "Leaves are green.": (0, 1, 0), "Roots drink.": (0, 0, 1),
    "Mimea hutengeneza chakula.": (0.9, 0.1, 0), "Majani ni ya kijani.": (0.1, 0.9, 0), "Mvua hunyesha.": (0.5, 0.5, 0),
    "Mizizi hunywa.": (0.6, 0.1, 0.5),
}  # fmt: skip


def passage(name: str, language: str, said: Sequence[str], subject: str = "biology") -> tuple[Passage, list[Sentence]]:
    text = " ".join(said)
    sentences = [Sentence(one, text.index(one), text.index(one) + len(one), 1) for one in said]
    metadata = Metadata(subject=subject, form=2, language=cast(Any, language))
    return Passage(name, name, name, name, 0, (), text, metadata), sentences


class Books:
    def __init__(self, *held: tuple[Passage, list[Sentence]]) -> None:
        self.held = held

    def passages_by_id(self, names: Iterable[str]) -> list[Any]:
        wanted = set(names)
        return [SimpleNamespace(passage=p, sentences=s) for p, s in self.held if p.id in wanted]

    def sentence_vectors(self, told: Sequence[tuple[Passage, Sentence]]) -> np.ndarray[Any, Any]:
        rows = np.array([NEAR[sentence.text] for _, sentence in told], dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


ENGLISH = passage("e", "en", ["Plants make food.", "Leaves are green.", "Roots drink."])
SWAHILI = passage("s", "sw", ["Mimea hutengeneza chakula.", "Majani ni ya kijani.", "Mvua hunyesha."])


def parallels(said: Sequence[str], other: tuple[Passage, list[Sentence]] = SWAHILI) -> list[str]:
    books = cast(Any, Books(ENGLISH, other))
    evidence = [EvidenceSentence(s, ENGLISH[0], 1.0, 1.0, 1.0) for s in ENGLISH[1] if s.text in said]
    candidates = [Candidate(ENGLISH[0], 1.0), Candidate(other[0], 0.5)]
    return [item.sentence.text for item in parallel_evidence(evidence, candidates, "sw", books, books)]


def test_every_sentence_has_its_counterpart() -> None:
    told = parallels(["Plants make food.", "Leaves are green."])
    assert told == ["Mimea hutengeneza chakula.", "Majani ni ya kijani."]


def test_one_without_a_counterpart_leaves_all_as_it_is() -> None:
    assert parallels(["Plants make food.", "Roots drink."]) == []


def test_what_is_left_pairs_off_within_the_passage_that_says_the_same() -> None:
    """The rain is the roots' only by being left over: the passage is theirs by its other sentences."""
    leftover = passage("s", "sw", ["Mimea hutengeneza chakula.", "Majani ni ya kijani.", "Mizizi hunywa."])
    assert parallels(["Roots drink."], leftover) == ["Mizizi hunywa."]


def test_another_figure_is_another_statement() -> None:
    with_figure = passage("s", "sw", ["Mimea 3 hutengeneza chakula.", "Majani ni ya kijani.", "Mvua hunyesha."])
    NEAR["Mimea 3 hutengeneza chakula."] = NEAR["Mimea hutengeneza chakula."]
    assert parallels(["Leaves are green."], with_figure) == ["Majani ni ya kijani."]
    assert parallels(["Plants make food."], with_figure) == []


def test_a_chapter_of_another_subject_is_no_parallel() -> None:
    assert parallels(["Plants make food."], passage("g", "sw", ["Mimea hutengeneza chakula."], "geography")) == []
