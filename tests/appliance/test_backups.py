"""Backup and restore: of one moment, compared, and whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tutor.appliance import restore as restoring
from tutor.appliance.backup import is_safe_name, write_backup
from tutor.appliance.errors import ApplianceError
from tutor.appliance.restore import ASIDE, NOTE, STAGE, finish_restore, restore_backup
from tutor.appliance.user_data import data_entries


@pytest.fixture
def school(tmp_path: Path) -> Path:
    home = tmp_path / "school"
    for name in ("library/library.db", "classroom/questions.db"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(home / name)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, text TEXT)")
            db.execute("INSERT INTO rows VALUES (1, 'before')")
            db.commit()
    (home / "tutor.toml").write_text("port = 8010\n")
    (home / "index" / "gen-0001").mkdir(parents=True)
    (home / "index" / "CURRENT").write_text("gen-0001")
    (home / "models").mkdir()
    (home / "models" / "large.bin").write_bytes(b"\0" * 1000)
    return home


def texts(home: Path, name: str = "classroom/questions.db") -> list[str]:
    with closing(sqlite3.connect(home / name)) as db:
        return [str(text) for (text,) in db.execute("SELECT text FROM rows ORDER BY number")]


def change(home: Path) -> None:
    for name in ("library/library.db", "classroom/questions.db"):
        with closing(sqlite3.connect(home / name)) as db:
            db.execute("UPDATE rows SET text = 'after'")
            db.commit()
    (home / "tutor.toml").write_text("port = 9000\n")
    (home / "notes.txt").write_text("new")


def test_what_is_backed_up_comes_back(school: Path, tmp_path: Path) -> None:
    file, manifest = write_backup(school, tmp_path)
    assert set(manifest.files) == {"library/library.db", "classroom/questions.db", "tutor.toml"}
    assert file.stat().st_mode & 0o077 == 0
    change(school)
    restore_backup(file, school)
    assert texts(school) == texts(school, "library/library.db") == ["before"]
    assert (school / "tutor.toml").read_text() == "port = 8010\n"
    assert not (school / "notes.txt").exists()
    assert texts(school / ASIDE) == ["after"]
    assert (school / "index" / "CURRENT").exists()
    assert (school / "models" / "large.bin").exists()


def test_a_backup_may_be_made_while_others_write(school: Path, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(school / "classroom" / "questions.db", timeout=30)) as db:
            while not stop.is_set():
                # Both or neither: a copy of two moments would have one of them.
                db.execute("INSERT INTO rows (text) VALUES ('left'), ('right')")
                db.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        files = [write_backup(school, tmp_path / f"{number}.zip")[0] for number in range(3)]
    finally:
        stop.set()
        writer.join()
    for number, file in enumerate(files):
        home = tmp_path / f"restored-{number}"
        restore_backup(file, home)
        found = texts(home)[1:]
        assert found.count("left") == found.count("right")


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 255
    file.write_bytes(data)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def of_a_newer_tutor(file: Path) -> None:
    rewritten(file, lambda name, data: data.replace(b'"version": "0.', b'"version": "99.'))


def without_a_file(file: Path) -> None:
    rewritten(file, lambda name, data: None if name.endswith("library.db") else data)


def leading_out(file: Path) -> None:
    rewritten(file, lambda name, data: data.replace(b'"tutor.toml"', b'"../../x"'))


def another_kind(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("hello", "hello")


def rewritten(file: Path, edit: Callable[[str, bytes], bytes | None]) -> None:
    with zipfile.ZipFile(file) as archive:
        parts = {name: edit(name, archive.read(name)) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            if data is not None:
                archive.writestr(name, data)


@pytest.mark.parametrize("damage", [flip, cut, of_a_newer_tutor, without_a_file, leading_out, another_kind])
def test_a_wrong_backup_changes_nothing(damage: Callable[[Path], None], school: Path, tmp_path: Path) -> None:
    file, _ = write_backup(school, tmp_path)
    damage(file)
    change(school)
    with pytest.raises(ApplianceError) as caught:
        restore_backup(file, school)
    assert caught.value.code == "backup-unusable"
    assert texts(school) == ["after"]
    assert (school / "tutor.toml").read_text() == "port = 9000\n"
    assert not (school / STAGE).exists()


def test_a_running_tutor_is_noticed(school: Path, tmp_path: Path) -> None:
    file, _ = write_backup(school, tmp_path)
    with closing(sqlite3.connect(school / "classroom" / "questions.db")) as server:
        server.execute("SELECT * FROM rows").fetchall()
        with pytest.raises(ApplianceError) as caught:
            restore_backup(file, school)
    assert caught.value.code == "home-in-use"
    assert texts(school) == ["before"]


class PulledPlugError(BaseException):
    """The computer went off."""


@given(after=st.integers(min_value=0, max_value=14))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_restore_interrupted_at_any_step_is_whole_afterwards(after: int, school: Path, tmp_path: Path) -> None:
    place = tmp_path / f"case-{after}"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(school, place / "school")
    home = place / "school"
    file, _ = write_backup(home, place)
    change(home)
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps > after:
            raise PulledPlugError

    with pytest.MonkeyPatch.context() as patch:
        for name in ("replace", "unlink", "mkdir"):
            real = getattr(Path, name)

            def counted(self: Path, *arguments: object, real: Callable[..., object] = real, **named: object) -> object:
                step()
                return real(self, *arguments, **named)

            patch.setattr(Path, name, counted)
        with suppress(PulledPlugError):
            restore_backup(file, home)
    finish_restore(home)
    word = texts(home)[0]
    assert word in ("before", "after")
    assert texts(home, "library/library.db") == [word]
    assert (home / "tutor.toml").read_text() == ("port = 8010\n" if word == "before" else "port = 9000\n")
    assert not (home / STAGE).exists()
    assert not (home / NOTE).exists()
    assert not finish_restore(home)


def test_a_stick_that_may_not_be_looked_at_is_said(school: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = Path("/media/somebody/STICK")

    def refused(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "is_dir", refused)
    with pytest.raises(ApplianceError) as caught:
        write_backup(school, stick)
    assert caught.value.code == "backup-unwritten" and "STICK" in caught.value.what()


def test_a_stick_that_is_write_protected_is_said(school: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real_open, real_unlink = os.open, Path.unlink

    def protected(path: Path | str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if "STICK" in str(path):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return real_open(path, flags, mode, dir_fd=dir_fd)

    def protected_too(path: Path, missing_ok: bool = False) -> None:
        if "STICK" in str(path):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        real_unlink(path, missing_ok=missing_ok)

    (tmp_path / "STICK").mkdir()
    monkeypatch.setattr(os, "open", protected)
    monkeypatch.setattr(Path, "unlink", protected_too)
    with pytest.raises(ApplianceError) as caught:
        write_backup(school, tmp_path / "STICK")
    assert caught.value.code == "backup-unwritten" and "Read-only" in caught.value.what()


def test_what_is_restored_is_nobody_elses_to_read(school: Path, tmp_path: Path) -> None:
    file, _ = write_backup(school, tmp_path)
    restore_backup(file, school)
    for path in (school / "classroom", *(school / "classroom").iterdir()):
        assert path.stat().st_mode & 0o077 == 0


def test_an_empty_home_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(ApplianceError) as caught:
        write_backup(tmp_path / "nothing", tmp_path)
    assert caught.value.code == "backup-nothing"


def test_fat32_holds_no_large_backup(school: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tutor.appliance import backup

    monkeypatch.setattr(backup, "filesystem_of", lambda folder: "vfat")
    monkeypatch.setattr(backup, "LARGEST_FILE", 1000)
    with pytest.raises(ApplianceError) as caught:
        write_backup(school, tmp_path)
    assert caught.value.code == "backup-stick"


@pytest.mark.parametrize(
    "name", ["../x", "/x", "a/../../x", ".forms/x", "models/x", "index/CURRENT", "a\\b", "c:x", ""]
)
def test_names_that_a_backup_may_not_have(name: str) -> None:
    assert not is_safe_name(name)


def test_versions_compare_by_their_numbers() -> None:
    assert restoring.version_of("0.10.0") > restoring.version_of("0.9.1")


def test_of_a_source_checkout_the_lessons_are_the_schools_own_too(school: Path) -> None:
    (school / "pyproject.toml").touch()
    (school / "README.md").touch()
    (school / "lessons.db").touch()
    assert [entry.name for entry in data_entries(school)] == ["library", "classroom", "lessons.db", "tutor.toml"]
