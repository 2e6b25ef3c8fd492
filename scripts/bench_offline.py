"""Runs the whole product for some minutes where nothing can leave this computer, and counts what tries to.

    sudo .venv/bin/python scripts/bench_offline.py [--minutes 60] [--pupils 6] [--pause 5] [--json OUT]

Linux only. `tutor serve` runs over a copy of TUTOR_HOME's books, in a network that leads nowhere (offline_watch.py).
Pupils ask questions of the golden set, each `--pause` seconds after the last answer; one more walks through the pages
and follows lessons. Round after round staff do all that the commands do (ask, search, books, lessons, backup, doctor)
and all that the teacher's pages offer; at the end a backup is put back on the page. A probe sends one packet first: a
watch that does not see it ends the run. Prints rounds, questions, errors, attempts, and the addresses of the pages that
nobody opened; ends with status 1 when there was an error or an attempt.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench_load import Pupil, free_port
from offline_watch import Watch, shut_in
from page_browser import Browser, WalkError
from page_walks import first_start, pupil_walk, restore_walk, teacher_walk
from staff_commands import QUESTIONS, lesson_round, staff_round

INSIDE = "--inside"
START_SECONDS = 300
PROBED = "udp/192.0.2.1:53"
LESSONS_BUSY = "Another tutor is writing lessons here"
"""What the command says while the server writes lessons for pupils: right, and no error."""


class Asking(threading.Thread):
    """One pupil who asks as long as the run goes on."""

    def __init__(self, number: int, port: int, over: threading.Event, pause: float, questions: Sequence[str]) -> None:
        super().__init__(daemon=True)
        self._pupil = Pupil(number, "127.0.0.1", port)
        self._over, self._pause, self._questions = over, pause, questions
        self.asked = 0
        self.errors: list[str] = []

    def run(self) -> None:
        self._pupil.open_page()
        while not self._over.is_set():
            text = self._questions[self.asked % len(self._questions)]
            done = self._pupil.ask(self.asked, text)
            self.asked += 1
            if done.error and not self._over.is_set():
                self.errors.append(f"{text}: {done.error}")
            self._over.wait(self._pause)


class Walking(threading.Thread):
    """Pupils who go through all pages, one after the other, each with a device of its own. `opened`: what they sent."""

    def __init__(self, port: int, over: threading.Event, pause: float) -> None:
        super().__init__(daemon=True)
        self._port, self._over, self._pause = port, over, pause
        self.opened: set[tuple[str, str]] = set()
        self.asked = 0
        self.errors: list[str] = []

    def run(self) -> None:
        while not self._over.is_set():
            browser = Browser("127.0.0.1", self._port)
            try:
                pupil_walk(browser, QUESTIONS[self.asked % len(QUESTIONS)], self.asked)
            except WalkError as error:
                self.errors.append(f"a pupil's page: {error}")
            self.opened |= browser.asked
            self.asked += 1
            self._over.wait(self._pause)


@contextmanager
def pupils_asking(
    count: int, port: int, pause: float, questions: Sequence[str]
) -> Iterator[tuple[Walking, list[Asking]]]:
    """One pupil that walks and so many that ask, until the block ends."""
    over = threading.Event()
    share = max(1, len(questions) // max(1, count))
    walking = Walking(port, over, pause)
    asking = [Asking(n, port, over, pause, [*questions[n * share :], *questions[: n * share]]) for n in range(count)]
    for pupil in (walking, *asking):
        pupil.start()
    try:
        yield walking, asking
    finally:
        over.set()
        for pupil in (walking, *asking):
            pupil.join(timeout=600)


@contextmanager
def serving(port: int, profile: str, log: Path) -> Iterator[str]:
    """`tutor serve`, until the block ends; the set-up code that it printed."""
    command = [sys.executable, "-m", "tutor", "serve", "--port", str(port), "--profile", profile]
    with log.open("wb") as stream:
        server = subprocess.Popen(command, stdout=stream, stderr=subprocess.STDOUT)
    try:
        for _ in range(START_SECONDS):
            code = re.search(r"(?:Setup code|kuanzisha): (\d+)", log.read_text(encoding="utf-8", errors="replace"))
            if code:
                break
            if server.poll() is not None:
                raise RuntimeError("the server did not start")
            time.sleep(1.0)
        else:
            raise RuntimeError("the server did not start in time")
        yield code[1]
    finally:
        server.terminate()
        server.wait(120)


def require_watchful(watch: Watch) -> None:
    """Send a packet that would leave, and see that it is seen. Raises RuntimeError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as leaving:
        leaving.sendto(b"x", ("192.0.2.1", 53))
    time.sleep(2.0)
    if watch.seen.pop(PROBED, 0) != 1:
        raise RuntimeError("the watch does not see what leaves")


