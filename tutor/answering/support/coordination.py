"""Clauses joined by "and" or commas, each with its subject."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrases import (
    HELPERS,
    Marks,
    finite_at,
    front_length,
    helpers_before,
    is_swahili,
    starts_with_verb,
    trimmed,
)
from tutor.answering.support.synonyms import is_past

_MODAL = {"can", "may", "must", "should"}


_AND_IT = {"nao", "nayo", "nazo", "nalo", "nacho", "naye", "navyo"}
_SAME_IN_PAST = {"put", "cut", "set", "shut", "hit", "let", "cost", "read", "spread", "split", "burst", "hurt"}
_DESCRIBING = set("clean clear cool correct dry empty equal free level narrow open slow smooth steady warm wet "
                  "complete perfect separate direct present live lower".split())  # fmt: skip


def coordinated(marks: Marks, subject: Marks) -> Iterator[tuple[Marks, Marks]]:
    """Clauses joined by "and" or commas: (clause with its subject, subject)."""
    start = 0
    clauses: list[Marks] = []
    kinds: list[str] = []
    kind = "whole"
    at = 0
    while at < len(marks):
        if marks[at].kind in {Kind.AND, Kind.COMMA} and at > start:
            after = at + 1
            while after < len(marks) and marks[after].kind in {Kind.AND, Kind.COMMA}:
                after += 1
            what = _what_follows(marks, start, at, after)
            if what:
                clauses.append(marks[start:at])
                kinds.append(kind)
                start, kind, at = after, what, after
                continue
        at += 1
    clauses.append(marks[start:])
    kinds.append(kind)
    for clause, how in zip(clauses, kinds, strict=True):
        clause = trimmed(clause)
        verb = finite_at(clause)
        helpers = 0 if verb is None else helpers_before(clause, verb)
        if how == "verb" or (verb is not None and helpers == 0 and starts_with_verb(clause)):
            if clause and clause[0].infinitive:
                clause = (replace(clause[0], finite=True, infinitive=False), *clause[1:])
            yield (*subject, *clause), subject
            continue
        front = front_length(clause)
        if verb is not None and helpers == front and front and subject and is_swahili(clause):
            yield (*clause[:front], *subject, *clause[front:]), subject
            continue
        own = clause[front : helpers if verb is not None else len(clause)] if verb is not None else ()
        own = _without_asides(own)
        subject = own or subject
        yield clause, subject


def _is_singular_or_past(verb: Mark) -> bool:
    if verb.kind in {Kind.BE, Kind.HAVE}:
        return verb.word in {"is", "was", "were", "has", "had"}
    return verb.word.endswith(("s", "ed")) or is_past(verb.word)


def _without_asides(subject: Marks) -> Marks:
    """The subject without what stands between commas behind it, a relative clause or a condition."""
    for at, mark in enumerate(subject):
        if at and (mark.kind is Kind.COMMA or mark.kind is Kind.REL or mark.value in {"if", "when"}):
            return subject[:at]
    return subject


def _what_follows(marks: Marks, start: int, at: int, after: int) -> str:
    """ "verb": another verb of the same subject follows the "and"; "clause": a clause of its own; "": neither."""
    verb = finite_at(marks[start:])
    if verb is None or start + verb >= at or after >= len(marks):
        return ""
    if any(mark.kind is Kind.REL for mark in marks[start + verb : at]):
        return _after_relative(marks, at, after)
    first = after
    while first < len(marks) - 1 and marks[first].kind in HELPERS and marks[first].value not in {"all", "many"}:
        first += 1
    if start + verb == at - 1:
        return ""  # "raised and stretched the crust": both verbs share the object
    if marks[first].finite or _is_plain_past(marks, first):
        return "verb" if _can_share(marks[start:at], verb, marks[after : first + 2]) else ""
    if marks[first].infinitive and is_swahili(marks[first : first + 1]):
        # "hutafsiri sheria na kutatua migogoro"
        alone = not any(mark.infinitive or mark.kind is Kind.PREP for mark in marks[start + verb : at])
        return "verb" if alone and any(mark.kind is Kind.AND for mark in marks[at:after]) else ""
    return _new_clause(marks, at, after)


def _is_plain_past(marks: Marks, at: int) -> bool:
    """True for "taxed them": a past that no list of verbs knows, with its object behind it."""
    nxt = marks[at + 1] if at + 1 < len(marks) else None
    return marks[at].word.endswith("ed") and nxt is not None and (nxt.kind is Kind.PRONOUN or nxt.after_article)


def _after_relative(marks: Marks, at: int, after: int) -> str:
    if marks[after].finite and marks[after - 1].word in _AND_IT:
        return "verb"  # "kifaa kinachopima, nacho kina ..."
    own = _new_clause(marks, at, after)
    comma_and = marks[at].kind is Kind.COMMA and after > at + 1
    return own if own and comma_and else ""


def _new_clause(marks: Marks, at: int, after: int) -> str:
    own = marks[after:]
    limit = next((i for i, mark in enumerate(own) if mark.kind in {Kind.COMMA, Kind.LINK}), len(own))
    verb = finite_at(own[:limit])
    if not verb:
        return ""
    if not any(mark.kind is Kind.AND for mark in marks[at:after]):
        # "A ten is ..., a hundred is ..., and ...": clauses in a row.
        row = limit < len(own) and own[limit].kind is Kind.COMMA
        return "clause" if row and not any(mark.kind in {Kind.REL, Kind.AND} for mark in own[:verb]) else ""
    before_verb = own[: helpers_before(own, verb)]
    joined = any(mark.kind is Kind.AND for mark in before_verb)
    clear = marks[at].kind is Kind.COMMA or marks[after].after_article
    return "clause" if clear and not (joined and marks[at].kind is not Kind.COMMA) else ""


def _can_share(first: Marks, verb: int, second: Marks) -> bool:
    """False where the second verb may hang on a helper of the first: "may rise and fall", "are cut and dried"."""
    helper = any(mark.kind is Kind.NOT or mark.value in _MODAL for mark in first[:verb])
    begins = next((mark for mark in second if mark.finite), second[0])
    own_helper = second[0].kind in HELPERS or begins.kind in {Kind.BE, Kind.HAVE}
    if own_helper:
        return True
    swahili = any(key.startswith("v:") for key in begins.keys)
    if swahili:
        return True
    if first[verb].kind is Kind.BE and any(mark.participle for mark in first[verb + 1 : verb + 4]):
        return not begins.participle
    plain = not begins.word.endswith(("s", "ed")) and not is_past(begins.word)
    if (
        first[verb].kind is Kind.BE
        and plain
        and (first[verb].word not in {"are", "were"} or begins.word in _DESCRIBING)
    ):
        return False  # "is slow and dry": describing words that look like verbs
    base = not begins.word.endswith(("s", "ed")) and not begins.participle and not is_past(begins.word)
    if base and begins.word not in _SAME_IN_PAST and _is_singular_or_past(first[verb]):
        return False  # "puts pressure on hospitals and land"
    infinitive = any(mark.infinitive for mark in first[verb:])
    return not (base and (helper or infinitive))
