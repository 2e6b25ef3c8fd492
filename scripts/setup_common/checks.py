"""What this computer must have before anything is started."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from setup_common.screen import SetupError

if TYPE_CHECKING:
    from setup_common.children import Children

NEEDED = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11", "python3")


def require_python(children: Children, script: str, version: tuple[int, ...] = sys.version_info[:3]) -> None:
    """Raise SetupError where this Python is too old; it names a newer one where this computer has it."""
    if version[:2] >= NEEDED:
        return
    needed, found = ".".join(map(str, NEEDED)), ".".join(map(str, version))
    test = f"import sys; print(sys.version_info[:2] >= {NEEDED!r})"
    for name in NEWER:
        # Asked, not only found: some systems put names of Pythons in the path that are not installed.
        if shutil.which(name) and (children.output([name, "-c", test]) or "").strip() == "True":
            raise SetupError("old-python-other", other=name, needed=needed, found=found, script=script)
    raise SetupError("old-python", needed=needed, found=found)


def require_venv_module() -> None:
    """Raise SetupError where this Python cannot make an environment with pip in it."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError("no-venv-module")


def require_writable(folder: Path) -> None:
    """Raise SetupError `not-writable` unless a file can be made in the folder."""
    trial = folder / f".tutor-write-test-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        raise SetupError("not-writable", folder=folder, detail=error.strerror or error) from error


def require_compiler(children: Children, system: str = platform.system()) -> None:
    """Raise SetupError `no-compiler` where no C++ compiler is found. cmake comes from the package index."""
    if not _has_compiler(children, system):
        advice = {"Darwin": "advice-macos", "Windows": "advice-windows"}.get(system, "advice-linux")
        raise SetupError("no-compiler", advice=advice)


def _has_compiler(children: Children, system: str) -> bool:
    if system == "Darwin":
        # The compilers' names are always in the path; without the tools behind them they open a dialogue.
        return children.output(["xcode-select", "-p"]) is not None
    if system == "Windows":
        return shutil.which("cl") is not None or _has_visual_studio(children)
    names = [os.environ["CXX"].split()[0]] if os.environ.get("CXX", "").strip() else ["c++", "g++", "clang++"]
    return any(shutil.which(name) for name in names)


def _has_visual_studio(children: Children) -> bool:
    folder = os.environ.get("PROGRAMFILES(X86)", r"C:\Program Files (x86)")
    finder = Path(folder, "Microsoft Visual Studio", "Installer", "vswhere.exe")
    tools = "Microsoft.VisualStudio.Component.VC.Tools.*"
    wanted = ["-latest", "-products", "*", "-requires", tools, "-property", "installationPath"]
    return bool((children.output([finder, *wanted]) or "").strip())
