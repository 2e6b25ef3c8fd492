"""A clause's words in one order, with what opens before each, cut into chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.phrases import Marks, finite_at, with_front_behind

_JOINS = {Kind.AND: "and", Kind.OR: "or", Kind.COMMA: "comma"}
_MODAL = {"can", "may", "must", "should"}
_INNER = {"rel", "where", "when", "if", "than"}
TIME = {"approx", "least", "more"}
"""Limits that stand in dates and amounts."""


@dataclass(frozen=True)
class Unit:
    """A mark with what opens before it. `join`: and, or, comma; `opens`: a preposition's class, rel, verb or object."""

    mark: Mark
    join: str = ""
    opens: str = ""
    front: bool = False

    @property
    def starts_chunk(self) -> bool:
        return bool(self.join or self.opens)


Chunk = tuple[Unit, ...]


@lru_cache(maxsize=8_192)
def units_of(clause: Marks) -> tuple[Unit, ...]:
    """The clause's units in one order: subject, verb, object, the rest, then when it happened."""
    body, front = with_front_behind(clause)
    verb = finite_at(body)
    units = _opened(body, verb)
    units += [Unit(unit.mark, unit.join, unit.opens, front=True) for unit in _opened(front, None)]
    return tuple(_phrases_in_order(_times_last(units)))


def _opened(marks: Sequence[Mark], verb: int | None) -> list[Unit]:
    units: list[Unit] = []
    join = opens = ""
    pending_object = False
    swallowed = -1
    for at, mark in enumerate(marks):
        if mark.kind is Kind.BE and opens == "rel" and at != verb and at + 1 < len(marks) and marks[at + 1].participle:
            continue  # "which was held" is "held"
        if mark.kind in _JOINS:
            join = _joined(join, _JOINS[mark.kind])
            continue
        if mark.kind is Kind.PREP and at == swallowed:
            continue
        if mark.kind is Kind.PREP:
            opens = f"{opens} {mark.value}".strip() if opens and opens != "object" else mark.value
            continue
        if mark.kind is Kind.REL:
            opens = f"{opens} {'rel' if mark.value == 'who' else 'where'}".strip()
            continue
        nxt = marks[at + 1] if at + 1 < len(marks) else None
        if mark.kind is Kind.LIMIT and nxt is not None and nxt.kind is Kind.PREP and not opens:
            # "mainly in the leaf": the limit belongs to the phrase that it stands before.
            units.append(Unit(mark, join, nxt.value))
            join, swallowed = "", at + 1
            continue
        if verb is not None and at < verb and mark.kind in {Kind.NOT, Kind.LIMIT} and _leads_to(marks, at, verb):
            opens = opens or ("verb" if not units or units[-1].opens != "verb" else "")
        elif at == verb:
            opens = opens or ("" if units and units[-1].opens == "verb" and _leads_to(marks, at - 1, verb) else "verb")
        elif pending_object and not opens and not join:
            opens = "object"
        elif verb is not None and at > verb + 1 and not opens and not join and _is_reduced(units, mark):
            opens = "rel"
        pending_object = at == verb
        units.append(Unit(mark, join, opens))
        join = opens = ""
    return units


def _is_reduced(units: Sequence[Unit], mark: Mark) -> bool:
    """True for "called" in "attacks cells called CD4 cells": the word "which is" was left out."""
    before = units[-1].mark if units else None
    if next((unit.opens for unit in reversed(units) if unit.opens), "") in {"after", "before"}:
        return False  # "after the Germans occupied": a clause of its own
    english = not any(key.startswith("v:") for key in mark.keys)
    plain = before is not None and before.kind is Kind.WORD and not before.finite and not before.participle
    return plain and english and mark.participle and not mark.after_article and mark.kind is Kind.WORD


def _joined(before: str, now: str) -> str:
    """Comma and "and" together are more than either: they may close a list or begin a clause."""
    if "or" in (before, now):
        return "or"
    if before == "comma" and now == "and":
        return "comma and"
    return now if not before or now == "and" else before


def _leads_to(marks: Sequence[Mark], at: int, verb: int) -> bool:
    """True for what stands just before the verb and belongs to it: not, may, mainly."""
    helpers = all(mark.kind in {Kind.NOT, Kind.LIMIT} for mark in marks[at:verb])
    return helpers and (at > 0 or marks[at].kind is Kind.NOT or marks[at].value in _MODAL)


def _times_last(units: list[Unit]) -> list[Unit]:
    """Dates at the end. One that stands behind another clause, an aside or a second verb belongs there and stays."""
    kept: list[Unit] = []
    times: list[Unit] = []
    at = 0
    inner = False
    while at < len(units):
        unit = units[at]
        inner = inner or unit.opens in {"rel", "where", "when", "if"} or unit.mark.infinitive or bool(unit.join)
        end = at + 1
        if unit.opens == "in" and not unit.join and not inner and _tells_time(unit):
            while (
                end < len(units)
                and _tells_time(units[end])
                and not units[end].join
                and units[end].opens in {"", "in", "of"}
            ):
                end += 1
            if any(one.mark.kind is Kind.NUMBER for one in units[at:end]) and not (
                end < len(units) and units[end].join
            ):
                times += units[at:end]
                at = end
                continue
        kept += units[at:end]
        at = end
    return kept + times


def _phrases_in_order(units: list[Unit]) -> list[Unit]:
    """Phrases behind verb and object in one order, for "from A to B" is "to B from A"; up to a clause inside."""
    start = next((at for at, unit in enumerate(units) if unit.opens == "verb"), None)
    if start is None:
        return units
    while start < len(units) and not _begins_phrase(units[start]):
        start += 1
    phrases: list[list[Unit]] = []
    end = start
    while end < len(units) and not _is_inner(units[end]):
        if _begins_phrase(units[end]) or not phrases:
            phrases.append([])
        phrases[-1].append(units[end])
        end += 1
    inner = end < len(units)
    if inner and phrases:
        end -= len(phrases.pop())  # what a clause inside speaks of stays before it
    ordered = sorted(phrases, key=lambda phrase: phrase[0].opens)
    return [*units[:start], *(unit for phrase in ordered for unit in phrase), *units[end:]]


def _begins_phrase(unit: Unit) -> bool:
    return (
        bool(unit.opens)
        and not unit.join
        and unit.opens not in {"of", "verb", "object", "like", "example", "as", "rel"}
    )


def _is_inner(unit: Unit) -> bool:
    opens = unit.opens.split(" ")[-1] if unit.opens else ""
    return (
        unit.mark.infinitive or unit.mark.finite or opens in {"rel", "where", "when", "if", "than"} or bool(unit.join)
    )


def _tells_time(unit: Unit) -> bool:
    return unit.mark.kind is Kind.NUMBER or unit.mark.value in TIME


def chunks_of(units: Sequence[Unit]) -> list[Chunk]:
    """The units cut where something opens."""
    chunks: list[list[Unit]] = []
    for unit in units:
        if unit.starts_chunk or not chunks or unit.front != chunks[-1][-1].front:
            chunks.append([])
        chunks[-1].append(unit)
    return [tuple(chunk) for chunk in chunks]


def keys_of(marks: Marks) -> frozenset[str]:
    """Every meaning of the words, without grammar."""
    kinds = {Kind.WORD, Kind.NUMBER, Kind.LIMIT}
    return frozenset(key for mark in marks if mark.kind in kinds for key in mark.keys)
