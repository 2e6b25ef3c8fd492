"""`tutor eval`: run a set, validate the golden and cerb rows, compare two results; report and gate stand beside it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from tutor.cli.evaluation_candidates import candidates
from tutor.cli.evaluation_report import gate, report
from tutor.cli.library import ProgressLine
from tutor.cli.output import console, plain_errors, print_json, say
from tutor.core.files import write_json_atomically
from tutor.core.settings import load_settings
from tutor.evaluation.cerb_validation import validate_cerb
from tutor.evaluation.comparison import Compared, compare, load_results, named_system
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import checked_split
from tutor.evaluation.run import SETS, open_set, run_set
from tutor.evaluation.scores import ALL
from tutor.evaluation.validation import validate_files

SHOWN_SLICES = 12
"""More slices than this are only written, not shown."""

app = typer.Typer(help="Measure: run labelled questions, compare results.", no_args_is_help=True)
app.command("report")(report)
app.command("gate")(gate)
app.command("candidates")(candidates)


@app.command("run")
def run(
    name: Annotated[str, typer.Argument(metavar="SET", help="One of: " + ", ".join(SETS) + ".")],
    systems: Annotated[
        list[str] | None, typer.Option("--systems", help="Systems, with commas between or given again.")
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="At most so many questions.")] = None,
    split: Annotated[str | None, typer.Option("--split", help="dev or holdout; default: both.")] = None,
    out: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the results to this file.")] = None,
    parts: Annotated[list[str] | None, typer.Option("--slice", help="Show this slice; may be given again.")] = None,
    profile: Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")] = None,
) -> None:
    """Run systems on a set. A run that broke off goes on where it stopped; nothing goes online."""
    with plain_errors():
        settings = load_settings(profile=profile)
        chosen_split = checked_split(split) if split else None
        wanted = [system.strip() for given in systems or () for system in given.split(",") if system.strip()]
        with ProgressLine() as progress:
            results = run_set(
                open_set(name), settings, wanted, chosen_split, limit, shlex.join(["tutor", *sys.argv[1:]]), progress
            )
        if out:
            write_json_atomically(out, results)
        _show(results, parts or [])
        if out:
            say(f"Written: {out}", f"Imeandikwa: {out}")


@app.command("validate")
def validate(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """Check every golden and cerb row against its schema and its books. Exit status 1 when one is not right."""
    with plain_errors(as_json):
        golden, faults = validate_files()
        cerb, cerb_faults = validate_cerb()
        count, faults = golden + cerb, [*faults, *cerb_faults]
        if as_json:
            print_json({"rows": count, "ok": not faults, "faults": [vars(fault) for fault in faults]})
        else:
            for fault in faults:
                console.print(str(fault), markup=False)
        if not faults and not as_json:
            say(f"{count} rows, all right.", f"Safu {count}, zote ni sahihi.")
        elif not as_json:
            raise EvaluationError("golden-invalid", count=len({(fault.file, fault.line) for fault in faults}))
    if faults:
        raise typer.Exit(1)


@app.command("compare")
def compare_results(
    a: Annotated[str, typer.Argument(metavar="A", help="A result, or FILE#SYSTEM for one system of it.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The result it is compared with.")],
    part: Annotated[str, typer.Option("--slice", help="Only the questions of this slice.")] = ALL,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compare two results question by question: how much higher B is, with its 95 % interval and effect size."""
    with plain_errors(as_json):
        (file_a, system_a), (file_b, system_b) = named_system(a), named_system(b)
        first, second = load_results(file_a), load_results(file_b)
        found = compare(first, second, system_a, system_b, part)
        if as_json:
            rows = [one.as_dict() for one in found]
            print_json({"set": first["set"], "slice": part, "a": a, "b": b, "metrics": rows})
        else:
            _show_compared(found)


def _show(results: Mapping[str, Any], wanted: Sequence[str]) -> None:
    """A table for each slice asked for; for all of them where there are few."""
    systems: Mapping[str, Mapping[str, Any]] = results["systems"]
    there = list(next(iter(systems.values())))
    few = there if len(there) <= SHOWN_SLICES else [ALL]
    for part in [one for one in there if one in wanted] or few:
        table = Table(title=f"{results['set']}: {part}", title_justify="left")
        table.add_column("metric")
        for system in systems:
            table.add_column(system, justify="right")
        for metric in sorted({metric for figures in systems.values() for metric in figures[part]}):
            table.add_row(metric, *(_written(figures[part].get(metric)) for figures in systems.values()))
        console.print(table)
    for notice in results["provenance"]["notices"]:
        console.print(notice, style="dim", markup=False)


def _written(figure: Mapping[str, Any] | None) -> str:
    if figure is None:
        return "-"
    return f"{figure['mean']:.3f} [{figure['low']:.3f}, {figure['high']:.3f}] n={figure['n']}"


def _show_compared(found: Sequence[Compared]) -> None:
    table = Table("metric", "A", "B", "B - A", "95 %", "p", "d", "n")
    for one in found:
        d = one.difference
        names = "" if one.a == one.b else f" ({one.a}, {one.b})"
        effect = "-" if d.effect is None else f"{d.effect:+.2f}"
        table.add_row(
            f"{one.metric}{names or f' ({one.a})'}", f"{d.a:.3f}", f"{d.b:.3f}", f"{d.difference:+.3f}",
            f"[{d.low:+.3f}, {d.high:+.3f}]", f"{d.p:.3f}", effect, str(d.n),
        )  # fmt: skip
    console.print(table)
