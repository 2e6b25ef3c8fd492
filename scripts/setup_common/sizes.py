"""How much is fetched and how much room the disk must have, counted from the catalogue and from what is there."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from setup_common.screen import SetupError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

# Measured on Linux x86-64: 110 MB of packages, 480 MB once installed; the generator's sources and their build.
PACKAGES_FETCH = 150_000_000
PACKAGES_ROOM = 700_000_000
GENERATOR_FETCH = 100_000_000
GENERATOR_ROOM = 1_000_000_000
LIBRARY_ROOM = 100_000_000
BUILD_ROOM = 400_000_000


def missing_model_sizes(catalogue: Mapping[str, Any], profile: str, models: Path, roles: tuple[str, ...]) -> list[int]:
    """The bytes to fetch for each of the profile's models in these roles that the folder `models` lacks."""
    names = [name for role, name in catalogue["profiles"][profile].items() if role in roles]
    absent = [name for name in names if not (models / name / "manifest.json").is_file()]
    return [
        sum(_artefact_bytes(catalogue["artefacts"][file]) for file in catalogue["models"][name]["files"])
        for name in absent
    ]


def models_room(sizes: list[int]) -> int:
    """The bytes that fetching and building these models takes at the worst moment: parts and whole side by side."""
    return 2 * sum(sizes) + BUILD_ROOM if sizes else 0


def require_room(needs: Mapping[Path, int], size: Callable[[int], str], free_bytes: Callable[[Path], int]) -> None:
    """Raise SetupError `disk-full` unless the disks of these folders have the bytes needed; one disk counts once."""
    disks: dict[int, tuple[Path, int]] = {}
    for folder, need in needs.items():
        standing = existing(folder)
        device = standing.stat().st_dev
        first, already = disks.get(device, (standing, 0))
        disks[device] = (first, already + need)
    for folder, need in disks.values():
        free = free_bytes(folder)
        if need and free < need:
            raise SetupError("disk-full", folder=folder, need=size(need), free=size(free))


def free_bytes(folder: Path) -> int:
    """The free bytes of the folder's disk. Raises OSError."""
    return shutil.disk_usage(folder).free


def existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _artefact_bytes(artefact: Mapping[str, Any]) -> int:
    wheels = [int(wheel.get("bytes", 0)) for wheel in artefact.get("wheels", ())]
    return sum(wheels) if wheels and all(wheels) else int(artefact.get("bytes", 0))
