"""A stick small enough to be installed in seconds: a program of a few lines, a model of a few bytes, real machinery."""

from __future__ import annotations

import base64
import ensurepip
import hashlib
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tutor.appliance.bundle_files import sign_bundle, write_manifest
from tutor.appliance.manifest import INSTALLATION, BundleManifest, described_files
from tutor.appliance.platforms import this_target_name
from tutor.appliance.signing import SecretKey, new_key, write_key

MODEL_BYTES = 3 << 20
PROGRAM = """
import json, os, pathlib, sys
if sys.argv[1:2] == ["doctor"]:
    model = pathlib.Path(os.environ["TUTOR_MODELS_DIR"], "tiny", "model.bin")
    fine = model.is_file() and FINE
    checks = [] if fine else [{{"name": "models", "status": "fault", "en": "the tiny model does not run"}}]
    print(json.dumps({{"healthy": fine, "checks": checks}}))
    sys.exit(0 if fine else 1)
print("VERSION", os.environ.get("TUTOR_PROFILE", ""))
"""
MakeBundle = Callable[..., Path]


def small_wheel(folder: Path, name: str, version: str, files: dict[str, str], requires: tuple[str, ...] = ()) -> Path:
    """A wheel that pip takes."""
    start = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {each}\n" for each in requires)
    tag = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {**files, f"{start}/METADATA": metadata, f"{start}/WHEEL": tag}
    lines = []
    for path, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(text.encode())}")
    files[f"{start}/RECORD"] = "\n".join([*lines, f"{start}/RECORD,,"]) + "\n"
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(zipfile.ZipInfo(path), text)
    return wheel


def small_library(file: Path, books: dict[str, str]) -> None:
    """A database in the place of a library; id -> hash of a book's file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE documents (id TEXT PRIMARY KEY, file_sha256 TEXT)")
        db.executemany("INSERT INTO documents VALUES (?, ?)", books.items())
        db.commit()


@pytest.fixture(scope="session")
def pip_wheel() -> Path:
    """The wheel of pip that Python brings, or a skip where its distributor took it out."""
    found = sorted((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"))
    if not found:
        pytest.skip("this Python has no wheel of pip in its ensurepip")
    return found[0]


@pytest.fixture
def key() -> SecretKey:
    """A builder's key."""
    return new_key()


@pytest.fixture
def make_bundle(tmp_path: Path, key: SecretKey, pip_wheel: Path) -> MakeBundle:
    """Makes a signed stick: make_bundle("stick", "1.0", fine=True, books={...}, signer=...)."""

    def make(
        name: str,
        version: str = "1.0",
        *,
        fine: bool = True,
        books: dict[str, str] | None = None,
        signer: SecretKey | None = None,
        model: bytes = b"\x01" * MODEL_BYTES,
        extra_models: int = 0,
    ) -> Path:
        folder = tmp_path / name
        wheels = folder / "wheels"
        wheels.mkdir(parents=True)
        program = PROGRAM.format().replace("FINE", str(fine)).replace("VERSION", version)
        own = small_wheel(wheels, "tutor", version, {"tutor/__init__.py": "", "tutor/__main__.py": program})
        (wheels / pip_wheel.name).write_bytes(pip_wheel.read_bytes())
        (folder / "lock").mkdir()
        (folder / "lock" / f"{this_target_name()}.txt").write_text(
            f"tutor=={version} --hash=sha256:{hashlib.sha256(own.read_bytes()).hexdigest()}\n"
        )
        (folder / "models" / "tiny").mkdir(parents=True)
        (folder / "models" / "tiny" / "model.bin").write_bytes(model)
        for number in range(extra_models):
            (folder / "models" / "tiny" / f"part-{number}.bin").write_bytes(bytes([number]) * (256 << 10))
        if books is not None:
            small_library(folder / "library" / "library.db", books)
            (folder / "index" / "gen-0001").mkdir(parents=True)
            (folder / "index" / "gen-0001" / "manifest.json").write_text("{}")
            (folder / "index" / "CURRENT").write_text("gen-0001")
        signer = signer or key
        (folder / "keys").mkdir()
        (folder / "keys" / "tutor.pub").write_text(signer.public.as_text())
        return signed(folder, version, signer)

    return make


def signed(folder: Path, version: str, signer: SecretKey) -> Path:
    """The bundle's folder, with a manifest of what is in it now and its signature."""
    manifest = BundleManifest(INSTALLATION, version, described_files(folder), "small", (this_target_name(),))
    write_manifest(folder, manifest)
    sign_bundle(folder, manifest, signer)
    return folder


@pytest.fixture
def public_key_file(tmp_path: Path, key: SecretKey) -> Path:
    """The file of the builder's public key, got by another way than the stick."""
    return write_key(key, tmp_path / "builder")[1]
