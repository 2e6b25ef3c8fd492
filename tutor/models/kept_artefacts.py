"""Small published files are kept in the cache, so that a newer recipe can build from them without the network."""

from __future__ import annotations

from pathlib import Path

from tutor.models.catalog import Artefact
from tutor.models.copying import link_or_copy

LARGEST_KEPT = 100 << 20


def kept_path(cache: Path, artefact: Artefact) -> Path | None:
    """Where the artefact is kept, whether it is there or not; None for one that is too large or not pinned."""
    if artefact.sha256 is None or artefact.bytes is None or artefact.bytes > LARGEST_KEPT:
        return None
    return cache / artefact.sha256 / artefact.name


def bring_artefact(cache: Path, artefact: Artefact, downloads: Path) -> None:
    """Put a kept artefact where downloads go; it is checked there like one that was downloaded. Raises OSError."""
    kept = kept_path(cache, artefact)
    target = downloads / artefact.name
    if kept and kept.is_file() and not target.exists():
        downloads.mkdir(parents=True, exist_ok=True)
        link_or_copy(kept, target)


def keep_artefact(cache: Path, artefact: Artefact, path: Path) -> None:
    """Keep a checked artefact. Raises OSError."""
    kept = kept_path(cache, artefact)
    if kept and not (kept.is_file() and kept.stat().st_size == artefact.bytes):
        kept.parent.mkdir(parents=True, exist_ok=True)
        temporary = kept.with_name(f".{kept.name}.new")
        temporary.unlink(missing_ok=True)
        link_or_copy(path, temporary)
        temporary.replace(kept)
