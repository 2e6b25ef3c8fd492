"""How well the scope is read from a question's words, measured with abstention as CHSR-RRF's consistency check is.

For each field, over the cases whose scope stands in the words alone:
- `scope_coverage:FIELD`: of the cases that are labelled with it, the share for which a certain value was suggested.
- `scope_kappa:FIELD`: Cohen's kappa of suggestion and label over the cases with a certain suggestion; a value where
  the label has none is a disagreement. Not defined where every suggestion and label is the same one value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutor.evaluation.cerb import CerbRow
from tutor.evaluation.outcomes import Outcome
from tutor.evaluation.scores import Measure, Scores, put

FIELDS = {
    "subject": "subjects",
    "form": "forms",
    "document_type": "document_types",
    "paper": "papers",
    "year": "years",
    "question": "questions",
}
"""Field of a label -> field of the scope that a suggestion gates."""
Value = tuple[str, ...]
"""What a field holds, sorted; several subjects are one value, and empty is none."""


def score_named_scopes(scores: Scores, rows: Mapping[str, CerbRow], outcomes: Mapping[str, Outcome]) -> None:
    """Add both metrics for the cases that name their scope in words, where the system infers one at all."""
    read = {case: outcomes[case].named for case, row in rows.items() if row.kind == "words"}
    inferred = {case: named for case, named in read.items() if named is not None}
    for field, name in FIELDS.items():
        labels = {case: _value(_labelled(rows[case], field)) for case in inferred}
        found = {case: _value(named.get(name, ())) for case, named in inferred.items()}
        for case, label in labels.items():
            put(scores, f"scope_coverage:{field}", case, bool(found[case]) if label else None)
        covered = [case for case in inferred if found[case]]
        if covered:
            codes = {value: float(code) for code, value in enumerate(sorted({*labels.values(), *found.values()}))}
            scores[f"scope_kappa:{field}"] = Measure(
                {case: codes[found[case]] for case in covered}, "kappa", {case: codes[labels[case]] for case in covered}
            )


def _labelled(row: CerbRow, field: str) -> Sequence[object]:
    if field == "subject":
        return row.subjects
    value = row.expected.get(field)
    return () if value is None else (value,)


def _value(values: Sequence[object]) -> Value:
    return tuple(sorted(map(str, values)))
