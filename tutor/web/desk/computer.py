"""What the technician's page shows of the computer: the checks of `tutor doctor`, memory, disk, models."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass

import psutil

from tutor.answering.health import Check, health_checks
from tutor.core.settings import Settings
from tutor.models.catalog import load_catalog
from tutor.models.installed import installed_model

QUICK = ("parts", "processor", "folders", "disk", "library", "index")
"""Checks that load no model. The ones that do would take the memory of the models a second time."""
SHOWN_HASH = 12


@dataclass(frozen=True)
class Figures:
    """Megabytes: in use by tutor, free in memory, free on the disk of the home."""

    used_mb: int
    free_mb: int
    disk_mb: int


@dataclass(frozen=True)
class ModelRow:
    """A model of the profile. `hash` is empty where it is not installed."""

    role: str
    name: str
    hash: str


def checks(settings: Settings, with_models: bool = False) -> list[Check]:
    """What the checks found, faults first. `with_models` also reads every file of the models."""
    names: Iterable[str] = (*QUICK, "models") if with_models else QUICK
    order = ("fault", "warning", "ok")
    return sorted(health_checks(settings, tuple(names)), key=lambda check: order.index(check.status))


def figures(settings: Settings) -> Figures:
    """Memory and disk now. Raises OSError."""
    used = psutil.Process().memory_info().rss
    return Figures(
        used >> 20, psutil.virtual_memory().available >> 20, shutil.disk_usage(settings.places.home).free >> 20
    )


def model_rows(settings: Settings) -> list[ModelRow]:
    """The models of the profile in use, with the beginning of their hashes."""
    rows = []
    for role, model in load_catalog().profile(settings.text("profile")).items():
        installed = installed_model(settings.places.models, model)
        rows.append(ModelRow(role, model.name, installed.hash[:SHOWN_HASH] if installed else ""))
    return rows
