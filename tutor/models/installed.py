"""What is installed: one folder per model with a manifest. Looking is quick; verifying reads every byte."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor.core.errors import ModelError
from tutor.core.files import file_sha256
from tutor.models.build import RECIPE_VERSIONS
from tutor.models.catalog import Model
from tutor.models.manifest import MANIFEST, Manifest, read_manifest
from tutor.models.pins import LOCK_NAME, Pins
from tutor.models.progress import Progress, no_progress
from tutor.models.steps import Step, counting


@dataclass(frozen=True)
class InstalledModel:
    """A model on this computer."""

    folder: Path
    manifest: Manifest

    def file(self, name: str) -> Path:
        """The path of one of its files. Raises KeyError for a name the manifest does not hold."""
        if name not in self.manifest.files:
            raise KeyError(name)
        return self.folder / name

    @property
    def hash(self) -> str:
        """The model's identity: changes when any of its files does."""
        return self.manifest.hash


@dataclass(frozen=True)
class Problem:
    """Why a model cannot be used. `file` is the file it is about, or the folder."""

    kind: Literal["missing", "damaged", "outdated"]
    model: Model
    file: Path

    def error(self, profile: str) -> ModelError:
        """The error that says what to do: fetch the profile again."""
        role, name = self.model.role, self.model.name
        if self.kind == "damaged":
            return ModelError("model-damaged", file=f"{name}/{self.file.name}", profile=profile)
        code = "model-missing" if self.kind == "missing" else "model-outdated"
        return ModelError(code, role=role, name=name, profile=profile)


def installed_model(models_dir: Path, model: Model) -> InstalledModel | None:
    """The model if it is there, of this catalogue and recipe, with all files in their right size; else None."""
    found = _look(models_dir, model)
    return found if isinstance(found, InstalledModel) else None


def require_model(models_dir: Path, model: Model, profile: str) -> InstalledModel:
    """The same, or ModelError `model-missing`, `model-damaged` or `model-outdated`."""
    found = _look(models_dir, model)
    if isinstance(found, Problem):
        raise found.error(profile)
    return found


def verify_model(models_dir: Path, model: Model, progress: Progress = no_progress) -> list[Problem]:
    """Everything that is wrong with the model, every file's hash checked. An empty list: all is well."""
    found = _look(models_dir, model)
    if isinstance(found, Problem):
        return [found]
    advance = counting(progress, Step("check", file=model.name), found.manifest.bytes)
    problems = []
    for name, entry in found.manifest.files.items():
        path = found.file(name)
        try:
            right = file_sha256(path, advance) == entry.sha256
        except OSError:
            right = False
        if not right:
            problems.append(Problem("damaged", model, path))
    pins = Pins(models_dir / LOCK_NAME)
    for artefact in model.files:
        pin = pins.get(artefact)
        if pin is not None and found.manifest.artefacts[artefact.name] != pin:
            problems.append(Problem("outdated", model, found.folder))
    return problems


def fits_catalogue(manifest: Manifest, model: Model) -> bool:
    """Whether a manifest describes this model, made by today's recipe from the artefacts the catalogue names."""
    return (
        (manifest.model, manifest.recipe, manifest.recipe_version)
        == (model.name, model.recipe, RECIPE_VERSIONS.get(model.recipe))
        and set(manifest.artefacts) == {artefact.name for artefact in model.files}
        and all(artefact.sha256 in (None, manifest.artefacts[artefact.name].sha256) for artefact in model.files)
    )


def _look(models_dir: Path, model: Model) -> InstalledModel | Problem:
    folder = models_dir / model.name
    try:
        manifest = read_manifest(folder)
    except (FileNotFoundError, NotADirectoryError):
        return Problem("missing", model, folder)
    except (OSError, ValueError):
        return Problem("damaged", model, folder / MANIFEST)
    if not fits_catalogue(manifest, model):
        return Problem("outdated", model, folder)
    for name, entry in manifest.files.items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != entry.bytes:
            return Problem("damaged", model, path)
    return InstalledModel(folder, manifest)
