"""The sample library, imported once, and the makers of small things."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType

import pytest

from tutor.answering.opening import open_vectors
from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.settings import Settings, load_settings
from tutor.curriculum.curriculum import Curriculum
from tutor.index.builder import build_index
from tutor.library.importer import Importer, PreparedBook
from tutor.library.store import LibraryStore
from tutor.models.progress import no_progress


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_module("lesson_makers")


Change = Callable[[Settings, Callable[[Importer], object]], None]


@pytest.fixture
def change_library() -> Change:
    """Changes a library and builds its index."""
    return _changed


def _changed(settings: Settings, change: Callable[[Importer], object]) -> None:
    with LibraryStore(settings.places.library_db) as store:
        vectors, _, model = open_vectors(settings, store)
        change(Importer(store, Curriculum.load()))
        build_index(store, vectors, settings.places.index, model.name, no_progress)


@pytest.fixture(scope="session")
def sample_home(
    tmp_path_factory: pytest.TempPathFactory,
    models_dir: Path,
    small_embedder_folder: Path,
    lasting_vectors: Callable[[LibraryStore, str], AbstractContextManager[None]],
) -> Settings:
    """Settings of the small profile, without a generator, with the sample library imported and indexed."""
    home = tmp_path_factory.mktemp("lessons home")
    settings = load_settings(home, profile="small", models_dir=str(models_dir), generator="off")
    with LibraryStore(settings.places.library_db) as store:
        vectors, _, model = open_vectors(settings, store)

        def prepare(books: list[PreparedBook]) -> None:
            vectors.prepare_passages([passage for book in books for passage in book.passages], no_progress)

        with lasting_vectors(store, vectors.model_hash):
            Importer(store, Curriculum.load()).add(SAMPLE_LIBRARY, prepare)
            build_index(store, vectors, settings.places.index, model.name, no_progress)
    return settings
