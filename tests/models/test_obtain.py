"""Where an artefact comes from, in which order, and hashes that the first fetch writes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tutor.core.errors import TutorError
from tutor.models.catalog import Artefact, HubFile, WheelPart
from tutor.models.download import Fetched
from tutor.models.obtain import forget_artefact, hub_address, obtain_artefact
from tutor.models.pins import Pins

NAME = "model.bin"


@pytest.fixture
def obtain(tmp_path: Path, told: Any) -> Any:
    def call(artefact: Artefact, **more: Any) -> Path:
        lock = Pins(tmp_path / "models.lock")
        return obtain_artefact(artefact, tmp_path / "downloads", lock=lock, progress=told, wait=lambda _: None, **more)

    return call


def code(obtain: Any, *arguments: Any, **more: Any) -> TutorError:
    with pytest.raises(TutorError) as caught:
        obtain(*arguments, **more)
    assert caught.value.what("sw") and caught.value.hint("sw")
    return caught.value


@pytest.fixture
def published(bad_server: Any, data: bytes, sha: Any) -> Artefact:
    return Artefact(NAME, len(data), sha(data), url=bad_server.at("/f", bad_server.file(data)))


def test_address(obtain, published, data, tmp_path):
    path = obtain(published)
    assert (path, path.read_bytes()) == (tmp_path / "downloads" / NAME, data)


def test_what_is_there_is_not_fetched_again(obtain, published, bad_server):
    obtain(published)
    obtain(published)
    assert len(bad_server.asked) == 1


def test_damaged_download_is_fetched_again(obtain, published, bad_server, data):
    path = obtain(published)
    path.write_bytes(bytes(len(data)))
    assert obtain(published).read_bytes() == data
    assert len(bad_server.asked) == 2


def test_hub(obtain, bad_server, data, sha, monkeypatch):
    monkeypatch.setenv("TUTOR_HUB_URL", bad_server.address + "/")
    bad_server.at("/some/repo/resolve/main/onnx/model%20a.bin", bad_server.file(data))
    hub = HubFile("some/repo", "onnx/model a.bin")
    assert obtain(Artefact(NAME, len(data), sha(data), hub=hub)).read_bytes() == data


def test_hub_addresses(monkeypatch):
    file = HubFile("a/b", "c.bin", revision="refs/pr/1")
    public = hub_address(file)
    assert public.startswith("https://") and public.endswith("/a/b/resolve/refs%2Fpr%2F1/c.bin")
    monkeypatch.setenv("HF_ENDPOINT", "https://mirror.example")
    assert hub_address(file).startswith("https://mirror.example/a/b/")
    monkeypatch.setenv("TUTOR_HUB_URL", "https://school.example/hub/")
    assert hub_address(file).startswith("https://school.example/hub/a/b/")


def test_sources_in_order(obtain, published, bad_server, data, monkeypatch, told):
    monkeypatch.setenv("TUTOR_HUB_URL", bad_server.address)
    bad_server.at("/r/resolve/main/f", bad_server.file(data))
    both = replace(published, hub=HubFile("r", "f"))
    obtain(both)
    assert [path for path, _ in bad_server.asked] == ["/r/resolve/main/f"]


def test_next_source_where_the_first_fails(obtain, published, bad_server, data, monkeypatch, told):
    monkeypatch.setenv("TUTOR_HUB_URL", bad_server.address)
    both = replace(published, hub=HubFile("missing", "f"))
    assert obtain(both).read_bytes() == data
    assert "source-failed" in told.notes


def test_first_error_is_the_one_that_is_said(obtain, bad_server, dead_address, data, sha, monkeypatch):
    monkeypatch.setenv("TUTOR_HUB_URL", bad_server.address)
    artefact = Artefact(NAME, len(data), sha(data), hub=HubFile("missing", "f"), url=dead_address + "/f")
    assert code(obtain, artefact).code == "fetch-refused"


def test_artefact_without_a_source(obtain, data, sha):
    assert code(obtain, Artefact(NAME, len(data), sha(data))).code == "fetch-refused"


# ---------------------------------------------------------------- a folder


@pytest.mark.parametrize("where", ["", "models", "downloads", "models/downloads"])
def test_folder(obtain, published, bad_server, data, tmp_path, where):
    place = tmp_path / "stick" / where
    place.mkdir(parents=True)
    (place / NAME).write_bytes(data)
    path = obtain(published, from_folder=tmp_path / "stick")
    assert path.read_bytes() == data
    assert bad_server.asked == []


def test_wheels_of_a_folder(obtain, tmp_path, make_wheel, data, sha, dead_address, monkeypatch):
    wheel = make_wheel(tmp_path / "stick" / "downloads", "tiny", "1.0", {"tiny/x.bin": data})
    part = WheelPart("tiny", "1.0", "tiny/x.bin", wheel.stat().st_size, sha(wheel.read_bytes()))
    path = obtain(Artefact(NAME, len(data), sha(data), wheels=(part,)), from_folder=tmp_path / "stick")
    assert path.read_bytes() == data
    assert wheel.exists()


def test_wrong_file_in_the_folder_is_left_alone(obtain, published, bad_server, data, tmp_path, told):
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / NAME).write_bytes(b"other")
    assert obtain(published, from_folder=stick).read_bytes() == data
    assert "folder-wrong" in told.notes
    assert (stick / NAME).read_bytes() == b"other"


def test_folder_without_it_and_no_network(obtain, tmp_path, data, sha, dead_address):
    (tmp_path / "stick").mkdir()
    artefact = Artefact(NAME, len(data), sha(data), url=dead_address + "/f")
    error = code(obtain, artefact, from_folder=tmp_path / "stick")
    assert error.code == "fetch-not-in-folder"
    assert NAME in error.what()


def test_folder_that_does_not_exist(obtain, published, tmp_path):
    assert code(obtain, published, from_folder=tmp_path / "none").code == "path-missing"


# ---------------------------------------------------------------- first fetch


@pytest.fixture
def unpinned(published: Artefact) -> Artefact:
    return replace(published, bytes=None, sha256=None, pin="first-fetch")


def test_first_fetch_writes_the_hash(obtain, unpinned, data, sha, tmp_path, told):
    obtain(unpinned)
    lock = json.loads((tmp_path / "models.lock").read_text())
    assert lock == {NAME: {"sha256": sha(data), "bytes": len(data)}}
    assert "pinned" in told.notes


def test_later_fetch_must_match(obtain, unpinned, bad_server, data, tmp_path):
    obtain(unpinned).unlink()
    bad_server.at("/f", bad_server.file(data[::-1], etag='"two"'))
    assert code(obtain, unpinned).code == "fetch-wrong-content"
    assert not (tmp_path / "downloads" / NAME).exists()


def test_folder_must_match_the_lock(obtain, unpinned, bad_server, data, tmp_path, told):
    obtain(unpinned).unlink()
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / NAME).write_bytes(data[::-1])
    assert obtain(unpinned, from_folder=tmp_path / "stick").read_bytes() == data
    assert "folder-wrong" in told.notes


def test_lock_of_the_folder_counts(obtain, unpinned, bad_server, data, tmp_path, sha):
    stick = tmp_path / "stick"
    stick.mkdir()
    Pins(stick / "models.lock").record(unpinned, Fetched(sha(data[::-1]), len(data)))
    assert code(obtain, unpinned, from_folder=stick).code == "fetch-wrong-content"


def test_lock_is_kept_for_other_artefacts(obtain, unpinned, tmp_path, sha):
    pins = Pins(tmp_path / "models.lock")
    other = Artefact("other", None, None, pin="first-fetch")
    pins.record(other, Fetched(sha(b"x"), 1))
    obtain(unpinned)
    assert pins.get(other) == Fetched(sha(b"x"), 1)


def test_damaged_lock_is_said(obtain, unpinned, tmp_path):
    (tmp_path / "models.lock").write_text('{"model.bin": 3}')
    assert code(obtain, unpinned).code == "data-damaged"


def test_forgetting_takes_only_what_belongs(tmp_path, sha):
    artefact = Artefact(NAME, 1, sha(b""), wheels=(WheelPart("tiny", "1.0", "x"),))
    wheel = "tiny-1.0-py3-none-any.whl"
    mine = [
        NAME,
        f"{NAME}.part",
        f"{NAME}.part.json",
        f"{NAME}.joining",
        wheel,
        f"{wheel}.part",
        f"{wheel}.part.json",
    ]
    other = ["other.bin", "tiny-2.0-py3-none-any.whl", f"{NAME}2.part"]
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    for name in mine + other:
        (downloads / name).write_text("x")
    forget_artefact(artefact, downloads)
    assert sorted(path.name for path in downloads.iterdir()) == sorted(other)
