"""`tutor eval report` and `tutor eval gate`: what people read, and what no change may lower."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from tutor.cli.library import ProgressLine
from tutor.cli.output import console, plain_errors, say
from tutor.core.files import write_atomically, write_json_atomically
from tutor.core.settings import load_settings
from tutor.evaluation import gate_floors
from tutor.evaluation.comparison import load_results
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.gate import Check, Measured, Verdict, floors_from, measured_parts, verdict
from tutor.evaluation.gate_floors import Floor, Floors, lowered
from tutor.evaluation.report import html_report
from tutor.evaluation.report_markdown import markdown_report

GATE_PROFILE = "starter"
"""The floors are of this profile's embedder."""


def report(
    outs: Annotated[list[Path], typer.Argument(metavar="OUT...", help="Results that `tutor eval run --json` wrote.")],
    page: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="The page; default: report.html.")] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="The main tables as Markdown.")
    ] = None,
) -> None:
    """Write one self-contained page from results: tables, intervals, trade-offs, differences, worst cases."""
    with plain_errors():
        results = [load_results(out) for out in outs]
        if page is None and markdown is None:
            page = Path("report.html")
        written = []
        if page is not None:
            write_atomically(page, html_report(results).encode("utf-8"))
            written.append(page)
        if markdown is not None:
            write_atomically(markdown, markdown_report(results).encode("utf-8"))
            written.append(markdown)
        for file in written:
            say(f"Written: {file}", f"Imeandikwa: {file}")


def gate(
    out: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write every check to this file.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Measure anew and write the floors.")] = False,
) -> None:
    """Check a fixed sample against the floors. Exit status 1, with a table, when anything has slipped."""
    with plain_errors():
        settings = load_settings(profile=GATE_PROFILE)
        floors = None if write else Floors.read(gate_floors.FLOORS)
        command = shlex.join(["tutor", *sys.argv[1:]])
        with ProgressLine() as progress:
            measured = measured_parts(settings, command, progress)
        if floors is None:
            _write(measured)
            return
        found = verdict(floors, measured)
        if out:
            results = [{"set": one.part.set_name, "systems": one.results["systems"]} for one in measured]
            provenance = {one.part.set_name: one.results["provenance"] for one in measured}
            write_json_atomically(out, {**found.as_dict(), "results": results, "provenance": provenance})
        _show(found)
        if found.slipped:
            raise EvaluationError("gate-failed", count=len(found.slipped), all=len(found.checks))
        say(f"{len(found.checks)} floors, all kept.", f"Viwango {len(found.checks)}, vyote vimefikiwa.")


def _write(measured: Sequence[Measured]) -> None:
    before = Floors.read(gate_floors.FLOORS).floors if gate_floors.FLOORS.is_file() else ()
    after = floors_from(measured)
    after.write(gate_floors.FLOORS)
    easier = lowered(before, after.floors)
    if easier:
        console.print(lowered_table(easier))
    say(
        f"{len(after.floors)} floors written; {len(easier)} are lower than before.",
        f"Viwango {len(after.floors)} vimeandikwa; {len(easier)} ni vya chini kuliko awali.",
    )


def _show(found: Verdict) -> None:
    for notice in found.notices:
        console.print(notice, style="dim", markup=False)
    if found.slipped:
        console.print(slipped_table(found.slipped))


def slipped_table(slipped: Sequence[Check]) -> Table:
    """What slipped: where, what was measured, what was asked and what had been reached."""
    table = _table("set", "system", "slice", "metric", "now", "floor", "reached", "n")
    for check in slipped:
        floor = check.floor
        now = "-" if check.value is None else f"{check.value:.4f}"
        table.add_row(
            floor.set_name, floor.system, floor.part, floor.metric, now, _bound(floor), f"{floor.reached:.4f}",
            str(floor.n),
        )  # fmt: skip
    return table


def lowered_table(easier: Sequence[tuple[Floor, Floor | None]]) -> Table:
    """Floors that are easier to keep than before."""
    table = _table("set", "system", "slice", "metric", "before", "now")
    for old, new in easier:
        table.add_row(*old.key, _bound(old), "-" if new is None else _bound(new))
    return table


def _table(*columns: str) -> Table:
    """A table that folds long names where the screen is narrow: cut short, they could not be told apart."""
    table = Table()
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def _bound(floor: Floor) -> str:
    return f"{'>=' if floor.bound == 'at_least' else '<='} {floor.limit:.4f}"
