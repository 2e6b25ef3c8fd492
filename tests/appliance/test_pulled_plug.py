"""The plug is pulled while a stick is installed, updated or taken in: afterwards it starts by itself.

The moments are random, with a seed that is printed by the test's name; the program is small, the machinery is real.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tutor.appliance.layout import Root
from tutor.core.places import PACKAGE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
MakeBundle = Callable[..., Path]
MOMENTS = 30
INSTALL = [sys.executable, "-m", "tutor.cli.install"]


def started(stick: Path, root: Root, school: Path) -> subprocess.Popen[bytes]:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TUTOR_")}
    return subprocess.Popen(
        [*INSTALL, "--bundle", stick, "--root", root.folder, "--home", school],
        env={**environ, "PYTHONPATH": str(PACKAGE.parent)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def kill_group(child: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def answer(root: Root) -> str:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TUTOR_")}
    return subprocess.run([root.start], capture_output=True, text=True, env=environ, check=False).stdout.strip()


def whole_seconds(stick: Path, root: Root, school: Path) -> float:
    began = time.monotonic()
    assert started(stick, root, school).wait() == 0
    return time.monotonic() - began


def test_thirty_moments_of_install_and_update(make_bundle: MakeBundle, tmp_path: Path) -> None:
    old = make_bundle("old", "1.0", books={"a": "1"}, extra_models=4)
    new = make_bundle("new", "1.1", books={"a": "1", "b": "2"}, model=b"\x07" * (2 << 20), extra_models=4)
    place = tmp_path / "measured"
    seconds = whole_seconds(old, Root(place / "program"), place / "school")
    clock = random.Random(8)
    seen = set()
    for moment in range(MOMENTS):
        place = tmp_path / f"moment-{moment}"
        root, school = Root(place / "program"), place / "school"
        is_update = moment % 3 != 0
        if is_update:
            shutil.copytree(tmp_path / "measured" / "school", school)
            shutil.copytree(tmp_path / "measured" / "program", root.folder, symlinks=True)
            root.write_start(school)
            (school / "classroom").mkdir()
            (school / "classroom" / "questions.db").write_text("questions of the school")
        child = started(new if is_update else old, root, school)
        time.sleep(clock.uniform(0, seconds * 1.05))
        kill_group(child)
        if is_update:
            # Whatever was going on: what runs is whole, the old one or the new one, and the school's data is there.
            said = answer(root)
            assert said in ("1.0 small", "1.1 small"), f"moment {moment}"
            assert (school / "classroom" / "questions.db").read_text() == "questions of the school"
        else:
            said = answer(root) if root.start.exists() else ""
            assert said in ("", "1.0 small"), f"moment {moment}"
        seen.add(said)
        # The same command once more mends everything.
        assert started(new if is_update else old, root, school).wait() == 0, f"moment {moment}"
        assert answer(root) == ("1.1 small" if is_update else "1.0 small"), f"moment {moment}"
        assert root.leftovers() == []
        assert (school / "library" / "library.db").is_file()
        if is_update:
            assert len(list((school / "arriving").glob("*.db"))) == 1
        shutil.rmtree(place)
    assert len(seen) > 1, "every moment fell on the same side: nothing was interrupted"


def test_a_disk_dropped_without_unmounting(make_bundle: MakeBundle, tmp_path: Path) -> None:
    tools = ("mkfs.ext4", "mount", "umount", "losetup")
    if os.geteuid() != 0 or any(shutil.which(tool) is None for tool in tools):
        pytest.skip("a loop-mounted disk needs root and mkfs.ext4")
    old = make_bundle("old", "1.0", books={"a": "1"}, model=b"\x01" * 300_000)
    new = make_bundle("new", "1.1", books={"a": "1", "b": "2"}, model=b"\x02" * 300_000, extra_models=2)
    image, disk = tmp_path / "disk.img", tmp_path / "disk"
    disk.mkdir()
    with image.open("wb") as stream:
        stream.truncate(160 << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    if subprocess.run(["mount", "-o", "loop", image, disk], capture_output=True, check=False).returncode != 0:
        pytest.skip("this computer allows no loop mounts")
    root, school = Root(disk / "program"), disk / "school"
    try:
        seconds = whole_seconds(old, root, school)
        subprocess.run(["umount", disk], check=True)
        clock = random.Random(88)
        for moment in range(4):
            shutil.copyfile(image, tmp_path / "work.img")
            subprocess.run(["mount", "-o", "loop", tmp_path / "work.img", disk], check=True)
            child = started(new, root, school)
            time.sleep(clock.uniform(0.3, 1.0) * seconds)
            # What the disk holds now, without what the system had still in memory: the power is gone.
            os.killpg(child.pid, signal.SIGSTOP)
            shutil.copyfile(tmp_path / "work.img", tmp_path / "dropped.img")
            kill_group(child)
            subprocess.run(["umount", disk], check=True)
            subprocess.run(["mount", "-o", "loop", tmp_path / "dropped.img", disk], check=True)
            assert answer(root) in ("1.0 small", "1.1 small"), f"moment {moment}"
            assert started(new, root, school).wait() == 0, f"moment {moment}"
            assert answer(root) == "1.1 small"
            subprocess.run(["umount", disk], check=True)
    finally:
        subprocess.run(["umount", disk], capture_output=True, check=False)
