"""A calculation is answered with what the book has for it: its formula, and an exercise that it works out itself.

Tutor puts no numbers of the pupil's into a formula: the book's own example shows how that is done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tutor.answering.sections import distinct
from tutor.core.types import Candidate, EvidenceSentence
from tutor.library.store import LibraryStore, StoredPassage

EXAMPLE_STEPS = 9
"""Sentences of one worked example; longer ones are cut where nothing but steps would follow."""
NEAR = 4
"""Candidates among which an example is looked for; one further down is of another matter."""
_EXAMPLE = re.compile(r"\b(?:worked\s+)?example\b|\bmfano\b|\bmifano\b", re.IGNORECASE)
_EQUALS = re.compile(r"=([^=$]*)")
_SAYS_NO_LETTER = re.compile(r"\\(?:mathrm|text|mathbf)\s*\{[^{}]*\}|\\[A-Za-z]+")


def with_worked_example(
    evidence: tuple[EvidenceSentence, ...], candidates: Sequence[Candidate],
    store: LibraryStore,
) -> tuple[EvidenceSentence, ...]:  # fmt: skip
    """The evidence with the book's formula and its worked example, where the same book has them near."""
    book = evidence[0].passage.document_id
    near = [c for c in candidates if c.passage.document_id == book][:NEAR]
    own = {stored.passage.id: stored for stored in store.passages_by_id([c.passage.id for c in near])}
    added: list[EvidenceSentence] = []
    if not any(is_formula(item.sentence.text) for item in evidence):
        added += _formulas([own[c.passage.id] for c in near], evidence[0])[:1]
    example = next((c for c in near if _is_example(c)), None)
    if example is not None:
        sentences = own[example.passage.id].sentences[:EXAMPLE_STEPS]
        added += [
            EvidenceSentence(s, example.passage, evidence[0].score, evidence[0].similarity, 0.0) for s in sentences
        ]
    kept = [item for item in evidence if example is None or item.passage.id != example.passage.id]
    return distinct([*kept, *added]) if added else evidence


def _is_example(candidate: Candidate) -> bool:
    return bool(candidate.passage.heading_path and _EXAMPLE.search(candidate.passage.heading_path[-1]))


def is_formula(text: str) -> bool:
    """True when a quantity is given by others: "P = F/A", but not "P = 30/0.02 = 1500 Pa"."""
    return any(
        re.search(r"[A-Za-z]", re.sub(r"\d\s*[A-Za-z]+", "", _SAYS_NO_LETTER.sub(_kept_text, found)))
        for found in _EQUALS.findall(text)
    )


def _kept_text(found: re.Match[str]) -> str:
    """Words written out in a formula are quantities; units and commands are none."""
    written = found.group()
    return written if written.startswith("\\text") and len(written) > len("\\text{km}") else ""


def _formulas(passages: Sequence[StoredPassage], like: EvidenceSentence) -> list[EvidenceSentence]:
    return [
        replace(like, passage=stored.passage, sentence=sentence)
        for stored in passages
        for sentence in stored.sentences
        if is_formula(sentence.text)
    ]
