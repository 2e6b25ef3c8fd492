"""Signatures: minisign's files, and nothing that was changed passes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tutor.appliance.errors import ApplianceError
from tutor.appliance.signing import (
    SecretKey,
    check_signature,
    new_key,
    read_public_key,
    read_secret_key,
    signature_of,
    write_key,
)

DATA = b"every byte of a manifest"


def test_a_key_is_read_as_it_was_written_and_is_for_its_owner_alone(tmp_path: Path, key: SecretKey) -> None:
    secret, public = write_key(key, tmp_path / "keys")
    assert read_secret_key(secret) == key
    assert read_public_key(public) == key.public
    assert secret.stat().st_mode & 0o077 == 0
    with pytest.raises(FileExistsError):
        write_key(new_key(), tmp_path / "keys")


def test_what_was_signed_passes(key: SecretKey) -> None:
    signature = signature_of(DATA, key, "tutor 1.0")
    assert check_signature(DATA, signature, [new_key().public, key.public], "file") == key.public


@pytest.mark.parametrize("change", ["data", "signature", "comment", "algorithm", "cut", "empty"])
def test_what_was_changed_is_refused(change: str, key: SecretKey) -> None:
    data, signature = DATA, signature_of(DATA, key, "tutor 1.0")
    lines = signature.splitlines()
    if change == "data":
        data = DATA[:-1] + b"!"
    elif change == "signature":
        flipped = "A" if lines[1][40] != "A" else "B"
        lines[1] = lines[1][:40] + flipped + lines[1][41:]
    elif change == "comment":
        lines[2] = "trusted comment: tutor 2.0"
    elif change == "algorithm":
        lines[1] = "RWQ" + lines[1][3:]
    elif change == "cut":
        lines = lines[:2]
    else:
        lines = []
    with pytest.raises(ApplianceError) as caught:
        check_signature(data, "\n".join(lines) + "\n", [key.public], "MANIFEST.json")
    assert caught.value.code == "signature-wrong"


def test_another_builders_key_is_unknown_and_named(key: SecretKey) -> None:
    other = new_key()
    with pytest.raises(ApplianceError) as caught:
        check_signature(DATA, signature_of(DATA, other, "x"), [key.public], "file")
    assert caught.value.code == "key-unknown"
    assert other.public.name in caught.value.what("sw")


def test_a_key_of_the_same_number_does_not_pass(key: SecretKey) -> None:
    forger = SecretKey(key.number, new_key().seed)
    with pytest.raises(ApplianceError) as caught:
        check_signature(DATA, signature_of(DATA, forger, "x"), [key.public], "file")
    assert caught.value.code == "signature-wrong"


def test_damaged_key_files_are_refused(tmp_path: Path, key: SecretKey) -> None:
    secret, public = write_key(key, tmp_path / "keys")
    text = secret.read_text()
    flipped = "B" if text[150] == "A" else "A"
    secret.write_text(text[:150] + flipped + text[151:])
    public.write_text("nothing")
    for read, file in ((read_secret_key, secret), (read_public_key, public), (read_public_key, tmp_path / "none")):
        with pytest.raises(ApplianceError) as caught:
            read(file)
        assert caught.value.code == "key-unusable"


def test_minisign_takes_our_files_and_we_take_its(tmp_path: Path, key: SecretKey) -> None:
    minisign = shutil.which("minisign")
    if minisign is None:
        pytest.skip("minisign is not installed")
    secret, public = write_key(key, tmp_path / "keys")
    file = tmp_path / "file"
    file.write_bytes(DATA)
    (tmp_path / "file.minisig").write_text(signature_of(DATA, key, "ours"))
    subprocess.run([minisign, "-Vm", file, "-p", public], check=True, capture_output=True)
    subprocess.run([minisign, "-Sm", file, "-s", secret, "-t", "theirs"], check=True, capture_output=True)
    assert check_signature(DATA, (tmp_path / "file.minisig").read_text(), [key.public], "file") == key.public
