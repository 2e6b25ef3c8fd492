"""What stands between commas beside a noun: "Mirambo, the chief of Urambo, controlled", "zinc, a reactive metal"."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrases import Marks, finite_at, is_swahili, starts_with_verb, with_front_behind

BE = Mark(Kind.BE, "be", "be", frozenset({"be:be"}), finite=True)
_NOUN = {Kind.WORD, Kind.PREP, Kind.NUMBER, Kind.LIMIT, Kind.AND}
_NAMES_ITS_NOUN = {"by", "with"}
"""An aside at the end speaks of the noun behind these; behind others ("born at Tanga, the son of") of the subject."""


def asides_said(clause: Marks) -> Iterator[Marks]:
    """What the asides say of their nouns, and the noun phrase turned: "Otto von Bismarck was the Chancellor"."""
    for first, second, said in _behind_subject(clause):
        if _is_named(second):
            yield (*first, replace(second[0], finite=True, participle=False), *second[1:])
        elif second[0].participle:
            yield (*first, BE, *second)
        else:
            yield (*first, BE, *second)
            yield (*second, BE, *first)
            yield (*second, Mark(Kind.COMMA, ",", ","), *first, Mark(Kind.COMMA, ",", ","), *said)
    at = _last_aside(clause)
    if at is not None:
        start = _start_of_noun(clause, at)
        yield (*clause[start:at], BE, *clause[at + 1 :])


def without_asides(clause: Marks) -> Iterator[Marks]:
    """The clause with either name alone, and with a title before it: "Chief Mirambo of Urambo controlled"."""
    for first, second, said in _behind_subject(clause):
        yield (*first, *said)
        if second[0].participle or _is_named(second):
            continue
        yield (*second, *said)
        title = second[: next((at for at, mark in enumerate(second) if mark.kind is Kind.PREP), len(second))]
        if len(title) == 1 and first[-1].kind is Kind.WORD and len(first) < 3:
            yield (replace(title[0], after_article=False), *first, *second[1:], *said)
    at = _last_aside(clause)
    if at is not None:
        yield clause[:at]
    for start, end in _participles(clause):
        yield (*clause[:start], *clause[end + 1 :])


def _participles(clause: Marks) -> Iterator[tuple[int, int]]:
    """Commas around "trapped by chlorophyll" within a clause."""
    commas = [at for at, mark in enumerate(clause) if mark.kind is Kind.COMMA]
    for start, end in zip(commas, commas[1:], strict=False):
        inside = clause[start + 1 : end]
        if len(inside) > 2 and inside[0].participle and inside[1].kind is Kind.PREP and not is_swahili(inside[:1]):
            plain = all(mark.kind in {Kind.WORD, Kind.PREP, Kind.NUMBER} for mark in inside)
            if plain and clause[end + 1].kind not in {Kind.AND, Kind.OR}:
                yield start, end


def split_aside(clause: Marks) -> tuple[Marks, Marks] | None:
    """(the clause without the aside behind its subject, what the aside says); None where there is none."""
    for first, second, said in _behind_subject(clause):
        if not _is_named(second):
            return (*first, *said), (*first, BE, *second)
    return None


def split_last_aside(clause: Marks) -> tuple[Marks, Marks] | None:
    """(the clause, what the aside at its end says of the noun before it): "plants grow in soil, the upper layer"."""
    at = _last_aside(clause, {*_NAMES_ITS_NOUN, "in", "from", "through"})
    if at is None:
        return None
    return clause[:at], (*clause[_start_of_noun(clause, at) : at], BE, *clause[at + 1 :])


def _behind_subject(clause: Marks) -> Iterator[tuple[Marks, Marks, Marks]]:
    """(subject, aside, what is said of it) of "Julius Nyerere, a teacher, became ..."."""
    rest, front = with_front_behind(clause)
    commas = [at for at, mark in enumerate(rest) if mark.kind is Kind.COMMA][:2]
    if len(commas) < 2 or not starts_with_verb(rest[commas[1] + 1 :]):
        return
    first, second = rest[: commas[0]], rest[commas[0] + 1 : commas[1]]
    if not first or not second or any(mark.kind not in _NOUN or mark.finite for mark in first):
        return
    own = next((at for at, mark in enumerate(second) if mark.kind is Kind.REL), len(second))
    verbless = all(mark.kind in _NOUN and not (mark.finite and not mark.participle) for mark in second[:own])
    if (
        own
        and verbless
        and second[0].kind in {Kind.WORD, Kind.LIMIT}
        and (second[0].participle <= (not is_swahili(second)))
    ):
        yield first, second, (*rest[commas[1] + 1 :], *front)


def _is_named(aside: Marks) -> bool:
    """True for ", known as the rain shadow,": it is called so."""
    return aside[0].value == "call" and aside[0].participle


def _last_aside(clause: Marks, openers: Set[str] = _NAMES_ITS_NOUN) -> int | None:
    """The comma before "a force that pulls rocks apart" at the end of "formed by tension, a force ..."."""
    commas = [at for at, mark in enumerate(clause) if mark.kind is Kind.COMMA]
    if len(commas) != 1 or not finite_at(clause[: commas[0]]):
        return None
    at = commas[0]
    behind = clause[at + 1 :]
    if not behind or not behind[0].after_article or any(mark.kind in {Kind.AND, Kind.OR} for mark in behind):
        return None
    if finite_at(behind) is not None:
        return None
    start = _start_of_noun(clause, at)
    fits = 0 < start < at and clause[start - 1].kind is Kind.PREP and clause[start - 1].value in openers
    return at if fits and not any(mark.kind is Kind.REL for mark in clause[:at]) else None


def _start_of_noun(clause: Marks, at: int) -> int:
    start = at
    while start and clause[start - 1].kind is Kind.WORD and not clause[start - 1].finite:
        start -= 1
    return start
