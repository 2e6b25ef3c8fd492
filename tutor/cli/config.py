"""`tutor config`: every setting, its value and where it came from."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from tutor.cli.output import console, in_screen_language, plain_errors, print_json, screen_language
from tutor.core.settings import OPTIONS, load_settings

app = typer.Typer(help="The settings.", no_args_is_help=True)


@app.command("list")
def list_settings(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """Show every setting: its value, where it came from, and its TUTOR_ variable."""
    with plain_errors(as_json):
        settings = load_settings()
        if as_json:
            rows = [
                {
                    "name": option.name,
                    "value": settings.values[option.name],
                    "default": option.default,
                    "origin": settings.origins[option.name],
                    "variable": option.variable,
                    "takes": option.expected(),
                    "help_en": option.help_en,
                    "help_sw": option.help_sw,
                }
                for option in OPTIONS
            ]
            print_json({"home": str(settings.places.home), "models": str(settings.places.models), "settings": rows})
            return
        console.print(f"TUTOR_HOME: {settings.places.home}", markup=False)
        english, swahili = (
            ("setting", "value", "from", "variable", "meaning"),
            ("mpangilio", "thamani", "kutoka", "jina la mazingira", "maana"),
        )
        table = Table(*(in_screen_language(*names) for names in zip(english, swahili, strict=True)))
        for option in OPTIONS:
            meaning = option.help_sw if screen_language() == "sw" else option.help_en
            value = str(settings.values[option.name])
            table.add_row(option.name, value, settings.origins[option.name], option.variable, meaning)
        console.print(table)
