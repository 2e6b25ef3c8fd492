"""The golden set: our labelled questions over the sample library, and the split that tuning never reads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from tutor.core.types import Scope
from tutor.evaluation.errors import EvaluationError

GOLDEN = Path(__file__).with_name("golden")
SCHEMA = GOLDEN / "schema.json"

Row = TypeVar("Row")
Split = Literal["dev", "holdout"]
SPLITS: tuple[Split, ...] = ("dev", "holdout")
HAS_ANSWER = frozenset({"answerable", "trap"})
"""Kinds of rows that the scope holds an answer to."""
RELEVANT_GRADE = 2
"""A passage of this grade answers, at least in part. Grade 1 is background: it counts in nDCG alone."""


class HasRaw(Protocol):
    """A row that kept the object it was made of."""

    @property
    def raw(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class GoldenRow:
    """A labelled question. `passages`: id -> grade 1 to 3; `facts`: what a right answer contains, each as
    its alternatives; `expected`: of a row to decline, the reason and where the answer is found."""

    id: str
    question: str
    language: str
    kind: str
    subject: str
    form: int
    scope: Scope
    question_type: str
    bloom: str
    passages: Mapping[str, int]
    reference: str
    facts: tuple[tuple[str, ...], ...]
    expected: Mapping[str, Any]
    cross: bool
    drafted: bool
    raw: Mapping[str, Any]
    file: str = ""
    line: int = 0

    @property
    def split(self) -> Split:
        return split_of(self.id)

    @property
    def has_answer(self) -> bool:
        """True when the scope holds an answer, so that declining is wrong."""
        return self.kind in HAS_ANSWER

    @property
    def books(self) -> tuple[str, ...]:
        """The languages of the books the row is run against; empty: all."""
        return ("en",) if self.cross else ()

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any], file: str = "", line: int = 0) -> GoldenRow:
        """Raises KeyError, TypeError or ValueError for what is no row; `validate_rows` says more."""
        own = {field.name for field in fields(cls)} - {"raw", "file", "line", "scope", "facts"}
        return cls(
            **{name: raw[name] for name in own},
            scope=Scope(tuple(raw["scope"].get("subjects", ())), tuple(raw["scope"].get("forms", ()))),
            facts=tuple(tuple(alternatives) for alternatives in raw["facts"]),
            raw=raw,
            file=file,
            line=line,
        )


def split_of(row_id: str) -> Split:
    """One row of three, by a hash of its id, is holdout: tuning never reads it."""
    digest = int(hashlib.sha256(row_id.encode("utf-8")).hexdigest(), 16)
    return "holdout" if digest % 3 == 0 else "dev"


def golden_files(folder: Path = GOLDEN) -> list[Path]:
    """The files of rows, by name."""
    return sorted(folder.glob("*.jsonl"))


def raw_lines(file: Path) -> Iterator[tuple[int, str]]:
    """(line number, line) of every line that is not blank."""
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1):
        if line.strip():
            yield number, line


def read_rows(folder: Path, made: Callable[[Any, str, int], Row]) -> list[Row]:
    """What `made` gives for each object, its file and its line. Raises EvaluationError `golden-unreadable`."""
    rows = []
    for file in golden_files(folder):
        for number, line in raw_lines(file):
            try:
                rows.append(made(json.loads(line), file.name, number))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                why = f"{type(error).__name__}: {error}"
                raise EvaluationError("golden-unreadable", file=file.name, line=number, why=why) from error
    return rows


def load_rows(folder: Path = GOLDEN) -> list[GoldenRow]:
    """Every row of every file, in order. Raises EvaluationError `golden-unreadable`."""
    return read_rows(folder, GoldenRow.from_dict)


def checked_split(name: str) -> Split:
    """The split of that name. Raises EvaluationError `split-unknown`."""
    for split in SPLITS:
        if name == split:
            return split
    raise EvaluationError("split-unknown", name=name)


def tuning_rows(rows: Iterable[GoldenRow], split: str | None) -> list[GoldenRow]:
    """The dev rows, for what tunes: it must ask for them by name.

    Raises EvaluationError `holdout-refused` for any other split, both together (None) included.
    """
    if split != "dev":
        raise EvaluationError("holdout-refused", split=split or "holdout")
    return rows_of(rows, "dev")


def rows_of(rows: Iterable[GoldenRow], split: Split | None) -> list[GoldenRow]:
    """The rows of one split, for measuring; None gives both."""
    return [row for row in rows if split is None or row.split == split]


def rows_sha256(rows: Sequence[HasRaw]) -> str:
    """The identity of a choice of rows: changes when any row or the choice does."""
    lines = sorted(json.dumps(row.raw, sort_keys=True, ensure_ascii=False) for row in rows)
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()
