"""`tutor backup`: everything in a home that is the school's own, in one file that says what it must hold."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from tutor import __version__
from tutor.appliance.errors import ApplianceError
from tutor.appliance.install import FULL
from tutor.appliance.manifest import MANIFEST, Entry, Told, tell_nobody
from tutor.appliance.names import LARGEST_FILE
from tutor.appliance.user_data import DERIVED, data_files, is_database
from tutor.core.errors import TutorError
from tutor.core.files import BLOCK, file_sha256, flush_folder, flush_to_disk, require_room

FORMAT = 1
OWNER_ONLY = 0o600
MOUNTS = Path("/proc/mounts")
OLD_STICKS = frozenset({"vfat", "msdos"})


@dataclass(frozen=True)
class BackupManifest:
    """What a backup holds. `files`: name in the home with `/` -> entry. `made_at`: ISO time, UTC."""

    version: str
    made_at: str
    files: Mapping[str, Entry]

    def as_bytes(self) -> bytes:
        value = {
            "format": FORMAT, "kind": "backup", "version": self.version, "made_at": self.made_at,
            "files": {name: vars(entry) for name, entry in self.files.items()},
        }  # fmt: skip
        return json.dumps(value, indent=1, ensure_ascii=False).encode("utf-8")


def write_backup(home: Path, place: Path, told: Told = tell_nobody) -> tuple[Path, BackupManifest]:
    """Write a backup to `place`, a file or a folder, whole or not at all. tutor may run meanwhile.

    It is read back and compared before it gets its name. Raises ApplianceError `backup-nothing`, `backup-stick` or
    `backup-unwritten`; TutorError `disk-full`.
    """
    now = datetime.now(UTC)
    try:
        file = place / f"tutor-backup-{now:%Y-%m-%d-%H%M%S}.zip" if place.is_dir() else place
    except OSError as error:
        raise ApplianceError("backup-unwritten", file=place, why=error.strerror or error) from error
    paths = list(data_files(home))
    if not paths:
        raise ApplianceError("backup-nothing", folder=home)
    size = sum(path.stat().st_size for path in paths)
    if size > LARGEST_FILE and filesystem_of(file.parent) in OLD_STICKS:
        raise ApplianceError("backup-stick", size=size >> 20)
    part = file.with_name(f".{file.name}.part")
    try:
        require_room(file.parent, 0)
        manifest = _write(home, paths, part, f"{now:%Y-%m-%dT%H:%M:%SZ}", told)
        flush_to_disk(part)
        with zipfile.ZipFile(part) as archive:
            check_contents(archive, manifest)
        part.replace(file)
        flush_folder(file.parent)
    except OSError as error:
        if error.errno in FULL:
            free = shutil.disk_usage(file.parent).free >> 20
            need = max(size >> 20, free + 1)
            raise TutorError("disk-full", need_mb=need, free_mb=free, folder=file.parent) from error
        raise ApplianceError("backup-unwritten", file=file, why=error.strerror or error) from error
    except (sqlite3.Error, zipfile.BadZipFile) as error:
        raise ApplianceError("backup-unwritten", file=file, why=error) from error
    finally:
        with suppress(OSError):  # of a stick that cannot be written to
            part.unlink(missing_ok=True)
    return file, manifest


def _write(home: Path, paths: list[Path], part: Path, made_at: str, told: Told) -> BackupManifest:
    entries = {}
    with (
        tempfile.TemporaryDirectory(dir=home, prefix=".backing-up-") as scratch,
        os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, OWNER_ONLY), "w+b") as stream,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        for number, path in enumerate(paths):
            name = path.relative_to(home).as_posix()
            copy = Path(scratch) / "copy"
            _copy(path, copy)
            entries[name] = Entry(copy.stat().st_size, file_sha256(copy))
            archive.write(copy, f"home/{name}")
            copy.unlink()
            told("backup", number + 1, len(paths))
        manifest = BackupManifest(__version__, made_at, entries)
        archive.writestr(MANIFEST, manifest.as_bytes())
    return manifest


def _copy(path: Path, copy: Path) -> None:
    """A copy of one moment; of a database also while another writes to it."""
    if not is_database(path):
        shutil.copyfile(path, copy)
        return
    with closing(sqlite3.connect(path, timeout=30.0)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        # The copy is one file: what is restored must not look for a log beside it.
        target.execute("PRAGMA journal_mode = DELETE")


def read_backup(archive: zipfile.ZipFile, file: Path) -> BackupManifest:
    """What the backup says it holds. Raises ApplianceError `backup-unusable`."""
    try:
        raw: Mapping[str, Any] = json.loads(archive.read(MANIFEST))
        if (raw["format"], raw["kind"]) != (FORMAT, "backup"):
            raise ValueError("it is of another kind")
        files = {str(name): Entry(int(each["bytes"]), str(each["sha256"])) for name, each in raw["files"].items()}
        for name in files:
            if not is_safe_name(name):
                raise ValueError(f"{name!r} leads out of the folder")
        return BackupManifest(str(raw["version"]), str(raw["made_at"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise ApplianceError("backup-unusable", file=file, why=error) from error


def is_safe_name(name: str) -> bool:
    """Whether a name of a backup stays inside a home and away from what tutor keeps there for itself."""
    parts = PurePosixPath(name).parts
    inside = bool(parts) and not name.startswith("/") and ".." not in parts and not set(name) & {"\\", ":", "\0"}
    return inside and not parts[0].startswith(".") and parts[0] not in DERIVED


def check_contents(archive: zipfile.ZipFile, manifest: BackupManifest) -> None:
    """Read every byte and compare. Raises zipfile.BadZipFile, OSError or KeyError for the first wrong file."""
    for name, entry in manifest.files.items():
        digest = hashlib.sha256()
        length = 0
        with archive.open(f"home/{name}") as stream:
            while block := stream.read(BLOCK):
                digest.update(block)
                length += len(block)
        if (length, digest.hexdigest()) != (entry.bytes, entry.sha256):
            raise zipfile.BadZipFile(f"{name} is damaged")


def filesystem_of(folder: Path) -> str:
    """The kind of file system the folder is on, as Linux names it; empty where that is not known."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    found = ("", "")
    for line in lines:
        place, kind = line.split()[1:3]
        if folder.resolve().is_relative_to(place) and len(place) >= len(found[0]):
            found = (place, kind)
    return found[1]
