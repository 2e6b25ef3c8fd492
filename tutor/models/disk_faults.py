"""Faults of the disk as errors that a person can act on."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor.core.errors import ModelError, TutorError

FULL = {errno.ENOSPC, errno.EDQUOT}


@contextmanager
def disk_faults(folder: Path, bytes_needed: int = 0) -> Iterator[None]:
    """Turn an OSError of the block into `disk-full` or `not-writable`. Network faults must not get this far."""
    try:
        yield
    except OSError as error:
        raise disk_fault(error, folder, bytes_needed) from error


def disk_fault(error: OSError, folder: Path, bytes_needed: int = 0) -> TutorError:
    """The plain error for a fault while `folder` was written to. `bytes_needed` is what it wanted to hold."""
    if error.errno not in FULL:
        return ModelError("not-writable", folder=folder, why=error.strerror or str(error))
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        free = 0
    # A quota can be full while the disk is not, so never say that less is needed than is free.
    need = max(bytes_needed, free + 1)
    return ModelError("disk-full", need_mb=max(1, -(-need >> 20)), free_mb=free >> 20, folder=folder)
