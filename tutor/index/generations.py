"""Generations of the index: built aside, checked, then made current by one rename.

`CURRENT` names the live generation. A broken one is moved aside and the newest good one serves.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.core.errors import IndexStateError
from tutor.core.files import file_sha256, flush_folder, flush_to_disk, write_atomically, write_json_atomically

MANIFEST = "manifest.json"
NAME = re.compile(r"^gen-(\d{4,})$")
KEPT = 2


@dataclass(frozen=True)
class Manifest:
    """What a generation was built from, and every file with its size and hash."""

    library_id: str
    revision: int
    embedder: str
    embedder_hash: str
    dimension: int
    passages: dict[str, int]
    files: dict[str, dict[str, Any]]
    format: int = 1

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Raises IndexStateError when it is missing or not understood."""
        try:
            return cls(**json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise IndexStateError("index-damaged", generation=folder.name, why=error) from error


def generation_folders(index: Path) -> list[Path]:
    """The generations, newest first."""
    found = [path for path in index.glob("gen-*") if NAME.match(path.name) and path.is_dir()]
    return sorted(found, key=lambda path: int(path.name[4:]), reverse=True)


def begin_generation(index: Path) -> Path:
    """An empty folder to build in, out of the way of readers. Leftovers of a power cut are removed."""
    index.mkdir(parents=True, exist_ok=True)
    for leftover in index.glob("building-*"):
        shutil.rmtree(leftover)
    newest = generation_folders(index)
    aside = [int(path.name.split("-")[1]) for path in index.glob("broken-*-*")]
    number = max([int(newest[0].name[4:]) if newest else 0, *aside]) + 1
    folder = index / f"building-{number:04d}"
    folder.mkdir()
    return folder


def seal_generation(folder: Path, facts: dict[str, Any]) -> Path:
    """Hash and flush every file of a generation and write its manifest: whole on the disk, and not yet current.

    Raises IndexStateError when what can be read back is not what was written.
    """
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            flush_to_disk(path)
            name = path.relative_to(folder).as_posix()
            files[name] = {"bytes": path.stat().st_size, "sha256": file_sha256(path)}
    write_json_atomically(folder / MANIFEST, {**facts, "files": files})
    damage = damage_of(folder)
    if damage is not None:
        raise IndexStateError("index-damaged", generation=folder.name, why=damage)
    return folder


def switch_to_generation(folder: Path) -> Path:
    """Make a sealed generation current and drop the oldest ones. Returns its folder, which has another name now."""
    index = folder.parent
    final = index / folder.name.replace("building-", "gen-")
    folder.replace(final)
    flush_folder(index)
    write_atomically(index / "CURRENT", final.name.encode("ascii"))
    for old in generation_folders(index)[KEPT:]:
        shutil.rmtree(old)
    return final


def finish_generation(folder: Path, facts: dict[str, Any]) -> Path:
    """Seal a generation and make it current. Raises IndexStateError as `seal_generation` does."""
    return switch_to_generation(seal_generation(folder, facts))


def damage_of(folder: Path) -> str | None:
    """What is wrong with a generation, in words; None when every file is what the manifest says."""
    try:
        manifest = Manifest.read(folder)
    except IndexStateError as error:
        return str(error.facts["why"])
    for name, expected in manifest.files.items():
        path = folder / name
        if not path.is_file():
            return f"{name} is missing"
        if path.stat().st_size != expected["bytes"] or file_sha256(path) != expected["sha256"]:
            return f"{name} is not what was written"
    return None


def set_aside(folder: Path) -> None:
    """Move a broken generation out of the way, keeping it for a look."""
    number = NAME.match(folder.name)
    name = f"broken-{number[1] if number else '0000'}"
    count = len(list(folder.parent.glob(f"{name}-*"))) + 1
    folder.replace(folder.parent / f"{name}-{count}")


def current_generation(index: Path) -> tuple[Path | None, list[str]]:
    """The newest good generation (None: there is none), and what was found broken and set aside.

    Every file is hashed: neither FAISS nor Tantivy notices one flipped bit.
    """
    notes: list[str] = []
    folders = generation_folders(index)
    try:
        named = index / (index / "CURRENT").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        named = None
    if named in folders:
        folders = [named, *(folder for folder in folders if folder != named)]
    for folder in folders:
        damage = damage_of(folder)
        if damage is None:
            return folder, notes
        notes.append(f"{folder.name}: {damage}")
        set_aside(folder)
    return None, notes
