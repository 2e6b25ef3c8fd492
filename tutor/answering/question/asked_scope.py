"""The scope that is searched: what the page chose, what the question names outright, and no examination papers
unless they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from tutor.core.types import Scope
from tutor.curriculum.questions import QuestionType
from tutor.curriculum.suggestion import Suggestion
from tutor.retrieval.widening import is_strict

CERTAIN = 0.9
"""From here on a suggestion gates; below it only boosts."""
NOT_TAUGHT_FROM = ("past-paper", "mark-scheme", "syllabus")
"""Kinds of documents that ask or list and do not explain: a question copied from a paper would find itself there."""
EXACT = ("document_types", "documents", "papers", "years", "questions")
"""Who asks for one of these means a certain document, a paper too."""
GATED = {
    "subject": "subjects",
    "form": "forms",
    "document_type": "document_types",
    "authority": "authorities",
    "paper": "papers",
    "year": "years",
    "question": "questions",
}
"""Field of a suggestion -> field of the scope."""


def named_scope(suggestions: Sequence[Suggestion]) -> Scope:
    """What the question names outright. Several subjects open the gate to all of those, and to no other."""
    named: dict[str, Any] = {}
    for suggestion in suggestions:
        if suggestion.certainty >= CERTAIN and suggestion.field in GATED:
            field = GATED[suggestion.field]
            named[field] = (*named.get(field, ()), suggestion.value)
    return replace(Scope(), **named)


def searched_scope(chosen: Scope, named: Scope, kind: QuestionType, admitted: Callable[[Scope], int]) -> Scope:
    """What the page chose wins, field by field; what it left open is taken from the question's words.

    `admitted` counts the passages that a scope lets through. A subject or form that is only named and of which there
    is no passage gates nothing: books whose subject nobody has entered would be lost silently.
    """
    scope = _with_named(chosen, named, kind)
    if scope != _with_named(chosen, Scope(), kind) and not is_strict(scope) and not admitted(scope):
        scope = _with_named(chosen, Scope(), kind)
    if scope.without_types and not admitted(scope):
        return replace(scope, without_types=())  # there is nothing but papers: they are better than nothing
    return scope


def _with_named(chosen: Scope, named: Scope, kind: QuestionType) -> Scope:
    taken = {
        field.name: getattr(named, field.name)
        for field in fields(Scope)
        if getattr(named, field.name) and not getattr(chosen, field.name)
    }
    scope = replace(chosen, **taken)
    if any(getattr(scope, name) for name in EXACT):
        return scope
    if kind is QuestionType.FIND_PAST_QUESTIONS:
        return replace(scope, document_types=("past-paper",))
    return replace(scope, without_types=NOT_TAUGHT_FROM)
