"""`tutor backup` and `tutor restore`: all that is the school's own, to a stick and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tutor.appliance.backup import write_backup
from tutor.appliance.restore import restore_backup
from tutor.appliance.updating import start_service, stop_service
from tutor.cli.library_display import ProgressLine
from tutor.cli.output import counted, moment, plain_errors, print_json, say
from tutor.core.settings import load_settings


def backup(
    place: Annotated[Path, typer.Argument(help="A file to write, or a folder for it.")] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write books, corrections, classes, questions and settings to one file. tutor may go on running meanwhile."""
    with plain_errors(as_json):
        with ProgressLine() as progress:
            file, manifest = write_backup(load_settings().places.home, place, progress)
        if as_json:
            print_json({"file": str(file), "files": len(manifest.files), "bytes": file.stat().st_size})
            return
        size = f"{file.stat().st_size / 1e6:.1f}"
        say(
            f"{counted(len(manifest.files), 'file')}, {size} MB: {file}. It holds names of classes: keep it safe.",
            f"Faili {len(manifest.files)}, MB {size}: {file}. Ina majina ya madarasa: itunze vizuri.",
        )


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `tutor backup` wrote.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Put a backup in the place of what is there. What was there is kept in `.before-restore`."""
    with plain_errors(as_json):
        settings = load_settings()
        stopped = stop_service()
        try:
            with ProgressLine() as progress:
                manifest = restore_backup(file, settings.places.home, progress)
        finally:
            if stopped:
                start_service()
        if as_json:
            print_json({"made_at": manifest.made_at, "version": manifest.version, "files": len(manifest.files)})
            return
        say(
            f"Restored: {counted(len(manifest.files), 'file')}, as they were on {moment(manifest.made_at)}.",
            f"Zimerejeshwa: faili {len(manifest.files)}, kama zilivyokuwa {moment(manifest.made_at)}.",
        )
