"""What a lesson takes from the books, as lines with their citations."""

from __future__ import annotations

from dataclasses import replace

from tutor.core.types import Citation, EvidenceSentence, Passage, Sentence
from tutor.lessons.grounding import Ground
from tutor.lessons.lesson import Example, Line, LineKind, Part
from tutor.lessons.units import FORMULA, Chosen
from tutor.lessons.worked import Worked, new_numbers, plain_result
from tutor.library.tables import readable_text

MOST_TASKS = 2


class Cited:
    """The citations of a lesson in the order of their first use."""

    def __init__(self) -> None:
        self.citations: list[Citation] = []
        self.passages: dict[str, Passage] = {}
        self._known: dict[tuple[str, int], int] = {}

    def place(self, passage: Passage, sentence: Sentence) -> int:
        """The position of the sentence's citation."""
        key = (passage.id, sentence.start)
        if key not in self._known:
            self._known[key] = len(self.citations)
            self.citations.append(EvidenceSentence(sentence, passage, 0.0, 0.0, 0.0).citation())
            self.passages[passage.id] = passage
        return self._known[key]


def part_of(chosen: Chosen, cited: Cited) -> Part:
    """The chosen units under their heading."""
    lines = [line_of(passage, sentence, cited) for unit in chosen.units for passage, sentence in unit.sentences]
    return Part(chosen.section.heading, tuple(lines))


def line_of(passage: Passage, sentence: Sentence, cited: Cited) -> Line:
    """The sentence as a line that quotes it."""
    kind: LineKind = "sentence"
    if sentence.kind == "table_row":
        kind = "row"
    elif FORMULA.match(sentence.text):
        kind = "formula"
    elif sentence.kind == "list_item":
        kind = "item"
    return Line(readable_text(passage, sentence), (cited.place(passage, sentence),), kind)


def shown_example(ground: Ground, cited: Cited) -> Example | None:
    """The first worked example under the lesson's sections, whole."""
    if not ground.examples:
        return None
    section = ground.examples[0]
    return Example(section.heading, tuple(line_of(passage, sentence, cited) for passage, sentence in section.sentences))


def worked_tasks(ground: Ground, cited: Cited) -> list[Worked]:
    """At most two worked examples as tasks: other ones than the lesson shows first, where the book has them."""
    found: list[Worked] = []
    for section in [*ground.examples[1:], *ground.examples[:1]]:
        at = next((n for n, (_, s) in enumerate(section.sentences) if s.kind == "list_item"), 0)
        passage, last = section.sentences[-1]
        if at == 0 or last.kind != "sentence" or plain_result(last.text) is None or at >= len(section.sentences) - 1:
            continue
        task = Worked(" ".join(sentence.text for _, sentence in section.sentences[:at]), last.text, -1)
        if new_numbers(task) and len(found) < MOST_TASKS:
            found.append(replace(task, citation=cited.place(passage, last)))
    return found
