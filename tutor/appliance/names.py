"""File names that every stick can hold: FAT32 and exFAT, read on Linux and Windows. Standard library only."""

from __future__ import annotations

from pathlib import PurePosixPath

LARGEST_FILE = (4 << 30) - 1
"""FAT32 counts a file's bytes in 32 bits."""
FORBIDDEN = frozenset('<>:"\\|?*')
DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(10))})
LONGEST_NAME = 255
LONGEST_PATH = 180
"""Windows takes 260 characters, of which the folder it is copied to needs its share."""


def fault_of_name(name: str) -> str | None:
    """Why a relative name with `/` cannot stand on every stick, in words; None where it can."""
    path = PurePosixPath(name)
    if not name or path.is_absolute() or name != path.as_posix() or ".." in path.parts:
        return "it leads out of the folder"
    if len(name) > LONGEST_PATH:
        return f"it is longer than {LONGEST_PATH} signs"
    for part in path.parts:
        if any(sign in FORBIDDEN or ord(sign) < 32 for sign in part):
            return "it holds a sign that FAT32 forbids"
        if part[-1] in ". ":
            return "a part of it ends with a dot or a space"
        if part.split(".")[0].lower() in DEVICES:
            return "Windows keeps that name for a device"
        if len(part.encode("utf-16-le")) // 2 > LONGEST_NAME:
            return f"a part of it is longer than {LONGEST_NAME} signs"
    return None


def twin_names(names: list[str]) -> tuple[str, str] | None:
    """Two names that a stick, which ignores case, takes for one; None where there are none."""
    seen: dict[str, str] = {}
    for name in names:
        if (other := seen.setdefault(name.casefold(), name)) != name:
            return other, name
    return None
