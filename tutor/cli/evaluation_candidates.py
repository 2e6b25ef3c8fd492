"""`tutor eval candidates`: questions that teachers marked, as drafts of golden rows."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tutor.cli.output import console, plain_errors, print_json, say
from tutor.core.files import write_atomically
from tutor.evaluation.candidates import Draft, drafts_of, read_candidates
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.validation import sample_passages


def candidates(
    file: Annotated[Path, typer.Argument(help="A file that the teacher's page of questions saved.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the drafts, one a line.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List marked questions as drafts of golden rows, with what a person must still say. Nothing enters the set."""
    with plain_errors(as_json):
        found, faults = read_candidates(file)
        drafts = drafts_of(found, sample_passages())
        if out is not None:
            rows = (json.dumps(draft.row, ensure_ascii=False) + "\n" for draft in drafts if draft.row)
            write_atomically(out, "".join(rows).encode("utf-8"))
        if as_json:
            print_json({"drafts": [asdict(draft) for draft in drafts], "faults": [vars(fault) for fault in faults]})
        else:
            for draft in drafts:
                _show(draft)
            for fault in faults:
                console.print(str(fault), markup=False)
            say(f"{len(drafts)} marked questions.", f"Maswali {len(drafts)} yaliyotiwa alama.")
        if faults and not as_json:
            raise EvaluationError("candidates-invalid", count=len({fault.line for fault in faults}))
    if faults:
        raise typer.Exit(1)


def _show(draft: Draft) -> None:
    named = f"{draft.row['id']} {draft.row['question']}" if draft.row else draft.candidate
    console.print(f"{named} [{draft.mark}]", markup=False)
    for what in draft.to_do:
        console.print(f"   {what}", markup=False)
