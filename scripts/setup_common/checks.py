"""What this computer must have before anything is started."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
from typing import TYPE_CHECKING

from setup_common.screen import SetupFault

if TYPE_CHECKING:
    from pathlib import Path

    from setup_common.children import Children

NEEDED = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11", "python3")


def require_python(children: Children, script: str, version: tuple[int, ...] = tuple(sys.version_info)) -> None:
    """Raise SetupFault where this Python is too old; it names a newer one where this computer has it."""
    if version[:2] >= NEEDED:
        return
    facts = {"needed": ".".join(map(str, NEEDED)), "found": ".".join(map(str, version[:3])), "script": script}
    test = f"import sys; print(sys.version_info[:2] >= {NEEDED!r})"
    for name in NEWER:
        # Asked, not only found: some systems put names of Pythons in the path that are not installed.
        if shutil.which(name) and (children.output([name, "-c", test]) or "").strip() == "True":
            raise SetupFault("old-python-other", other=name, **facts)
    raise SetupFault("old-python", **facts)


def require_venv_module() -> None:
    """Raise SetupFault where this Python cannot make an environment with pip in it."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupFault("no-venv-module")


def require_writable(folder: Path) -> None:
    """Raise SetupFault `not-writable` unless a file can be made in the folder."""
    trial = folder / f".tutor-write-test-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        raise SetupFault("not-writable", folder=folder, detail=error.strerror or error) from error


def require_compiler(children: Children, system: str = platform.system()) -> None:
    """Raise SetupFault `no-compiler` where no C++ compiler is found. cmake comes from the package index."""
    if not _has_compiler(children, system):
        advice = {"Darwin": "advice-macos", "Windows": "advice-windows"}.get(system, "advice-linux")
        raise SetupFault("no-compiler", advice=advice)


def _has_compiler(children: Children, system: str) -> bool:
    if system == "Darwin":
        # The compilers' names are always in the path; without the tools behind them they open a dialogue.
        return children.output(["xcode-select", "-p"]) is not None
    if system == "Windows":
        return shutil.which("cl") is not None or _has_visual_studio(children)
    names = [os.environ["CXX"].split()[0]] if os.environ.get("CXX", "").strip() else ["c++", "g++", "clang++"]
    return any(shutil.which(name) for name in names)


def _has_visual_studio(children: Children) -> bool:
    folder = os.environ.get("ProgramFiles(x86)", r"C:\Program Files (x86)")
    finder = os.path.join(folder, "Microsoft Visual Studio", "Installer", "vswhere.exe")
    tools = "Microsoft.VisualStudio.Component.VC.Tools.*"
    command = [finder, "-latest", "-products", "*", "-requires", tools, "-property", "installationPath"]
    return bool((children.output(command) or "").strip())
