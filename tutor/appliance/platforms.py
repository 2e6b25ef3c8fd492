"""The computers a bundle can be built for, and which one this is. Standard library only."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass

from tutor.appliance.errors import ApplianceError

OLDEST_PYTHON = (3, 11)
PYTHONS = ("3.11", "3.12", "3.13")
"""The Pythons of Debian 12, Ubuntu 24.04 and Debian 13."""
WINDOWS_PYTHON = "3.12"
GLIBCS = (5, 12, 17, 24, 26, 27, 28)
"""Every wheel named for a C library up to 2.28 runs on the Linux of 2019 and later."""


@dataclass(frozen=True)
class Platform:
    """`tags`: what wheels for it are named for. `markers`: what requirements ask of it (PEP 508)."""

    name: str
    tags: tuple[str, ...]
    markers: tuple[tuple[str, str], ...]
    pythons: tuple[str, ...] = PYTHONS

    @property
    def is_windows(self) -> bool:
        return self.name.startswith("windows")


def _linux(machine: str) -> Platform:
    older = {5: "manylinux1", 12: "manylinux2010", 17: "manylinux2014"}
    tags = [f"manylinux_2_{minor}_{machine}" for minor in GLIBCS] + [f"{tag}_{machine}" for tag in older.values()]
    markers = (
        ("os_name", "posix"), ("platform_machine", machine), ("platform_system", "Linux"), ("sys_platform", "linux"),
    )  # fmt: skip
    return Platform(f"linux-{machine}", (*tags, f"linux_{machine}"), markers)


PLATFORMS = {
    each.name: each
    for each in (
        _linux("x86_64"),
        _linux("aarch64"),
        Platform(
            "windows-x86_64",
            ("win_amd64",),
            (("os_name", "nt"), ("platform_machine", "AMD64"), ("platform_system", "Windows"),
             ("sys_platform", "win32")),
            (WINDOWS_PYTHON,),
        ),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Target:
    """One platform with one Python, as "3.11"."""

    platform: Platform
    python: str

    @property
    def name(self) -> str:
        return f"{self.platform.name}-py{self.python.replace('.', '')}"


def platform_named(name: str) -> Platform:
    """Raises ApplianceError `platform-unknown`."""
    if name not in PLATFORMS:
        raise ApplianceError("platform-unknown", name=name, known=", ".join(PLATFORMS))
    return PLATFORMS[name]


def this_target_name() -> str:
    """The target of the Python that runs this; it need not be one that bundles are built for."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{platform.system().lower()}-{machine}-py{sys.version_info[0]}{sys.version_info[1]}"
