"""Artefacts out of wheels. pip really runs here, on an index of tiny wheels."""

from __future__ import annotations

import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tutor.core.errors import TutorError
from tutor.models.catalog import Artefact, WheelPart
from tutor.models.download import Fetched
from tutor.models.joining import join_members
from tutor.models.wheel_index import FOUND_LINK, WheelIndex
from tutor.models.wheels import fetch_artefact_wheels, wheel_names_part


class Split:
    """An artefact of three wheels in a find-links folder."""

    def __init__(self, folder: Path, data: bytes, make_wheel: Any, sha: Any) -> None:
        self.folder = folder
        self.data = data
        self.pieces = [data[:90_000], data[90_000:120_000], data[120_000:]]
        self.paths = []
        parts = []
        for number, piece in enumerate(self.pieces, start=1):
            package = f"tiny-part{number}"
            member = f"tiny_part{number}/data/part.bin"
            members = {member: piece, f"tiny_part{number}/__init__.py": b"raise SystemExit('imported')"}
            path = make_wheel(folder, package, "0.9.0", members)
            self.paths.append(path)
            parts.append(WheelPart(package, "0.9.0", member, path.stat().st_size, sha(path.read_bytes())))
        self.artefact = Artefact("model.bin", len(data), sha(data), wheels=tuple(parts))


@pytest.fixture
def split(tmp_path: Path, data: bytes, make_wheel: Any, sha: Any, monkeypatch: pytest.MonkeyPatch) -> Split:
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    return Split(tmp_path / "index", data, make_wheel, sha)


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    folder = tmp_path / "downloads"
    folder.mkdir()
    return folder


