"""A clause with a relative clause at its end, as two: "X is a force" and "that opposes Y"; in both languages."""

from __future__ import annotations

from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrases import Marks, finite_at, trimmed

_BESIDE = {Kind.NOT, Kind.LIMIT}


def split_relative(clause: Marks, language: str) -> tuple[Marks, Marks] | None:
    """(the clause without it, the relative clause without its "who"); None where there is not just one, at the end.

    The thing it speaks of stands last before it, so it stands behind the clause's own verb.
    """
    verb = finite_at(clause)
    starts = [at for at, mark in enumerate(clause) if mark.kind is Kind.REL]
    if not starts and language != "sw" and verb is not None:
        starts = [at for at in range(verb + 2, len(clause) - 1) if _is_reduced(clause, at)]
        if len(starts) == 1:
            return trimmed(clause[: starts[0]]), clause[starts[0] :]
        return None
    if len(starts) != 1 or verb is None or starts[0] < verb:
        return None
    main, relative = trimmed(clause[: starts[0]]), clause[starts[0] + 1 :]
    return (main, relative) if relative and len(main) > verb + 1 else None


def relative_is_passive(relative: Marks, language: str) -> bool:
    """True for "surrounded by", "which is made of" and "kilichozungukwa na"; False for "who lived"."""
    first = next((mark for mark in relative if mark.kind not in _BESIDE), None)
    if first is None:
        return False
    if language == "sw":
        own = next((mark for mark in relative if mark.finite), first)
        return own.participle
    behind = [mark for mark in relative[1:] if mark.kind not in _BESIDE]
    if first.kind is Kind.BE:
        return bool(behind) and behind[0].participle and not behind[0].after_article
    return first.participle and bool(behind) and behind[0].kind is Kind.PREP and behind[0].value == "by"


def is_done(mark: Mark, before: Mark | None) -> bool:
    """True for "signed" in "were signed": the participle is the clause's verb."""
    helped = before is not None and (before.kind is Kind.BE or before.kind in _BESIDE)
    return helped and mark.kind is Kind.WORD and mark.participle and not mark.after_article


def one_clause_verbs(clause: Marks, language: str) -> int:
    """How many verbs of their own a clause holds. In English a participle behind "is" is no second one, nor is a bare
    word behind the verb ("united into one state"): without a "that" or an "and" it is a noun."""
    verbs = [at for at, mark in enumerate(clause) if mark.finite]
    if language == "sw" or not verbs:
        return len(verbs)
    first = verbs[0]
    split = any(mark.kind is Kind.REL for mark in clause[first:])
    return 1 + sum(split or clause[at].kind in {Kind.BE, Kind.HAVE} for at in verbs[1:])


def _is_reduced(clause: Marks, at: int) -> bool:
    """True for "surrounded by electrons" behind a noun."""
    mark, before, behind = clause[at], clause[at - 1], clause[at + 1]
    noun = before.kind is Kind.WORD and not before.finite
    return mark.kind is Kind.WORD and mark.participle and noun and behind.kind is Kind.PREP and behind.value == "by"
