"""Installing: all or nothing, from the nearest source, and what is there is what the manifest says."""

from __future__ import annotations

import json
import shutil
import threading
from collections import namedtuple
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tutor.core.errors import ModelError, TutorError
from tutor.core.places import Places
from tutor.models import build, install, kept_artefacts
from tutor.models.catalog import Artefact, Model
from tutor.models.install import install_model
from tutor.models.installed import InstalledModel, installed_model, require_model, verify_model
from tutor.models.plan import plan_model

Install = Callable[..., InstalledModel]


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Published files are fetched again each time, so that the server's log tells what was built anew."""
    monkeypatch.setattr(kept_artefacts, "LARGEST_KEPT", 0)


@pytest.fixture
def model(bad_server: Any, data: bytes, sha: Any) -> Model:
    """A model that is its artefact."""
    artefact = Artefact("tiny.gguf", len(data), sha(data), url=bad_server.at("/f", bad_server.file(data)))
    return Model("tiny", "generator", "Tiny", "Tiny terms", "copy", (artefact,), licence_note="Pass them on.")


@pytest.fixture
def built(model: Model, monkeypatch: pytest.MonkeyPatch) -> Model:
    """A model that is built: two files out of one."""

    def recipe(artefacts: Any, folder: Path, progress: Any) -> None:
        (source,) = artefacts.values()
        raw = source.read_bytes()
        progress("halving", 1, 2)
        (folder / "first").mkdir()
        (folder / "first" / "a.onnx").write_bytes(raw[:100_000])
        (folder / "b.json").write_bytes(raw[100_000:])

    monkeypatch.setitem(build.RECIPES, "halve", recipe)
    monkeypatch.setitem(build.RECIPE_VERSIONS, "halve", 1)
    return replace(model, recipe="halve")


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(home=tmp_path / "one", models=tmp_path / "one" / "models", cache=tmp_path / "cache")


@pytest.fixture
def second(tmp_path: Path) -> Places:
    """Another checkout with the same cache."""
    return Places(home=tmp_path / "two", models=tmp_path / "two" / "models", cache=tmp_path / "cache")


@pytest.fixture
def do(told: Any) -> Install:
    def call(model: Model, places: Places, **more: Any) -> InstalledModel:
        return install_model(model, places, progress=told, wait=lambda _: None, **more)

    return call


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {install.FETCH_LOCK}


def entry(places: Places) -> Path:
    (only,) = (places.cache / "models").iterdir()
    return only


# ---------------------------------------------------------------- the result


def test_manifest_says_what_is_there(do, model, places, data, sha):
    done = do(model, places)
    raw = json.loads((places.models / "tiny" / "manifest.json").read_text())
    assert raw == {
        "model": "tiny",
        "recipe": "copy",
        "recipe_version": 1,
        "artefacts": {"tiny.gguf": {"sha256": sha(data), "bytes": len(data)}},
        "files": {"model.gguf": {"sha256": sha(data), "bytes": len(data)}},
        "licence": "Tiny terms",
        "licence_note": "Pass them on.",
        "built_with": {},
    }
    assert done.file("model.gguf").read_bytes() == data
    assert installed_model(places.models, model) == done
    assert verify_model(places.models, model) == []
    with pytest.raises(KeyError):
        done.file("other")


def test_artefacts_are_not_kept(do, model, places):
    do(model, places)
    assert names(places.models) == {"tiny"}


def test_built_model_names_what_built_it(do, built, places, data):
    done = do(built, places)
    assert set(done.manifest.files) == {"first/a.onnx", "b.json"}
    assert done.file("first/a.onnx").read_bytes() == data[:100_000]
    assert set(done.manifest.built_with) == {"onnx", "onnxruntime", "numpy"}
    assert verify_model(places.models, built) == []


def test_hash_is_the_models_identity(do, model, built, places, second):
    assert do(model, places).hash == do(model, second).hash
    assert do(built, second).hash != do(model, places).hash


def test_what_is_installed_is_left_alone(do, model, places, bad_server):
    do(model, places)
    asked = len(bad_server.asked)
    before = (places.models / "tiny" / "manifest.json").stat()
    do(model, places)
    assert len(bad_server.asked) == asked
    assert (places.models / "tiny" / "manifest.json").stat().st_ino == before.st_ino


