"""English words that look like verbs and are nouns where they stand: "plants", "wastes", "decay"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor.answering.support.marks import Kind, Mark

_BORDERS = {Kind.COMMA, Kind.AND, Kind.OR, Kind.REL, Kind.LINK, Kind.BREAK}
_FRONT_NOUN = 2
"""A front phrase's noun of two words ends here: "in beta decay"."""


def with_nouns(marks: list[Mark]) -> Iterator[Mark]:
    """ "Green plants use": of two words side by side that may be verbs the first is a noun. So is one that begins a
    clause with a verb of its own: "because state companies made"."""
    for at, (mark, following) in enumerate(zip(marks, [*marks[1:], None], strict=False)):
        if mark.finite and mark.kind is Kind.WORD and (_begins_clause(marks, at) or _is_named_act(marks, at)):
            yield replace(mark, finite=False)
            continue
        helped = following is not None and (
            following.finite or (following.kind is Kind.LIMIT and following.value in {"can", "may", "must", "should"})
        )
        yield replace(mark, finite=False) if mark.kind is Kind.WORD and mark.finite and helped else mark


def _begins_clause(marks: list[Mark], at: int) -> bool:
    """True for a word without an ending that stands behind a link, with a verb further on."""
    if at == 0 or marks[at - 1].kind not in {Kind.LINK, Kind.BREAK} or marks[at].word.endswith(("s", "ed")):
        return False
    for mark in marks[at + 1 :]:
        if mark.kind in {Kind.LINK, Kind.BREAK, Kind.AND, Kind.COMMA, Kind.REL}:
            return False
        if mark.finite:
            return True
    return False


def _is_named_act(marks: list[Mark], at: int) -> bool:
    """True for "wastes" in "wastes such as plastics", for "decay" in "in beta decay a neutron changes" and for "used"
    in "plastics and used batteries cause"."""
    mark, behind = marks[at], marks[at + 1 :]
    if not behind:
        return False
    if behind[0].kind is Kind.PREP and behind[0].value == "example":
        return True
    if mark.participle:
        beside = at > 0 and marks[at - 1].kind in {Kind.AND, Kind.OR}
        noun = behind[0].kind is Kind.WORD and behind[0].word.endswith("s") and not behind[0].after_article
        return beside and noun and len(behind) > 1 and behind[1].finite and not behind[0].finite
    if mark.word.endswith("s") or not (behind[0].after_article or behind[0].kind is Kind.NUMBER):
        return False
    start = next((i + 1 for i in range(at - 1, -1, -1) if marks[i].kind in _BORDERS), 0)
    in_front = marks[start].kind is Kind.PREP and at - start == _FRONT_NOUN
    rest = next((i for i, other in enumerate(behind) if other.kind in _BORDERS), len(behind))
    return in_front and any(other.finite for other in behind[1:rest])
