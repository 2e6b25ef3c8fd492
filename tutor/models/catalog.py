"""The catalogue `models/catalog.toml`: every model, its files, their hashes and sources, how it is run."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tutor.core.errors import ModelError, TutorError
from tutor.core.places import PACKAGE

ROLES = ("embedder", "reranker", "generator")


@dataclass(frozen=True)
class WheelPart:
    """One member of a package-index wheel. `member` may be a glob that matches exactly one member."""

    package: str
    version: str
    member: str
    bytes: int | None = None
    sha256: str | None = None
    platform: str | None = None


@dataclass(frozen=True)
class HubFile:
    """A file of a repository on a model hub."""

    repository: str
    file: str
    revision: str = "main"


@dataclass(frozen=True)
class Artefact:
    """One published file. `sha256` and `bytes` are None only when `pin` is "first-fetch"."""

    name: str
    bytes: int | None
    sha256: str | None
    pin: str = "published"
    wheels: tuple[WheelPart, ...] = ()
    hub: HubFile | None = None
    url: str | None = None


@dataclass(frozen=True)
class Model:
    """One model. `recipe` says how its artefacts become what is installed; `run` how it is used.

    Where its licence is a contract that goes along with the weights: `notice` is the sentence it wants to be shown,
    `terms` where its whole text is found, `changes` what was done to the published weights.
    """

    name: str
    role: str
    title: str
    licence: str
    recipe: str
    files: tuple[Artefact, ...]
    run: Mapping[str, Any] = field(default_factory=dict)
    licence_note: str = ""
    notice: str = ""
    terms: tuple[str, ...] = ()
    changes: str = ""

    @property
    def download_bytes(self) -> int:
        """Bytes to fetch, as far as they are known; wheels count whole."""
        return sum(sum(part.bytes or 0 for part in artefact.wheels) or artefact.bytes or 0 for artefact in self.files)


@dataclass(frozen=True)
class Catalog:
    """All models and profiles."""

    models: Mapping[str, Model]
    profiles: Mapping[str, Mapping[str, str]]

    def model(self, name: str) -> Model:
        """The model of that name. Raises ModelError `profile-unknown`."""
        if name not in self.models:
            raise ModelError("profile-unknown", name=name, known=", ".join(self.models))
        return self.models[name]

    def profile(self, name: str) -> dict[str, Model]:
        """Role -> model of a profile. Raises ModelError `profile-unknown`."""
        if name not in self.profiles:
            raise ModelError("profile-unknown", name=name, known=", ".join(self.profiles))
        return {role: self.models[model] for role, model in self.profiles[name].items()}


def catalog_path() -> Path:
    """The catalogue file: inside the package when installed, else in the checkout."""
    inside = PACKAGE / "models" / "catalog.toml"
    return inside if inside.is_file() else PACKAGE.parent / "models" / "catalog.toml"


def read_catalog(path: Path) -> Catalog:
    """Read a catalogue. Raises TutorError `data-damaged` with the reason."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        artefacts = {name: _artefact(name, entry) for name, entry in raw["artefacts"].items()}
        models = {
            name: Model(
                name=name,
                role=entry["role"],
                title=entry["title"],
                licence=entry["licence"],
                licence_note=entry.get("licence_note", ""),
                notice=entry.get("notice", ""),
                terms=tuple(entry.get("terms", ())),
                changes=entry.get("changes", ""),
                recipe=entry["recipe"],
                files=tuple(artefacts[file] for file in entry["files"]),
                run=entry.get("run", {}),
            )
            for name, entry in raw["models"].items()
        }
        for profile in raw["profiles"].values():
            for role, model in profile.items():
                if models[model].role != role:
                    raise ValueError(f"{model} is not a {role}")
        return Catalog(models=models, profiles=raw["profiles"])
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise TutorError("data-damaged", file=path, why=error) from error


def _artefact(name: str, entry: dict[str, Any]) -> Artefact:
    hub = entry.get("hub")
    artefact = Artefact(
        name=name,
        bytes=entry.get("bytes"),
        sha256=entry.get("sha256"),
        pin=entry.get("pin", "published"),
        wheels=tuple(WheelPart(**part) for part in entry.get("wheels", ())),
        hub=HubFile(**hub) if hub else None,
        url=entry.get("url"),
    )
    if artefact.pin not in {"published", "first-fetch"}:
        raise ValueError(f"{name}: pin {artefact.pin!r} is neither published nor first-fetch")
    if artefact.pin == "published" and (artefact.sha256 is None or artefact.bytes is None):
        raise ValueError(f"{name}: no hash or size")
    return artefact


@cache
def load_catalog() -> Catalog:
    """The shipped catalogue, read once."""
    return read_catalog(catalog_path())