def never_opened(home: Path, asked: set[tuple[str, str]]) -> tuple[int, list[str]]:
    """How many kinds of page and call tutor has, and those of them that were not among `asked`."""
    from werkzeug.exceptions import HTTPException

    from tutor.core.settings import load_settings
    from tutor.web.app import create_app
    from tutor.web.service.source import LibrarySource
    from tutor.web.site import open_site

    settings = load_settings(home)
    site = open_site(LibrarySource(settings), home, settings=settings)
    try:
        pages = create_app(site).url_map
        here = pages.bind("127.0.0.1")
        opened = set()
        for method, path in asked:
            try:
                opened.add(here.match(path, method=method)[0])
            except HTTPException:
                continue
    finally:
        site.close()
    every = {rule.endpoint for rule in pages.iter_rules()}
    return len(every), sorted(every - opened)


def golden_questions() -> list[str]:
    """Questions of the golden set, mixed; the part that is kept for the end is not among them."""
    from tutor.evaluation.golden import load_rows, rows_of

    questions = [row.question for row in rows_of(load_rows(), "dev")]
    random.Random(42).shuffle(questions)
    return questions


def run_inside(options: argparse.Namespace, home: Path) -> dict[str, Any]:
    """The run itself, in the namespace. The figures of it."""
    environ = {**os.environ, "TUTOR_HOME": str(home), "TUTOR_PROFILE": options.profile}
    os.environ.update(environ)
    place = home.parent
    (place / "backups").mkdir(exist_ok=True)
    errors: Counter[str] = Counter()
    rounds = commands = 0
    watch = Watch()
    watch.start()
    require_watchful(watch)

    def run(arguments: list[str]) -> str:
        nonlocal commands
        command = [sys.executable, "-m", "tutor", *arguments]
        done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
        commands += 1
        if done.returncode != 0 and LESSONS_BUSY not in done.stderr + done.stdout:
            errors[f"tutor {' '.join(arguments[:2])}: {(done.stderr or done.stdout).strip()[-200:]}"] += 1
        time.sleep(options.pause)
        return done.stdout

    began, ends = time.monotonic(), time.monotonic() + 60 * options.minutes
    port = free_port()
    teacher = Browser("127.0.0.1", port)
    with serving(port, options.profile, place / "serve.log") as code:
        first_start(teacher, code)
        with pupils_asking(options.pupils, port, options.pause, golden_questions()) as (walking, asking):
            while rounds == 0 or time.monotonic() < ends:
                try:
                    for arguments in staff_round(rounds, place):
                        run(arguments)
                    lesson_round(rounds, place, run)
                    teacher_walk(teacher, rounds)
                except WalkError as error:
                    errors[f"a teacher's page: {error}"] += 1
                rounds += 1
        try:
            restore_walk(teacher)
        except WalkError as error:
            errors[f"a backup on the page: {error}"] += 1
    errors.update([*walking.errors, *(error for pupil in asking for error in pupil.errors)])
    seen = watch.stop()
    pages, missed = never_opened(home, teacher.asked | walking.opened)
    return {
        "minutes": round((time.monotonic() - began) / 60, 1), "rounds": rounds, "commands": commands,
        "pupils": options.pupils, "pause_s": options.pause, "questions": sum(pupil.asked for pupil in asking),
        "walks": walking.asked, "kinds_of_page": pages, "never_opened": missed, "errors": sum(errors.values()),
        "what": dict(errors), "attempts": sum(seen.values()), "attempted": dict(seen.most_common(20)),
    }  # fmt: skip


def run_outside(rest: Sequence[str]) -> dict[str, Any]:
    """Shut a run over a copy of TUTOR_HOME's books in. Its figures."""
    home = Path(os.environ.get("TUTOR_HOME") or Path(__file__).resolve().parent.parent)
    with tempfile.TemporaryDirectory(prefix="tutor-offline-") as temporary:
        copy, out = Path(temporary, "home"), Path(temporary, "figures.json")
        copy.mkdir()
        for name in ("library", "index"):
            shutil.copytree(home / name, copy / name)
        command = [sys.executable, str(Path(__file__).resolve()), INSIDE, str(copy), *rest, "--json", str(out)]
        subprocess.run(shut_in(command), check=False)
        if not out.is_file():
            sys.exit("The run did not end well, so there are no figures.")
        figures: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return figures


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description="Runs the whole product shut in, and counts what tries to leave.")
    parser.add_argument("--minutes", type=float, default=60.0, help="the round that has begun is ended")
    parser.add_argument("--pupils", type=int, default=6)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds after an answer, a command or a walk")
    parser.add_argument("--profile", default="starter")
    parser.add_argument("--json", type=Path)
    parser.add_argument(INSIDE, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        figures = run_inside(options, options.inside)
    else:
        rest = [f"--minutes={options.minutes}", f"--pupils={options.pupils}", f"--pause={options.pause}"]
        figures = run_outside([*rest, f"--profile={options.profile}"])
        for name, value in figures.items():
            print(f"{name}: {value}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 1 if figures["errors"] or figures["attempts"] else 0


if __name__ == "__main__":
    sys.exit(main())
