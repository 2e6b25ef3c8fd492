"""Writing so that a power cut loses nothing, and hashing."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tutor.core.errors import TutorError

BLOCK = 1 << 20


def file_sha256(path: Path, advance: Callable[[int], None] | None = None) -> str:
    """The SHA-256 of the file as hex. `advance` is told the bytes read. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(BLOCK):
            digest.update(block)
            if advance:
                advance(len(block))
    return digest.hexdigest()


def text_sha256(text: str) -> str:
    """The SHA-256 of the text in UTF-8 as hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def flush_to_disk(path: Path) -> None:
    """Ask the system to put the file's contents on the disk."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def flush_folder(path: Path) -> None:
    """Ask the system to put the folder's names on the disk, where it can (not on Windows)."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: temporary name, flush, rename. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    flush_folder(path.parent)


def write_json_atomically(path: Path, value: Any) -> None:
    """Write the value as indented JSON, whole or not at all. Raises OSError."""
    write_atomically(path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8"))


def require_room(folder: Path, bytes_needed: int) -> None:
    """Raise TutorError `disk-full` unless the disk of `folder` has that many bytes free, and 50 MB to spare."""
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    need = bytes_needed + (50 << 20)
    if free < need:
        raise TutorError("disk-full", need_mb=need >> 20, free_mb=free >> 20, folder=folder)
