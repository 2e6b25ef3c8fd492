"""Hashes that say what a figure was measured on: code, books, machine, commit."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tutor import __version__
from tutor.core.cpu import usable_cores
from tutor.core.errors import ModelError
from tutor.core.files import file_sha256
from tutor.core.places import PACKAGE, checkout_root
from tutor.core.settings import Settings
from tutor.library.store import LibraryStore
from tutor.models.catalog import load_catalog
from tutor.models.installed import require_model

LEFT_OUT = {"__pycache__", "sample_library", "golden", "cerb", "floors.toml"}
"""Books and questions have hashes of their own; what figures are held to changes none of them."""


def code_sha256(rooms: Iterable[str] = (), package: Path = PACKAGE) -> str:
    """A hash over the files of the rooms (none named: of the whole package), data files included."""
    folders = [package / room for room in rooms] or [package]
    files = sorted(file for folder in folders for file in folder.rglob("*") if file.is_file())
    wanted = [file for file in files if not LEFT_OUT & set(file.relative_to(package).parts)]
    return files_sha256(package, wanted)


def files_sha256(root: Path, files: Iterable[Path]) -> str:
    """A hash over the names below `root` and the contents of files."""
    lines = [f"{file.relative_to(root).as_posix()} {file_sha256(file)}" for file in files]
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8")).hexdigest()


def library_sha256(store: LibraryStore) -> str:
    """A hash over every passage: its id, text, headings and metadata. The same books give the same hash."""
    digest = hashlib.sha256()
    for passage in sorted((item.passage for item in store.passages()), key=lambda passage: passage.id):
        facts = [passage.id, passage.text, passage.heading_path, vars(passage.metadata)]
        digest.update(json.dumps(facts, ensure_ascii=False, sort_keys=True).encode("utf-8") + b"\n")
    return digest.hexdigest()


def model_hashes(settings: Settings, roles: Iterable[str]) -> dict[str, dict[str, str]]:
    """{role: {name, hash}} of the profile's installed models; a role that is not installed is left out."""
    profile = settings.text("profile")
    found = {}
    for role in roles:
        model = load_catalog().profile(profile).get(role)
        if model is not None:
            try:
                found[role] = {"name": model.name, "hash": require_model(settings.places.models, model, profile).hash}
            except ModelError:
                continue
    return found


def machine() -> dict[str, Any]:
    """The kind of machine, without anything that names this one."""
    return {
        "system": platform.system(),
        "machine": platform.machine(),
        "cores": usable_cores(),
        "python": platform.python_version(),
        "tutor": __version__,
    }


def commit(root: Path | None = None) -> str | None:
    """The commit that is checked out, read from the repository's own files; None where there is none."""
    root = root or checkout_root()
    folder = root / ".git" if root else None
    if folder is None or not folder.is_dir():
        return None
    try:
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref: "):
            return head
        name = head.removeprefix("ref: ")
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8").strip()
        packed = (folder / "packed-refs").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), None)
