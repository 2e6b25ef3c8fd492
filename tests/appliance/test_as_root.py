"""What an administrator does with sudo: a stick is reached, and everything in the home stays its owner's."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tutor.appliance import restore
from tutor.appliance.backup import write_backup
from tutor.appliance.layout import SEAL, Root

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("runuser") is None, reason="only root can try this"
)
OWNER = "nobody"


@pytest.fixture
def school(tmp_path: Path) -> Path:
    """A home of somebody else, with a database."""
    file = tmp_path / "school" / "classroom" / "classroom.db"
    file.parent.mkdir(parents=True)
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE classes (name TEXT)")
    for path in (tmp_path / "school", file.parent, file):
        shutil.chown(path, OWNER)
    return tmp_path / "school"


def owners(home: Path) -> set[str]:
    return {path.owner() for path in (home, *home.rglob("*"))}


@pytest.mark.parametrize(
    ("command", "user"),
    [("serve", OWNER), ("doctor", OWNER), ("library", OWNER), ("backup", "root"), ("restore", "root"),
     ("update", "root"), ("rollback", "root"), ("bundle", "root")],
)  # fmt: skip
def test_what_reaches_a_stick_is_done_by_who_may_reach_it(
    tmp_path: Path, school: Path, command: str, user: str
) -> None:
    root = Root(tmp_path / "program")
    python = root.versions / "1.0-a" / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\ncase "$*" in *--finish*) ;; *) id -un ;; esac\n')
    python.chmod(stat.S_IRWXU | stat.S_IROTH | stat.S_IXOTH | stat.S_IRGRP | stat.S_IXGRP)
    (root.versions / "1.0-a" / "profile").write_text("small")
    (root.versions / "1.0-a" / SEAL).write_text("{}")
    root.switch_to("1.0-a")
    root.write_start(school)
    for folder in (tmp_path, *tmp_path.parents[:3]):
        if folder.owner() == "root" and folder != Path(folder.anchor):
            folder.chmod(folder.stat().st_mode | stat.S_IXOTH)
    done = subprocess.run([root.start, command], capture_output=True, text=True, env={"PATH": os.environ["PATH"]},
                          check=False)  # fmt: skip
    assert done.stdout.strip() == user, done.stderr


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that everybody may enter: that of the tests is root's alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize(("command", "is_told"), [("doctor", True), ("ask", True), ("bundle", False)])
def test_who_may_not_read_the_schools_data_is_told_of_sudo(open_place: Path, command: str, is_told: bool) -> None:
    root, home = Root(open_place / "program"), open_place / "school"
    home.mkdir(mode=0o750)
    root.folder.mkdir()
    (root.folder / "CURRENT").write_text("1.0-a\n")
    root.write_start(home)
    done = subprocess.run(
        ["runuser", "-u", OWNER, "--", str(root.start), command],
        capture_output=True, text=True, env={"PATH": os.environ["PATH"]}, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and ("sudo" in done.stderr) == is_told
    assert ("no whole version" in done.stderr) != is_told


def test_what_root_restores_is_the_owners(school: Path, tmp_path: Path) -> None:
    file, _ = write_backup(school, tmp_path)
    restore.restore_backup(file, school)
    assert (school / restore.ASIDE).is_dir() and owners(school) == {OWNER}
    restore.go_back_to_before(school)
    assert owners(school) == {OWNER}


def test_what_root_leaves_half_done_can_be_finished_by_the_owner(
    school: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = write_backup(school, tmp_path)
    calls = []

    def interrupted(home: Path) -> bool:
        calls.append(home)
        if (home / restore.NOTE).exists():
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(restore, "finish_restore", interrupted)
    with pytest.raises(KeyboardInterrupt):
        restore.restore_backup(file, school)
    assert len(calls) == 2 and (school / restore.STAGE).is_dir()
    assert owners(school) == {OWNER}
