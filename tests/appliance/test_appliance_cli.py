"""The commands: bundle, update, rollback, backup, restore, address."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tutor.appliance.layout import ROOT_VARIABLE, Root
from tutor.cli.install import main as install
from tutor.cli.main import app

MakeBundle = Callable[..., Path]


def run(*arguments: object) -> tuple[int, Any]:
    """Exit status and the JSON object (or the text) of a command."""
    done = CliRunner().invoke(app, [str(each) for each in arguments])
    said = done.stdout[done.stdout.find("{") :] if "--json" in arguments else done.output
    return done.exit_code, json.loads(said) if "--json" in arguments else said


@pytest.fixture
def classroom(home: Path) -> Path:
    file = home / "classroom" / "classroom.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE classes (name TEXT)")
        db.execute("INSERT INTO classes VALUES ('Kidato 2B')")
        db.commit()
    return file


def test_a_builder_without_its_packages_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.appliance.build.GUIDE_PACKAGE", "no_such_package")
    assert run("bundle", "key", tmp_path / "keys")[0] == 0
    stick = tmp_path / "stick"
    code, said = run("bundle", "build", "--out", stick, "--key", tmp_path / "keys" / "tutor.key", "--json")
    assert code == 1 and said["error"] == "builder-incomplete" and "[bundle]" in said["hint"]
    assert not stick.exists()


def test_a_key_is_made_once(tmp_path: Path) -> None:
    status, said = run("bundle", "key", tmp_path / "keys")
    assert (status, "tutor.pub" in said) == (0, True)
    status, said = run("bundle", "key", tmp_path / "keys")
    assert status == 1


def test_verify_names_the_first_wrong_file(make_bundle: MakeBundle, public_key_file: Path) -> None:
    stick = make_bundle("stick")
    status, result = run("bundle", "verify", stick, "--key", public_key_file, "--json")
    assert (status, result["ok"]) == (0, True)
    (stick / "models" / "tiny" / "model.bin").write_bytes(b"")
    status, result = run("bundle", "verify", stick, "--json")
    assert (status, result["error"]) == (1, "bundle-file-short")
    assert "models/tiny/model.bin" in result["message"]


def test_building_needs_a_platform_that_exists(tmp_path: Path) -> None:
    run("bundle", "key", tmp_path / "keys")
    key = tmp_path / "keys" / "tutor.key"
    status, result = run("bundle", "build", "--out", tmp_path / "x", "--key", key, "--platform", "amiga", "--json")
    assert (status, result["error"]) == (1, "platform-unknown")
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
def test_update_and_rollback(
    make_bundle: MakeBundle, tmp_path: Path, home: Path, classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Root(tmp_path / "program")
    assert install(["--bundle", str(make_bundle("old")), "--root", str(root.folder), "--home", str(home)]) == 0
    monkeypatch.setenv(ROOT_VARIABLE, str(root.folder))
    first = root.current()
    status, result = run("update", "--from", make_bundle("new", "1.1"), "--json")
    assert (status, result["version"][:4], result["previous"]) == (0, "1.1-", [first])
    status, said = run("update", "--from", tmp_path / "new")
    assert (status, "runs already" in said, "rollback" in said) == (0, True, False)
    assert root.order()[1:] == [first]
    status, result = run("update", "--from", make_bundle("older", "1.0.5"), "--json")
    assert (status, result["error"]) == (1, "version-older")
    status, result = run("rollback", "--json")
    assert (status, result["version"]) == (0, first)
    status, result = run("rollback", "--json")
    assert (status, result["version"][:4]) == (0, "1.1-")
    with closing(sqlite3.connect(classroom)) as db:
        assert db.execute("SELECT name FROM classes").fetchall() == [("Kidato 2B",)]


def test_a_checkout_is_not_updated_from_a_stick(tmp_path: Path, make_bundle: MakeBundle) -> None:
    assert run("update", "--from", make_bundle("new"), "--json")[1]["error"] == "not-installed"
    assert run("rollback", "--json")[1]["error"] == "not-installed"


def test_backup_and_restore(tmp_path: Path, home: Path, classroom: Path) -> None:
    status, result = run("backup", tmp_path, "--json")
    assert (status, result["files"]) == (0, 1)
    classroom.write_bytes(b"")
    status, restored = run("restore", result["file"], "--json")
    assert (status, restored["files"]) == (0, 1)
    with closing(sqlite3.connect(classroom)) as db:
        assert db.execute("SELECT name FROM classes").fetchall() == [("Kidato 2B",)]
    status, result = run("restore", tmp_path / "none.zip", "--json")
    assert (status, result["error"]) == (1, "backup-missing")
    assert "none.zip" in result["message"] and "Errno" not in result["message"]


def test_finishing_where_nothing_waits_is_quiet() -> None:
    status, said = run("update", "--finish")
    assert (status, said.strip()) == (0, "")


def test_the_address_has_a_square_code() -> None:
    status, said = run("address", "--port", "8123")
    assert (status, "http://127.0.0.1:8123" in said, "█" in said) == (0, True, True)


def test_books_of_a_bundle_are_printed(make_bundle: MakeBundle) -> None:
    status, said = run("bundle", "books", make_bundle("stick", books={"a": "1"}))
    assert (status, json.loads(said)) == (0, {"a": "1"})


def test_a_backup_and_its_return_are_told_in_plain_words(
    tmp_path: Path, home: Path, classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    written = CliRunner().invoke(app, ["backup", str(tmp_path)])
    assert "1 file," in written.stdout and "writing the backup" in written.stderr
    (file,) = tmp_path.glob("tutor-backup-*.zip")
    monkeypatch.setenv("TUTOR_LANGUAGE", "sw")
    restored = CliRunner().invoke(app, ["restore", str(file)])
    assert "kurudisha nakala" in restored.stderr and "restore" not in restored.stderr
    assert re.search(r"faili 1, kama zilivyokuwa \d{4}-\d\d-\d\d \d\d:\d\d\.", restored.stdout)
