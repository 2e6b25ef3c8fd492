"""The manifest of an installed model: what it was made from, what it consists of, under which terms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Any

from tutor.core.files import file_sha256, flush_folder, flush_to_disk, write_json_atomically
from tutor.models.catalog import Model
from tutor.models.download import Fetched
from tutor.models.progress import Progress
from tutor.models.steps import Step, counting

MANIFEST = "manifest.json"
BUILDERS = ("onnx", "onnxruntime", "numpy")


@dataclass(frozen=True)
class Manifest:
    """`artefacts` and `files`: name -> sha256 (hex) and bytes. File names are relative, with `/`."""

    model: str
    recipe: str
    recipe_version: int
    artefacts: Mapping[str, Fetched]
    files: Mapping[str, Fetched]
    licence: str
    licence_note: str
    built_with: Mapping[str, str] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """The model's identity: a SHA-256 over its files' names and hashes. Vectors are kept under it."""
        lines = sorted(f"{name} {file.sha256}\n" for name, file in self.files.items())
        return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()

    @property
    def bytes(self) -> int:
        """Bytes of all files."""
        return sum(file.bytes for file in self.files.values())

    def write(self, folder: Path) -> None:
        """Write it into the folder. Raises OSError."""
        write_json_atomically(
            folder / MANIFEST,
            {
                **vars(self),
                "artefacts": {name: vars(entry) for name, entry in sorted(self.artefacts.items())},
                "files": {name: vars(entry) for name, entry in sorted(self.files.items())},
                "built_with": dict(self.built_with),
            },
        )


def read_manifest(folder: Path) -> Manifest:
    """The folder's manifest. Raises FileNotFoundError where there is none, ValueError where it makes no sense."""
    try:
        raw = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return Manifest(
            model=str(raw["model"]),
            recipe=str(raw["recipe"]),
            recipe_version=int(raw["recipe_version"]),
            artefacts=_entries(raw["artefacts"]),
            files={_inside(name): entry for name, entry in _entries(raw["files"]).items()},
            licence=str(raw["licence"]),
            licence_note=str(raw["licence_note"]),
            built_with={str(name): str(version) for name, version in raw["built_with"].items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from error


def _entries(raw: Mapping[str, Any]) -> dict[str, Fetched]:
    return {name: Fetched(str(entry["sha256"]), int(entry["bytes"])) for name, entry in raw.items()}


def _inside(name: str) -> str:
    """A manifest from a stick must not name files outside its folder. Raises ValueError."""
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        raise ValueError(f"the file name {name!r} leads out of the folder")
    return name


def describe_built(
    model: Model, version: int, artefacts: Mapping[str, Fetched], folder: Path, progress: Progress
) -> Manifest:
    """Hash what a recipe has built in `folder`, flush it to the disk and describe it. Raises OSError."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    step = Step("check", file=model.name)
    advance = counting(progress, step, sum(path.stat().st_size for path in paths))
    files = {}
    for path in paths:
        flush_to_disk(path)
        files[path.relative_to(folder).as_posix()] = Fetched(file_sha256(path, advance), path.stat().st_size)
    flush_folder(folder)
    return Manifest(
        model=model.name,
        recipe=model.recipe,
        recipe_version=version,
        artefacts=dict(artefacts),
        files=files,
        licence=model.licence,
        licence_note=model.licence_note,
        # A copied file owes nothing to the libraries that happen to be installed.
        built_with={} if model.recipe == "copy" else {name: metadata.version(name) for name in BUILDERS},
    )
