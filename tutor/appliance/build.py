"""`tutor bundle build`: gathers all that a school needs into one folder, on a connected computer."""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tutor import __version__
from tutor.appliance.bundle_files import sign_bundle, write_manifest
from tutor.appliance.environment import LOCKS, WHEELS, WINDOWS
from tutor.appliance.errors import ApplianceError
from tutor.appliance.guide import guide_pages, write_guide
from tutor.appliance.install import INDEX, KEY_FILE, LIBRARY, MODELS
from tutor.appliance.licences import models_without_terms, notices, write_licences
from tutor.appliance.manifest import INSTALLATION, BundleManifest, described_files
from tutor.appliance.platforms import Target
from tutor.appliance.signing import SecretKey
from tutor.appliance.wheels import (
    ALONG,
    COMPILED,
    INSTALLER,
    Wheel,
    fetch_or_unmet,
    fetch_wheels,
    lock_text,
    project_wheel,
)
from tutor.core.files import flush_to_disk
from tutor.core.places import checkout_root
from tutor.index.generations import Manifest as IndexManifest
from tutor.index.generations import current_generation
from tutor.index.updates import is_in_step
from tutor.library.exchange import export_library
from tutor.library.store import LibraryStore
from tutor.models.catalog import Model, load_catalog
from tutor.models.installed import require_model, verify_model

GENERATOR = "generator"
GUIDE_PACKAGE = "reportlab"
"""Draws the printed guide; only a builder needs it, so only the extra `bundle` brings it."""
PORT = 8010
Say = Callable[[str, str], None]


@dataclass(frozen=True)
class Plan:
    """What to build. `library`: a home with `library/` and `index/`, or None. `wheels`: folders with ready pieces.

    `also`: requirements to bring beside those of the project. `terms`: whole texts of the models' terms.
    """

    out: Path
    profile: str
    targets: tuple[Target, ...]
    key: SecretKey
    models: Path
    library: Path | None
    wheels: tuple[Path, ...] = ()
    locks: Path | None = None
    with_generator: bool = True
    kept_wheels: Path | None = None
    also: tuple[str, ...] = ()
    terms: tuple[Path, ...] = ()
    say: Say = field(default=lambda english, swahili: None)


