"""Where things are. All state lives under one folder, TUTOR_HOME, so two libraries can live side by side."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parents[1]
SAMPLE_LIBRARY = PACKAGE / "sample_library"


def checkout_root() -> Path | None:
    """The source checkout this code runs from, or None when it is an installed package."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "models" / "catalog.toml").is_file() else None


def default_home() -> Path:
    """TUTOR_HOME where set; else the checkout when run from one; else the platform's data folder."""
    named = os.environ.get("TUTOR_HOME")
    if named:
        return Path(named).expanduser().resolve()
    return checkout_root() or Path(platformdirs.user_data_dir("tutor", appauthor=False))


def default_cache() -> Path:
    """Where built things are kept by content, so that a second checkout does not build them again."""
    named = os.environ.get("TUTOR_CACHE_DIR")
    return Path(named).expanduser() if named else Path.home() / ".cache" / "tutor"


def shared_data() -> Path:
    """The folder of real test data: TUTOR_SHARED, else `shared` beside the checkout. It may be absent."""
    named = os.environ.get("TUTOR_SHARED")
    return Path(named) if named else PACKAGE.parent.parent / "shared"


@dataclass(frozen=True)
class Places:
    """The folders and files of one installation."""

    home: Path
    models: Path
    cache: Path

    @property
    def library_db(self) -> Path:
        return self.home / "library" / "library.db"

    @property
    def index(self) -> Path:
        return self.home / "index"

    @property
    def settings_file(self) -> Path:
        return self.home / "tutor.toml"
