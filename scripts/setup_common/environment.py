"""The project's own Python environment: made when missing or broken, the project installed when it changed."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from setup_common.checks import NEEDED, require_venv_module
from setup_common.children import why_failed
from setup_common.screen import SetupError

if TYPE_CHECKING:
    from setup_common.children import Children
    from setup_common.venv_paths import Environment
    from setup_common.workbench import Workbench

OLDEST_PIP = (23, 2)
PROBE = """
import json, platform, sys, sysconfig, pip
print(json.dumps({
    "python": list(sys.version_info[:3]), "platform": sysconfig.get_platform(),
    "machine": platform.machine(), "system": platform.system(), "pip": pip.__version__,
}))
"""


@dataclass(frozen=True)
class Probe:
    """What an environment's Python says of itself. `platform` is sysconfig's name of the platform."""

    python: tuple[int, ...]
    platform: str
    machine: str
    system: str
    pip: str

    @property
    def pip_is_old(self) -> bool:
        return tuple(int(part) for part in self.pip.split(".")[:2] if part.isdigit()) < OLDEST_PIP


def probed(environment: Environment, children: Children) -> Probe | None:
    """What the environment's Python says of itself; None where it is missing, broken or too old."""
    said = children.output([environment.python, "-c", PROBE])
    if said is None:
        return None
    try:
        facts = json.loads(said)
        probe = Probe(**{**facts, "python": tuple(facts["python"])})
    except (ValueError, TypeError, KeyError):
        return None
    return probe if probe.python[:2] >= NEEDED else None


def sound_environment(bench: Workbench) -> Probe:
    """The probe of an environment that works; it is made, or made anew, first. Raises SetupError `venv-failed`."""
    environment, log = bench.environment, bench.checkout.log("venv")
    probe = probed(environment, bench.children)
    if probe is None:
        require_venv_module()
        there = environment.folder.exists() or environment.folder.is_symlink()
        bench.screen.say("remaking-venv" if there else "making-venv")
        if there and (environment.folder.is_symlink() or not environment.folder.is_dir()):
            # A link may lead to an environment that other projects use: only the link goes.
            environment.folder.unlink()
        code = bench.children.run([_outer_python(environment), "-m", "venv", "--clear", environment.folder], log=log)
        probe = probed(environment, bench.children)
        if code != 0 or probe is None:
            raise SetupError("venv-failed", log, why=why_failed(code, log))
    if probe.pip_is_old:
        probe = _with_newer_pip(bench, probe)
    return probe


def install_project(bench: Workbench, probe: Probe, extras: tuple[str, ...] = ()) -> None:
    """Install the checkout in place, unless that was done and nothing changed since.

    Raises SetupError `packages-failed`.
    """
    environment = bench.environment
    key = _install_key(bench, probe)
    if installed(bench, key, extras):
        return
    log = bench.checkout.log("packages")
    bench.screen.say("installing-packages", log=bench.screen.short(log))
    environment.stamp.unlink(missing_ok=True)
    # Relative, so that no letter of the checkout's own path has to survive a requirement's syntax.
    target = f".[{','.join(extras)}]" if extras else "."
    code = bench.children.run([environment.python, "-m", "pip", "install", "-e", target], log=log)
    if code != 0:
        raise SetupError("packages-failed", log, why=why_failed(code, log))
    if environment.windows:
        make_path_files_ascii(environment.folder / "Lib" / "site-packages")
    environment.stamp.write_text(json.dumps({"key": key, "extras": sorted(extras)}), encoding="utf-8")


def packages_are_here(bench: Workbench, extras: tuple[str, ...] = ()) -> bool:
    """True where installing the project would do nothing."""
    probe = probed(bench.environment, bench.children)
    return probe is not None and installed(bench, _install_key(bench, probe), extras)


def installed(bench: Workbench, key: str, extras: tuple[str, ...]) -> bool:
    """True where the stamp tells of the same project, Python and place, with at least these extras."""
    try:
        stamp = json.loads(bench.environment.stamp.read_text(encoding="utf-8"))
        same = stamp["key"] == key and set(extras) <= set(stamp["extras"])
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return same and bench.environment.tutor.exists()


def make_path_files_ascii(site_packages: Path) -> None:
    """Rewrite `.pth` files that hold other letters than ASCII, so that every Python reads the same path in them.

    An installer writes the path of the checkout in UTF-8, but on Windows Python before 3.13 reads these files in
    the system's code page: with an accent in the path the project is not found, or Python does not even start.
    """
    for file in sorted(site_packages.glob("*.pth")):
        content = file.read_bytes()
        if content.isascii():
            continue
        lines = content.decode("utf-8", errors="replace").splitlines()
        safe = [line if line.isascii() else f"import sys; sys.path.append({line!a})" for line in lines]
        file.write_text("\n".join(safe) + "\n", encoding="ascii")


def _install_key(bench: Workbench, probe: Probe) -> str:
    # The place counts too: the installation points into the checkout, which may have been moved or copied.
    project = (bench.checkout.root / "pyproject.toml").read_bytes()
    return hashlib.sha256(project + repr((probe.python, str(bench.checkout.root))).encode()).hexdigest()


def _with_newer_pip(bench: Workbench, probe: Probe) -> Probe:
    log = bench.checkout.log("pip")
    bench.screen.say("upgrading-pip", version=probe.pip)
    wanted = "pip>=" + ".".join(map(str, OLDEST_PIP))
    code = bench.children.run([bench.environment.python, "-m", "pip", "install", "--upgrade", wanted], log=log)
    after = probed(bench.environment, bench.children)
    if code != 0 or after is None:
        raise SetupError("pip-failed", log, why=why_failed(code, log))
    return after


def _outer_python(environment: Environment) -> str:
    # Started by the very environment that is to be replaced, the Python it was made from must do the work.
    inside = Path(sys.prefix) == environment.folder
    return str(getattr(sys, "_base_executable", "") or sys.executable) if inside else sys.executable
