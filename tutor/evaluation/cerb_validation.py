"""What is wrong with cerb cases: shape, scope, what they expect to find, and whether they belong to their slice."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tutor.core.types import Passage
from tutor.curriculum.curriculum import Curriculum
from tutor.curriculum.words import spaced_words, squeezed
from tutor.evaluation.cerb import CAMEROON, CERB, SCHEMA, CerbRow
from tutor.evaluation.cerb_set import SHELVES
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import RELEVANT_GRADE
from tutor.evaluation.homes import fill_shelves
from tutor.evaluation.metrics import EXAM_FIELDS
from tutor.evaluation.validation import FULL_GRADE, Fault, in_order, shaped_rows
from tutor.language.normalise import match_form
from tutor.library.store import LibraryStore
from tutor.retrieval.widening import is_strict, leakage_label

CAMEROON_AUTHORITY = "cameroon-gce-practice"
OPTION = re.compile(r"^(?:- )?[A-D] ", re.MULTILINE)
OPTIONS = 4
FORMULA = re.compile(r"[=→∫√²³⁻₀-₉]|d[a-z]/d[a-z]")
NAMED_FIELDS = {"year": ("",), "paper": ("paper ", "karatasi ya "), "question": ("question ", "swali la ")}
"""Field -> what stands before its value in a question."""

Passages = Mapping[str, Passage]


def cerb_passages() -> dict[str, Passage]:
    """The passages of both curricula's books, by id. Needs no model. Raises LibraryError."""
    with tempfile.TemporaryDirectory() as temporary, LibraryStore(Path(temporary) / "library.db") as store:
        fill_shelves(store, SHELVES)
        return {item.passage.id: item.passage for item in store.passages()}


def validate_cerb(folder: Path = CERB, passages: Passages | None = None) -> tuple[int, list[Fault]]:
    """(how many cases there are, everything wrong with them). A line that is no case does not hide the others.

    Raises EvaluationError `library-missing` when the schema library is not installed.
    """
    count, rows, faults = shaped_rows(folder, cerb_schema_faults, CerbRow.from_dict)
    return count, in_order([*faults, *cerb_faults(rows, cerb_passages() if passages is None else passages)])


def cerb_schema_faults(raw: Any) -> list[str]:
    """Where an object differs from cerb/schema.json, in words."""
    return [f"{error.json_path}: {error.message}" for error in _validator().iter_errors(raw)]


def cerb_faults(rows: Sequence[CerbRow], passages: Passages) -> list[Fault]:
    """Everything wrong with cases of all files together, against the passages by id."""
    found = [
        Fault(row.file, row.line, row.id, what)
        for row in rows
        for check in (_place_faults, _passage_faults, _expected_faults, _empty_faults, _word_faults, _slice_faults)
        for what in check(row, passages)
    ]
    ids: dict[str, CerbRow] = {}
    asked: dict[tuple[str, str], CerbRow] = {}
    for row in rows:
        first = ids.setdefault(row.id, row)
        if first is not row:
            found.append(Fault(row.file, row.line, row.id, f"the id is also in {first.file}"))
        same = asked.setdefault((match_form(row.question), str(row.scope)), row)
        if same is not row:
            found.append(Fault(row.file, row.line, row.id, f"the same question and scope as {same.id}"))
    return found


@cache
def _validator() -> Any:
    try:
        import jsonschema
    except ImportError as error:
        raise EvaluationError("library-missing", why=error) from error
    return jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def _place_faults(row: CerbRow, _: Passages) -> Iterator[str]:
    if not row.id.startswith(f"{row.slice}-"):
        yield f"the id does not begin with its slice, {row.slice}"
    if row.file and Path(row.file).stem != row.slice:
        yield f"a case of {row.slice} stands in {row.file}"
    if ("subjects" in row.expected) == ("subject" in row.expected):
        yield "expected has to have either subject or subjects"


def _passage_faults(row: CerbRow, passages: Passages) -> Iterator[str]:
    for name in row.passages:
        if name not in passages:
            yield f"no passage {name}"
            continue
        outside = leakage_label(passages[name].metadata, row.scope)
        if outside:
            yield f"{name} lies outside the scope: {outside}"
        is_cameroon = passages[name].metadata.authority == CAMEROON_AUTHORITY
        if is_cameroon != (row.curriculum == CAMEROON):
            yield f"{name} is not of the curriculum {row.curriculum}"
    if row.passages and not _of_grade(row, passages, FULL_GRADE) and row.passages.keys() <= passages.keys():
        yield "no passage of grade 3"


