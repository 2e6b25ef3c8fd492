"""Lets the tests of this folder share one built stick, and what it is made with."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent))

from sticks import built_stick


@pytest.fixture(scope="session")
def stick(tmp_path_factory: pytest.TempPathFactory, small_embedder_folder: Path, models_dir: Path) -> Path:
    """A stick of the real program; a skip without a package index."""
    return built_stick(tmp_path_factory.mktemp("builder"), models_dir)
