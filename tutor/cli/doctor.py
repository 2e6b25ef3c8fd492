"""`tutor doctor`: is everything there, whole and able to run?"""

from __future__ import annotations

from typing import Annotated

import typer

from tutor.answering.health import health_checks
from tutor.cli.output import console, plain_errors, print_json, screen_language
from tutor.core.settings import load_settings

MARKS = {"ok": "[green]ok[/green]", "warning": "[yellow]!![/yellow]", "fault": "[red]XX[/red]"}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    profile: Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")] = None,
) -> None:
    """Check this installation. Ends with status 1 when something must be done."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        swahili = screen_language() == "sw"
        checks = []
        for check in health_checks(settings):
            checks.append(check)
            if not as_json:
                console.print(MARKS[check.status], end=" ", markup=True)
                console.print(f"{check.name}: {check.sw if swahili else check.en}", markup=False)
                to_do = check.to_do_sw if swahili else check.to_do_en
                if to_do:
                    console.print(f"   {to_do}", markup=False)
        healthy = all(check.status != "fault" for check in checks)
        if as_json:
            print_json({"healthy": healthy, "checks": [check.as_dict() for check in checks]})
    raise typer.Exit(0 if healthy else 1)
