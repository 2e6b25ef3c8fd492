"""Recipes: how fetched artefacts become what is installed. Each writes its files into an empty folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from tutor.core.errors import ModelError
from tutor.models.e5_graph import build_e5
from tutor.models.gemma_graph import build_gemma
from tutor.models.progress import Progress


def build_model(recipe: str, artefacts: Mapping[str, Path], folder: Path, progress: Progress) -> None:
    """Make a model's installed files in `folder` from its artefacts (name -> file).

    Raises ModelError when an artefact does not have the layout it should have, or when the recipe
    needs more than an installed tutor brings.
    """
    RECIPES[recipe](artefacts, folder, progress)


def _copy(artefacts: Mapping[str, Path], folder: Path, progress: Progress) -> None:
    (source,) = artefacts.values()
    try:
        (folder / "model.gguf").hardlink_to(source)
    except OSError:
        shutil.copyfile(source, folder / "model.gguf")


def _export_needed(artefacts: Mapping[str, Path], folder: Path, progress: Progress) -> None:
    """Weights published for torch need torch once: a connected PC exports them, others copy the result."""
    raise ModelError(
        "model-unloadable",
        name=next(iter(artefacts)),
        why="these weights are exported on a connected PC with scripts/export_models.py, which needs torch",
    )


RECIPES: dict[str, Callable[[Mapping[str, Path], Path, Progress], None]] = {
    "copy": _copy,
    "e5-int8": build_e5,
    "gemma-int8": build_gemma,
    "hub-encoder-int8": _export_needed,
    "hub-cross-encoder-int8": _export_needed,
}
RECIPE_VERSIONS: dict[str, int] = {
    "copy": 1,
    "e5-int8": 1,
    "gemma-int8": 1,
    "hub-encoder-int8": 1,
    "hub-cross-encoder-int8": 1,
}
"""Raised when a recipe's output changes, so that cached results of the old one are not used."""
