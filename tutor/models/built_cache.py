"""Built models kept by what they were made from, so that a second checkout neither fetches nor builds them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

from tutor.core.files import file_sha256, flush_folder, text_sha256
from tutor.models.build import RECIPE_VERSIONS
from tutor.models.catalog import Model
from tutor.models.copying import link_or_copy, remove_tree
from tutor.models.download import Fetched
from tutor.models.manifest import Manifest, read_manifest
from tutor.models.progress import Progress
from tutor.models.steps import Step, counting, note

STALE_SECONDS = 24 * 3600


class BuiltCache:
    """A folder that holds one folder per key. It may be absent, read-only or on another disk."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def entry(self, model: Model, artefacts: Mapping[str, Fetched]) -> Path:
        """The folder for what the model's recipe makes of these artefacts."""
        lines = [f"{model.recipe} {RECIPE_VERSIONS[model.recipe]}"]
        lines += [f"{name} {artefact.sha256}" for name, artefact in sorted(artefacts.items())]
        return self.root / text_sha256("\n".join(lines))

    def holds(self, entry: Path, *, thoroughly: bool) -> bool:
        """Whether there is a copy with all files in their right size; `thoroughly`: and their right hash."""
        try:
            files = read_manifest(entry).files.items()
            return all(
                (entry / name).stat().st_size == file.bytes
                and (not thoroughly or file_sha256(entry / name) == file.sha256)
                for name, file in files
            )
        except (OSError, ValueError):
            return False

    def take(self, entry: Path, folder: Path, progress: Progress) -> Manifest | None:
        """Put the kept files into `folder` and return their manifest; None where there is no good copy.

        A damaged copy is said and removed. Raises OSError when `folder` cannot be written.
        """
        try:
            manifest = read_manifest(entry)
            advance = counting(progress, Step("check", file=manifest.model), manifest.bytes)
            good = all(file_sha256(entry / name, advance) == file.sha256 for name, file in manifest.files.items())
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            good = False
        if not good:
            note(progress, "cache-wrong", folder=entry)
            remove_tree(entry)
            return None
        _link_files(manifest, entry, folder)
        return manifest

    def keep(self, entry: Path, folder: Path, manifest: Manifest, progress: Progress) -> None:
        """Keep a copy of an installed model. A cache that cannot take it is said, and no more: the model works."""
        temporary = entry.with_name(f".{entry.name}.{os.getpid()}.tmp")
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            self._remove_stale()
            if self.holds(entry, thoroughly=False):
                return
            remove_tree(entry)
            remove_tree(temporary)
            temporary.mkdir()
            _link_files(manifest, folder, temporary)
            manifest.write(temporary)
            temporary.replace(entry)
            flush_folder(self.root)
        except OSError as error:
            remove_tree(temporary)
            note(progress, "cache-unwritten", folder=self.root, why=error.strerror or error)

    def _remove_stale(self) -> None:
        """Remove what an interrupted `keep` left. A young one may belong to another checkout at work."""
        for path in self.root.glob(".*.tmp"):
            if time.time() - path.stat().st_mtime > STALE_SECONDS:
                remove_tree(path)


def _link_files(manifest: Manifest, source: Path, target: Path) -> None:
    for name in manifest.files:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        link_or_copy(source / name, target / name)
    flush_folder(target)
