"""Marks to statements: what is said, clause by clause, each with its subject and what it hangs on.

"Because X, Y", "Y because X" and "X, so Y" become one form, and so do a fronted date and one at the end, a passive
with its doer and the active. What cannot be taken apart stays whole; then only a copy of it agrees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.synonyms import is_past

Marks = tuple[Mark, ...]

_HELPERS = {Kind.LIMIT, Kind.NOT}
_SUBORDINATE = {"because", "if", "only if", "unless", "when", "until", "purpose"}
_MODAL = {"can", "may", "must", "should"}


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
            yield Statement(clause, (), clause[: _helpers_before(clause, verb)])


def bracketed(marks: Sequence[Mark]) -> Marks:
    """What stands in brackets."""
    inside, depth = [], 0
    for mark in marks:
        depth += (mark.kind is Kind.OPEN) - (mark.kind is Kind.CLOSE)
        if depth > 0 and mark.kind is not Kind.OPEN:
            inside.append(mark)
    return tuple(inside)


def finite_at(marks: Sequence[Mark], start: int = 0) -> int | None:
    """Where the first verb of the clause's own stands, past relative clauses; None without one."""
    at, relative, commas = start, False, False
    while at < len(marks):
        mark = marks[at]
        if mark.kind is Kind.REL:
            relative, commas = True, at > 0 and marks[at - 1].kind is Kind.COMMA
        elif mark.kind is Kind.COMMA and relative and commas:
            relative = False
        elif mark.finite:
            if not relative:
                return at
            if not commas:
                relative = False  # the relative clause's own verb: the next one is the main one
                nxt = finite_at(marks, at + 1)
                return nxt if nxt is not None and _main_after_relative(marks, at, nxt) else None
        at += 1
    return None


def _main_after_relative(marks: Sequence[Mark], relative_verb: int, verb: int) -> bool:
    between = marks[relative_verb + 1 : verb]
    return bool(between) and not any(mark.kind in {Kind.AND, Kind.COMMA, Kind.OR} for mark in between)


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
                yield _trimmed(part)
            part = []
        else:
            part.append(mark)
    if part:
        yield _trimmed(part)


def _trimmed(marks: Sequence[Mark]) -> Marks:
    edges = {Kind.COMMA, Kind.AND}
    start, end = 0, len(marks)
    while start < end and marks[start].kind in edges:
        start += 1
    while end > start and marks[end - 1].kind in edges:
        end -= 1
    return tuple(marks[start:end])


def _linked(part: Marks, subject: Marks) -> Iterator[Statement]:
    """The statements of a part, with "so" turned round and a subordinate clause in front put behind."""
    if not part:
        return
    at = next((i for i, mark in enumerate(part) if mark.kind is Kind.LINK), None)
    if at is None:
        yield from (Statement(main, (), own) for main, own in _coordinated(part, subject))
        return
    link = part[at].value
    if at == 0 and link in _SUBORDINATE:
        split = _end_of_front(part)
        if split is None:
            return
        before, after = part[split + 1 :], part[1:split]
    elif link == "so":
        before, after = part[at + 1 :], part[:at]
        link = "because"
        if not before or not after:
            yield from _linked(before or after, subject)
            return
    else:
        before, after = part[:at], part[at + 1 :]
    yield from _joined(_trimmed(before), link, _trimmed(after), subject, fronted=at == 0 or part[at].value == "so")


def _joined(before: Marks, link: str, after: Marks, subject: Marks, fronted: bool) -> Iterator[Statement]:
    mains = list(_coordinated(before, subject))
    own = _meant_by(after, mains[-1]) if mains else subject
    inner = list(_linked(after, own if not fronted or _starts_with_verb(after) else subject))
    if fronted and inner and not subject:
        # "Wajerumani walitaka ..., hivyo walishambulia ...": the cause stands first and names the doer.
        last = inner[-1]
        mains = list(_coordinated(before, _meant_by(before, (last.main, last.subject))))
    for number, (main, main_subject) in enumerate(mains):
        last = number == len(mains) - 1
        links = tuple(own for clause in inner for own in ((link, clause.main), *clause.links)) if last else ()
        yield Statement(main, links, main_subject)


def _meant_by(clause: Marks, before: tuple[Marks, Marks]) -> Marks:
    """Whom a Swahili verb without a subject speaks of: the subject before it, or by its prefix the object; else
    nothing, which no book can agree with."""
    main, subject = before
    if not _starts_with_verb(clause):
        return subject
    own = next((mark for mark in clause if mark.finite), None)
    verb = finite_at(main)
    if own is None or verb is None:
        return subject
    theirs = main[verb].concord
    if own.concord == theirs or not own.concord or not theirs:
        return subject
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
            if verb == 0 and rest[0].word[:1] in "aiuwyzlkvhm" and rest[0].keys and next(iter(rest[0].keys))[:2] == "v:":
                return at
    return None


