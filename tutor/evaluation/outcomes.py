"""What is asked of a system and what came of it, in a form that a checkpoint can keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tutor.core.types import Scope

NO_LANGUAGE = ("none",)
"""A language that no book has: of a scope that asks for books that are not there nothing is admissible."""


@dataclass(frozen=True)
class Query:
    """One question. `scope` is what the page has chosen; `books`: the languages of the books there are
    (empty: all), which no system may go beyond; `language` is that of the text where the set tells it;
    `curriculum` names the one whose words a question uses."""

    text: str
    scope: Scope = field(default_factory=Scope)
    books: tuple[str, ...] = ()
    language: str | None = None
    curriculum: str = "tanzania"

    @property
    def gated_scope(self) -> Scope:
        """The scope within the books there are, for a system that gates: every field of it counts."""
        if not self.books:
            return self.scope
        asked = self.scope.languages or self.books
        common = tuple(language for language in asked if language in self.books)
        return replace(self.scope, languages=common or NO_LANGUAGE)


@dataclass(frozen=True)
class Case:
    """A query with its slices. `row_id` gives the split; `labels` is what the set knows to be right."""

    id: str
    row_id: str
    query: Query
    slices: tuple[str, ...]
    labels: Any = None


@dataclass(frozen=True)
class Quote:
    """A quoted piece of a passage."""

    passage_id: str
    text: str


@dataclass(frozen=True)
class Said:
    """A sentence of an answer. `citations` are positions in the reply's quotes."""

    text: str
    citations: tuple[int, ...] = ()


@dataclass(frozen=True)
class JudgedClaim:
    """A claim of a reply and whether its evidence supports it; `why` names the check that it failed."""

    text: str
    supported: bool
    why: str = ""


@dataclass(frozen=True)
class Reply:
    """An answer, or a decline with its reason. `timings_ms` are the trace's.

    `cites`: whether the design has citations at all; `evidence`: where it has none, the ids of the passages that what
    is said is held against. `claims` and `supporting` are the evaluator's: its verdicts, and for each quote whether
    the passage supports a sentence that cites it (None: cannot be judged; empty: was not).
    """

    answered: bool
    language: str
    text: str
    method: str = ""
    sentences: tuple[Said, ...] = ()
    quotes: tuple[Quote, ...] = ()
    notes: tuple[str, ...] = ()
    reason: str = ""
    empty_retrieval: bool = False
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    cites: bool = True
    evidence: tuple[str, ...] = ()
    claims: tuple[JudgedClaim, ...] = ()
    supporting: tuple[bool | None, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What a system made of a query: passage ids best first, a reply, a label or measures of a text.

    `trace` holds the steps that led there, as a Trace notes them, for people to read; no metric looks at it.
    `retrieves`: whether the system ranks passages at all; `widenings`: the steps by which the scope was widened;
    `escaped`: ids found by an unfiltered escape, which are shown but never count as found; `timings_ms`: those of
    the retrieval; `named`: the fields of a scope that were read from the question's words as certain (None: the
    system reads none).
    """

    ranked: tuple[str, ...] = ()
    reply: Reply | None = None
    label: str = ""
    measures: Mapping[str, float] = field(default_factory=dict)
    trace: tuple[Mapping[str, Any], ...] = ()
    retrieves: bool = True
    widenings: tuple[str, ...] = ()
    escaped: tuple[str, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    named: Mapping[str, tuple[str | int, ...]] | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """Every passage that a pupil would see, what escaped the scope included: what leakage looks at."""
        return (*self.ranked, *self.escaped)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> Outcome:
        """Raises KeyError or TypeError for what `as_dict` did not write."""
        reply = raw["reply"]
        return cls(
            ranked=tuple(raw["ranked"]),
            reply=None if reply is None else _reply(reply),
            label=raw["label"],
            measures=dict(raw["measures"]),
            trace=tuple(raw["trace"]),
            retrieves=raw["retrieves"],
            widenings=tuple(raw["widenings"]),
            escaped=tuple(raw["escaped"]),
            timings_ms=dict(raw["timings_ms"]),
            named=None if raw["named"] is None else {name: tuple(values) for name, values in raw["named"].items()},
        )


def _reply(raw: Mapping[str, Any]) -> Reply:
    return Reply(
        **{
            **raw,
            "sentences": tuple(Said(said["text"], tuple(said["citations"])) for said in raw["sentences"]),
            "quotes": tuple(Quote(**quote) for quote in raw["quotes"]),
            "notes": tuple(raw["notes"]),
            "evidence": tuple(raw["evidence"]),
            "claims": tuple(JudgedClaim(**claim) for claim in raw["claims"]),
            "supporting": tuple(raw["supporting"]),
        }
    )
