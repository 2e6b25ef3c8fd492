"""Questions of ours that only fit the decision to answer: no report measures on them, and golden rows never repeat."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.answering.question.asked_scope import NOT_TAUGHT_FROM
from tutor.core.types import Passage, Scope
from tutor.evaluation.golden import GoldenRow, read_rows
from tutor.evaluation.validation import Fault, differences
from tutor.language.normalise import match_form

FITTING = Path(__file__).with_name("fitting")
SCHEMA = FITTING / "schema.json"
_TWO_AS_ONE = re.compile(r"^(?!\d{2,3}/\d{2}$).*(?:[\w,.]{3,}/\w|/\d{3})")
"""A slash between alternatives; a blood pressure of 120/80 and a speed in m/s have theirs."""
SPLIT = "fit"
"""Neither dev nor holdout."""


@dataclass(frozen=True)
class FittingRow:
    """A labelled question. `facts`: what a right answer contains, each as its alternatives; `absent`: of a near miss,
    words without which nothing answers it and which no taught page has."""

    id: str
    question: str
    language: str
    kind: str
    subject: str
    form: int
    scope: Scope
    facts: tuple[tuple[str, ...], ...]
    absent: tuple[str, ...]
    raw: Mapping[str, Any]
    file: str = ""
    line: int = 0

    @property
    def split(self) -> str:
        return SPLIT

    @property
    def has_answer(self) -> bool:
        return self.kind == "answerable"

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any], file: str = "", line: int = 0) -> FittingRow:
        """Raises KeyError, TypeError or ValueError for what is no row."""
        return cls(
            **{name: raw[name] for name in ("id", "question", "language", "kind", "subject", "form")},
            scope=Scope(tuple(raw["scope"]["subjects"]), tuple(raw["scope"]["forms"])),
            facts=tuple(tuple(alternatives) for alternatives in raw["facts"]),
            absent=tuple(raw["absent"]),
            raw=raw,
            file=file,
            line=line,
        )


def fitting_rows(folder: Path = FITTING) -> list[FittingRow]:
    """Every row, in order. Raises EvaluationError `golden-unreadable`."""
    return read_rows(folder, FittingRow.from_dict)


def fitting_faults(
    rows: Sequence[FittingRow], passages: Mapping[str, Passage], golden: Iterable[GoldenRow]
) -> list[Fault]:
    """Everything wrong with the rows, against the library's passages by id and the golden questions of both splits.

    Raises EvaluationError `library-missing` when the schema library is not installed.
    """
    taught = [one for one in passages.values() if one.metadata.document_type not in NOT_TAUGHT_FROM]
    texts = {one.id: match_form(" > ".join(one.heading_path) + " " + one.text) for one in taught}
    measured = {match_form(row.question) for row in golden}
    found: list[Fault] = []
    by_wording: dict[str, list[FittingRow]] = defaultdict(list)
    for row in rows:
        by_wording[match_form(row.question)].append(row)
        wrong = [*differences(SCHEMA, row.raw), *_label_faults(row, taught, texts)]
        if match_form(row.question) in measured:
            wrong.append("the same question measures in the golden set")
        found += [Fault(row.file, row.line, row.id, what) for what in wrong]
    repeated = [row for same in by_wording.values() for row in same[1:]]
    found += [Fault(row.file, row.line, row.id, "the question is there twice") for row in repeated]
    if len({row.id for row in rows}) < len(rows):
        found.append(Fault(rows[0].file, 0, "?", "an id is there twice"))
    return found


def _label_faults(row: FittingRow, taught: Sequence[Passage], texts: Mapping[str, str]) -> Iterator[str]:
    if row.has_answer:
        if not row.facts or row.absent:
            yield "an answerable row has facts, and nothing absent"
        own = [one for one in taught if (one.metadata.subject, one.metadata.form) == (row.subject, row.form)]
        if not any(all(_holds_one(texts[one.id], fact) for fact in row.facts) for one in own):
            yield "no passage of its subject and form holds all facts"
        return
    if row.facts or not row.absent or "miss" not in row.raw:
        yield "a near miss says what is absent and how it misses, and has no facts"
    for words in row.absent:
        if _TWO_AS_ONE.search(words):
            yield f"{words!r} is read as one phrase: each alternative stands by itself"
        if any(_holds_words(text, words) for text in texts.values()):
            yield f"a passage has {words!r}"


def _holds_one(text: str, alternatives: Sequence[str]) -> bool:
    return any(match_form(one) in text for one in alternatives)


def _holds_words(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(match_form(words))}(?!\w)", text) is not None