@pytest.fixture
def web_index(bad_server: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts wheels into a package index on the local server: web_index(path, sha256 as the index tells it)."""
    monkeypatch.delenv("PIP_NO_INDEX", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", bad_server.address + "/simple")

    def add(path: Path, sha256: str) -> str:
        package = path.name.split("-")[0].replace("_", "-")
        bad_server.at(f"/files/{path.name}", bad_server.file(path.read_bytes()))
        link = f'<!DOCTYPE html><html><body><a href="/files/{path.name}#sha256={sha256}">{path.name}</a></body></html>'
        bad_server.at(f"/simple/{package}/", bad_server.status(200, link.encode(), Content_Type="text/html"))
        return f"/files/{path.name}"

    return add


def fetch(artefact: Artefact, downloads: Path, told: Any, find: Any = lambda part, tell: None) -> Fetched:
    return fetch_artefact_wheels(artefact, downloads, find=find, progress=told, wait=lambda _: None)


def code(*arguments: Any, **more: Any) -> TutorError:
    with pytest.raises(TutorError) as caught:
        fetch(*arguments, **more)
    return caught.value


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ---------------------------------------------------------------- fetching and joining


def test_members_are_joined_in_order_and_wheels_deleted(split, downloads, told, sha):
    assert fetch(split.artefact, downloads, told) == Fetched(sha(split.data), len(split.data))
    assert (downloads / "model.bin").read_bytes() == split.data
    assert names(downloads) == ["model.bin"]
    assert all(path.exists() for path in split.paths)
    collected = [(done, total) for what, done, total in told.calls if what == "model.bin: collecting its parts"]
    assert collected == sorted(collected)
    assert collected[-1][0] == collected[-1][1] == sum(part.bytes for part in split.artefact.wheels)


def test_order_is_the_catalogues(split, downloads, told):
    turned = replace(split.artefact, wheels=split.artefact.wheels[::-1])
    error = code(turned, downloads, told)
    assert error.code == "fetch-wrong-content"
    # Every wheel was right, so nothing has to be fetched again once the catalogue is.
    assert names(downloads) == sorted(path.name for path in split.paths)


def test_interrupted_fetch_goes_on_with_the_next_part(split, downloads, told):
    hidden = split.paths[2].rename(split.paths[2].with_suffix(".away"))
    assert code(split.artefact, downloads, told).code == "fetch-refused"
    assert names(downloads) == [path.name for path in split.paths[:2]]
    for path in split.paths[:2]:
        path.unlink()
    hidden.rename(split.paths[2])
    fetch(split.artefact, downloads, told)
    assert (downloads / "model.bin").read_bytes() == split.data


def test_damaged_kept_wheel_is_fetched_again(split, downloads, told):
    kept = downloads / split.paths[0].name
    kept.write_bytes(bytes(split.paths[0].stat().st_size))
    fetch(split.artefact, downloads, told)
    assert (downloads / "model.bin").read_bytes() == split.data


def test_wheels_found_elsewhere_are_used_and_left(split, downloads, told, tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    fetch(split.artefact, downloads, told, find=lambda part, tell: split.paths[split.artefact.wheels.index(part)])
    assert (downloads / "model.bin").read_bytes() == split.data
    assert all(path.exists() for path in split.paths)


@pytest.mark.parametrize(
    ("tag", "platform"),
    [
        ("manylinux_2_17_x86_64.manylinux2014_x86_64", "manylinux_2_17_x86_64"),
        ("manylinux2014_aarch64", "manylinux_2_17_aarch64"),
        ("win_arm64", "win_arm64"),
    ],
)
def test_wheel_of_another_platform(tmp_path, make_wheel, downloads, told, data, sha, monkeypatch, tag, platform):
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    path = make_wheel(tmp_path / "index", "tiny", "1.0", {"tiny/x.bin": data}, f"py3-none-{tag}")
    part = WheelPart("tiny", "1.0", "tiny/x.bin", path.stat().st_size, sha(path.read_bytes()), platform)
    fetch(Artefact("x.bin", len(data), sha(data), wheels=(part,)), downloads, told)
    assert (downloads / "x.bin").read_bytes() == data


def test_wheel_with_another_hash_is_refused(split, downloads, told, sha):
    with zipfile.ZipFile(split.paths[1], "a") as archive:
        archive.writestr("more", b"x")
    assert code(split.artefact, downloads, told).code == "fetch-wrong-content"
    assert split.paths[1].name not in names(downloads)


def test_unpinned_wheel_and_glob(split, downloads, told):
    parts = tuple(WheelPart(part.package, part.version, "*/data/*.bin") for part in split.artefact.wheels)
    fetch(replace(split.artefact, wheels=parts), downloads, told)
    assert (downloads / "model.bin").read_bytes() == split.data


def test_unpinned_wheels_that_join_wrongly_are_not_kept(split, downloads, told, sha):
    parts = tuple(WheelPart(part.package, part.version, "*/data/*.bin") for part in split.artefact.wheels)
    other = replace(split.artefact, wheels=parts, sha256=sha(b"other"))
    assert code(other, downloads, told).code == "fetch-wrong-content"
    assert names(downloads) == []


# ---------------------------------------------------------------- the index


def test_pinned_wheel_is_downloaded_once(split, downloads, told, web_index, bad_server, monkeypatch):
    """From an index without separate metadata pip's report downloads each wheel to describe it, and pip up to 25.1
    does so from any index. That would double a school's bill."""
    monkeypatch.delenv("PIP_FIND_LINKS")
    paths = [web_index(path, part.sha256) for path, part in zip(split.paths, split.artefact.wheels, strict=True)]
    fetch(split.artefact, downloads, told)
    assert (downloads / "model.bin").read_bytes() == split.data
    asked = [path for path, _ in bad_server.asked]
    assert [asked.count(path) for path in paths] == [1, 1, 1]


def test_bar_does_not_go_back_while_a_wheel_is_checked(tmp_path, make_wheel, downloads, told, data, sha, web_index):
    long = data * 16  # more than is read at once
    path = make_wheel(tmp_path / "w", "tiny", "1.0", {"tiny/x.bin": long})
    part = WheelPart("tiny", "1.0", "tiny/x.bin", path.stat().st_size, sha(path.read_bytes()))
    web_index(path, part.sha256)
    fetch(Artefact("x.bin", len(long), sha(long), wheels=(part,)), downloads, told)
    collected = [done for what, done, _ in told.calls if what == "x.bin: collecting its parts"]
    assert len(collected) > 50 and collected == sorted(collected)


def test_unpinned_wheel_is_checked_with_the_hash_of_the_index(split, downloads, told, web_index, sha, monkeypatch):
    part = replace(split.artefact.wheels[0], sha256=None, bytes=None)
    artefact = Artefact("x.bin", len(split.pieces[0]), sha(split.pieces[0]), wheels=(part,))
    web_index(split.paths[0], sha(split.paths[0].read_bytes()))
    monkeypatch.delenv("PIP_FIND_LINKS")
    assert WheelIndex().resolve(part).sha256 == sha(split.paths[0].read_bytes())
    fetch(artefact, downloads, told)
    assert (downloads / "x.bin").read_bytes() == split.pieces[0]


def test_index_that_names_another_hash(split, downloads, told, web_index, monkeypatch, sha, bad_server):
    monkeypatch.delenv("PIP_FIND_LINKS")
    other = split.paths[0].with_name("other")
    other.write_bytes(b"other")
    path = web_index(split.paths[0], sha(split.paths[0].read_bytes()))
    pinned = replace(split.artefact.wheels[0], sha256=sha(b"pinned"))
    error = code(replace(split.artefact, wheels=(pinned,)), downloads, told)
    assert error.code == "fetch-wrong-content"
    assert names(downloads) == []
    assert path  # the index was asked, and its hash was enough to refuse


def test_version_that_does_not_exist(split, downloads, told):
    parts = (replace(split.artefact.wheels[0], version="0.9.1"),)
    error = code(replace(split.artefact, wheels=parts), downloads, told)
    assert error.code == "fetch-refused"
    assert "0.9.1" in error.what()


def test_index_that_cannot_be_reached(split, downloads, told, monkeypatch, dead_address):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", dead_address + "/simple")
    assert code(split.artefact, downloads, told).code == "fetch-offline"
    unpinned = (replace(split.artefact.wheels[0], sha256=None),)
    assert code(replace(split.artefact, wheels=unpinned), downloads, told).code == "fetch-offline"


def test_python_without_pip(split, downloads, told, monkeypatch, tmp_path):
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$0: No module named pip" >&2\nexit 1\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    error = code(split.artefact, downloads, told)
    assert error.code == "fetch-refused"
    assert "ensurepip" in error.what()


@pytest.mark.parametrize(
    ("line", "url", "sha256", "version"),
    [
        (
            "  Found link https://i.example/f/a-1.0-py3-none-any.whl (from https://i.example/simple/a/)"
            " (requires-python:>=3.6), version: 1.0",
            "https://i.example/f/a-1.0-py3-none-any.whl",
            None,
            "1.0",
        ),
        (
            "  Found link https://i.example/f/a-1.0-py3-none-any.whl#sha256=" + "a" * 64 + " (from x), version: 1.0",
            "https://i.example/f/a-1.0-py3-none-any.whl",
            "a" * 64,
            "1.0",
        ),
        (
            "Found link file:///d/a-1.0-py3-none-any.whl, version: 1.0",
            "file:///d/a-1.0-py3-none-any.whl",
            None,
            "1.0",
        ),
    ],
)
def test_lines_of_pips_log(line, url, sha256, version):
    found = FOUND_LINK.search(line)
    assert found and (found["url"], found["sha256"], found["version"]) == (url, sha256, version)


@pytest.mark.parametrize(
    ("file", "fits"),
    [
        ("tiny_part1-0.9.0-py3-none-any.whl", True),
        ("Tiny.Part1-0.9.0-py3-none-any.whl", True),
        ("tiny_part1-0.9.0-1-py3-none-any.whl", True),
        ("tiny_part1-0.9.01-py3-none-any.whl", False),
        ("tiny_part11-0.9.0-py3-none-any.whl", False),
        ("tiny_part1-0.9.0-py3-none-any.whl.part", False),
        ("tiny_part1-0.9.0.tar.gz", False),
    ],
)
def test_wheel_file_names(file, fits):
    assert wheel_names_part(file, WheelPart("tiny-part1", "0.9.0", "x")) is fits


# ---------------------------------------------------------------- joining


def join(wheels: list[tuple[WheelPart, Path]], target: Path, data: bytes, told: Any, sha: Any) -> TutorError:
    with pytest.raises(TutorError) as caught:
        join_members(wheels, target, len(data), sha(data), told)
    assert list(target.parent.glob("*.joining")) == [] and not target.exists()
    return caught.value


def test_member_larger_than_what_is_missing_is_not_unpacked(tmp_path, make_wheel, told, data, sha):
    bomb = make_wheel(tmp_path / "w", "bomb", "1.0", {"bomb/x.bin": bytes(50_000_000)})
    assert bomb.stat().st_size < 100_000
    error = join([(WheelPart("bomb", "1.0", "bomb/x.bin"), bomb)], tmp_path / "x", data, told, sha)
    assert error.code == "fetch-wrong-content"
    assert not [done for what, done, _ in told.calls if "joining" in what]


def test_bomb_of_unknown_size(tmp_path, make_wheel, told):
    bomb = make_wheel(tmp_path / "w", "bomb", "1.0", {"bomb/x.bin": bytes(50_000_000)})
    with pytest.raises(TutorError) as caught:
        join_members([(WheelPart("bomb", "1.0", "bomb/x.bin"), bomb)], tmp_path / "x", None, None, told)
    assert caught.value.code == "fetch-wrong-content"


@pytest.mark.parametrize("found", [[], ["a/x.bin", "b/x.bin"]], ids=["no member", "two members"])
def test_glob_must_match_once(tmp_path, make_wheel, told, data, sha, found):
    wheel = make_wheel(tmp_path / "w", "tiny", "1.0", dict.fromkeys(found, data))
    error = join([(WheelPart("tiny", "1.0", "*/x.bin"), wheel)], tmp_path / "x", data, told, sha)
    assert error.code == "fetch-wrong-content"


def test_damaged_wheel(tmp_path, make_wheel, told, data, sha):
    wheel = make_wheel(tmp_path / "w", "tiny", "1.0", {"tiny/x.bin": data})
    raw = bytearray(wheel.read_bytes())
    raw[5000] ^= 1
    wheel.write_bytes(raw)
    part = WheelPart("tiny", "1.0", "tiny/x.bin")
    assert join([(part, wheel)], tmp_path / "x", data, told, sha).code == "fetch-wrong-content"
    wheel.write_bytes(b"no archive")
    assert join([(part, wheel)], tmp_path / "x", data, told, sha).code == "fetch-wrong-content"


def test_parts_that_are_too_few(split, downloads, told, sha):
    wheels = list(zip(split.artefact.wheels, split.paths, strict=True))[:2]
    error = join(wheels, downloads / "x", split.data, told, sha)
    assert "120000" in error.what()
