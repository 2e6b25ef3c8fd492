"""Do two clauses of different languages say the same things in the same phrases?

A clause's things are held apart by phrase: what the verb is done to, what stands behind each preposition, and each
further act ("to make glucose") with its own things. Within a phrase "X of Y" keeps its order where both languages say
it so. One heap of things would take "uses light to make glucose" for "uses glucose to make light".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Meant = frozenset[str]
T = TypeVar("T")


@dataclass(frozen=True)
class Thing:
    """Something said, as the concepts it may be. `opens`: what opens before it in its clause; `join`: and, or, comma;
    `act`: a further act, as an infinitive; `role`: a direction or the like, which may not change."""

    meant: Meant
    opens: str = ""
    join: str = ""
    act: bool = False
    role: str = ""


@dataclass(frozen=True)
class Phrase:
    """The things of one phrase, cut at "of"; `kind`: verb, object or place (behind a preposition)."""

    kind: str
    role: str
    parts: tuple[tuple[Meant, ...], ...]


def says_the_same(mine: Sequence[Thing], theirs: Sequence[Thing]) -> bool:
    """True when each phrase has a counterpart of its own, act by act."""
    first, second = _acts(mine), _acts(theirs)
    if len(first) != len(second):
        first, second = [[one for act in first for one in act]], [[one for act in second for one in act]]
    return all(_paired(one, other, _phrase_agrees(one, other)) for one, other in zip(first, second, strict=True))


def _acts(things: Sequence[Thing]) -> list[list[Phrase]]:
    """The phrases of each act: the clause's own verb, then each further one."""
    acts: list[list[Phrase]] = [[]]
    parts: list[list[Meant]] = []
    kind, role, after_act = "object", "", False

    def close() -> None:
        told = tuple(tuple(meant for meant in part if meant) for part in parts)
        if any(told):
            acts[-1].append(Phrase(kind, role, tuple(part for part in told if part)))

    for thing in things:
        begins = bool(thing.opens or thing.join) and (thing.opens != "of" or kind == "verb")
        if begins or thing.act or after_act:
            close()
            parts = []
            if thing.act:
                acts.append([])
            if thing.act or thing.opens == "verb":
                kind, role = "verb", ""
            elif thing.opens in {"", "object", "of"} and not (thing.join and kind != "verb"):
                kind, role = "object", thing.role
            elif thing.opens:
                kind, role = "place", thing.role
        if not parts or thing.opens == "of":
            parts.append([])
        parts[-1].append(thing.meant)
        after_act = thing.act
    close()
    return [act for act in acts if act]


def _phrase_agrees(mine: Sequence[Phrase], theirs: Sequence[Phrase]) -> Callable[[Phrase, Phrase], bool]:
    one_way = [phrase.kind for phrase in mine].count("object") == [phrase.kind for phrase in theirs].count("object")

    def agrees(one: Phrase, other: Phrase) -> bool:
        if one.role != other.role or (one.kind == "verb") != (other.kind == "verb"):
            return False
        if one_way and one.kind != other.kind:
            return False
        if len(one.parts) == len(other.parts):
            return all(_paired(a, b, _shares) for a, b in zip(one.parts, other.parts, strict=True))
        return _paired([m for part in one.parts for m in part], [m for part in other.parts for m in part], _shares)

    return agrees


def _shares(one: Meant, other: Meant) -> bool:
    return bool(one & other)


def _paired(mine: Sequence[T], theirs: Sequence[T], agree: Callable[[T, T], bool]) -> bool:
    """True when each of `mine` has one of `theirs` for its own, and none is left."""
    if len(mine) != len(theirs):
        return False
    if not mine:
        return True
    first, *rest = mine
    return any(
        agree(first, other) and _paired(rest, [*theirs[:at], *theirs[at + 1 :]], agree)
        for at, other in enumerate(theirs)
    )
