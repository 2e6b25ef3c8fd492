"""Builds a stick of the real program with the small profile's embedder and two books, for the tests of this folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tutor.core.places import PACKAGE, SAMPLE_LIBRARY

CHECKOUT = PACKAGE.parent
BOOKS = (
    "biology/form-2-nutrition-and-transport.en.md",
    "history/form-3-colonial-rule-and-maji-maji.sw.md",
)
ONLY_LOOPBACK = (
    "import fcntl, socket, struct; s = socket.socket(); fcntl.ioctl(s, 0x8914, struct.pack('16sH14x', b'lo', 0x41))"
)


def tutor(home: Path, models_dir: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    own = {"TUTOR_HOME": str(home), "TUTOR_MODELS_DIR": str(models_dir), "TUTOR_PROFILE": "small"}
    return subprocess.run(
        [sys.executable, "-m", "tutor", *map(str, arguments)],
        env={**os.environ, **own, "PYTHONPATH": str(CHECKOUT)}, cwd=home.parent, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def built_stick(place: Path, models_dir: Path) -> Path:
    """A stick below `place`, beside the builder's `home` and `keys`; a skip without a package index."""
    home = place / "home"
    home.mkdir()
    added = tutor(home, models_dir, "library", "add", *(SAMPLE_LIBRARY / book for book in BOOKS))
    assert added.returncode == 0, added.stderr
    assert tutor(home, models_dir, "bundle", "key", place / "keys").returncode == 0
    # BUNDLE_TEST_ALSO: packages that the checkout's code needs and its project file does not name yet.
    also = [word for name in os.environ.get("BUNDLE_TEST_ALSO", "").split() for word in ("--also", name)]
    built = tutor(
        home, models_dir, "bundle", "build", "--out", place / "stick", "--key", place / "keys" / "tutor.key",
        "--profile", "small", "--no-generator", "--python", f"{sys.version_info[0]}.{sys.version_info[1]}",
        "--locks", place / "none", *also, "--json",
    )  # fmt: skip
    result = json.loads(built.stdout)
    if result.get("error") == "packages-unreachable":
        pytest.skip(f"no package index: {result['message']}")
    assert built.returncode == 0, result
    # Measured: 201 MB; the generator's program and model are 512 MB more.
    assert result["bytes"] < 400e6
    return place / "stick"


def alone(command: list[str]) -> list[str]:
    """The command where there is no interface but loopback; a skip where this computer does not allow that."""
    unshare = shutil.which("unshare")
    probe = [unshare or "false", "-rn", "true"]
    if unshare is None or subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        pytest.skip("a network namespace of its own is not allowed here")
    script = f'"{sys.executable}" -c "$0" && exec "$@"'
    return [unshare, "-rn", "sh", "-c", script, ONLY_LOOPBACK, *command]
