"""The program that rewrites answers, llama-cpp-python: built once, portable, and kept for the next checkout."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from setup_common.checkout import parsed_toml
from setup_common.checks import require_compiler
from setup_common.children import why_failed
from setup_common.screen import SetupError

if TYPE_CHECKING:
    from setup_common.environment import Probe
    from setup_common.workbench import Workbench

PACKAGE = "llama-cpp-python"
# tutor's own preparation first: on a processor without AVX numpy, which llama_cpp imports, dies without it.
START = """
from tutor.core.cpu import prepare_environment
prepare_environment()
import llama_cpp
print(llama_cpp.__version__)
"""
CORES = "from tutor.core.cpu import usable_cores; print(usable_cores())"
X86 = {"x86_64", "amd64"}
UNFINISHED = ".building-"
FORGOTTEN_SECONDS = 24 * 3600


def generator_is_ready(bench: Workbench, probe: Probe) -> bool:
    """True where answers can be rewritten, after building and installing what that takes; the screen says why not.

    Raises SetupError in CI, where the generator must be there.
    """
    try:
        install_generator(bench, probe)
    except SetupError as fault:
        if bench.in_ci:
            raise
        bench.screen.say("quoted", why=bench.screen.sentence(fault))
        return False
    except OSError as error:
        if bench.in_ci:
            raise
        bench.screen.say("quoted", why=bench.screen.text("system-refused", detail=error))
        return False
    return True


def install_generator(bench: Workbench, probe: Probe) -> None:
    """Make llama_cpp importable in the environment, from the kept wheel or from one built now.

    Raises SetupError or OSError where that is impossible.
    """
    version = wanted_version(bench.checkout.root)
    if generator_works(bench, version):
        return
    folder = wheel_folder(bench.checkout.wheels, version, probe)
    wheel = sound_wheel(folder)
    if wheel is None and folder.exists():
        bench.screen.say("wheel-damaged", folder=folder)
        shutil.rmtree(folder)
    if wheel is None:
        wheel = built_wheel(bench, probe, version, folder)
    log = bench.checkout.log("generator")
    bench.screen.say("installing-generator", version=version)
    code = bench.children.run([bench.environment.python, "-m", "pip", "install", wheel], log=log)
    if code != 0:
        raise SetupError("generator-install-failed", log, why=why_failed(code, log))
    if not generator_works(bench, version, log):
        raise SetupError("generator-unusable", log)


def wanted_version(root: Path) -> str:
    """The version that the project's extra `generator` pins. Raises OSError, ValueError or KeyError."""
    project = parsed_toml((root / "pyproject.toml").read_text(encoding="utf-8"))
    for requirement in project["project"]["optional-dependencies"]["generator"]:
        found = re.fullmatch(rf"{PACKAGE}\s*==\s*([\w.]+)", requirement.strip())
        if found:
            return found.group(1)
    raise ValueError(f"pyproject.toml: the extra `generator` does not pin {PACKAGE} with ==")


def generator_works(bench: Workbench, version: str, log: Path | None = None) -> bool:
    """True where the environment can import this version of llama_cpp."""
    said = bench.children.output([bench.environment.python, "-c", START], log=log)
    return said is not None and said.split()[-1:] == [version]


def wheel_folder(wheels: Path, version: str, probe: Probe) -> Path:
    """Where the wheel for this version and platform is kept. It serves every Python 3: its own tag is py3-none."""
    platform = re.sub(r"\W", "_", probe.platform).lower()
    machine = probe.machine.lower()
    # Python for macOS calls itself universal2 on both processors, but the wheel is built for one.
    platform = platform if machine in platform else f"{platform}_{machine}"
    return wheels / f"{PACKAGE}-{version}-py3-{platform}-portable"


def sound_wheel(folder: Path) -> Path | None:
    """The one wheel of the folder where it has the hash that is noted beside it, else None."""
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        return None
    try:
        noted = _note(wheels[0]).read_text(encoding="ascii").split()
        return wheels[0] if noted[:1] == [_sha256(wheels[0])] else None
    except (OSError, UnicodeDecodeError):
        return None


def kept_wheel(wheel: Path, folder: Path) -> Path:
    """The wheel after it was moved with its hash into the folder, whole or not at all. Raises OSError."""
    whole = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=_made(folder.parent)))
    try:
        moved = Path(shutil.move(str(wheel), str(whole / wheel.name)))
        _note(moved).write_text(f"{_sha256(moved)}  {moved.name}\n", encoding="ascii")
        if sound_wheel(folder) is None:
            whole.chmod(0o755)
            whole.replace(folder)
    finally:
        shutil.rmtree(whole, ignore_errors=True)
    return sound_wheel(folder) or folder / wheel.name


def build_options(system: str, machine: str) -> str:
    """The CMake options of a build that runs on every processor of the machine's kind, as `platform` names them.

    On x86-64 the variants for all processors are built and the best is chosen at start; elsewhere the compiler's
    plain target is portable enough. On a Mac the graphics driver stays out: results must not depend on it.
    """
    options = ["-DGGML_NATIVE=OFF"]
    if machine.lower() in X86:
        options += ["-DGGML_BACKEND_DL=ON", "-DGGML_CPU_ALL_VARIANTS=ON"]
    if system == "Darwin":
        options += ["-DGGML_METAL=OFF"]
    return " ".join(options)


def built_wheel(bench: Workbench, probe: Probe, version: str, folder: Path) -> Path:
    """A wheel compiled on this computer and kept in the folder. Raises SetupError or OSError."""
    require_compiler(bench.children, probe.system)
    log = bench.checkout.log("llama-cpp-python-build")
    cores = (bench.children.output([bench.environment.python, "-c", CORES]) or "1").strip()
    bench.screen.say("building-generator", version=version, cores=cores, log=bench.screen.short(log))
    _remove_forgotten(folder.parent)
    work = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=_made(folder.parent)))
    settings = {
        "CMAKE_ARGS": build_options(probe.system, probe.machine),
        "CMAKE_BUILD_PARALLEL_LEVEL": cores,
    }
    if probe.system != "Windows":
        # A system's own temporary folder is often kept in memory and too small; on Windows paths must stay short.
        settings["TMPDIR"] = str(work)
    out = work / "wheel"
    # Without pip's cache: it would hand out a wheel built earlier with other options, as it does not look at them.
    command: list[str | Path] = [bench.environment.python, "-m", "pip", "wheel", "--no-cache-dir", "--no-deps"]
    which: list[str | Path] = ["--no-binary", PACKAGE, "--wheel-dir", out, f"{PACKAGE}=={version}"]
    try:
        code = bench.children.run([*command, *which], log=log, settings=settings)
        wheels = list(out.glob("*.whl"))
        if code != 0 or len(wheels) != 1:
            raise SetupError("build-failed", log, why=why_failed(code, log))
        return kept_wheel(wheels[0], folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _remove_forgotten(wheels: Path) -> None:
    """A build that was killed leaves its folder behind; another that is running now is younger than a day."""
    for folder in wheels.glob(f"{UNFINISHED}*"):
        if time.time() - folder.stat().st_mtime > FORGOTTEN_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _note(wheel: Path) -> Path:
    return wheel.with_name(wheel.name + ".sha256")


def _sha256(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
