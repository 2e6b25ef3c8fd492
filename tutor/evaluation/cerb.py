"""The cerb set: questions about examination papers, each with the scope it is asked in, in the seven slices of the CERB
protocol (CHSR-RRF, section 3.2), on the sample library's practice papers and on invented Cameroon-GCE-style ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from tutor.core.types import Scope
from tutor.evaluation.golden import read_rows

CERB = Path(__file__).with_name("cerb")
SCHEMA = CERB / "schema.json"
BOOKS = CERB / "books"
CAMEROON = "cameroon-gce"
SLICES = ("mcq", "structured", "formula-heavy", "cross-subject", "bilingual", "mark-scheme", "table-heavy")

Kind = Literal["empty", "words", "set"]


@dataclass(frozen=True)
class CerbRow:
    """A labelled case. `passages`: id -> grade 1 to 3, none where the scope holds nothing; `expected`: what a right
    result is known by, with `subjects` in place of `subject` where several are asked for."""

    id: str
    slice: str
    question: str
    language: str
    curriculum: str
    scope: Scope
    expected: Mapping[str, Any]
    passages: Mapping[str, int]
    drafted: bool
    raw: Mapping[str, Any]
    file: str = ""
    line: int = 0

    @property
    def kind(self) -> Kind:
        """`empty`: the scope holds no passage; `words`: only the question names a scope; `set`: the page has one."""
        if not self.passages:
            return "empty"
        return "words" if self.scope.is_open else "set"

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects asked for, by the page or in words."""
        return tuple(self.expected.get("subjects") or _only(self.expected.get("subject")) or self.scope.subjects)

    @property
    def asked(self) -> Scope:
        """The subjects and forms asked for, by the page or in words: what leakage is measured against."""
        return Scope(subjects=self.subjects, forms=_only(self.expected.get("form")) or self.scope.forms)

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any], file: str = "", line: int = 0) -> CerbRow:
        """Raises KeyError, TypeError or ValueError for what is no case; `validate_cerb` says more."""
        own = {field.name for field in fields(cls)} - {"raw", "file", "line", "scope"}
        scope = Scope(**{name: tuple(values) for name, values in raw["scope"].items()})
        return cls(**{name: raw[name] for name in own}, scope=scope, raw=raw, file=file, line=line)


def load_cerb(folder: Path = CERB) -> list[CerbRow]:
    """Every case of every file, in order. Raises EvaluationError `golden-unreadable`."""
    return read_rows(folder, CerbRow.from_dict)


def _only(value: Any) -> tuple[Any, ...]:
    return () if value is None else (value,)
