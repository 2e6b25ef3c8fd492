"""Metadata boosts: what the question's words suggest, but do not decide, moves a passage up a little."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.core.types import Language, Metadata

SUBJECT, FORM, LANGUAGE = 0.2, 0.1, 0.1
"""Equation 6 of the curriculum-aware RAG paper: subject, grade and language."""


@dataclass(frozen=True)
class Boosts:
    """What the question suggests."""

    subjects: tuple[str, ...] = ()
    forms: tuple[int, ...] = ()


def metadata_boosts(metadata: Metadata, language: Language, wanted: Boosts) -> dict[str, float]:
    """The boosts a passage earns, by name. A mixed question prefers neither language."""
    boosts = {}
    if metadata.subject in wanted.subjects:
        boosts["subject"] = SUBJECT
    if metadata.form in wanted.forms:
        boosts["form"] = FORM
    if metadata.language == language:
        boosts["language"] = LANGUAGE
    return boosts
