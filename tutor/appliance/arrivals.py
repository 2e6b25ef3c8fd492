"""Libraries that come with a stick: into an empty home at once, else into a queue. Standard library only.

A library that is there already is never replaced, because corrections are in it; what comes is taken in, book by book.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tutor.appliance.install import INDEX, LIBRARY, Bundle, copy_checked
from tutor.appliance.manifest import Counted, Told, tell_nobody
from tutor.appliance.user_data import give_to_owner
from tutor.core.files import flush_folder, write_json_atomically

DATABASE = f"{LIBRARY}/library.db"
QUEUE, STAGE, TAKEN = "arriving", ".arriving", "arrived.json"


def bring_library(bundle: Bundle, home: Path, told: Told = tell_nobody) -> bool:
    """Bring the bundle's library into a home without one, or queue it. True when something was brought.

    Raises ApplianceError as `copy_checked`, or OSError.
    """
    entry = bundle.manifest.files.get(DATABASE)
    if entry is None:
        return False
    home.mkdir(parents=True, exist_ok=True)
    if not (home / DATABASE).is_file():
        _fill(bundle, home, told)
        return True
    if entry.sha256 in taken_in(home):
        return False
    queue = home / QUEUE
    queue.mkdir(exist_ok=True)
    part = queue / f"{entry.sha256}.part"
    copy_checked(bundle.folder, DATABASE, entry, part, Counted("library", entry.bytes, told))
    part.replace(part.with_suffix(".db"))
    flush_folder(queue)
    give_to_owner(queue, home)
    return True


def queued_libraries(home: Path) -> list[Path]:
    """Libraries that wait to be taken in."""
    return sorted((home / QUEUE).glob("*.db"))


def taken_in(home: Path) -> list[str]:
    """The SHA-256 of every library that was taken in, oldest first."""
    try:
        names = json.loads((home / LIBRARY / TAKEN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [str(name) for name in names] if isinstance(names, list) else []


def note_taken_in(home: Path, sha256: str) -> None:
    """Remember that a library was taken in. Raises OSError."""
    known = [name for name in taken_in(home) if name != sha256]
    write_json_atomically(home / LIBRARY / TAKEN, [*known, sha256])


def _fill(bundle: Bundle, home: Path, told: Told) -> None:
    stage = home / STAGE
    shutil.rmtree(stage, ignore_errors=True)
    names = [name for name in bundle.manifest.files if name == DATABASE or name.startswith(f"{INDEX}/")]
    counted = Counted("library", sum(bundle.manifest.files[name].bytes for name in names), told)
    for name in names:
        (stage / name).parent.mkdir(parents=True, exist_ok=True)
        copy_checked(bundle.folder, name, bundle.manifest.files[name], stage / name, counted)
    for folder in (path for path in stage.rglob("*") if path.is_dir()):
        flush_folder(folder)
    # The library last: while it is not there, all of this is done again.
    if (stage / INDEX).is_dir():
        shutil.rmtree(home / INDEX, ignore_errors=True)
        (stage / INDEX).replace(home / INDEX)
    (home / LIBRARY).mkdir(exist_ok=True)
    note_taken_in(home, bundle.manifest.files[DATABASE].sha256)
    (stage / DATABASE).replace(home / DATABASE)
    flush_folder(home / LIBRARY)
    flush_folder(home)
    shutil.rmtree(stage, ignore_errors=True)
    for name in (INDEX, LIBRARY):
        give_to_owner(home / name, home)