# ---------------------------------------------------------------- the cache


def test_second_checkout_fetches_nothing_and_takes_no_room(do, model, places, second, bad_server):
    first = do(model, places)
    other = do(model, second)
    assert len(bad_server.asked) == 1
    assert other.file("model.gguf").stat().st_ino == first.file("model.gguf").stat().st_ino
    assert other.manifest == first.manifest


def test_other_disk_gets_a_copy(do, built, places, second, monkeypatch):
    def no_links(self: Path, target: Path) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    first, other = do(built, places), do(built, second)
    assert other.file("b.json").stat().st_ino != first.file("b.json").stat().st_ino
    assert verify_model(second.models, built) == []


def test_damaged_copy_in_the_cache_is_not_used(do, built, places, second, bad_server, told):
    do(built, places)
    (entry(places) / "b.json").unlink()
    (entry(places) / "b.json").write_bytes(bytes(100_000))
    do(built, second)
    assert len(bad_server.asked) == 2
    assert "cache-wrong" in told.notes
    assert verify_model(second.models, built) == []
    assert verify_model(places.models, built) == []


def test_cache_that_cannot_be_written_is_said_and_no_more(do, model, places, told, tmp_path):
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert do(model, places).file("model.gguf").is_file()
    assert "cache-unwritten" in told.notes


def test_full_cache_leaves_no_half_copy(do, built, places, told, monkeypatch):
    def full(source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tutor.models.built_cache.link_or_copy", full)
    do(built, places)
    assert "cache-unwritten" in told.notes
    assert list((places.cache / "models").iterdir()) == []


def test_new_recipe_version_does_not_take_the_old_copy(do, built, places, second, bad_server, monkeypatch):
    do(built, places)
    monkeypatch.setitem(build.RECIPE_VERSIONS, "halve", 2)
    assert do(built, second).manifest.recipe_version == 2
    assert len(bad_server.asked) == 2


# ---------------------------------------------------------------- a folder


@pytest.mark.parametrize("where", ["", "models"])
def test_copied_models_folder_is_enough(do, built, places, second, bad_server, tmp_path, where):
    do(built, places)
    shutil.copytree(places.models, tmp_path / "stick" / where, dirs_exist_ok=True)
    shutil.rmtree(places.cache)
    bad_server.stop()
    do(built, second, from_folder=tmp_path / "stick")
    assert verify_model(second.models, built) == []


def test_damaged_folder_falls_back_to_fetching(do, built, places, second, bad_server, tmp_path, told):
    do(built, places)
    shutil.copytree(places.models, tmp_path / "stick")
    (tmp_path / "stick" / "tiny" / "b.json").write_bytes(bytes(100_000))
    shutil.rmtree(places.cache)
    do(built, second, from_folder=tmp_path / "stick")
    assert "folder-wrong" in told.notes
    assert len(bad_server.asked) == 2
    assert verify_model(second.models, built) == []


def test_folder_of_an_older_recipe_is_not_used(do, built, places, second, bad_server, tmp_path, monkeypatch):
    do(built, places)
    shutil.copytree(places.models, tmp_path / "stick")
    monkeypatch.setitem(build.RECIPE_VERSIONS, "halve", 2)
    do(built, second, from_folder=tmp_path / "stick")
    assert len(bad_server.asked) == 2


def test_manifest_that_leads_out_of_the_folder(do, model, places, second, tmp_path, bad_server):
    do(model, places)
    shutil.copytree(places.models, tmp_path / "stick")
    manifest = tmp_path / "stick" / "tiny" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("model.gguf", "../../model.gguf"))
    (tmp_path / "model.gguf").write_bytes((places.models / "tiny" / "model.gguf").read_bytes())
    shutil.rmtree(places.cache)
    do(model, second, from_folder=tmp_path / "stick")
    assert len(bad_server.asked) == 2
    assert names(second.home) == {"models"}


