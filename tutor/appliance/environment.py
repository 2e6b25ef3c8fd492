"""The Python environment of an installed version: made from the bundle's wheels alone. Standard library only."""

from __future__ import annotations

import ctypes.util
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tutor.appliance.errors import ApplianceError
from tutor.appliance.layout import python_in
from tutor.appliance.manifest import BundleManifest, check_file
from tutor.core.errors import TutorError

WHEELS, LOCKS, WINDOWS = "wheels", "lock", "windows"
PIP_SECONDS = 1800
NO_ROOM = re.compile(r"no space left|disk quota|file too large|errno 28|errno 27", re.IGNORECASE)
OPENMP = "libgomp.so.1"


def make_environment(version: Path, bundle: Path, manifest: BundleManifest, target: str) -> Path:
    """Install the program into `version` and return its Python. Nothing is fetched; every wheel is checked by hash.

    Raises ApplianceError `target-absent`, `environment-failed` or those of `check_file`; TutorError `disk-full`.
    """
    lock = f"{LOCKS}/{target}.txt"
    if lock not in manifest.files:
        known = ", ".join(name.removesuffix(".txt") for name in manifest.below(LOCKS)) or "-"
        raise ApplianceError("target-absent", target=target, known=known)
    pip = next(name for name in manifest.files if re.fullmatch(rf"{WHEELS}/pip-[^/]+\.whl", name))
    check_file(bundle, lock, manifest.files[lock])
    pinned = (bundle / lock).read_text(encoding="utf-8")
    # pip refuses a wrong wheel too; here its name is said in plain words, and pip itself is looked at.
    for name, entry in manifest.files.items():
        if name == pip or (name.startswith(f"{WHEELS}/") and entry.sha256 in pinned):
            check_file(bundle, name, entry)
    python = _embedded_python(version, bundle, manifest) if os.name == "nt" else _virtual_environment(version)
    place = ["--target", str(python.parent / "Lib" / "site-packages")] if os.name == "nt" else []
    _run(
        [
            *isolated(python), str(bundle / pip / "pip"), "install", "--no-index", "--require-hashes", "--no-deps",
            "--only-binary=:all:", "--no-cache-dir", "--no-input", "--disable-pip-version-check",
            "--no-warn-script-location", "--find-links", str(bundle / WHEELS), *place, "-r", str(bundle / lock),
        ],
        version,
    )  # fmt: skip
    lend_openmp(python)
    return python


def _virtual_environment(version: Path) -> Path:
    # Without pip: a bare Debian has Python's venv and not the wheels that would bring pip into it.
    _run([*isolated(sys.executable), "-m", "venv", "--without-pip", str(version / "venv")], version)
    return python_in(version)


def _embedded_python(version: Path, bundle: Path, manifest: BundleManifest) -> Path:
    name = next((name for name in manifest.files if name.startswith(f"{WINDOWS}/python-")), None)
    if name is None:
        raise ApplianceError("target-absent", target="windows", known="-")
    check_file(bundle, name, manifest.files[name])
    folder = version / "python"
    with zipfile.ZipFile(bundle / name) as archive:
        archive.extractall(folder)
    (folder / "Lib" / "site-packages").mkdir(parents=True)
    for path in folder.glob("python*._pth"):
        # The embedded Python looks nowhere else than where this file says.
        path.write_text(path.read_text("utf-8") + "\nLib\\site-packages\nimport site\n", encoding="utf-8")
    return python_in(version)


def lend_openmp(python: Path) -> None:
    """Let the generator's library find OpenMP where the system has none: the one that came with FAISS serves both."""
    if os.name == "nt" or ctypes.util.find_library("gomp"):
        return
    for packages in python.parent.parent.glob("lib/python*/site-packages"):
        lent = next(packages.glob("faiss_cpu.libs/libgomp*.so*"), None)
        folder = packages / "llama_cpp" / "lib"
        if lent is not None and folder.is_dir() and not (folder / OPENMP).exists():
            (folder / OPENMP).symlink_to(Path("..") / ".." / lent.parent.name / lent.name)


def isolated(python: Path | str) -> list[str]:
    """The start of a command for that Python: nothing of another one, and UTF-8 whatever the computer speaks.

    Isolated, it does not look at PYTHONUTF8; Windows would let it write with the letters of one country only.
    """
    return [str(python), "-I", "-X", "utf8"]


def quiet_environment(**more: str) -> dict[str, str]:
    """The environment for a version's own Python: nothing of another Python or of pip's configuration."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "TUTOR_"))}
    return {**kept, "PIP_CONFIG_FILE": os.devnull, **more}


def _run(command: list[str], version: Path) -> None:
    try:
        done = subprocess.run(
            command, env=quiet_environment(), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
            errors="replace", timeout=PIP_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ApplianceError("environment-failed", why=error) from error
    if done.returncode == 0:
        return
    said = done.stderr + done.stdout
    if NO_ROOM.search(said):
        raise no_room(version)
    lines = [line for line in said.splitlines() if line.strip()]
    why = next((line for line in lines if line.startswith("ERROR")), lines[-1] if lines else f"{done.returncode}")
    raise ApplianceError("environment-failed", why=why.removeprefix("ERROR:").strip()[:300])


def no_room(folder: Path, need: int = 0) -> TutorError:
    """The error for a disk that became full. `need`: the bytes that were wanted."""
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    return TutorError("disk-full", need_mb=max(need, free + 1) // (1 << 20) + 1, free_mb=free >> 20, folder=folder)
