"""Installing a model: kept copy, another computer's copy, or fetch and build. All or nothing, one at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tutor.core.files import flush_folder, require_room
from tutor.core.places import Places
from tutor.models.build import RECIPE_VERSIONS, build_model, require_buildable
from tutor.models.built_cache import BuiltCache
from tutor.models.catalog import Model
from tutor.models.copying import copy_hashed, remove_tree
from tutor.models.disk_faults import disk_faults
from tutor.models.download import Fetched, Wait
from tutor.models.installed import InstalledModel, installed_model
from tutor.models.kept_artefacts import bring_artefact, keep_artefact
from tutor.models.local_folder import LocalFolder
from tutor.models.manifest import Manifest, describe_built
from tutor.models.obtain import forget_artefact, obtain_artefact
from tutor.models.pins import LOCK_NAME, Pins
from tutor.models.plan import downloads_folder, known_artefacts, model_in_folder, plan_build
from tutor.models.progress import Progress
from tutor.models.steps import Step, counting, note

FETCH_LOCK = ".fetch.lock"
NEW, OLD = ".new", ".old"
"""Suffixes of the hidden folders in which a model is made, and set aside while its successor takes its place."""


def install_model(
    model: Model,
    places: Places,
    *,
    from_folder: Path | None = None,
    progress: Progress,
    replace: bool = False,
    wait: Wait = time.sleep,
) -> InstalledModel:
    """The installed model; made first where it is not there. `replace`: made anew, its files are damaged.

    Interrupted at any moment, the next run goes on: a model's folder appears only when it is whole.
    Raises ModelError with the codes of `obtain_artefact`, `path-missing`, what the recipe raises, and
    TutorError `disk-full`.
    """
    folder = LocalFolder(from_folder) if from_folder else None
    with disk_faults(places.models):
        places.models.mkdir(parents=True, exist_ok=True)
        with _one_at_a_time(places.models, progress):
            _remove_leftovers(places.models)
            found = None if replace else installed_model(places.models, model)
            if not found:
                found = _Install(model, places, folder, progress, wait).run()
            _forget_artefacts(model, downloads_folder(places.models))
    return found


@contextmanager
def _one_at_a_time(models_dir: Path, progress: Progress) -> Iterator[None]:
    lock = FileLock(models_dir / FETCH_LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        note(progress, "wait-lock")
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def _remove_leftovers(models_dir: Path) -> None:
    """Remove what an interrupted run left. The lock is held, so nobody is at work in these folders."""
    for suffix in (NEW, OLD):
        for path in models_dir.glob(f".*{suffix}"):
            remove_tree(path)


def _forget_artefacts(model: Model, downloads: Path) -> None:
    # A file that is in use elsewhere stays; that costs room and nothing else.
    with suppress(OSError):
        for artefact in model.files:
            forget_artefact(artefact, downloads)
        downloads.rmdir()


class _Install:
    def __init__(
        self, model: Model, places: Places, folder: LocalFolder | None, progress: Progress, wait: Wait
    ) -> None:
        self.model = model
        self.models_dir = places.models
        self.folder = folder
        self.progress = progress
        self.wait = wait
        self.pins = Pins(places.models / LOCK_NAME)
        self.cache = BuiltCache(places.cache / "models")
        self.artefacts = places.cache / "artefacts"
        self.new = places.models / f".{model.name}{NEW}"

    def run(self) -> InstalledModel:
        try:
            manifest = self._from_cache() or self._from_folder() or self._build()
            manifest.write(self.new)
            final = self._put_in_place()
        finally:
            remove_tree(self.new)
        self.cache.keep(self.cache.entry(self.model, manifest.artefacts), final, manifest, self.progress)
        return InstalledModel(final, manifest)

    def _empty(self) -> Path:
        remove_tree(self.new)
        self.new.mkdir()
        return self.new

    def _from_cache(self) -> Manifest | None:
        known = known_artefacts(self.model, self.pins)
        if known is None:
            return None
        kept = self.cache.take(self.cache.entry(self.model, known), self._empty(), self.progress)
        # Two models may be made of the same files under other names and terms.
        return self._manifest(kept.artefacts, kept.files, kept.built_with) if kept else None

    def _from_folder(self) -> Manifest | None:
        found = model_in_folder(self.folder, self.model) if self.folder else None
        if not found:
            return None
        source, theirs = found
        require_room(self.models_dir, theirs.bytes)
        new = self._empty()
        advance = counting(self.progress, Step("copy", file=self.model.name), theirs.bytes)
        for name, entry in theirs.files.items():
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            if copy_hashed(source / name, new / name, advance) != entry:
                note(self.progress, "folder-wrong", file=source / name)
                return None
        for artefact in self.model.files:
            if self.pins.get(artefact) not in (None, theirs.artefacts[artefact.name]):
                note(self.progress, "folder-wrong", file=source)
                return None
        for artefact in self.model.files:
            self.pins.record(artefact, theirs.artefacts[artefact.name])
        return self._manifest(theirs.artefacts, theirs.files, theirs.built_with)

    def _build(self) -> Manifest:
        require_buildable(self.model.name, self.model.recipe)
        downloads = downloads_folder(self.models_dir)
        for artefact in self.model.files:
            bring_artefact(self.artefacts, artefact, downloads)
        require_room(self.models_dir, plan_build(self.model, self.models_dir, self.folder, self.pins).disk_bytes)
        paths = {
            artefact.name: obtain_artefact(
                artefact,
                downloads,
                from_folder=self.folder.folder if self.folder else None,
                lock=self.pins,
                progress=self.progress,
                wait=self.wait,
            )
            for artefact in self.model.files
        }
        artefacts = known_artefacts(self.model, self.pins) or {}
        build_model(self.model.recipe, paths, self._empty(), self.progress)
        if self.model.recipe != "copy":
            self._keep_small(paths)
        version = RECIPE_VERSIONS[self.model.recipe]
        return describe_built(self.model, version, artefacts, self.new, self.progress)

    def _keep_small(self, paths: Mapping[str, Path]) -> None:
        # A cache that is full or read only costs a later download and nothing else.
        try:
            for artefact in self.model.files:
                keep_artefact(self.artefacts, artefact, paths[artefact.name])
        except OSError as error:
            note(self.progress, "cache-unwritten", folder=self.artefacts, why=error.strerror or error)

    def _manifest(
        self, artefacts: Mapping[str, Fetched], files: Mapping[str, Fetched], built_with: Mapping[str, str]
    ) -> Manifest:
        return Manifest(
            model=self.model.name,
            recipe=self.model.recipe,
            recipe_version=RECIPE_VERSIONS[self.model.recipe],
            artefacts=artefacts,
            files=files,
            licence=self.model.licence,
            licence_note=self.model.licence_note,
            built_with=built_with,
        )

    def _put_in_place(self) -> Path:
        """Rename the finished folder to its name. What stood there is set aside first and removed after."""
        final = self.models_dir / self.model.name
        old = self.models_dir / f".{self.model.name}{OLD}"
        flush_folder(self.new)
        if final.exists() or final.is_symlink():
            final.replace(old)
        self.new.replace(final)
        flush_folder(self.models_dir)
        remove_tree(old)
        return final