def build_bundle(plan: Plan) -> BundleManifest:
    """Build, sign and return the manifest. The folder appears when it is whole, in the place of an older one.

    Raises ApplianceError, ModelError where a model is not installed here, OSError.
    """
    root = checkout_root()
    if root is None:
        raise ApplianceError("checkout-needed")
    if importlib.util.find_spec(GUIDE_PACKAGE) is None:
        raise ApplianceError("builder-incomplete", name=GUIDE_PACKAGE)
    new = plan.out.with_name(f".{plan.out.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    try:
        manifest = _Build(plan, root, new).run()
        for path in new.rglob("*"):
            if path.is_file():
                flush_to_disk(path)
        shutil.rmtree(plan.out, ignore_errors=True)
        new.replace(plan.out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return manifest


class _Build:
    def __init__(self, plan: Plan, root: Path, folder: Path) -> None:
        self.plan = plan
        self.root = root
        self.folder = folder
        self.missing: dict[str, tuple[str, ...]] = {}

    def run(self) -> BundleManifest:
        plan = self.plan
        wheels = self._bring_wheels()
        models = self._bring_models()
        library = self._bring_library() if plan.library else {}
        self._bring_installers()
        self._bring_licences(wheels, models)
        (self.folder / KEY_FILE).parent.mkdir()
        (self.folder / KEY_FILE).write_text(plan.key.public.as_text(), encoding="ascii")
        manifest = BundleManifest(
            INSTALLATION, __version__, described_files(self.folder), plan.profile,
            tuple(target.name for target in plan.targets), self.missing, library,
        )  # fmt: skip
        write_manifest(self.folder, manifest)
        sign_bundle(self.folder, manifest, plan.key)
        # Last, so that it is not lost among the rest.
        for model in without_terms(plan):
            plan.say(
                f"Before you hand this stick on: the terms of {model.title} want their whole text handed on with it, "
                f"and it is not there. Save {model.terms[0]} as a text file, and build again with: --terms FILE",
                f"Kabla ya kugawa kifaa hiki: masharti ya {model.title} yanataka maandishi yake yote yagawiwe pamoja "
                f"nayo, nayo hayamo. Hifadhi {model.terms[0]} kama faili la maandishi, kisha tengeneza tena kwa: "
                "--terms FAILI",
            )
        return manifest

    def _bring_licences(self, wheels: list[Wheel], models: list[Model]) -> None:
        plan = self.plan
        write_licences(self.folder, wheels, models, self.root, plan.terms)
        write_guide(self.folder, guide_pages(__version__, plan.key.public.name, PORT, notices(models)))

    def _bring_wheels(self) -> list[Wheel]:
        folder, plan = self.folder / WHEELS, self.plan
        folder.mkdir()
        (self.folder / LOCKS).mkdir()
        own = project_wheel(self.root, folder)
        needed: dict[str, Wheel] = {own.file.name: own}
        for target in plan.targets:
            plan.say(f"Wheels for {target.name} ...", f"Vifurushi vya {target.name} ...")
            wheels = [*self._wheels_for(target, own), own]
            (self.folder / LOCKS / f"{target.name}.txt").write_text(
                lock_text(wheel for wheel in wheels if wheel.name != INSTALLER), encoding="ascii", newline="\n"
            )
            needed |= {wheel.file.name: wheel for wheel in wheels}
            self._bring_windows_python(target)
        for wheel in needed.values():
            if wheel.file.parent != folder and not (folder / wheel.file.name).exists():
                shutil.copyfile(wheel.file, folder / wheel.file.name)
        for path in folder.iterdir():
            if path.name not in needed:
                path.unlink()
        return list(needed.values())

    def _wheels_for(self, target: Target, own: Wheel) -> list[Wheel]:
        plan, folder = self.plan, self.folder / WHEELS
        found_in = [path for path in (*plan.wheels, *kept_wheel_folders(plan.kept_wheels)) if path.is_dir()]
        lock = plan.locks / f"{target.name}.txt" if plan.locks else None
        lock = lock if lock and lock.is_file() else None
        roots = [Requirement(name) for name in (*ALONG, *plan.also)]
        if plan.with_generator:
            # Without what is compiled answers can only be quoted; without anything else nothing would run.
            try:
                return _others(fetch_wheels([*roots, _of(own, GENERATOR)], folder, target, found_in, lock), own)
            except ApplianceError as error:
                missing = str(error.facts.get("pieces", ""))
                names = {canonicalize_name(Requirement(piece).name) for piece in missing.split(", ") if piece}
                if error.code != "piece-missing" or not names <= COMPILED:
                    raise
            plan.say(
                f"{target.name} does without {missing}: answers are quoted there. To bring it: --wheels FOLDER",
                f"{target.name} haina {missing}: majibu yatanukuliwa huko. Kuileta: --wheels FOLDA",
            )
        else:
            missing = "generator (left out as asked)"
        self.missing[target.name] = (missing,)
        return _others(fetch_wheels([*roots, _of(own)], folder, target, found_in, lock), own)

    def _bring_windows_python(self, target: Target) -> None:
        if not target.platform.is_windows:
            return
        pattern = f"python-{target.python}.*-embed-amd64.zip"
        found = [path for folder in self.plan.wheels for path in sorted(folder.glob(pattern))]
        if not found:
            raise ApplianceError("piece-missing", target=target.name, pieces=f"{pattern} (from python.org)")
        (self.folder / WINDOWS).mkdir(exist_ok=True)
        shutil.copyfile(found[-1], self.folder / WINDOWS / found[-1].name)

    def _bring_models(self) -> list[Model]:
        plan = self.plan
        wanted = _wanted(plan)
        for model in wanted:
            plan.say(f"Model {model.name} ...", f"Modeli {model.name} ...")
            found = require_model(plan.models, model, plan.profile)
            if problems := verify_model(plan.models, model):
                raise problems[0].error(plan.profile)
            for name in (*found.manifest.files, "manifest.json"):
                target = self.folder / MODELS / model.name / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(found.folder / name, target)
        return wanted

    def _bring_library(self) -> dict[str, object]:
        home = self.plan.library
        assert home is not None
        self.plan.say("Library and index ...", "Maktaba na faharasa ...")
        with closing(LibraryStore(home / LIBRARY / "library.db")) as store:
            generation, _ = current_generation(home / INDEX)
            if generation is None or not is_in_step(store, home / INDEX):
                raise ApplianceError("index-behind", folder=home)
            manifest = IndexManifest.read(generation)
            require_index_of(manifest, self.plan)
            export_library(store, self.folder / LIBRARY / "library.db")
            books = len(store.documents())
        for path in sorted(path for path in generation.rglob("*") if path.is_file()):
            target = self.folder / INDEX / "gen-0001" / path.relative_to(generation)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        (self.folder / INDEX / "CURRENT").write_text("gen-0001", encoding="ascii")
        return {
            "id": manifest.library_id, "revision": manifest.revision, "documents": books,
            "passages": sum(manifest.passages.values()), "embedder": manifest.embedder,
        }  # fmt: skip

    def _bring_installers(self) -> None:
        source = self.root / "packaging"
        for name in ("linux", "windows", "hotspot"):
            for path in sorted(path for path in (source / name).rglob("*") if path.is_file()):
                target = self.folder / path.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
        # At the top, where a person looks who opens the stick.
        for name in ("linux/install.sh", "linux/install.desktop", "windows/install.bat", "windows/install.ps1"):
            (self.folder / name).replace(self.folder / Path(name).name)
        shutil.copyfile(source / "installer.py", self.folder / "installer.py")


def without_terms(plan: Plan) -> list[Model]:
    """The models of the plan whose terms want a text handed on that the plan does not bring."""
    return models_without_terms(_wanted(plan), plan.terms)


def _wanted(plan: Plan) -> list[Model]:
    models = load_catalog().profile(plan.profile)
    return [model for role, model in models.items() if plan.with_generator or role != GENERATOR]


def require_index_of(manifest: IndexManifest, plan: Plan) -> None:
    """Raise ApplianceError `index-of-another` unless the index was made with the embedder of the plan's profile."""
    embedder = load_catalog().profile(plan.profile)["embedder"]
    if manifest.embedder_hash != require_model(plan.models, embedder, plan.profile).hash:
        raise ApplianceError(
            "index-of-another", folder=plan.library, profile=plan.profile, found=manifest.embedder, wanted=embedder.name
        )


def _of(own: Wheel, *extras: str) -> Requirement:
    return Requirement(f"{own.name}{f'[{chr(44).join(extras)}]' if extras else ''}=={own.version}")


def _others(wheels: Iterable[Wheel], own: Wheel) -> list[Wheel]:
    return [wheel for wheel in wheels if wheel.name != own.name]


def kept_wheel_folders(kept: Path | None) -> Sequence[Path]:
    """The folders in which wheels that were compiled here are kept."""
    return sorted(path for path in kept.iterdir() if path.is_dir()) if kept and kept.is_dir() else ()


def build_locks(plan: Plan, folder: Path) -> list[Path]:
    """Write a lock file for each target of the plan: the newest published packages that fit, with hashes.

    Raises ApplianceError. What is compiled here is left out: no two builds of it are alike.
    """
    root = checkout_root()
    if root is None:
        raise ApplianceError("checkout-needed")
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    with tempfile.TemporaryDirectory(prefix="tutor-lock-") as scratch:
        own = project_wheel(root, Path(scratch))
        for target in plan.targets:
            plan.say(f"Wheels for {target.name} ...", f"Vifurushi vya {target.name} ...")
            roots = [*(Requirement(name) for name in (*ALONG, *plan.also)), _of(own, GENERATOR)]
            wheels, _ = fetch_or_unmet(roots, Path(scratch), target, kept_wheel_folders(plan.kept_wheels))
            files.append(folder / f"{target.name}.txt")
            published = [wheel for wheel in _others(wheels, own) if canonicalize_name(wheel.name) not in COMPILED]
            files[-1].write_text(lock_text(published), encoding="ascii", newline="\n")
    return files
