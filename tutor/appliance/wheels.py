"""Wheels for a target: fetched by pip with hashes, and complete by the requirements that they state themselves."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.tags import cpython_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version

from tutor.appliance.errors import ApplianceError
from tutor.appliance.platforms import Target
from tutor.core.files import file_sha256

INSTALLER = "pip"
ALONG = (INSTALLER, "cryptography>=42", "segno>=1.6")
"""Brought along whatever the project requires: a bare Debian has no pip; the others check updates, show the address."""
COMPILED = frozenset({"llama-cpp-python"})
"""Published as source only: its wheels are compiled here, or brought with --wheels."""
FIXED_TIME = "1577836800"
"""2020-01-01: what archives carry as their time, so that the same source gives the same wheel."""
PIP_SECONDS = 1800
ROUNDS = 8


@dataclass(frozen=True)
class Wheel:
    """A wheel's file with what it says of itself."""

    file: Path
    name: str
    version: str
    requires: tuple[Requirement, ...]

    @classmethod
    def read(cls, file: Path) -> Wheel:
        """Raises ApplianceError `packages-unreachable` for a file that is no wheel."""
        try:
            name, version, _, _ = parse_wheel_filename(file.name)
            with zipfile.ZipFile(file) as archive:
                inside = next(each for each in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", each))
                headers = email.message_from_bytes(archive.read(inside))
            requires = tuple(Requirement(text) for text in headers.get_all("Requires-Dist") or ())
        except (OSError, zipfile.BadZipFile, InvalidWheelFilename, InvalidRequirement, StopIteration) as error:
            raise ApplianceError("packages-unreachable", target=file.name, why=error) from error
        return cls(file, name, str(version), requires)

    def fits(self, target: Target) -> bool:
        """Whether it can be installed there, by the tags in its name."""
        major, minor = map(int, target.python.split("."))
        platforms = [*target.platform.tags, "any"]
        wanted = set(cpython_tags((major, minor), platforms=platforms))
        tags = parse_wheel_filename(self.file.name)[3]
        is_pure = any(tag.platform == "any" and tag.interpreter in ("py3", f"py{major}") for tag in tags)
        is_any_python = any(
            tag.interpreter == "py3" and tag.abi == "none" and tag.platform in target.platform.tags for tag in tags
        )
        return is_pure or is_any_python or bool(set(tags) & wanted)


def required_names(wheel: Wheel, extras: Iterable[str], target: Target) -> list[Requirement]:
    """What a wheel requires on the target, with these extras."""
    environment = markers_of(target)
    found = []
    for requirement in wheel.requires:
        marker = requirement.marker
        if marker is None or any(marker.evaluate({**environment, "extra": extra}) for extra in ("", *extras)):
            found.append(requirement)
    return found


def markers_of(target: Target) -> Mapping[str, str]:
    """What PEP 508 markers ask, answered for the target. pip would answer for the computer that builds."""
    version = f"{target.python}.0"
    return {
        **dict(target.platform.markers), "implementation_name": "cpython", "implementation_version": version,
        "platform_python_implementation": "CPython", "platform_release": "", "platform_version": "",
        "python_full_version": version, "python_version": target.python,
    }  # fmt: skip


def closure(
    roots: Iterable[Requirement], wheels: Iterable[Wheel], target: Target
) -> tuple[list[Wheel], list[Requirement]]:
    """The wheels that the requirements need on the target, and the requirements that none of `wheels` meets."""
    held: dict[str, list[Wheel]] = {}
    for wheel in wheels:
        if wheel.fits(target):
            held.setdefault(canonicalize_name(wheel.name), []).append(wheel)
    needed: dict[str, Wheel] = {}
    unmet: list[Requirement] = []
    asked: set[tuple[str, frozenset[str]]] = set()
    todo = list(roots)
    while todo:
        requirement = todo.pop(0)
        name = canonicalize_name(requirement.name)
        met = [each for each in held.get(name, ()) if requirement.specifier.contains(each.version, prereleases=True)]
        if not met:
            unmet.append(requirement)
            continue
        wheel = needed.setdefault(name, max(met, key=lambda each: (Version(each.version), each.file.name)))
        key = (name, frozenset(requirement.extras))
        if key not in asked:
            asked.add(key)
            todo += required_names(wheel, requirement.extras, target)
    return sorted(needed.values(), key=lambda each: each.file.name), unmet


def fetch_wheels(
    roots: list[Requirement], folder: Path, target: Target, found_in: Iterable[Path], lock: Path | None
) -> list[Wheel]:
    """Fetch into `folder` what the requirements need on the target. Returns the wheels needed.

    `lock`: a file of pinned versions with hashes; without one the newest that fit are taken. Raises ApplianceError
    `piece-missing`, `packages-unreachable` or `lock-stale`.
    """
    if lock is not None:
        _pip_download(["--require-hashes", "--no-deps", "-r", str(lock)], folder, target, found_in)
        wheels, unmet = closure(roots, _wheels_in([folder, *found_in]), target)
    else:
        wheels, unmet = fetch_or_unmet(roots, folder, target, found_in)
    if not unmet:
        return wheels
    pieces = ", ".join(sorted({str(each) for each in unmet}))
    if lock is not None and not {canonicalize_name(each.name) for each in unmet} <= COMPILED:
        raise ApplianceError("lock-stale", file=lock.name, why=pieces)
    raise ApplianceError("piece-missing", target=target.name, pieces=pieces)


def fetch_or_unmet(
    roots: list[Requirement], folder: Path, target: Target, found_in: Iterable[Path]
) -> tuple[list[Wheel], list[Requirement]]:
    """Fetch the newest wheels that fit. Returns those needed, and the requirements that no wheel could be had for."""
    impossible: set[str] = set()
    for _ in range(ROUNDS):
        wheels, unmet = closure(roots, _wheels_in([folder, *found_in]), target)
        # pip knows best which versions go together, but for its own platform; what it leaves out is asked for next.
        wanted = sorted({_plain(each) for each in unmet} - impossible)
        if not wanted:
            break
        try:
            _pip_download(wanted, folder, target, found_in)
        except ApplianceError as error:
            if error.code != "piece-missing":
                raise
            refused = {each for each in wanted if _plain_name(each) in str(error.facts["pieces"])}
            impossible |= refused or set(wanted)
    return wheels, unmet


def _plain_name(requirement: str) -> str:
    return Requirement(requirement).name


def _plain(requirement: Requirement) -> str:
    extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    return f"{requirement.name}{extras}{requirement.specifier}"


def _wheels_in(folders: Iterable[Path]) -> list[Wheel]:
    files = {path.name: path for folder in folders for path in sorted(folder.glob("*.whl"))}
    return [Wheel.read(path) for path in files.values()]


def _pip_download(what: list[str], folder: Path, target: Target, found_in: Iterable[Path]) -> None:
    digits = target.python.replace(".", "")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--only-binary=:all:", "--dest", str(folder), "--implementation", "cp", "--python-version", digits]
    for abi in (f"cp{digits}", "abi3", "none"):
        command += ["--abi", abi]
    for tag in target.platform.tags:
        command += ["--platform", tag]
    for place in (folder, *found_in):
        command += ["--find-links", str(place)]
    try:
        done = subprocess.run(
            [*command, *what], env={**os.environ, "PYTHONUTF8": "1"}, stdin=subprocess.DEVNULL, capture_output=True,
            encoding="utf-8", errors="replace", timeout=PIP_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ApplianceError("packages-unreachable", target=target.name, why=error) from error
    if done.returncode == 0:
        return
    none = re.findall(r"No matching distribution found for (\S+)", done.stderr)
    if none:
        raise ApplianceError("piece-missing", target=target.name, pieces=", ".join(none))
    lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    why = lines[0].removeprefix("ERROR:").strip() if lines else f"pip ended with {done.returncode}"
    raise ApplianceError("packages-unreachable", target=target.name, why=why[:300])


def lock_text(wheels: Iterable[Wheel]) -> str:
    """The wheels as a requirements file with hashes, by name."""
    lines = {
        f"{canonicalize_name(wheel.name)}=={wheel.version} --hash=sha256:{file_sha256(wheel.file)}" for wheel in wheels
    }
    return "".join(f"{line}\n" for line in sorted(lines))


def project_wheel(root: Path, folder: Path) -> Wheel:
    """The project's own wheel, the same for the same source. Raises ApplianceError `packages-unreachable`."""
    with tempfile.TemporaryDirectory(prefix="tutor-wheel-") as scratch:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", scratch, str(root)],
            env={**os.environ, "SOURCE_DATE_EPOCH": FIXED_TIME}, stdin=subprocess.DEVNULL, capture_output=True,
            encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
        made = sorted(Path(scratch).glob("*.whl"))
        if done.returncode != 0 or len(made) != 1:
            lines = [line for line in done.stderr.splitlines() if line.strip()]
            raise ApplianceError("packages-unreachable", target="tutor", why=lines[-1] if lines else "no wheel")
        return Wheel.read(Path(shutil.copyfile(made[0], folder / made[0].name)))
