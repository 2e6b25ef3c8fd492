"""Manifests: names for every stick, the first wrong file named, nothing outside the folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.appliance.bundle_files import verified_bundle
from tutor.appliance.errors import ApplianceError
from tutor.appliance.manifest import BundleManifest, Entry, described_files, read_bundle_manifest
from tutor.appliance.names import LARGEST_FILE, fault_of_name, twin_names

MakeBundle = Callable[..., Path]


@pytest.mark.parametrize(
    "name",
    ["a:b", "a?", "con", "models/NUL.txt", "x/com1", "dot.", "space ", "tab\t", "/root", "../up", "a/../b", "a//b", ""],
)
def test_names_that_some_stick_refuses(name: str) -> None:
    assert fault_of_name(name) is not None


@pytest.mark.parametrize("name", ["START-HERE.html", "models/é/model.onnx", "wheels/numpy-2.4-cp311-cp311-any.whl"])
def test_names_that_every_stick_takes(name: str) -> None:
    assert fault_of_name(name) is None


@given(st.text(min_size=1, max_size=30))
def test_no_name_that_is_taken_leaves_its_folder(name: str) -> None:
    if fault_of_name(name) is None:
        folder = Path("/bundle")
        assert (folder / name).resolve().is_relative_to(folder)


def test_names_that_differ_only_in_case_are_twins() -> None:
    assert twin_names(["a/B", "A/b", "c"]) == ("a/B", "A/b")
    assert twin_names(["a", "b"]) is None


def test_a_file_of_4_gib_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "large.bin").open("wb") as stream:
        stream.truncate(LARGEST_FILE + 1)  # sparse: takes no room
    with pytest.raises(ApplianceError) as caught:
        described_files(tmp_path)
    assert caught.value.code == "bundle-file-large"


def test_the_same_content_gives_the_same_manifest() -> None:
    first = BundleManifest("installation", "1.0", {"a": Entry(1, "x"), "b": Entry(2, "y")})
    second = BundleManifest("installation", "1.0", {"b": Entry(2, "y"), "a": Entry(1, "x")})
    assert first.as_bytes() == second.as_bytes()
    assert first.identity != BundleManifest("installation", "1.0", {"a": Entry(1, "x")}).identity


def test_a_whole_bundle_is_verified(make_bundle: MakeBundle) -> None:
    stick = make_bundle("stick")
    told: list[int] = []
    manifest, _ = verified_bundle(stick, None, lambda what, done, total: told.append(done))
    assert told[-1] == manifest.size


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("flipped", "bundle-file-wrong"),
        ("missing", "bundle-file-missing"),
        ("truncated", "bundle-file-short"),
        ("longer", "bundle-file-wrong"),
    ],
)
def test_the_first_wrong_file_is_named(change: str, code: str, make_bundle: MakeBundle) -> None:
    stick = make_bundle("stick", extra_models=2)
    file = stick / "models" / "tiny" / "part-1.bin"
    data = file.read_bytes()
    if change == "flipped":
        file.write_bytes(data[:1000] + bytes([data[1000] ^ 4]) + data[1001:])
    elif change == "missing":
        file.unlink()
    else:
        file.write_bytes(data[:-7] if change == "truncated" else data + b"x")
    with pytest.raises(ApplianceError) as caught:
        verified_bundle(stick)
    assert caught.value.code == code
    assert "models/tiny/part-1.bin" in caught.value.what("en")
    assert "models/tiny/part-1.bin" in caught.value.what("sw")


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda raw: raw["files"].update({"../../etc/x": {"bytes": 1, "sha256": "0"}}), "leads out"),
        (lambda raw: raw.update(version="../up"), "version"),
        (lambda raw: raw.update(format=99), "format"),
        (lambda raw: raw.pop("files"), "files"),
        (lambda raw: raw.update(bytes=1), "not written as tutor writes it"),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(
    edit: Callable[[dict[str, object]], object], why: str, make_bundle: MakeBundle
) -> None:
    stick = make_bundle("stick")
    raw = json.loads((stick / "MANIFEST.json").read_text())
    edit(raw)
    (stick / "MANIFEST.json").write_text(json.dumps(raw, indent=1, sort_keys=True) + "\n")
    with pytest.raises(ApplianceError) as caught:
        read_bundle_manifest(stick)
    assert caught.value.code == "bundle-manifest"
    assert why in caught.value.what("en")


def test_no_manifest_no_bundle(tmp_path: Path) -> None:
    with pytest.raises(ApplianceError) as caught:
        read_bundle_manifest(tmp_path)
    assert caught.value.code == "bundle-missing"
