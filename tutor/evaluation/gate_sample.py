"""The fixed questions that the gate asks: few enough for every change, spread over kinds and languages."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor.evaluation.outcomes import Case
from tutor.evaluation.scores import ALL
from tutor.evaluation.sets import EvaluationSet


@dataclass(frozen=True)
class GatePart:
    """What the gate asks of one set: how many questions, over which strata (prefixes of slices), of which systems;
    and the slices that have floors (names, or prefixes that end in a colon)."""

    set_name: str
    systems: tuple[str, ...]
    size: int
    strata: tuple[str, ...]
    slices: tuple[str, ...]

    def holds(self, part: str) -> bool:
        """True for a slice that has floors."""
        return any(part == name or (name.endswith(":") and part.startswith(name)) for name in self.slices)


PARTS = (
    GatePart("golden", ("tutor-extract",), 120, ("kind:", "language:"), (ALL, "language:")),
    GatePart("cerb", ("tutor",), 60, ("slice:", "scope:"), (ALL, "curriculum:")),
)
"""No generator has a part: what it writes is verified against the same evidence, and it would take too long."""


def gate_set(whole: EvaluationSet, part: GatePart) -> EvaluationSet:
    """The set with the part's questions alone, all from the dev split, under a name of its own: a broken run of the
    whole set keeps its checkpoint. Raises EvaluationError `set-empty`."""
    cases = stratified(whole.chosen_cases("dev", None), part.size, part.strata)
    return replace(whole, name=f"{whole.name}-gate", cases=tuple(cases), default=part.systems)


def stratified(cases: Sequence[Case], size: int, prefixes: Sequence[str]) -> list[Case]:
    """At most `size` of the cases: of each stratum its share (largest remainders) and at least one where there is
    room, the first ones in the order given."""
    strata: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        key = tuple(part for prefix in prefixes for part in case.slices if part.startswith(prefix))
        strata.setdefault(key, []).append(case)
    shares = _shares({key: len(own) for key, own in strata.items()}, min(size, len(cases)))
    chosen = {case.id for key, own in strata.items() for case in own[: shares[key]]}
    return [case for case in cases if case.id in chosen]


def sample_sha256(cases: Sequence[Case]) -> str:
    """The identity of a sample: which questions, in whatever order."""
    return hashlib.sha256("\n".join(sorted(case.id for case in cases)).encode("utf-8")).hexdigest()


def _shares(counts: dict[tuple[str, ...], int], size: int) -> dict[tuple[str, ...], int]:
    """How many of each stratum, `size` in all."""
    total = sum(counts.values())
    keys = sorted(counts)
    shares = {key: counts[key] * size // total for key in keys}
    if len(keys) <= size:
        shares = {key: max(share, 1) for key, share in shares.items()}
    remainders = sorted(keys, key=lambda key: (-(counts[key] * size % total), key))
    while sum(shares.values()) < size:
        key = next(key for key in remainders if shares[key] < counts[key])
        shares[key] += 1
        remainders = [*(other for other in remainders if other != key), key]
    while sum(shares.values()) > size:
        shares[max(keys, key=lambda key: (shares[key], key))] -= 1
    return shares