def _expected_faults(row: CerbRow, passages: Passages) -> Iterator[str]:
    """What is asked for in full has every expected field, nothing that is named contaminates, and each of several
    subjects has a relevant passage."""
    for name, passage in _of_grade(row, passages, FULL_GRADE).items():
        for field, value in row.expected.items():
            own = getattr(passage.metadata, "subject" if field == "subjects" else field)
            if own not in (value if field == "subjects" else (value,)):
                yield f"{name} has {field} {own}, not {value}"
    for name, passage in _of_grade(row, passages, 1).items():
        for field in EXAM_FIELDS:
            if field in row.expected and getattr(passage.metadata, field) != row.expected[field]:
                yield f"{name} contaminates: {field} {getattr(passage.metadata, field)}"
    relevant = _of_grade(row, passages, RELEVANT_GRADE).values()
    there = {passage.metadata.subject for passage in relevant}
    if row.passages:
        yield from (f"no relevant passage of {one}" for one in row.expected.get("subjects", ()) if one not in there)


def _empty_faults(row: CerbRow, passages: Passages) -> Iterator[str]:
    if row.passages:
        return
    if not is_strict(row.scope):
        yield "a case without passages needs a scope with a strict key"
    inside = [name for name, passage in passages.items() if not leakage_label(passage.metadata, row.scope)]
    yield from (f"its scope holds {name}, and should hold nothing" for name in inside[:1])


def _word_faults(row: CerbRow, _: Passages) -> Iterator[str]:
    """A question that alone names its scope has to name what is expected: subjects, form, year, paper, question."""
    if row.kind != "words":
        return
    curriculum = Curriculum.load(row.curriculum)
    words = f" {spaced_words(row.question)} "
    for subject in row.subjects:
        if not any(f" {alias} " in words for alias in curriculum.subject(subject).aliases):
            yield f"the question does not name the subject {subject}"
    form = row.expected.get("form")
    if form is not None and not any(
        name in squeezed(row.question) for name in curriculum.form_details(form).squeezed_names
    ):
        yield f"the question does not name the form {form}"
    for field, before in NAMED_FIELDS.items():
        if field in row.expected and not any(f" {word}{row.expected[field]} " in words for word in before):
            yield f"the question does not name the {field} {row.expected[field]}"


def _slice_faults(row: CerbRow, passages: Passages) -> Iterator[str]:
    full = list(_of_grade(row, passages, FULL_GRADE).values())
    if not full:
        return
    fits, what = _SLICES[row.slice]
    if not fits(row, full):
        yield f"a case of {row.slice} {what}"
    own_language = any(passage.metadata.language == row.language for passage in full)
    if row.slice != "bilingual" and row.language != "mixed" and not own_language:
        yield "no passage of grade 3 is in the language of the question"


_SLICES: Mapping[str, tuple[Callable[[CerbRow, Sequence[Passage]], bool], str]] = {
    "mcq": (lambda row, full: any(len(OPTION.findall(one.text)) >= OPTIONS for one in full), "needs options A to D"),
    "structured": (lambda row, full: all(one.metadata.question for one in full), "needs a question of a paper"),
    "formula-heavy": (lambda row, full: bool(FORMULA.search(row.question)), "needs a formula in the question"),
    "cross-subject": (lambda row, full: len(row.subjects) > 1, "asks for two subjects or more"),
    "bilingual": (
        lambda row, full: all(one.metadata.language != row.language for one in full),
        "has its passages in the other language",
    ),
    "mark-scheme": (
        lambda row, full: all(one.metadata.document_type == "mark-scheme" for one in full),
        "asks for mark schemes",
    ),
    "table-heavy": (lambda row, full: any("\n| " in one.text for one in full), "needs a table in the passage"),
}


def _of_grade(row: CerbRow, passages: Passages, grade: int) -> dict[str, Passage]:
    """The row's known passages of at least that grade."""
    return {name: passages[name] for name, own in row.passages.items() if own >= grade and name in passages}
