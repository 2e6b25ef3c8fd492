"""Recipes: how fetched artefacts become what is installed. Each writes its files into an empty folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from tutor.models.e5_graph import build_e5
from tutor.models.export import export_artefacts, require_export
from tutor.models.gemma_graph import build_gemma
from tutor.models.progress import Progress

Recipe = Callable[[Mapping[str, Path], Path, Progress], None]


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


def _ready(artefacts: Mapping[str, Path], folder: Path, progress: Progress) -> None:
    """A model that tutor's own scripts finished, such as a trained cross-encoder: a graph and its tokenizer."""
    for name, source in artefacts.items():
        shutil.copyfile(source, folder / ("model.onnx" if name.endswith(".onnx") else "tokenizer.json"))


def _export(kind: str) -> Recipe:
    def build(artefacts: Mapping[str, Path], folder: Path, progress: Progress) -> None:
        export_artefacts(kind, artefacts, folder)

    return build


def require_buildable(model: str, recipe: str) -> None:
    """Raise ModelError `export-missing` before anything is fetched for a model that cannot be made here."""
    if recipe.startswith("hub-"):
        require_export(model)


RECIPES: dict[str, Recipe] = {
    "copy": _copy,
    "ready-onnx": _ready,
    "e5-int8": build_e5,
    "gemma-int8": build_gemma,
    "hub-encoder-int8": _export("encoder"),
    "hub-cross-encoder-int8": _export("cross-encoder"),
}
RECIPE_VERSIONS: dict[str, int] = {
    "copy": 1,
    "ready-onnx": 1,
    "e5-int8": 1,
    "gemma-int8": 2,
    "hub-encoder-int8": 1,
    "hub-cross-encoder-int8": 1,
}
"""Raised when a recipe's output changes, so that cached results of the old one are not used."""
