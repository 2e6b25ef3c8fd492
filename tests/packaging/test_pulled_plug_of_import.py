"""The plug is pulled while the installed program takes in books: then `tutor doctor` is clean or has mended it."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sticks import alone

from tutor.core.places import SAMPLE_LIBRARY

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]
MOMENTS = 6
SEED = 85


class School:
    """An installation for one person, with its own home."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.home = place / ".local/share/tutor"

    def command(self, *arguments: object) -> list[str]:
        return alone([str(self.place / ".local/bin/tutor"), *map(str, arguments)])

    @property
    def environ(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "HOME": str(self.place), "LANG": "C.UTF-8"}

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments), env=self.environ, capture_output=True, text=True, check=False, timeout=600
        )

    def run_json(self, *arguments: object) -> Any:
        done = self.run(*arguments, "--json")
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    def books(self) -> set[str]:
        return {document["id"] for document in self.run_json("library", "list")["documents"]}

    def killed_after(self, seconds: float, *arguments: object) -> bool:
        """Start the command and kill all its processes; True when it was still running."""
        child = subprocess.Popen(
            self.command(*arguments), env=self.environ, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        with suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
        running = child.poll() is None
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return running


@pytest.fixture(scope="module")
def installed(stick: Path, tmp_path_factory: pytest.TempPathFactory) -> School:
    place = tmp_path_factory.mktemp("shule")
    school = School(place)
    done = subprocess.run(
        alone(["sh", str(stick / "install.sh"), "--user", "--no-start"]),
        env=school.environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return school


def test_moments_of_an_import(installed: School, tmp_path: Path) -> None:
    books = tmp_path / "vitabu"
    books.mkdir()
    for chapter in sorted(SAMPLE_LIBRARY.glob("geography/*.md"))[:4]:
        shutil.copyfile(chapter, books / chapter.name)
    before = installed.books()
    shutil.copytree(installed.home, tmp_path / "as it was")
    began = time.monotonic()
    report = installed.run_json("library", "add", books)
    seconds = time.monotonic() - began
    after = before | set(report["added"])
    assert len(report["added"]) == 4
    clock = random.Random(SEED)
    seen, running = [], 0
    for moment in range(MOMENTS):
        shutil.rmtree(installed.home)
        shutil.copytree(tmp_path / "as it was", installed.home)
        running += installed.killed_after(clock.uniform(0.1, 1.0) * seconds, "library", "add", books)
        where = f"seed {SEED}, moment {moment}"
        checked = installed.run_json("doctor", "--fix")
        faults = [check for check in checked["checks"] if check["status"] == "fault"]
        assert checked["healthy"] and not faults, (where, faults)
        seen.append(installed.books())
        assert seen[-1] in (before, after), where
        again = installed.run_json("library", "add", books)
        assert installed.books() == after and not again["left_out"], where
        answer = installed.run_json("ask", "Kwa nini watu walipigana katika vita vya Maji Maji?")
        assert answer["citations"], where
    assert running >= MOMENTS // 2, "most moments were within the import"
    assert before in seen, "one moment at least came before the library had changed"
