"""`tutor update` and `tutor rollback`: another program, models or books from a stick, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tutor.appliance.arriving import finish_work
from tutor.appliance.errors import ApplianceError
from tutor.appliance.layout import Root, installed_root, require_root
from tutor.appliance.updating import (
    finish_as_owner,
    queue_library_update,
    roll_back,
    start_service,
    stop_service,
    update_from,
)
from tutor.cli.library_display import ProgressLine
from tutor.cli.output import plain_errors, print_json, say
from tutor.core.settings import Settings, load_settings

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def update(
    from_folder: Annotated[Path | None, typer.Option("--from", help="The folder of the bundle on the stick.")] = None,
    key: Annotated[Path | None, typer.Option("--key", help="A builder's public key, got by another way.")] = None,
    older: Annotated[bool, typer.Option("--older", help="Take an older version than the installed one too.")] = False,
    finish: Annotated[bool, typer.Option("--finish", help="Only finish what was interrupted or waits.")] = False,
    as_json: Json = False,
) -> None:
    """Take a new program, models or books from a stick. Interrupted at any moment, the old version still runs."""
    with plain_errors(as_json):
        settings = load_settings()
        if finish:
            with ProgressLine() as progress:
                finish_work(settings, say, progress)
            return
        if from_folder is None:
            raise typer.BadParameter("--from")
        root, keys = installed_root(), [key] if key else []
        if root is None:
            _library_only(settings, from_folder, keys)
            return
        before = root.current()
        with ProgressLine() as progress:
            name = update_from(from_folder, root, settings.places.home, keys, older, progress)
        _start_again(root, settings)
        if as_json:
            print_json({"version": name or root.current(), "previous": root.order()[1:]})
        elif name == before:
            say(
                f"Version {name} is installed and runs already.",
                f"Toleo {name} tayari limesakinishwa na linatumika.",
            )
        elif name:
            say(
                f"Version {name} runs now. Back to the one before: tutor rollback",
                f"Toleo {name} linatumika sasa. Kurudi kwenye la awali: tutor rollback",
            )


def _library_only(settings: Settings, folder: Path, keys: list[Path]) -> None:
    """A library update needs no installation from a stick, only a key that is trusted."""
    if not keys:
        raise ApplianceError("not-installed")
    with ProgressLine() as progress:
        queue_library_update(folder, settings.places.home, keys, progress)
        finish_work(settings, say, progress)


def rollback(as_json: Json = False) -> None:
    """Go back to the version before; again, and it goes forward. Questions, classes and corrections stay."""
    with plain_errors(as_json):
        root, settings = require_root(), load_settings()
        stopped = stop_service()
        try:
            name = roll_back(root, settings.places.home)
        finally:
            if stopped:
                start_service()
        if as_json:
            print_json({"version": name, "previous": root.order()[1:]})
        else:
            say(f"Version {name} runs now.", f"Toleo {name} linatumika sasa.")


def _start_again(root: Root, settings: Settings) -> None:
    """Finish what waits with the version that runs now, and let the service run it."""
    stopped = stop_service()
    try:
        finish_as_owner(root, settings.places.home)
    finally:
        if stopped:
            start_service()
    if not stopped:
        say("If tutor is open somewhere, close it and start it again.", "Kama tutor imefunguliwa, ifunge na uiwashe.")
