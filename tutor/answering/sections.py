"""What an answer is made of: one section for each thing that was asked, each with evidence of its own or without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tutor.answering.finding import Elsewhere
from tutor.answering.question.understanding import Understanding
from tutor.core.types import EvidenceSentence


@dataclass(frozen=True)
class Section:
    """One thing that was asked. `titles`: as the pupil wrote it, where several were, and more than one where the same
    sentences answer them; `evidence` is empty where the books do not say it; `remarks`: what tutor says beside the
    quotes, in sentences that no book holds; `elsewhere`: where it is outside the scope."""

    asked: Understanding
    evidence: tuple[EvidenceSentence, ...] = ()
    titles: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    elsewhere: Elsewhere = field(default_factory=Elsewhere)


@dataclass(frozen=True)
class Plan:
    """A whole answer before it is written. `opening`: what is said before the first section; `label`: how the evidence
    leaves the asked scope."""

    asked: Understanding
    sections: tuple[Section, ...]
    opening: str = ""
    label: str = ""

    @property
    def evidence(self) -> tuple[EvidenceSentence, ...]:
        """The evidence of all sections, each sentence once, in the order in which it is quoted."""
        return distinct([item for section in self.sections for item in section.evidence])

    @property
    def elsewhere(self) -> Elsewhere:
        """The first place outside the scope to which a part of the question points."""
        return next((section.elsewhere for section in self.sections if section.elsewhere.candidates), Elsewhere())


def distinct(evidence: Sequence[EvidenceSentence]) -> tuple[EvidenceSentence, ...]:
    """The sentences without repetitions, in order."""
    found = {(item.passage.id, item.sentence.start): item for item in reversed(evidence)}
    ordered = {(item.passage.id, item.sentence.start): None for item in evidence}
    return tuple(found[key] for key in ordered)