def test_artefact_of_a_folder_stays_there(do, built, places, data, tmp_path, bad_server):
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "tiny.gguf").write_bytes(data)
    do(built, places, from_folder=tmp_path / "stick")
    assert bad_server.asked == []
    assert names(tmp_path / "stick") == {"tiny.gguf"}


# ---------------------------------------------------------------- interrupted


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), ModelError("model-unloadable", name="x", why="x")])
def test_interrupted_build_goes_on_without_fetching(do, built, places, bad_server, monkeypatch, fault):
    def interrupted(recipe: str, artefacts: Any, folder: Path, progress: Any) -> None:
        (folder / "half").write_text("half")
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(install, "build_model", interrupted)
        with pytest.raises(type(fault)):
            do(built, places)
    assert installed_model(places.models, built) is None
    assert names(places.models) == {"downloads"}
    do(built, places)
    assert len(bad_server.asked) == 1
    assert names(places.models) == {"tiny"}


def test_leftovers_of_a_killed_run_are_removed(do, built, places):
    for name in (".tiny.new", ".tiny.old", ".other.new"):
        (places.models / name).mkdir(parents=True)
        (places.models / name / "half").write_text("half")
    do(built, places)
    assert names(places.models) == {"tiny"}


def test_artefacts_left_by_a_run_that_was_killed_late_are_removed(do, built, places):
    do(built, places)
    (places.models / "downloads").mkdir()
    (places.models / "downloads" / "tiny.gguf").write_text("left")
    do(built, places)
    assert names(places.models) == {"tiny"}


def test_second_fetch_waits_for_the_first(do, model, places, told):
    places.models.mkdir(parents=True)
    held, free = threading.Event(), threading.Event()

    def hold() -> None:
        with FileLock(places.models / install.FETCH_LOCK):
            held.set()
            free.wait(60)

    def watch(what: str, done: int, total: int) -> None:
        told(what, done, total)
        if getattr(what, "code", "") == "wait-lock":
            free.set()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(60)
    done = install_model(model, places, progress=watch, wait=lambda _: None)
    holder.join()
    assert told.notes == ["wait-lock"]
    assert done.file("model.gguf").is_file()


Usage = namedtuple("Usage", "total used free")


def test_room_is_asked_for_before_anything_is_fetched(do, built, places, bad_server, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 100))
    with pytest.raises(TutorError) as caught:
        do(built, places)
    assert caught.value.code == "disk-full"
    assert bad_server.asked == []


def test_folder_that_cannot_be_written(do, model, tmp_path):
    (tmp_path / "file").write_text("in the way")
    places = Places(home=tmp_path / "file", models=tmp_path / "file" / "models", cache=tmp_path / "cache")
    with pytest.raises(TutorError) as caught:
        do(model, places)
    assert caught.value.code == "not-writable"


# ---------------------------------------------------------------- damage


def spoil(path: Path, *, same_size: bool = True) -> None:
    """Change one bit in place: every name of the file sees it, as with a failing disk."""
    raw = bytearray(path.read_bytes())
    raw[10] ^= 1
    with path.open("rb+") as stream:
        stream.write(raw if same_size else raw[:50])
        if not same_size:
            stream.truncate()


def test_missing_is_said(model, places):
    with pytest.raises(ModelError) as caught:
        require_model(places.models, model, "starter")
    assert caught.value.code == "model-missing"
    assert [problem.kind for problem in verify_model(places.models, model)] == ["missing"]


def test_cut_file_is_seen_at_a_glance(do, model, places):
    done = do(model, places)
    spoil(done.file("model.gguf"), same_size=False)
    assert installed_model(places.models, model) is None
    with pytest.raises(ModelError) as caught:
        require_model(places.models, model, "starter")
    assert caught.value.code == "model-damaged"
    assert "tiny/model.gguf" in caught.value.what()


def test_one_flipped_bit_is_found_by_verifying(do, model, places):
    done = do(model, places)
    spoil(done.file("model.gguf"))
    assert installed_model(places.models, model) is not None
    (problem,) = verify_model(places.models, model)
    assert (problem.kind, problem.error("small").facts["profile"]) == ("damaged", "small")


