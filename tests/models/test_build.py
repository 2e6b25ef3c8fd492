"""Recipes: what cannot be made here is said before anything is fetched."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tutor.core.errors import ModelError
from tutor.core.files import file_sha256
from tutor.core.places import Places
from tutor.models import export
from tutor.models.build import RECIPE_VERSIONS, RECIPES, build_model, require_buildable
from tutor.models.catalog import Artefact, Model, load_catalog
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


def test_a_finished_model_is_installed_from_a_folder_under_the_names_it_is_run_by(tmp_path: Path) -> None:
    """As `train_reranker.py export` leaves it: no network, no torch."""
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "own.onnx").write_bytes(b"graph")
    (stick / "own-tokenizer.json").write_bytes(b"{}")
    files = tuple(Artefact(file.name, file.stat().st_size, file_sha256(file)) for file in sorted(stick.iterdir()))
    model = Model("own", "reranker", "Own", "MIT", "ready-onnx", files, run={"residual": 7.0})
    places = Places(tmp_path, tmp_path / "models", tmp_path / "cache")
    folder = install_model(model, places, from_folder=stick, progress=no_progress).folder
    assert (folder / "model.onnx").read_bytes() == b"graph" and (folder / "tokenizer.json").read_bytes() == b"{}"


def test_a_model_for_torch_is_refused_without_torch_before_the_network_is_used(
    tmp_path: Path, without_torch: None
) -> None:
    model = load_catalog().model("bge-m3")
    with pytest.raises(ModelError) as caught:
        install_model(model, Places(tmp_path, tmp_path / "models", tmp_path / "cache"), progress=no_progress)
    assert caught.value.code == "export-missing" and "torch" in caught.value.what()
    assert not (tmp_path / "models" / "bge-m3").exists()


def test_what_needs_no_torch_is_never_refused(without_torch: None) -> None:
    for recipe in ("copy", "ready-onnx", "e5-int8", "gemma-int8"):
        require_buildable("x", recipe)
