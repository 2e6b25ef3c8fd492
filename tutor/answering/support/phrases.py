"""Where things stand in a clause: its verb, what helps the verb, a phrase in front."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.answering.support.marks import Kind, Mark

Marks = tuple[Mark, ...]

HELPERS = {Kind.LIMIT, Kind.NOT}


def finite_at(marks: Sequence[Mark], start: int = 0) -> int | None:
    """Where the first verb of the clause's own stands, past relative clauses; None without one."""
    at, relative, commas, closed = start, False, False, -2
    while at < len(marks):
        mark = marks[at]
        if mark.kind is Kind.REL:
            relative, commas = True, at > 0 and marks[at - 1].kind is Kind.COMMA
        elif mark.kind is Kind.COMMA and relative and commas:
            relative, closed = False, at
        elif mark.finite and (relative or closed == at - 1 or not _is_reduced(marks, at)):
            if not relative:
                return at
            if not commas:
                relative = False  # the relative clause's own verb: the next one is the main one
                nxt = finite_at(marks, at + 1)
                return nxt if nxt is not None and _main_after_relative(marks, at, nxt) else None
        at += 1
    return None


def _is_reduced(marks: Sequence[Mark], at: int) -> bool:
    """True for "called" in "cells called CD4 cells are attacked" and for "held" in "the meeting, held here, ended":
    another verb follows in the same clause."""
    if not marks[at].participle or marks[at].kind is not Kind.WORD:
        return False
    if at and marks[at - 1].kind is Kind.COMMA and not is_swahili(tuple(marks[at : at + 1])):
        comma = next((i for i in range(at + 1, len(marks)) if marks[i].kind is Kind.COMMA), len(marks))
        return starts_with_verb(tuple(marks[comma + 1 :]))
    for mark in marks[at + 1 :]:
        if mark.kind in {Kind.COMMA, Kind.AND, Kind.OR, Kind.REL, Kind.LINK, Kind.BREAK}:
            return False
        if mark.kind in {Kind.BE, Kind.HAVE} and mark.finite:
            return not any(key.startswith("v:") for key in marks[at].keys)
    return False


def _main_after_relative(marks: Sequence[Mark], relative_verb: int, verb: int) -> bool:
    between = marks[relative_verb + 1 : verb]
    example = next((i for i, mark in enumerate(between) if mark.value in {"example", "like"}), len(between))
    between = between[:example]
    return bool(between) and not any(mark.kind in {Kind.AND, Kind.COMMA, Kind.OR} for mark in between)


def trimmed(marks: Sequence[Mark]) -> Marks:
    edges = {Kind.COMMA, Kind.AND}
    start, end = 0, len(marks)
    while start < end and marks[start].kind in edges:
        start += 1
    while end > start and marks[end - 1].kind in edges:
        end -= 1
    return tuple(marks[start:end])


def starts_with_verb(clause: Marks) -> bool:
    at = 0
    while at < len(clause) - 1 and clause[at].kind in HELPERS:
        at += 1
    return bool(clause) and clause[at].finite and at < 3


def is_swahili(clause: Marks) -> bool:
    return any(key.startswith("v:") for mark in clause for key in mark.keys)


def helpers_before(clause: Marks, verb: int) -> int:
    """Where the verb with its "not", "may" and the like begins."""
    while verb and clause[verb - 1].kind in HELPERS and clause[verb - 1].value not in {"all", "many", "few", "some"}:
        verb -= 1
    return verb


def front_length(clause: Marks) -> int:
    """How many marks a phrase of time or place in front takes, its comma left out; 0 without one."""
    if not clause or clause[0].kind is not Kind.PREP:
        return 0
    at = 1
    while at < len(clause) and (clause[at].kind is Kind.NUMBER or clause[at].value == "approx"
                                or (clause[at].kind is Kind.PREP and clause[at].value in {"in", "of"} and at + 1
                                    < len(clause) and clause[at + 1].kind is Kind.NUMBER)):  # fmt: skip
        at += 1
    if at > 1:
        return at
    verb = finite_at(clause)
    comma = next((i for i, mark in enumerate(clause) if mark.kind is Kind.COMMA), None)
    if comma is not None and (verb is None or comma < verb):
        return comma
    if comma is not None and clause[0].value in {"after", "before"} and finite_at(clause[comma + 1 :]):
        return comma  # "After the Germans came, the trade declined"
    article = next((i for i, mark in enumerate(clause) if i > 1 and mark.after_article), None)
    if article is not None and verb is not None and article < verb and clause[article - 1].kind is not Kind.PREP:
        return article
    return 0


def with_front_behind(clause: Marks) -> tuple[Marks, Marks]:
    """(clause, phrase in front): the clause begins with its subject."""
    length = front_length(clause)
    if not length:
        return clause, ()
    rest = clause[length:]
    return trimmed(rest), clause[:length]
