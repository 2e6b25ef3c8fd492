"""The sections of a report: results of the same questions over the same library stand in one table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tutor.evaluation.scores import ALL
from tutor.evaluation.worst_cases import LOOKED_AT

Results = Mapping[str, Any]

SYSTEM_ORDER = (
    "no-retrieval", "naive-rag", "hybrid-rag", "curriculum-rag", "chsr-a", "chsr-b", "chsr-b-post", "chsr-c", "chsr-d",
    "chsr-e", "tutor-extract", "tutor",
)  # fmt: skip
"""From the plainest to ours; the place of a system is also its colour."""
SHARED = ("rows_sha256", "library_sha256", "split", "limit", "seed", "settings")
"""What results must have in common to stand in one table."""


@dataclass
class Section:
    """One set as measured on the same questions. `sources`: system -> the results it comes from; `numbers`: the
    places of those results in the report, from 1."""

    key: str
    title: str
    set_name: str
    provenance: Mapping[str, Any]
    sources: dict[str, Results] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)

    @property
    def systems(self) -> list[str]:
        """As columns stand: ours first, where no wide table hides it, then the others from the plainest on."""
        return sorted(self.sources, key=system_order)

    @property
    def ours(self) -> str | None:
        """The system that others are compared with and whose worst cases are shown; None where none is ours."""
        return next((name for name in LOOKED_AT if name in self.sources), None)

    def figures(self, system: str, part: str = ALL) -> Mapping[str, Mapping[str, Any]]:
        """{metric: {mean, low, high, n}} of a slice; empty where the system has none."""
        own: Mapping[str, Mapping[str, Any]] = self.sources[system]["systems"][system].get(part, {})
        return own

    @property
    def parts(self) -> list[str]:
        """The slices that any system has, `all` first."""
        found = {part for system, source in self.sources.items() for part in source["systems"][system]}
        return [ALL, *sorted(found - {ALL})]

    def metrics(self, part: str = ALL) -> set[str]:
        """The metrics that any system has in a slice."""
        return {metric for system in self.sources for metric in self.figures(system, part)}

    def slices_of(self, system: str) -> Mapping[str, Sequence[str]]:
        """Case id -> its slices."""
        own: Mapping[str, Sequence[str]] = self.sources[system]["questions"]["slices"]
        return own

    def kept(self, what: str, system: str) -> Any:
        """`worst` or `zero_recall` of a system; None where its results are from before these were kept."""
        return self.sources[system]["questions"].get(what, {}).get(system)

    @property
    def codes(self) -> set[str]:
        """The hashes of the code that measured its systems."""
        return {str(source["provenance"].get("code_sha256")) for source in self.sources.values()}


def sections_of(results: Sequence[Results]) -> list[Section]:
    """A section for each choice of questions, library and settings, in the order given.

    A system that is measured twice under the same conditions opens a section of its own: nothing is overwritten.
    """
    sections: list[tuple[str, Section]] = []
    for number, one in enumerate(results, start=1):
        sameness = _sameness(one)
        for system in one["systems"]:
            found = next((own for key, own in sections if key == sameness and system not in own.sources), None)
            if found is None:
                place = len(sections) + 1
                found = Section(f"section-{place}", _title(one), str(one["set"]), one["provenance"])
                sections.append((sameness, found))
            found.sources[system] = one
            if number not in found.numbers:
                found.numbers.append(number)
    return [section for _, section in sections]


def system_order(name: str) -> tuple[int, str]:
    """Sorts ours first, then as SYSTEM_ORDER has them; systems that it does not know follow by name."""
    known = (*LOOKED_AT, *SYSTEM_ORDER)
    return (known.index(name) if name in known else len(known), name)


def system_colour(name: str, among: Sequence[str]) -> int:
    """The number of a system's colour; one that SYSTEM_ORDER does not know takes its place after it."""
    if name in SYSTEM_ORDER:
        return SYSTEM_ORDER.index(name)
    unknown = sorted(other for other in among if other not in SYSTEM_ORDER)
    return len(SYSTEM_ORDER) + unknown.index(name)


def _sameness(results: Results) -> str:
    provenance = results["provenance"]
    models = {role: model for role, model in provenance.get("models", {}).items() if role == "embedder"}
    facts = [results["set"], models, *(provenance.get(name) for name in SHARED)]
    return json.dumps(facts, sort_keys=True, ensure_ascii=False)


def _title(results: Results) -> str:
    provenance = results["provenance"]
    profile = provenance.get("settings", {}).get("profile") if provenance.get("models") else None
    said = [
        f"{provenance['split']} split" if provenance.get("split") else "",
        f"{provenance['cases']} questions" if provenance.get("cases") else "",
        f"{profile} profile" if profile else "",
    ]
    rest = ", ".join(word for word in said if word)
    return f"{results['set']} ({rest})" if rest else str(results["set"])
