"""`tutor doctor`: is everything there, whole and able to run? With `--fix`: mend what is safe to mend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from tutor.answering.health import Check, health_checks
from tutor.appliance.addresses import pages_address, square_code
from tutor.appliance.checks import appliance_checks, program_checks
from tutor.appliance.mending import mend
from tutor.cli.output import console, plain_errors, print_json, progress_console, say, screen_language
from tutor.core.settings import Settings, load_settings
from tutor.web.local_name import announced_name

MARKS = {"ok": "[green]ok[/green]", "warning": "[yellow]!![/yellow]", "fault": "[red]XX[/red]"}
PROGRAM = ("parts", "processor", "models", "embedder", "generator")


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    profile: Annotated[str | None, typer.Option("--profile", help="Models: starter, small or standard.")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="First mend what can be mended without losing anything.")] = False,
    program: Annotated[bool, typer.Option("--program", help="Only program and models, not library and home.")] = False,
) -> None:
    """Check this installation. Ends with status 1 when something must be done."""
    with plain_errors(as_json):
        settings = load_settings(profile=profile)
        mended: list[str] = []
        if fix:
            mend(settings, lambda en, sw: mended.append(_told(en, sw, as_json)))
        checks = []
        for check in _checks(settings, program):
            checks.append(check)
            if not as_json:
                _show(check)
        healthy = all(check.status != "fault" for check in checks)
        if as_json:
            print_json({"healthy": healthy, "mended": mended, "checks": [check.as_dict() for check in checks]})
    raise typer.Exit(0 if healthy else 1)


def _checks(settings: Settings, program: bool) -> Iterator[Check]:
    if program:
        yield from health_checks(settings, PROGRAM)
        yield from program_checks(settings)
    else:
        yield from health_checks(settings)
        yield from appliance_checks(settings)


def _told(english: str, swahili: str, as_json: bool) -> str:
    text = swahili if screen_language() == "sw" else english
    if not as_json:
        progress_console.print(text, markup=False)
    return english


def _show(check: Check) -> None:
    swahili = screen_language() == "sw"
    console.print(MARKS[check.status], end=" ", markup=True)
    console.print(f"{check.name}: {check.sw if swahili else check.en}", markup=False)
    to_do = check.to_do_sw if swahili else check.to_do_en
    if to_do:
        console.print(f"   {to_do}", markup=False)


def address(
    host: Annotated[str | None, typer.Option("--host", help="As for `tutor serve`.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="As for `tutor serve`.")] = None,
) -> None:
    """Print the address of the pages, and a square code of it for phones."""
    with plain_errors():
        settings = load_settings(host=host, port=port)
        shown = pages_address(settings.text("host"), settings.whole("port"))
        say(f"Open in a browser: {shown}", f"Fungua katika kivinjari: {shown}")
        name = announced_name(shown)
        if name:
            by_name = f"http://{name}:{settings.whole('port')}"
            say(f"Also by name, where the device knows such names: {by_name}",
                f"Pia kwa jina, kwa vifaa vinavyojua majina hayo: {by_name}")  # fmt: skip
        console.print(square_code(shown), markup=False)
