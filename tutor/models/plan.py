"""What a fetch will take, before it starts: from where, how many bytes online, how much room."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor.core.places import Places
from tutor.models.built_cache import BuiltCache
from tutor.models.catalog import Artefact, Model, WheelPart
from tutor.models.download import Fetched
from tutor.models.installed import fits_catalogue, installed_model
from tutor.models.local_folder import LocalFolder
from tutor.models.manifest import MANIFEST, Manifest, read_manifest
from tutor.models.pins import LOCK_NAME, Pins
from tutor.models.wheels import wheel_names_part

Source = Literal["installed", "cache", "folder", "build"]

BUILD_ROOM = 1.4
"""A building recipe unpacks its artefact and writes its result: measured 1.37 times the artefact (Gemma)."""


@dataclass(frozen=True)
class Plan:
    """How one model will be installed. Bytes; `unknown_files` counts files to fetch whose size nobody knows yet.

    It goes by names and sizes. Hashes are checked on the way, so a damaged file can still make it more.
    """

    model: Model
    source: Source
    online_bytes: int = 0
    unknown_files: int = 0
    disk_bytes: int = 0

    @property
    def online(self) -> bool:
        return self.online_bytes > 0 or self.unknown_files > 0


def known_artefacts(model: Model, pins: Pins) -> dict[str, Fetched] | None:
    """The hashes and sizes of all the model's artefacts, or None while one is unknown."""
    known = {artefact.name: pins.get(artefact) for artefact in model.files}
    return {name: pin for name, pin in known.items() if pin} if all(known.values()) else None


def downloads_folder(models_dir: Path) -> Path:
    """Where artefacts are fetched to: on the disk of the models, so that they can be linked into place."""
    return models_dir / "downloads"


def model_in_folder(folder: LocalFolder, model: Model) -> tuple[Path, Manifest] | None:
    """A complete installed model in the folder, of today's recipe. Sizes are checked, hashes are not."""
    for place in folder.places():
        candidate = place / model.name
        try:
            if not (candidate / MANIFEST).is_file():
                continue
            manifest = read_manifest(candidate)
            whole = all((candidate / name).stat().st_size == entry.bytes for name, entry in manifest.files.items())
        except (OSError, ValueError):
            continue
        if whole and fits_catalogue(manifest, model):
            return candidate, manifest
    return None


def plan_model(model: Model, places: Places, from_folder: Path | None = None, *, replace: bool = False) -> Plan:
    """Plan one model. `replace`: what is installed is known to be damaged. Raises ModelError `path-missing`."""
    folder = LocalFolder(from_folder) if from_folder else None
    if not replace and installed_model(places.models, model):
        return Plan(model, "installed")
    pins = Pins(places.models / LOCK_NAME)
    known = known_artefacts(model, pins)
    cache = BuiltCache(places.cache / "models")
    # A kept copy can be the same file under a second name, so where one is damaged the other is read whole.
    if known and cache.holds(cache.entry(model, known), thoroughly=replace):
        return Plan(model, "cache")
    if folder and (found := model_in_folder(folder, model)):
        return Plan(model, "folder", disk_bytes=found[1].bytes)
    return plan_build(model, places.models, folder, pins)


def plan_build(model: Model, models_dir: Path, folder: LocalFolder | None, pins: Pins) -> Plan:
    """Plan fetching what is missing of the model's artefacts, and building."""
    downloads = downloads_folder(models_dir)
    online = unknown = artefact_room = wheel_room = artefact_bytes = 0
    for artefact in model.files:
        pin = pins.get(artefact)
        size = pin.bytes if pin else None
        artefact_bytes += size or 0
        if (downloads / artefact.name).is_file() or (folder and folder.named(artefact)):
            continue
        artefact_room += size or 0
        if artefact.wheels:
            missing = sum(_missing_wheel(part, artefact, downloads, folder) for part in artefact.wheels)
            online += missing
            wheel_room += missing
        elif size is None:
            unknown += 1
        else:
            online += max(0, size - _length(downloads / f"{artefact.name}.part"))
    # The wheels are gone when building begins, so the larger of the two counts.
    building = 0 if model.recipe == "copy" else int(BUILD_ROOM * artefact_bytes)
    return Plan(model, "build", online, unknown, artefact_room + max(wheel_room, building))


def _missing_wheel(part: WheelPart, artefact: Artefact, downloads: Path, folder: LocalFolder | None) -> int:
    """Bytes of the wheel that are neither fetched nor in the folder; a share of the artefact where unknown."""
    if folder and next(folder.wheels_named(part), None):
        return 0
    size = part.bytes or (artefact.bytes or 0) // len(artefact.wheels)
    kept = 0
    for path in downloads.glob("*.whl*"):
        if wheel_names_part(path.name.removesuffix(".part"), part):
            kept = max(kept, size if path.suffix == ".whl" else _length(path))
    return max(0, size - kept)


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
