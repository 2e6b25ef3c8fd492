"""What is wrong with golden rows: shape, wording met twice, passages that do not hold what they should."""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.types import Passage
from tutor.curriculum.curriculum import Curriculum
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import GOLDEN, SCHEMA, GoldenRow, Row, golden_files, raw_lines
from tutor.language.normalise import match_form
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore

REASON_OF_KIND = {
    "unanswerable": "weak-evidence",
    "outside": "outside-scope",
    "unsafe": "unsafe",
    "not-a-question": "not-a-question",
}
FULL_GRADE = 3


@dataclass(frozen=True)
class Fault:
    """What is wrong with one row."""

    file: str
    line: int
    row_id: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.row_id}: {self.what}"


def sample_passages(folder: Path = SAMPLE_LIBRARY) -> dict[str, Passage]:
    """The passages that importing the folder gives, by id. Needs no model. Raises LibraryError."""
    with tempfile.TemporaryDirectory() as temporary, LibraryStore(Path(temporary) / "library.db") as store:
        Importer(store, Curriculum.load()).add(folder, lambda books: None)
        return {item.passage.id: item.passage for item in store.passages()}


def validate_files(folder: Path = GOLDEN, library: Path = SAMPLE_LIBRARY) -> tuple[int, list[Fault]]:
    """(how many rows there are, everything wrong with them). A line that is no row does not hide the others."""
    count, rows, faults = shaped_rows(folder, schema_faults, GoldenRow.from_dict)
    return count, in_order([*faults, *validate_rows(rows, sample_passages(library))])


def shaped_rows(
    folder: Path, shape_faults: Callable[[Any], list[str]], made: Callable[[Any, str, int], Row]
) -> tuple[int, list[Row], list[Fault]]:
    """(how many lines there are, the rows of those that have the right shape, what is wrong with the others)."""
    rows: list[Row] = []
    faults: list[Fault] = []
    count = 0
    for file in golden_files(folder):
        for number, line in raw_lines(file):
            count += 1
            try:
                raw = json.loads(line)
            except ValueError as error:
                faults.append(Fault(file.name, number, "?", f"not JSON: {error}"))
                continue
            wrong = shape_faults(raw)
            name = str(raw.get("id", "?")) if isinstance(raw, dict) else "?"
            faults += [Fault(file.name, number, name, what) for what in wrong]
            if not wrong:
                rows.append(made(raw, file.name, number))
    return count, rows, faults


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once, by file and line."""
    return sorted(set(faults), key=lambda fault: (fault.file, fault.line, fault.what))


def validate_rows(rows: Sequence[GoldenRow], passages: Mapping[str, Passage]) -> list[Fault]:
    """Everything wrong with rows of all files together, against the library's passages by id.

    Raises EvaluationError `library-missing` when the schema library is not installed.
    """
    found: list[Fault] = []
    for row in rows:
        wrong = [*schema_faults(row.raw), *_kind_faults(row), *_passage_faults(row, passages)]
        found += [Fault(row.file, row.line, row.id, what) for what in wrong]
    return found + _repeated(rows)


def schema_faults(raw: Any) -> list[str]:
    """Where an object differs from golden/schema.json, in words."""
    return differences(SCHEMA, raw)


def differences(schema: Path, raw: Any) -> list[str]:
    """Where an object differs from a schema, in words. Raises EvaluationError `library-missing`."""
    return [f"{error.json_path}: {error.message}" for error in _validator(schema).iter_errors(raw)]


@cache
def _validator(schema: Path) -> Any:
    try:
        import jsonschema
    except ImportError as error:
        raise EvaluationError("library-missing", why=error) from error
    return jsonschema.Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))


def _kind_faults(row: GoldenRow) -> Iterator[str]:
    reason = row.expected.get("reason")
    wanted = REASON_OF_KIND.get(row.kind)
    if reason != wanted:
        yield f"a row of kind {row.kind} expects reason {wanted}, not {reason}"
    if row.has_answer:
        if not any(grade == FULL_GRADE for grade in row.passages.values()):
            yield "no passage of grade 3"
        if not row.facts or not row.reference.strip():
            yield "no facts or no reference"
    elif row.kind == "outside":
        if not row.passages:
            yield "a row of kind outside names the passages that hold the answer"
        if row.scope.is_open:
            yield "a row of kind outside needs a scope"
    elif row.passages or row.facts or row.reference:
        yield f"a row of kind {row.kind} has no passages, facts or reference"


def _passage_faults(row: GoldenRow, passages: Mapping[str, Passage]) -> Iterator[str]:
    known = {name: passages[name] for name in row.passages if name in passages}
    yield from (f"no passage {name}" for name in row.passages if name not in passages)
    full = {name: passage for name, passage in known.items() if row.passages[name] == FULL_GRADE}
    for name, passage in full.items():
        text = match_form(" > ".join(passage.heading_path) + " " + passage.text)
        for alternatives in row.facts:
            if row.has_answer and not any(match_form(one) in text for one in alternatives):
                yield f"no alternative of the fact {list(alternatives)} stands in {name}"
    if row.cross and any(passage.metadata.language != "en" for passage in full.values()):
        yield "a cross row names English passages only"
    for name, passage in full.items():
        inside = _inside(row, passage)
        if row.has_answer and not inside:
            yield f"{name} lies outside the row's scope"
        if row.kind == "outside" and inside:
            yield f"{name} lies inside the scope that should not hold it"


def _inside(row: GoldenRow, passage: Passage) -> bool:
    scope, metadata = row.scope, passage.metadata
    fits_subject = not scope.subjects or metadata.subject in scope.subjects
    return fits_subject and (not scope.forms or metadata.form in scope.forms)


def _repeated(rows: Iterable[GoldenRow]) -> list[Fault]:
    """Ids and questions that are there twice, in one file or in two."""
    by_id: dict[str, list[GoldenRow]] = defaultdict(list)
    by_wording: dict[str, list[GoldenRow]] = defaultdict(list)
    for row in rows:
        by_id[row.id].append(row)
        by_wording[match_form(row.question)].append(row)
    found = []
    for name, same in by_id.items():
        found += [Fault(row.file, row.line, name, f"the id is also in {same[0].file}") for row in same[1:]]
    for same in by_wording.values():
        found += [
            Fault(row.file, row.line, row.id, f"the same question as {same[0].id} in {same[0].file}")
            for row in same[1:]
        ]
    return found
