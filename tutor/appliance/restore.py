"""`tutor restore`: a backup in the place of what is there, whole or not at all, whenever the power goes.

The backup is unpacked and checked in a folder beside; then a note is written that says so, and only then do the old
files go aside and the new ones into their place. With the note there, the rest can always be done again.
"""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

from tutor import __version__
from tutor.appliance.backup import BackupManifest, read_backup
from tutor.appliance.errors import ApplianceError
from tutor.appliance.install import FULL
from tutor.appliance.manifest import Told, tell_nobody
from tutor.appliance.user_data import data_entries, databases, give_to_owner, is_database, require_unused
from tutor.core.errors import TutorError
from tutor.core.files import file_sha256, flush_folder, flush_to_disk, require_room, write_atomically

STAGE, ASIDE, NOTE = ".restoring", ".before-restore", ".restore-ready"
KEPT = ".kept-before"
"""In the staged folder: this is what was kept, and must not be lost when going back to it is interrupted."""
OPEN = frozenset({"-wal", "-shm", "-journal"})


def restore_backup(file: Path, home: Path, told: Told = tell_nobody) -> BackupManifest:
    """Put the backup in the place of what is there; that is kept in `.before-restore` until the next one.

    Raises ApplianceError `backup-missing`, `backup-unusable` or `home-in-use`, TutorError `disk-full`; then nothing has
    changed.
    """
    home.mkdir(parents=True, exist_ok=True)
    finish_restore(home)
    stage = home / STAGE
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = read_backup(archive, file)
            if version_of(manifest.version) > version_of(__version__):
                raise ApplianceError("backup-unusable", file=file, why=f"it was made by tutor {manifest.version}")
            require_room(home, sum(entry.bytes for entry in manifest.files.values()))
            for database in databases(home):
                require_unused(database)
            shutil.rmtree(stage, ignore_errors=True)
            _unpack(archive, manifest, stage, file, told)
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        shutil.rmtree(stage, ignore_errors=True)
        raise ApplianceError("backup-unusable", file=file, why=error) from error
    except OSError as error:
        if not file.is_file():
            raise ApplianceError("backup-missing", file=file) from error
        shutil.rmtree(stage, ignore_errors=True)
        if error.errno in FULL:
            free = shutil.disk_usage(home).free >> 20
            raise TutorError("disk-full", need_mb=free + 1, free_mb=free, folder=home) from error
        raise ApplianceError("backup-unusable", file=file, why=error.strerror or error) from error
    shutil.rmtree(home / ASIDE, ignore_errors=True)
    # Before the note: whoever owns the home must be able to finish what root began.
    give_to_owner(stage, home)
    _note(home / NOTE, home)
    finish_restore(home)
    return manifest


def _note(file: Path, home: Path) -> None:
    write_atomically(file, b"")
    give_to_owner(file, home)


def _unpack(archive: zipfile.ZipFile, manifest: BackupManifest, stage: Path, file: Path, told: Told) -> None:
    stage.mkdir()
    for number, (name, entry) in enumerate(manifest.files.items()):
        target = stage / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(f"home/{name}") as reader, target.open("wb") as writer:
            shutil.copyfileobj(reader, writer)
        flush_to_disk(target)
        target.chmod(0o600)
        if (target.stat().st_size, file_sha256(target)) != (entry.bytes, entry.sha256) or not _is_whole(target):
            raise ApplianceError("backup-unusable", file=file, why=f"{name} is damaged")
        told("restore", number + 1, len(manifest.files))
    for folder in (stage, *(path for path in stage.rglob("*") if path.is_dir())):
        folder.chmod(0o700)
        flush_folder(folder)


def _is_whole(path: Path) -> bool:
    if not is_database(path):
        return path.suffix != ".db" or path.stat().st_size == 0
    with closing(sqlite3.connect(path)) as db:
        try:
            return bool(db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
        except sqlite3.DatabaseError:
            return False


def finish_restore(home: Path) -> bool:
    """Do the rest of a restore that was checked and then interrupted; remove one that was not. True when done.

    Raises OSError.
    """
    stage = home / STAGE
    if not (home / NOTE).exists():
        if (stage / KEPT).exists() and not (home / ASIDE).exists():
            stage.replace(home / ASIDE)
        shutil.rmtree(stage, ignore_errors=True)
        return False
    (stage / KEPT).unlink(missing_ok=True)
    aside = home / ASIDE
    aside.mkdir(exist_ok=True)
    give_to_owner(aside, home)
    # First all that is there goes aside, and only what is not yet there comes: each step can be done again.
    if not (aside / NOTE).exists():
        for entry in [*data_entries(home), *_open_leftovers(home)]:
            if not (aside / entry.name).exists():
                entry.replace(aside / entry.name)
        flush_folder(home)
        _note(aside / NOTE, home)
    for entry in sorted(stage.iterdir()) if stage.is_dir() else ():
        entry.replace(home / entry.name)
        give_to_owner(home / entry.name, home)
    flush_folder(home)
    shutil.rmtree(stage, ignore_errors=True)
    (home / NOTE).unlink()
    (aside / NOTE).unlink()
    flush_folder(home)
    return True


def go_back_to_before(home: Path) -> None:
    """Put what the last restore set aside in its place again; what is there now is set aside instead.

    Raises ApplianceError `restore-none` when nothing is kept, `home-in-use` while a database is open; OSError.
    """
    finish_restore(home)
    aside, stage = home / ASIDE, home / STAGE
    if not aside.is_dir() or not any(aside.iterdir()):
        raise ApplianceError("restore-none", folder=home)
    for database in databases(home):
        require_unused(database)
    _note(aside / KEPT, home)
    aside.replace(stage)
    flush_folder(home)
    _note(home / NOTE, home)
    finish_restore(home)


def _open_leftovers(home: Path) -> list[Path]:
    """Logs of databases at the top of a home: beside another database they would damage it."""
    return [path for path in home.iterdir() if path.is_file() and path.name.endswith(tuple(OPEN))]


def version_of(text: str) -> tuple[int, ...]:
    """The numbers of a version, to compare."""
    return tuple(int(part) for part in text.split(".") if part.isdigit())
