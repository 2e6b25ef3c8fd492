"""Copying and linking files that are checked while they move."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from tutor.core.files import BLOCK, flush_to_disk
from tutor.models.download import Fetched


def copy_hashed(source: Path, target: Path, advance: Callable[[int], None]) -> Fetched:
    """Copy, flushed to the disk, and say what was copied. `advance` is told the bytes. Raises OSError."""
    digest = hashlib.sha256()
    length = 0
    with source.open("rb") as reader, target.open("wb") as writer:
        while block := reader.read(BLOCK):
            digest.update(block)
            writer.write(block)
            length += len(block)
            advance(len(block))
        writer.flush()
        os.fsync(writer.fileno())
    return Fetched(digest.hexdigest(), length)


def link_or_copy(source: Path, target: Path) -> None:
    """Give the file a second name; where the disk cannot, copy it. Raises OSError."""
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)
        flush_to_disk(target)


def remove_tree(path: Path) -> None:
    """Remove a folder, a link to one, or a file, as far as the system lets us."""
    if path.is_symlink() or path.is_file():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path, ignore_errors=True)
