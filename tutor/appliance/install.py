"""Puts a bundle's version beside what is installed: whole, checked, and not yet running. Standard library only.

Everything is read from the stick once and hashed on the way. Whatever fails, what ran before still runs.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tutor.appliance.environment import WHEELS, isolated, make_environment, no_room, quiet_environment
from tutor.appliance.errors import ApplianceError
from tutor.appliance.layout import QUOTES_ONLY, Root, python_in
from tutor.appliance.manifest import (
    INSTALLATION,
    SIGNATURE,
    BundleManifest,
    Counted,
    Entry,
    Told,
    read_blocks,
    read_bundle_manifest,
    require_length,
    tell_nobody,
)
from tutor.appliance.platforms import this_target_name
from tutor.appliance.signing import PublicKey, check_signature, read_public_key
from tutor.core.errors import TutorError
from tutor.core.files import flush_folder, require_room, write_atomically

MODELS, LIBRARY, INDEX, KEY_FILE = "models", "library", "index", "keys/tutor.pub"
LICENCES, NOTICE = "licences", "NOTICE.txt"
FULL = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
UNPACKED = 4
"""What wheels become on the disk with compiled Python beside them: measured 3.6 times their size."""
CHECK_SECONDS = 900
CHECKER = """
import sys
from pathlib import Path
from tutor.appliance.install import check_bundle_signature
from tutor.appliance.signing import read_public_key
from tutor.core.errors import TutorError
try:
    check_bundle_signature(Path(sys.argv[1]), [read_public_key(Path(name)) for name in sys.argv[2:]])
except TutorError as error:
    print(error.code)
"""


@dataclass(frozen=True)
class Bundle:
    """A bundle's folder and its manifest."""

    folder: Path
    manifest: BundleManifest

    @classmethod
    def read(cls, folder: Path, kind: str = INSTALLATION) -> Bundle:
        """Raises ApplianceError `bundle-missing`, `bundle-manifest`, `bundle-lost` or `bundle-kind`."""
        manifest = read_bundle_manifest(folder)
        if manifest.kind != kind:
            raise ApplianceError("bundle-kind", folder=folder, found=manifest.kind, wanted=kind)
        return cls(folder, manifest)


def check_bundle_signature(folder: Path, keys: Iterable[PublicKey]) -> PublicKey:
    """The key among `keys` that signed the bundle's manifest.

    Raises ApplianceError `signature-missing`, `signature-wrong`, `key-unknown`, `bundle-lost` or `crypto-missing`.
    """
    try:
        signature = (folder / SIGNATURE).read_text(encoding="utf-8")
        data = read_bundle_manifest(folder).as_bytes()
    except FileNotFoundError as error:
        raise ApplianceError("signature-missing", folder=folder, file=SIGNATURE) from error
    except UnicodeDecodeError as error:
        raise ApplianceError("signature-wrong", file="MANIFEST.json") from error
    except OSError as error:
        raise ApplianceError("bundle-lost", file=SIGNATURE, why=error.strerror or error) from error
    return check_signature(data, signature, keys, "MANIFEST.json")


def install_version(
    bundle: Bundle, root: Root, keys: list[Path], told: Told = tell_nobody, may_link: bool = False
) -> str:
    """The name of the sealed version that holds the bundle's program and models; made where it is not there.

    `keys`: files of the public keys that may have signed it. `may_link`: the bundle's folder stays and is ours, so
    that files may be linked. The caller holds `root.alone()`. Raises ApplianceError or TutorError; then nothing is
    left of what was begun.
    """
    name = bundle.manifest.version_name
    checked = _checked_here(bundle, keys)
    if root.seal_of(name) is not None:
        return name
    folder = root.versions / name
    root.remove_leftovers()
    need = _room_needed(bundle)
    require_room(root.folder, need)
    try:
        folder.mkdir(parents=True)
        told("program", 0, 1)
        python = make_environment(folder, bundle.folder, bundle.manifest, this_target_name())
        if not checked:
            _check_there(python, bundle, keys)
        told("program", 1, 1)
        _bring_models(bundle, root, folder / MODELS, told, may_link)
        write_atomically(folder / "profile", f"{bundle.manifest.profile}\n".encode("ascii"))
        if bundle.manifest.missing.get(this_target_name()):
            write_atomically(folder / QUOTES_ONLY, b"")
        told("check", 0, 1)
        check_itself(folder, bundle.manifest.profile)
        told("check", 1, 1)
        root.seal(name, _seal(bundle))
    except OSError as error:
        raise (no_room(folder, need) if error.errno in FULL else _unwritable(root.folder, error)) from error
    finally:
        if root.seal_of(name) is None:
            shutil.rmtree(folder, ignore_errors=True)
    return name


def _seal(bundle: Bundle) -> dict[str, object]:
    manifest = bundle.manifest
    return {
        "version": manifest.version,
        "bundle": manifest.identity,
        "profile": manifest.profile,
        "target": this_target_name(),
        "models": {name: vars(entry) for name, entry in manifest.below(MODELS).items()},
    }


def _room_needed(bundle: Bundle) -> int:
    wheels = sum(entry.bytes for entry in bundle.manifest.below(WHEELS).values())
    return sum(entry.bytes for entry in bundle.manifest.below(MODELS).values()) + UNPACKED * wheels


def _unwritable(folder: Path, error: OSError) -> TutorError:
    return TutorError("not-writable", folder=folder, why=error.strerror or error)


