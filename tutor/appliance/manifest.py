"""`MANIFEST.json`: every file of a bundle with size and SHA-256. Standard library only, for the first installation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tutor.appliance.errors import ApplianceError
from tutor.appliance.names import LARGEST_FILE, fault_of_name, twin_names
from tutor.core.files import BLOCK, file_sha256

MANIFEST = "MANIFEST.json"
SIGNATURE = "MANIFEST.json.minisig"
INSTALLATION, LIBRARY = "installation", "library"
FORMAT = 1
Told = Callable[[str, int, int], None]
"""Told what is being done, how many bytes of it are done, and how many there are."""


def tell_nobody(what: str, done: int, total: int) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class Entry:
    """One file: its size in bytes and its SHA-256 as hex."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class BundleManifest:
    """What a bundle holds. `files`: name with `/` -> entry. `missing`: target -> the pieces it does without."""

    kind: str
    version: str
    files: Mapping[str, Entry]
    profile: str = ""
    targets: tuple[str, ...] = ()
    missing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    library: Mapping[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(entry.bytes for entry in self.files.values())

    def below(self, folder: str) -> dict[str, Entry]:
        """The files of one folder of the bundle, by name in it."""
        start = folder.rstrip("/") + "/"
        return {name[len(start) :]: entry for name, entry in self.files.items() if name.startswith(start)}

    def as_bytes(self) -> bytes:
        """The file: the same for the same content, so that a build can be repeated and compared."""
        value = {
            "format": FORMAT,
            "kind": self.kind,
            "version": self.version,
            "profile": self.profile,
            "targets": list(self.targets),
            "missing": {target: list(pieces) for target, pieces in self.missing.items()},
            "library": dict(self.library),
            "bytes": self.size,
            "files": {name: vars(entry) for name, entry in self.files.items()},
        }
        return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=True) + "\n").encode("ascii")

    @property
    def identity(self) -> str:
        """The SHA-256 of the manifest as hex: two bundles with the same one are the same."""
        return hashlib.sha256(self.as_bytes()).hexdigest()

    @property
    def version_name(self) -> str:
        """The name of the folder that it is installed to."""
        return f"{self.version}-{self.identity[:10]}"


def read_bundle_manifest(folder: Path) -> BundleManifest:
    """The manifest of a bundle. Raises ApplianceError `bundle-missing`, `bundle-manifest` or `bundle-lost`."""
    try:
        data = (folder / MANIFEST).read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ApplianceError("bundle-missing", folder=folder) from error
    except OSError as error:
        raise ApplianceError("bundle-lost", file=MANIFEST, why=error.strerror or error) from error
    try:
        manifest = _parsed(json.loads(data.decode("utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ApplianceError("bundle-manifest", folder=folder, why=error) from error
    if manifest.as_bytes() != data:
        raise ApplianceError("bundle-manifest", folder=folder, why="it is not written as tutor writes it")
    return manifest


def _parsed(raw: Mapping[str, Any]) -> BundleManifest:
    if raw["format"] != FORMAT:
        raise ValueError(f"its format is {raw['format']}, this tutor knows {FORMAT}")
    files = {str(name): Entry(int(each["bytes"]), str(each["sha256"])) for name, each in raw["files"].items()}
    for name in files:
        if fault := fault_of_name(name):
            raise ValueError(f"{name!r}: {fault}")
    if twins := twin_names(list(files)):
        raise ValueError(f"{twins[0]} and {twins[1]} differ only in case")
    version = str(raw["version"])
    if fault := fault_of_name(version) or ("/" in version and "it is no name") or None:
        raise ValueError(f"the version {version!r}: {fault}")
    return BundleManifest(
        kind=str(raw["kind"]),
        version=version,
        files=files,
        profile=str(raw["profile"]),
        targets=tuple(str(each) for each in raw["targets"]),
        missing={str(target): tuple(map(str, pieces)) for target, pieces in raw["missing"].items()},
        library=dict(raw["library"]),
    )


def described_files(folder: Path) -> dict[str, Entry]:
    """Every file below the folder, hashed, but for manifest and signature.

    Raises ApplianceError `bundle-name` or `bundle-file-large` for one that a stick cannot hold.
    """
    files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if name in (MANIFEST, SIGNATURE):
            continue
        if fault := fault_of_name(name):
            raise ApplianceError("bundle-name", name=name, why=fault)
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise ApplianceError("bundle-file-large", name=name, size=size >> 20)
        files[name] = Entry(size, file_sha256(path))
    if twins := twin_names(list(files)):
        raise ApplianceError("bundle-name", name=twins[1], why=f"it differs from {twins[0]} only in case")
    return files


def check_file(folder: Path, name: str, entry: Entry, advance: Callable[[int], None] | None = None) -> None:
    """Raise ApplianceError unless the file is what the manifest says."""
    path = folder / name
    try:
        require_length(path, name, entry)
        right = file_sha256(path, advance) == entry.sha256
    except OSError as error:
        raise ApplianceError("bundle-lost", file=name, why=error.strerror or error) from error
    if not right:
        raise ApplianceError("bundle-file-wrong", file=name)


def require_length(path: Path, name: str, entry: Entry) -> None:
    """Raise ApplianceError `bundle-file-missing` or `bundle-file-short`, or OSError, unless the length is right."""
    if not path.is_file():
        raise ApplianceError("bundle-file-missing", file=name)
    found = path.stat().st_size
    if found < entry.bytes:
        raise ApplianceError("bundle-file-short", file=name, found=found, wanted=entry.bytes)
    if found > entry.bytes:
        raise ApplianceError("bundle-file-wrong", file=name)


def check_files(folder: Path, manifest: BundleManifest, told: Told = tell_nobody) -> None:
    """Check every file, lengths first, which is quick. Raises ApplianceError for the first wrong one."""
    for name, entry in manifest.files.items():
        try:
            require_length(folder / name, name, entry)
        except OSError as error:
            raise ApplianceError("bundle-lost", file=name, why=error.strerror or error) from error
    counted = Counted("verify", manifest.size, told)
    for name, entry in manifest.files.items():
        check_file(folder, name, entry, counted)


class Counted:
    """Adds up bytes and tells them."""

    def __init__(self, what: str, total: int, told: Told) -> None:
        self._what, self._total, self._told, self._done = what, total, told, 0

    def __call__(self, count: int) -> None:
        self._done += count
        self._told(self._what, self._done, self._total)


def read_blocks(path: Path, name: str) -> Iterator[bytes]:
    """The file's blocks. Raises ApplianceError `bundle-lost` when it cannot be read to its end."""
    try:
        with path.open("rb") as stream:
            while block := stream.read(BLOCK):
                yield block
    except OSError as error:
        raise ApplianceError("bundle-lost", file=name, why=error.strerror or error) from error
