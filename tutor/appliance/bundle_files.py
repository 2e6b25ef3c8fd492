"""Writing a bundle's manifest and signature, and checking all of a bundle."""

from __future__ import annotations

from pathlib import Path

from tutor.appliance.install import KEY_FILE, check_bundle_signature
from tutor.appliance.manifest import (
    MANIFEST,
    SIGNATURE,
    BundleManifest,
    Told,
    check_files,
    read_bundle_manifest,
    tell_nobody,
)
from tutor.appliance.signing import PublicKey, SecretKey, read_public_key, signature_of
from tutor.core.files import write_atomically


def write_manifest(folder: Path, manifest: BundleManifest) -> None:
    """Write it into the bundle. Raises OSError."""
    write_atomically(folder / MANIFEST, manifest.as_bytes())


def sign_bundle(folder: Path, manifest: BundleManifest, key: SecretKey) -> None:
    """Sign the bundle's manifest, and with it every file that it names. Raises OSError."""
    comment = f"tutor {manifest.version} {manifest.kind} {manifest.identity[:10]}"
    write_atomically(folder / SIGNATURE, signature_of(manifest.as_bytes(), key, comment).encode("utf-8"))


def verified_bundle(
    folder: Path, keys: list[PublicKey] | None = None, told: Told = tell_nobody
) -> tuple[BundleManifest, PublicKey]:
    """The manifest of a bundle of which every byte is right, and the key that signed it.

    Without `keys` the bundle's own key is taken: that shows damage, not forgery.
    Raises ApplianceError for the first thing that is wrong.
    """
    manifest = read_bundle_manifest(folder)
    key = check_bundle_signature(folder, keys if keys is not None else [read_public_key(folder / KEY_FILE)])
    check_files(folder, manifest, told)
    return manifest, key