def test_replacing_a_damaged_model_does_not_take_the_damage_from_the_cache(do, model, places, bad_server, data):
    """The kept copy is the same file under a second name, so it is damaged too."""
    spoil(do(model, places).file("model.gguf"))
    assert plan_model(model, places, replace=True).source == "build"
    do(model, places, replace=True)
    assert verify_model(places.models, model) == []
    assert (places.models / "tiny" / "model.gguf").read_bytes() == data
    assert len(bad_server.asked) == 2
    assert names(places.models) == {"tiny"}


def test_unreadable_manifest_is_damage(do, model, places):
    do(model, places)
    (places.models / "tiny" / "manifest.json").write_text("{")
    with pytest.raises(ModelError) as caught:
        require_model(places.models, model, "starter")
    assert caught.value.code == "model-damaged"
    do(model, places)
    assert verify_model(places.models, model) == []


def test_older_recipe_is_outdated_and_made_anew(do, built, places, monkeypatch):
    do(built, places)
    monkeypatch.setitem(build.RECIPE_VERSIONS, "halve", 2)
    with pytest.raises(ModelError) as caught:
        require_model(places.models, built, "starter")
    assert caught.value.code == "model-outdated"
    assert do(built, places).manifest.recipe_version == 2


def test_model_of_another_artefact_is_outdated(do, model, places, sha):
    do(model, places)
    newer = replace(model, files=(replace(model.files[0], sha256=sha(b"newer")),))
    assert [problem.kind for problem in verify_model(places.models, newer)] == ["outdated"]
    assert installed_model(places.models, newer) is None


def test_first_fetch_is_checked_against_the_lock(do, model, places, sha):
    unpinned = replace(model, files=(replace(model.files[0], sha256=None, bytes=None, pin="first-fetch"),))
    do(unpinned, places)
    assert verify_model(places.models, unpinned) == []
    (places.models / "models.lock").write_text(json.dumps({"tiny.gguf": {"sha256": sha(b"x"), "bytes": 1}}))
    assert [problem.kind for problem in verify_model(places.models, unpinned)] == ["outdated"]


# ---------------------------------------------------------------- the plan


def test_plan_counts_what_is_missing(do, model, built, places, second, data, tmp_path):
    fresh = plan_model(built, places)
    assert (fresh.source, fresh.online_bytes, fresh.online) == ("build", len(data), True)
    assert fresh.disk_bytes >= 2 * len(data)
    (places.models / "downloads").mkdir(parents=True)
    (places.models / "downloads" / "tiny.gguf.part").write_bytes(data[:50_000])
    assert plan_model(built, places).online_bytes == len(data) - 50_000
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "tiny.gguf").write_bytes(data)
    assert not plan_model(built, places, tmp_path / "stick").online
    do(built, places)
    assert plan_model(built, places).source == "installed"
    assert plan_model(built, second).source == "cache"
    assert plan_model(built, replace(second, cache=tmp_path / "none"), places.home).source == "folder"


def test_plan_counts_files_of_unknown_size(model, places):
    unpinned = replace(model, files=(replace(model.files[0], sha256=None, bytes=None, pin="first-fetch"),))
    plan = plan_model(unpinned, places)
    assert (plan.online, plan.online_bytes, plan.unknown_files) == (True, 0, 1)


def test_a_small_published_file_is_kept_for_a_newer_recipe(do, built, places, second, bad_server, monkeypatch):
    monkeypatch.setattr(kept_artefacts, "LARGEST_KEPT", 100 << 20)
    do(built, places)
    monkeypatch.setitem(build.RECIPE_VERSIONS, "halve", 2)
    assert do(built, second).manifest.recipe_version == 2
    assert len(bad_server.asked) == 1, "it was built from the kept file"


def test_a_damaged_kept_file_is_fetched_again(do, built, places, second, bad_server, monkeypatch):
    monkeypatch.setattr(kept_artefacts, "LARGEST_KEPT", 100 << 20)
    do(built, places)
    (kept,) = (places.cache / "artefacts").rglob("tiny.gguf")
    kept.write_bytes(bytes(kept.stat().st_size))
    monkeypatch.setitem(build.RECIPE_VERSIONS, "halve", 2)
    assert do(built, second).manifest.recipe_version == 2
    assert len(bad_server.asked) == 2
