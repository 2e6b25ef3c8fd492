"""The doctor: each fault is seen and said with what to do; what is safe to mend is mended."""

from __future__ import annotations

import base64
import errno
import hashlib
import json
import os
import socket
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from tutor.answering.health import Check, health_checks
from tutor.appliance import addresses, checks, golden
from tutor.appliance.arrivals import QUEUE, STAGE
from tutor.appliance.checks import appliance_checks, changed_program_files, total_memory_mb, wrong_rights
from tutor.appliance.layout import ROOT_VARIABLE, SEAL, Root
from tutor.appliance.mending import mend
from tutor.core.settings import Settings, load_settings
from tutor.models.catalog import load_catalog
from tutor.models.embedder import Embedder

CHECKED = ("python", "memory", "clock", "program", "versions", "rights", "databases", "unfinished")


def found(settings: Settings, name: str) -> Check:
    return next(check for check in appliance_checks(settings) if check.name == name)


@pytest.fixture(autouse=True)
def no_vectors(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The vectors need a model; they have tests of their own."""
    if "small_embedder_folder" not in request.fixturenames:
        monkeypatch.delitem(checks._CHECKS, "vectors")


def test_a_sound_home_is_clean_in_both_languages(settings: Settings) -> None:
    results = list(appliance_checks(settings))
    assert [check.name for check in results] == list(CHECKED)
    assert {check.status for check in results} == {"ok"}
    assert all(check.en and check.sw and check.en != "" for check in results)


@pytest.mark.parametrize(("kilobytes", "status"), [(900_000, "fault"), (1_700_000, "warning"), (4_000_000, "ok")])
def test_memory(kilobytes: int, status: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "total_memory_mb", lambda: kilobytes >> 10)
    check = found(settings, "memory")
    assert check.status == status
    assert bool(check.to_do_en) == bool(check.to_do_sw) == (status != "ok")


def test_memory_is_read_from_the_system(tmp_path: Path) -> None:
    (tmp_path / "meminfo").write_text("MemTotal:        2048000 kB\nMemFree: 1 kB\n")
    assert total_memory_mb(tmp_path / "meminfo") == 2000
    assert total_memory_mb(tmp_path / "none") is None


def test_a_clock_that_went_back(settings: Settings) -> None:
    settings.places.library_db.parent.mkdir(parents=True)
    with closing(sqlite3.connect(settings.places.library_db)) as db:
        db.execute("CREATE TABLE documents (imported_at TEXT)")
        db.execute("INSERT INTO documents VALUES ('2999-01-01T00:00:00+00:00')")
        db.commit()
    check = found(settings, "clock")
    assert (check.status, "battery" in check.to_do_en, "betri" in check.to_do_sw) == ("warning", True, True)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Root:
    """An installation with a version before the running one, both with the same model."""
    root = Root(tmp_path / "program")
    for name in ("1.0-a", "1.1-b"):
        model = root.versions / name / "models" / "tiny" / "model.bin"
        model.parent.mkdir(parents=True)
        model.write_bytes(b"weights")
        seal = {
            "version": "1",
            "models": {"tiny/model.bin": {"bytes": 7, "sha256": hashlib.sha256(b"weights").hexdigest()}},
        }
        (root.versions / name / SEAL).write_text(json.dumps(seal))
        root.switch_to(name)
    monkeypatch.setenv(ROOT_VARIABLE, str(root.folder))
    return root


def test_the_versions_are_named(settings: Settings, root: Root) -> None:
    assert "1.1-b" in found(settings, "versions").en and "1.0-a" in found(settings, "versions").en
    (root.folder / "CURRENT").write_text("gone\n")
    assert found(settings, "versions").status == "fault"


def test_a_changed_file_of_the_program_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings, root: Root
) -> None:
    packages = tmp_path / "packages"
    info = packages / "small-1.0.dist-info"
    info.mkdir(parents=True)
    (packages / "small.py").write_text("x = 1\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: small\nVersion: 1.0\n")
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"x = 1\n").digest()).rstrip(b"=").decode()
    (info / "RECORD").write_text(f"small.py,sha256={digest},6\nsmall-1.0.dist-info/RECORD,,\n")
    monkeypatch.setattr("sys.path", [str(packages)])
    assert changed_program_files() == []
    (packages / "small.py").write_text("x = 2\n")
    assert changed_program_files() == ["small.py"]
    (packages / "small.py").unlink()
    check = found(settings, "program")
    assert (check.status, "small.py" in check.sw) == ("fault", True)


def test_rights_are_seen_and_mended(settings: Settings) -> None:
    file = settings.places.home / "classroom" / "classroom.db"
    file.parent.mkdir()
    file.write_text("")
    file.chmod(0o644)
    assert wrong_rights(settings.places.home) == [file]
    assert found(settings, "rights").status == "fault"
    mend(settings, lambda en, sw: None)
    assert file.stat().st_mode & 0o777 == 0o600
    assert found(settings, "rights").status == "ok"


def test_a_damaged_database_is_named(settings: Settings) -> None:
    file = settings.places.home / "classroom" / "classroom.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE rows (text TEXT)")
        db.executemany("INSERT INTO rows VALUES (?)", [("x" * 500,)] * 200)
        db.commit()
    file.chmod(0o600)
    assert found(settings, "databases").status == "ok"
    data = bytearray(file.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    file.write_bytes(data)
    check = found(settings, "databases")
    assert (check.status, "classroom.db" in check.en, "restore" in check.to_do_sw) == ("fault", True, True)


def test_what_was_left_is_seen_and_removed(settings: Settings, root: Root) -> None:
    home = settings.places.home
    (home / STAGE).mkdir()
    (home / QUEUE).mkdir()
    (home / QUEUE / "x.part").write_text("half a library")
    (root.versions / "1.2-half").mkdir()
    (home / ".backing-up-1").mkdir()
    old = time.time() - 3 * 24 * 3600
    os.utime(home / ".backing-up-1", (old, old))
    (home / ".backing-up-2").mkdir()
    assert found(settings, "unfinished").status == "warning"
    said: list[str] = []
    mend(settings, lambda en, sw: said.append(en))
    assert found(settings, "unfinished").status == "ok"
    assert not (root.versions / "1.2-half").exists()
    assert (home / ".backing-up-2").exists(), "a young one may be at work"
    assert len(said) == 4


def test_a_damaged_model_comes_back_from_the_version_before(root: Root, home: Path) -> None:
    models = root.versions / "1.1-b" / "models"
    settings = load_settings(home, profile="small", models_dir=str(models), generator="off")
    (models / "tiny" / "model.bin").write_bytes(b"w-ights")
    mend(settings, lambda en, sw: None)
    assert (models / "tiny" / "model.bin").read_bytes() == b"weights"


def test_a_check_that_breaks_is_a_fault_and_no_traceback(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Settings) -> Check:
        raise OSError("the disk answers no more")

    monkeypatch.setitem(checks._CHECKS, "rights", broken)
    assert found(settings, "rights").status == "fault"


def test_stored_vectors_are_those_of_the_model(
    small_embedder_folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = load_catalog().profile("small")["embedder"]
    embedder = Embedder(small_embedder_folder, dict(model.run), 1)
    cosine = golden.lowest_cosine(embedder, model.name)
    # Measured: 1.0000 with AVX-512 VNNI, 0.9991 on an emulated Nehalem.
    assert cosine is not None and cosine >= golden.LOWEST
    assert found(settings, "vectors").status == "ok"
    right = golden.sentence_vectors(embedder)
    monkeypatch.setattr(golden, "sentence_vectors", lambda _: np.roll(right, 1, axis=1))
    check = found(settings, "vectors")
    assert (check.status, bool(check.to_do_sw)) == ("fault", True)


def test_models_of_the_installation_need_not_be_written(home: Path, tmp_path: Path) -> None:
    elsewhere = load_settings(home, profile="small", models_dir=str(tmp_path / "program" / "models"))
    assert [check.status for check in health_checks(elsewhere, ["folders"])] == ["ok"]
    assert not (tmp_path / "program").exists()
    assert [check.status for check in health_checks(load_settings(home), ["folders"])] == ["ok"]
    assert (home / "models").is_dir()


def test_a_model_without_stored_vectors_is_not_a_fault() -> None:
    assert golden.stored_vectors("no such model") is None
    for profile in ("starter", "small"):
        assert golden.stored_vectors(load_catalog().profile(profile)["embedder"].name) is not None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems ask in another way")
def test_addresses_are_found_where_a_sandbox_refuses_to_list_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    found = addresses.own_addresses()

    def refused() -> None:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "if_nameindex", refused)
    assert sorted(addresses.own_addresses()) == sorted(found)


def test_the_port_of_a_running_tutor_is_fine_and_that_of_another_program_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = int(taken.getsockname()[1])
        settings = load_settings(home, port=port)
        for listener, status in (("tutor", "ok"), ("another", "warning"), ("nobody", "warning")):
            monkeypatch.setattr("tutor.answering.health.listener_at", lambda *where, said=listener: said)
            (check,) = health_checks(settings, ["port"])
            assert check.status == status and str(port) in check.en and str(port) in check.sw
            assert bool(check.to_do_en and check.to_do_sw) == (status == "warning")
    (check,) = health_checks(settings, ["port"])
    assert check.status == "ok"