def _coordinated(marks: Marks, subject: Marks) -> Iterator[tuple[Marks, Marks]]:
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
        clause = _trimmed(clause)
        verb = finite_at(clause)
        helpers = 0 if verb is None else _helpers_before(clause, verb)
        if how == "verb" or (verb is not None and helpers == 0 and _starts_with_verb(clause)):
            if clause and clause[0].infinitive:
                clause = (replace(clause[0], finite=True, infinitive=False), *clause[1:])
            yield (*subject, *clause), subject
            continue
        front = _front_length(clause)
        if verb is not None and helpers == front and front and subject and _is_swahili(clause):
            yield (*clause[:front], *subject, *clause[front:]), subject
            continue
        own = clause[front : helpers if verb is not None else len(clause)] if verb is not None else ()
        own = _without_asides(own)
        subject = own or subject
        yield clause, subject


def _without_asides(subject: Marks) -> Marks:
    """The subject without what stands between commas behind it, a relative clause or a condition."""
    for at, mark in enumerate(subject):
        if at and (mark.kind is Kind.COMMA or mark.kind is Kind.REL or mark.value in {"if", "when"}):
            return subject[:at]
    return subject


def _starts_with_verb(clause: Marks) -> bool:
    return bool(clause) and (clause[0].finite or (clause[0].kind in _HELPERS and len(clause) > 1 and clause[1].finite))


def _is_swahili(clause: Marks) -> bool:
    return any(key.startswith("v:") for mark in clause for key in mark.keys)


def _helpers_before(clause: Marks, verb: int) -> int:
    """Where the verb with its "not", "may" and the like begins."""
    while verb and clause[verb - 1].kind in _HELPERS and clause[verb - 1].value not in {"all", "many", "few", "some"}:
        verb -= 1
    return verb


def _what_follows(marks: Marks, start: int, at: int, after: int) -> str:
    """"verb": another verb of the same subject follows the "and"; "clause": a clause of its own; "": neither."""
    verb = finite_at(marks[start:at])
    if verb is None or after >= len(marks):
        return ""
    if any(mark.kind is Kind.REL for mark in marks[start + verb : at]):
        return _after_relative(marks, at, after)
    first = after
    while first < len(marks) - 1 and marks[first].kind in _HELPERS and marks[first].value not in {"all", "many"}:
        first += 1
    if start + verb == at - 1:
        return ""  # "raised and stretched the crust": both verbs share the object
    if marks[first].finite or _is_plain_past(marks, first):
        return "verb" if _can_share(marks[start:at], verb, marks[after : first + 2]) else ""
    if marks[first].infinitive and _is_swahili(marks[first : first + 1]):
        # "hutafsiri sheria na kutatua migogoro"
        alone = not any(mark.infinitive or mark.kind is Kind.PREP for mark in marks[start + verb : at])
        return "verb" if alone and any(mark.kind is Kind.AND for mark in marks[at:after]) else ""
    return _new_clause(marks, at, after)


def _is_plain_past(marks: Marks, at: int) -> bool:
    """True for "taxed them": a past that no list of verbs knows, with its object behind it."""
    nxt = marks[at + 1] if at + 1 < len(marks) else None
    return marks[at].word.endswith("ed") and nxt is not None and (nxt.kind is Kind.PRONOUN or nxt.after_article)


def _after_relative(marks: Marks, at: int, after: int) -> str:
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
    before_verb = own[: _helpers_before(own, verb)]
    joined = any(mark.kind is Kind.AND for mark in before_verb)
    clear = marks[at].kind is Kind.COMMA or marks[after].after_article
    return "clause" if clear and not (joined and marks[at].kind is not Kind.COMMA) else ""


def _can_share(first: Marks, verb: int, second: Marks) -> bool:
    """False where the second verb may hang on a helper of the first: "may rise and fall", "are cut and dried"."""
    helper = any(mark.kind is Kind.NOT or mark.value in _MODAL for mark in first[:verb])
    begins = next((mark for mark in second if mark.finite), second[0])
    own_helper = second[0].kind in _HELPERS or begins.kind in {Kind.BE, Kind.HAVE}
    if own_helper:
        return True
    swahili = any(key.startswith("v:") for key in begins.keys)
    if swahili:
        return True
    if first[verb].kind is Kind.BE and any(mark.participle for mark in first[verb + 1 : verb + 4]):
        return not begins.participle
    if first[verb].kind is Kind.BE and not begins.word.endswith(("s", "ed")) and not is_past(begins.word):
        return False  # "is slow and dry": describing words that look like verbs
    base = not begins.word.endswith(("s", "ed")) and not begins.participle and not is_past(begins.word)
    infinitive = any(mark.infinitive for mark in first[verb:])
    return not (base and (helper or infinitive))


def _front_length(clause: Marks) -> int:
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
    article = next((i for i, mark in enumerate(clause) if i > 1 and mark.after_article), None)
    if article is not None and verb is not None and article < verb and clause[article - 1].kind is not Kind.PREP:
        return article
    return 0


def with_front_behind(clause: Marks) -> tuple[Marks, Marks]:
    """(clause, phrase in front): the clause begins with its subject."""
    length = _front_length(clause)
    if not length:
        return clause, ()
    rest = clause[length:]
    return _trimmed(rest), clause[:length]


def plain(mark: Mark) -> Mark:
    """The mark as an active verb."""
    return replace(mark, participle=False)
