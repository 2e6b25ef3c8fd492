"""Lets the tests import the set-up scripts, which are no part of the package, and the fakes beside this file."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
# At the end: `scripts/test.py` must not stand before the standard library's package `test`.
sys.path += [str(HERE.parents[1] / "scripts"), str(HERE)]

from setup_fakes import Desk, new_desk  # noqa: E402


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A small project in a folder with a space and an accent, with fake children and an empty cache."""
    return new_desk(tmp_path)