def _checked_here(bundle: Bundle, keys: list[Path]) -> bool:
    """Check the signature before anything is written; False where this Python has not what that takes."""
    try:
        check_bundle_signature(bundle.folder, [read_public_key(file) for file in keys])
    except ApplianceError as error:
        if error.code == "crypto-missing":
            return False
        raise
    return True


def _check_there(python: Path, bundle: Bundle, keys: list[Path]) -> None:
    """Check the signature with the new version's own Python: a bare computer has no cryptography."""
    done = subprocess.run(
        [*isolated(python), "-c", CHECKER, str(bundle.folder), *map(str, keys)],
        env=quiet_environment(), capture_output=True, encoding="utf-8", errors="replace", check=False,
    )  # fmt: skip
    said = done.stdout.split()
    if done.returncode != 0 or said == ["crypto-missing"]:
        raise ApplianceError("crypto-missing")
    if said == ["signature-missing"]:
        raise ApplianceError("signature-missing", folder=bundle.folder, file=SIGNATURE)
    if said:
        raise ApplianceError("signature-wrong", file="MANIFEST.json")


def _bring_models(bundle: Bundle, root: Root, folder: Path, told: Told, may_link: bool) -> None:
    held = _held_models(root)
    entries = bundle.manifest.below(MODELS)
    counted = Counted("models", sum(entry.bytes for entry in entries.values()), told)
    for name, entry in entries.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if _linked(held.get(entry), target, entry):
            counted(entry.bytes)
            continue
        if may_link and _linked(bundle.folder / MODELS / name, target, entry):
            counted(entry.bytes)
            continue
        copy_checked(bundle.folder, f"{MODELS}/{name}", entry, target, counted)
    folder.mkdir(exist_ok=True)


def _held_models(root: Root) -> dict[Entry, Path]:
    """Files of the versions on this computer, by what they are: what is the same is not kept twice."""
    held = {}
    for version in root.order():
        for name, raw in ((root.seal_of(version) or {}).get("models") or {}).items():
            held[Entry(int(raw["bytes"]), str(raw["sha256"]))] = root.versions / version / MODELS / name
    return held


def _linked(source: Path | None, target: Path, entry: Entry) -> bool:
    """Give a file that is here already a second name, where it is still what it was and the disk can."""
    if source is None:
        return False
    try:
        digest = hashlib.sha256()
        for block in read_blocks(source, source.name):
            digest.update(block)
        if digest.hexdigest() != entry.sha256:
            return False
        target.hardlink_to(source)
    except (OSError, ApplianceError):
        return False
    return True


def copy_checked(folder: Path, name: str, entry: Entry, target: Path, advance: Counted | None = None) -> None:
    """Copy a file of the bundle, flushed, and refuse one that is not what the manifest says.

    Raises ApplianceError `bundle-file-missing`, `bundle-file-short`, `bundle-file-wrong` or `bundle-lost`; OSError
    for the disk that is written to.
    """
    try:
        require_length(folder / name, name, entry)
    except OSError as error:
        raise ApplianceError("bundle-lost", file=name, why=error.strerror or error) from error
    digest = hashlib.sha256()
    length = 0
    with target.open("wb") as writer:
        for block in read_blocks(folder / name, name):
            digest.update(block)
            writer.write(block)
            length += len(block)
            if advance:
                advance(len(block))
        writer.flush()
        os.fsync(writer.fileno())
    if length < entry.bytes:
        raise ApplianceError("bundle-file-short", file=name, found=length, wanted=entry.bytes)
    if digest.hexdigest() != entry.sha256:
        raise ApplianceError("bundle-file-wrong", file=name)


def check_itself(version: Path, profile: str) -> None:
    """Let the new version check its own program and models here. Raises ApplianceError `self-check-failed`."""
    with tempfile.TemporaryDirectory(prefix="tutor-check-") as home:
        own = quiet_environment(
            TUTOR_HOME=home, TUTOR_CACHE_DIR=home, TUTOR_MODELS_DIR=str(version / MODELS), TUTOR_PROFILE=profile
        )
        if (version / QUOTES_ONLY).is_file():
            own["TUTOR_GENERATOR"] = "off"
        try:
            done = subprocess.run(
                [*isolated(python_in(version)), "-m", "tutor", "doctor", "--program", "--json"],
                env=own, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
                timeout=CHECK_SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ApplianceError("self-check-failed", why=error) from error
    if done.returncode != 0:
        raise ApplianceError("self-check-failed", why=_first_fault(done.stdout, done.stderr, done.returncode))


def _first_fault(said: str, errors: str, code: int) -> str:
    try:
        checks: list[Mapping[str, str]] = json.loads(said)["checks"]
        return next(f"{check['name']}: {check['en']}" for check in checks if check["status"] == "fault")
    except (ValueError, KeyError, TypeError, StopIteration):
        lines = [line for line in errors.splitlines() if line.strip()]
        return lines[-1][:300] if lines else f"status {code}"


def trust_key(root: Root, file: Path) -> None:
    """Take bundles signed with this key from now on. Raises ApplianceError `key-unusable` or OSError."""
    key = read_public_key(file)
    write_atomically(root.keys / f"{key.name}.pub", key.as_text().encode("ascii"))
    flush_folder(root.keys)


def trusted_keys(root: Root) -> list[Path]:
    """The files of the keys that are trusted here."""
    return sorted(root.keys.glob("*.pub"))
