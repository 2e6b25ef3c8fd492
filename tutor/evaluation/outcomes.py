"""What is asked of a system and what came of it, in a form that a checkpoint can keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tutor.core.types import Scope


@dataclass(frozen=True)
class Query:
    """One question. `scope` is what the page has chosen; `books`: the languages of the books there are
    (empty: all), which no system may go beyond; `language` is that of the text where the set tells it."""

    text: str
    scope: Scope = field(default_factory=Scope)
    books: tuple[str, ...] = ()
    language: str | None = None


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
class Reply:
    """An answer, or a decline with its reason. `timings_ms` are the trace's."""

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


@dataclass(frozen=True)
class Outcome:
    """What a system made of a query: passage ids best first, a reply, a label or measures of a text."""

    ranked: tuple[str, ...] = ()
    reply: Reply | None = None
    label: str = ""
    measures: Mapping[str, float] = field(default_factory=dict)

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
        )


def _reply(raw: Mapping[str, Any]) -> Reply:
    return Reply(
        **{
            **raw,
            "sentences": tuple(Said(said["text"], tuple(said["citations"])) for said in raw["sentences"]),
            "quotes": tuple(Quote(**quote) for quote in raw["quotes"]),
            "notes": tuple(raw["notes"]),
        }
    )
