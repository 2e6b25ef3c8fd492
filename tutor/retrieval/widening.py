"""Widening: when a scope gave too little, it is opened in a fixed order, at most twice, and every step is labelled.

The decision tree and the steps are those of CHSR-RRF, section 3.4.1. W1 drops the topic, W2 the form too, W3 is an
escape: words alone, over all books. What W3 finds can be shown as a pointer; it never counts as found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tutor.core.types import Metadata, Scope

Step = Literal["W1", "W2", "W3"]
Trigger = Literal["nothing-found", "another-subject", "too-few"]

MOST = 2
"""How often one question may be widened, the escape included."""
FEWEST = 3
"""With fewer results than this a question without a subject is widened. The paper leaves its k_min open."""
STRICT = ("papers", "years", "questions", "document_types")
"""Fields that ask for one exact paper: what is found in another form is then no answer, so W2 is blocked."""
FIELDS = {
    "subjects": "subject",
    "forms": "form",
    "languages": "language",
    "topics": "topic",
    "document_types": "document_type",
    "authorities": "authority",
    "papers": "paper",
    "years": "year",
    "questions": "question",
}
"""Field of a scope -> field of the metadata it restricts, in the order in which labels name them."""


@dataclass(frozen=True)
class Widening:
    """The next scope to search. `drops` names the fields of the asked scope that it opens; `because` the case of the
    decision tree that called for it."""

    name: Step
    scope: Scope
    drops: tuple[str, ...]
    because: Trigger

    @property
    def is_escape(self) -> bool:
        """True for W3: searched by words alone, and never a success."""
        return self.name == "W3"


def widen(
    scope: Scope, found: Sequence[Metadata], asked_subjects: Sequence[str], attempt: int, fewest: int = FEWEST
) -> Widening | None:
    """The next widening of `scope`, or None where the results stand as they are.

    `scope` is the one that was searched last and `found` what it gave; `asked_subjects` are those the pupil chose or
    named; `attempt` is how often this question was widened before. Raises ValueError for a negative attempt.
    """
    if attempt < 0:
        raise ValueError(f"attempt must be 0 or more, not {attempt}")
    trigger = reason_to_widen(found, asked_subjects, fewest)
    if trigger is None or attempt >= MOST:
        return None
    if scope.topics:
        return Widening("W1", scope.without("topics"), ("topics",), trigger)
    if scope.forms and not is_strict(scope):
        return Widening("W2", scope.without("forms"), ("forms",), trigger)
    # The languages are those of the books a pupil can read; no step gives up on that.
    everything = Scope(languages=scope.languages)
    if trigger == "nothing-found" and scope != everything:
        dropped = tuple(name for name in scope.as_dict() if name != "languages")
        return Widening("W3", everything, dropped, trigger)
    return None


def reason_to_widen(found: Sequence[Metadata], asked_subjects: Sequence[str], fewest: int = FEWEST) -> Trigger | None:
    """The case of the decision tree that calls for widening; None where none does.

    Few results of the right subject are no reason: the books hold no more, and other forms would only leak in.
    """
    if not found:
        return "nothing-found"
    if asked_subjects:
        of_subject = any(metadata.subject in asked_subjects for metadata in found)
        return None if of_subject else "another-subject"
    return "too-few" if len(found) < fewest else None


def is_strict(scope: Scope) -> bool:
    """True when the scope asks for an exact paper, year, question or kind of document."""
    return any(getattr(scope, name) for name in STRICT)


def leakage_label(metadata: Metadata, scope: Scope) -> str:
    """How a passage leaves the scope, such as "form:3" or "subject:history, form:3"; "" when it is inside.

    Unknown metadata is outside of a scope that asks for it: "form:unknown". Single documents are not looked at.
    """
    outside = []
    for asked, known in FIELDS.items():
        wanted, value = getattr(scope, asked), getattr(metadata, known)
        if wanted and value not in wanted:
            outside.append(f"{known}:{'unknown' if value is None else value}")
    return ", ".join(outside)
