"""Marks to statements: what is said, clause by clause, each with its subject and what it hangs on.

"Because X, Y", "Y because X" and "X, so Y" become one form, and so do a fronted date and one at the end, a passive
with its doer and the active. What cannot be taken apart stays whole; then only a copy of it agrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor.answering.support.coordination import coordinated
from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrases import Marks, finite_at, helpers_before, is_swahili, starts_with_verb, trimmed

_SUBORDINATE = {"because", "if", "only if", "unless", "when", "until", "purpose"}


@dataclass(frozen=True)
class Statement:
    """A clause and the clauses that it hangs on, each with its link. `subject` is the clause's own beginning."""

    main: Marks
    links: tuple[tuple[str, Marks], ...] = ()
    subject: Marks = ()


def statements_of(marks: Sequence[Mark]) -> list[Statement]:
    """Every statement that a sentence makes, in order. Subjects and subordinate clauses are shared out."""
    found: list[Statement] = []
    subject: Marks = ()
    for part in _parts(_without_brackets(marks)):
        for statement in _linked(part, subject):
            found.append(statement)
            subject = statement.subject or subject
    return found


def causes_of(statement: Statement) -> Iterator[Statement]:
    """What a statement gives as causes, each as a statement: who says "X because Y" says Y too."""
    for link, clause in statement.links:
        verb = finite_at(clause)
        if link == "because" and verb:
            yield Statement(clause, (), clause[: helpers_before(clause, verb)])


def bracketed(marks: Sequence[Mark]) -> Marks:
    """What stands in brackets."""
    inside, depth = [], 0
    for mark in marks:
        depth += (mark.kind is Kind.OPEN) - (mark.kind is Kind.CLOSE)
        if depth > 0 and mark.kind is not Kind.OPEN:
            inside.append(mark)
    return tuple(inside)


def _without_brackets(marks: Sequence[Mark]) -> Marks:
    kept, depth = [], 0
    for mark in marks:
        depth += (mark.kind is Kind.OPEN) - (mark.kind is Kind.CLOSE)
        if depth == 0 and mark.kind is not Kind.CLOSE:
            kept.append(mark)
    return tuple(kept)


def _parts(marks: Marks) -> Iterator[Marks]:
    """The marks between breaks: "but", "while", a semicolon."""
    part: list[Mark] = []
    for mark in marks:
        if mark.kind is Kind.BREAK:
            if part:
                yield trimmed(part)
            part = []
        else:
            part.append(mark)
    if part:
        yield trimmed(part)


def _linked(part: Marks, subject: Marks) -> Iterator[Statement]:
    """The statements of a part, with "so" turned round and a subordinate clause in front put behind."""
    if not part:
        return
    at = _first_link(part)
    if at is None:
        yield from (Statement(main, (), own) for main, own in coordinated(part, subject))
        return
    link = part[at].value
    if at == 0 and link in _SUBORDINATE:
        split = _end_of_front(part)
        if split is None:
            return
        before, after = part[split + 1 :], part[1:split]
        inner = next((i for i, mark in enumerate(before) if i and mark.kind is Kind.LINK), None)
        if inner is not None and before[inner].value != "so" and before[inner].value != link:
            # "When a bus stops, passengers jerk because ...": both hang on the one clause.
            hung = trimmed(before[inner + 1 :])
            for statement in _joined(trimmed(before[:inner]), link, trimmed(after), subject, fronted=True):
                yield replace(statement, links=(*statement.links, (before[inner].value, hung)))
            return
    elif link == "so":
        before, after = part[at + 1 :], part[:at]
        link = "because"
        if not before or not after:
            yield from _linked(before or after, subject)
            return
    else:
        before, after = part[:at], part[at + 1 :]
    yield from _joined(trimmed(before), link, trimmed(after), subject, fronted=at == 0 or part[at].value == "so")


def _first_link(part: Marks) -> int | None:
    """Where the part is cut: at a "so" behind a comma, for it joins all that stands before it, else at its first
    link."""
    links = [i for i, mark in enumerate(part) if mark.kind is Kind.LINK]
    causes = [i for i in links if part[i].value in {"because", "so", "purpose"}]
    one_so = len(causes) == 1 and causes[0] > 0 and part[causes[0]].value == "so"
    if one_so and part[causes[0] - 1].kind in {Kind.COMMA, Kind.AND} and not is_swahili(part):
        return causes[0]
    return links[0] if links else None


def _joined(before: Marks, link: str, after: Marks, subject: Marks, fronted: bool) -> Iterator[Statement]:
    mains = list(coordinated(before, subject))
    own = _meant_by(after, mains[-1]) if mains else subject
    inner: list[Statement] = list(_linked(after, own if not fronted or starts_with_verb(after) else subject))
    if fronted and inner and not subject:
        # "Wajerumani walitaka ..., hivyo walishambulia ...": the cause stands first and names the doer.
        cause = inner[-1]
        mains = list(coordinated(before, _meant_by(before, (cause.main, cause.subject))))
    for number, (main, main_subject) in enumerate(mains):
        last = number == len(mains) - 1
        links = tuple(one for clause in inner for one in ((link, clause.main), *clause.links)) if last else ()
        yield Statement(main, links, main_subject)


def _meant_by(clause: Marks, before: tuple[Marks, Marks]) -> Marks:
    """Whom a Swahili verb without a subject speaks of: the subject before it, or by its prefix the object; else
    nothing, which no book can agree with."""
    main, subject = before
    if not starts_with_verb(clause):
        return subject
    own = next((mark for mark in clause if mark.finite), None)
    verb = finite_at(main)
    if own is None or verb is None:
        return subject
    theirs = main[verb].concord
    held = main[verb].takes_object and not theirs and main[verb].word.startswith(f"hu{own.concord}")
    if own.concord == theirs or not own.concord or not (theirs or held):
        return subject
    verb += main[verb].participle and verb + 1 < len(main) and main[verb + 1].kind is Kind.AND
    end = verb + 1
    while end < len(main) and main[end].kind in {Kind.WORD, Kind.LIMIT, Kind.NUMBER} and not main[end].infinitive:
        end += 1
    return main[verb + 1 : end]


def _end_of_front(part: Marks) -> int | None:
    """The comma that ends the clause in front: the last one behind which a clause with a subject follows."""
    for at in range(len(part) - 1, 0, -1):
        if part[at].kind is Kind.COMMA and part[at - 1].kind is not Kind.COMMA:
            rest = part[at + 1 :]
            verb = finite_at(rest)
            if verb and not any(mark.kind is Kind.REL for mark in rest[:verb]) and rest[0].kind is not Kind.AND:
                return at
            if verb == 0 and is_swahili(rest[:1]):
                return at
    return None
