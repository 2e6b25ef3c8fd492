"""Recipes: what cannot be made here is said before anything is fetched."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tutor.core.errors import ModelError
from tutor.core.places import Places
from tutor.models import export
from tutor.models.build import RECIPE_VERSIONS, RECIPES, build_model, require_buildable
from tutor.models.catalog import load_catalog
from tutor.models.install import install_model
from tutor.models.progress import no_progress


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(export.importlib.util, "find_spec", lambda name: None if name == "torch" else real(name))


def test_every_model_has_a_recipe_with_a_version() -> None:
    recipes = {model.recipe for model in load_catalog().models.values()}
    assert recipes <= set(RECIPES) == set(RECIPE_VERSIONS)


def test_copying_keeps_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "in.gguf").write_bytes(b"weights")
    (tmp_path / "out").mkdir()
    build_model("copy", {"in.gguf": tmp_path / "in.gguf"}, tmp_path / "out", no_progress)
    assert (tmp_path / "out" / "model.gguf").read_bytes() == b"weights"


def test_a_model_for_torch_is_refused_without_torch_before_the_network_is_used(
    tmp_path: Path, without_torch: None
) -> None:
    model = load_catalog().model("bge-m3")
    with pytest.raises(ModelError) as caught:
        install_model(model, Places(tmp_path, tmp_path / "models", tmp_path / "cache"), progress=no_progress)
    assert caught.value.code == "export-missing" and "torch" in caught.value.what()
    assert not (tmp_path / "models" / "bge-m3").exists()


def test_what_needs_no_torch_is_never_refused(without_torch: None) -> None:
    for recipe in ("copy", "e5-int8", "gemma-int8"):
        require_buildable("x", recipe)
