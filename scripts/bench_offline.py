"""Runs the whole product for some minutes where nothing can leave this computer, and counts what tries to.

    sudo .venv/bin/python scripts/bench_offline.py [--minutes 60] [--pupils 6] [--profile starter] [--json OUT]

Linux only. Makes a network namespace with loopback and an interface that leads nowhere but has the default route:
whatever would leave the computer is sent into it, lost, and counted by the kernel. With strace installed the calls are
counted too and named. In it `tutor serve` runs over a copy of TUTOR_HOME; pupils ask without pause, and one round
after the other does what staff do: ask, search, add a book, correct it, remove it, check, back up, doctor. Prints
rounds, questions, errors and attempts; ends with status 1 when there was an error or an attempt.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
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

from bench_load import Pupil, free_port, started_server

INSIDE = "--inside"
NOWHERE = "nowhere0"
SET_UP = f"""
ip link set lo up
ip link add {NOWHERE} type dummy 2>/dev/null || ip link add {NOWHERE} type veth peer name {NOWHERE}b 2>/dev/null
for name in {NOWHERE} {NOWHERE}b; do
    [ -e /proc/sys/net/ipv6/conf/$name ] || continue
    echo 1 >/proc/sys/net/ipv6/conf/$name/disable_ipv6
    ip link set $name arp off up
done
if ip link show {NOWHERE} >/dev/null 2>&1; then
    ip address add 198.51.100.2/24 dev {NOWHERE}
    ip route add default via 198.51.100.1 dev {NOWHERE} onlink
fi
exec "$@"
"""
ADDRESS = re.compile(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')
QUESTIONS = (
    "What is photosynthesis?", "Kwa nini watu walipigana katika vita vya Maji Maji?", "Define soil erosion.",
    "Osmosis ni nini?", "Explain how the heart works.", "Taja sababu za mmomonyoko wa udongo.", "What is music?",
    "Eleza democracy.", "How do you find the area of a triangle?", "Nguvu ya uvutano ni nini?",
)  # fmt: skip
BOOK = "---\ntitle: Round {number}\nsubject: geography\nform: 2\nlanguage: en\ntype: notes\n---\n# Round {number}\n\n"
TEXT = "The hill of round {number} is {number} metres higher than the valley beside it.\n"


def is_beyond_loopback(call: str) -> bool:
    """True for a traced call that names an internet address which is not this computer."""
    found = ADDRESS.search(call)
    return found is not None and not (found[1] or found[2]).startswith(("127.", "::1", "::ffff:127.", "0.0.0.0"))


def watched(command: Sequence[str], calls: Path) -> list[str]:
    """The command as it runs shut in; the calls that name an address are kept in the file, where strace is."""
    strace = shutil.which("strace")
    kept = f"|grep --line-buffered -a -E 'inet_addr|inet_pton' > '{calls}' || true"
    trace = ["-f", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", kept]
    watch = [strace, *trace] if strace else []
    return ["unshare", "-n" if os.geteuid() == 0 else "-rn", "sh", "-c", SET_UP, "sh", *watch, *command]


def packets_sent() -> int | None:
    """How many packets went into the interface that leads nowhere; None where there is no such interface."""
    for line in Path("/proc/net/dev").read_text(encoding="ascii").splitlines():
        name, _, numbers = line.partition(":")
        if name.strip() == NOWHERE:
            return int(numbers.split()[9])
    return None


class Asking(threading.Thread):
    """One pupil who asks as long as the run goes on."""

    def __init__(self, number: int, port: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._pupil = Pupil(number, "127.0.0.1", port)
        self._number = number
        self._over = over
        self.asked = 0
        self.errors: list[str] = []

    def run(self) -> None:
        self._pupil.open_page()
        while not self._over.is_set():
            text = QUESTIONS[(self._number + self.asked) % len(QUESTIONS)]
            done = self._pupil.ask(self.asked, text)
            self.asked += 1
            if done.error and not self._over.is_set():
                self.errors.append(f"{text}: {done.error}")
            self._over.wait(1.0)


def staff_round(number: int, place: Path) -> Iterator[list[str]]:
    """What staff do in one round, as arguments of the command."""
    book = place / f"round-{number}.md"
    book.write_text(BOOK.format(number=number) + TEXT.format(number=number), encoding="utf-8")
    yield ["ask", QUESTIONS[number % len(QUESTIONS)], "--json"]
    yield ["search", "soil erosion"]
    yield ["library", "add", str(book)]
    yield ["library", "edit", book.stem, "--form", "3"]
    yield ["library", "check"]
    yield ["library", "show", book.stem]
    yield ["library", "remove", book.stem]
    yield ["backup", str(place / "backups")]
    yield ["doctor", "--json"]
    for old in sorted((place / "backups").glob("*"))[:-2]:
        old.unlink()


@contextmanager
def pupils_asking(count: int, port: int) -> Iterator[list[Asking]]:
    """So many pupils, until the block ends."""
    over = threading.Event()
    pupils = [Asking(number, port, over) for number in range(count)]
    for pupil in pupils:
        pupil.start()
    try:
        yield pupils
    finally:
        over.set()
        for pupil in pupils:
            pupil.join(timeout=120)


@contextmanager
def serving(port: int, profile: str) -> Iterator[None]:
    """`tutor serve`, until the block ends."""
    server = started_server(port, profile)
    try:
        yield
    finally:
        server.terminate()
        server.wait(60)


def run_inside(minutes: float, pupils: int, profile: str, home: Path) -> dict[str, Any]:
    """The run itself, in the namespace. The figures of it."""
    environ = {**os.environ, "TUTOR_HOME": str(home), "TUTOR_PROFILE": profile}
    os.environ.update(environ)
    place = home.parent
    (place / "backups").mkdir(exist_ok=True)
    errors: Counter[str] = Counter()
    rounds = commands = 0
    began, ends = time.monotonic(), time.monotonic() + 60 * minutes
    port = free_port()
    with serving(port, profile), pupils_asking(pupils, port) as asking:
        while time.monotonic() < ends:
            for arguments in staff_round(rounds, place):
                if time.monotonic() > ends:
                    break
                command = [sys.executable, "-m", "tutor", *arguments]
                done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
                commands += 1
                if done.returncode != 0:
                    errors[f"tutor {' '.join(arguments[:2])}: {(done.stderr or done.stdout).strip()[-200:]}"] += 1
            else:
                rounds += 1
    for pupil in asking:
        errors.update(pupil.errors)
    return {
        "minutes": round((time.monotonic() - began) / 60, 1), "rounds": rounds, "commands": commands, "pupils": pupils,
        "questions": sum(pupil.asked for pupil in asking), "errors": sum(errors.values()), "what": dict(errors),
        "packets_that_would_have_left": packets_sent(),
    }  # fmt: skip


def run_outside(options: argparse.Namespace, rest: Sequence[str]) -> dict[str, Any]:
    """Shut a run in, and add to its figures what the calls say."""
    home = Path(os.environ.get("TUTOR_HOME") or Path(__file__).resolve().parent.parent)
    with tempfile.TemporaryDirectory(prefix="tutor-offline-") as temporary:
        copy, calls, out = Path(temporary, "home"), Path(temporary, "calls.log"), Path(temporary, "figures.json")
        for name in ("library", "index", "classroom", "tutor.toml"):
            if (home / name).is_dir():
                shutil.copytree(home / name, copy / name)
            elif (home / name).is_file():
                copy.mkdir(exist_ok=True)
                shutil.copyfile(home / name, copy / name)
        command = [sys.executable, str(Path(__file__).resolve()), INSIDE, str(copy), *rest, "--json", str(out)]
        subprocess.run(watched(command, calls), check=False)
        figures: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        traced = calls.read_text(errors="replace").splitlines() if calls.is_file() else None
    beyond = None if traced is None else [line for line in traced if is_beyond_loopback(line)]
    return {
        **figures,
        "calls_within_this_computer": None if traced is None or beyond is None else len(traced) - len(beyond),
        "attempts": None if beyond is None else len(beyond),
        "attempted": dict(Counter("".join(ADDRESS.findall(line)[0]) for line in beyond or ()).most_common(10)),
    }


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description="Runs the whole product shut in, and counts what tries to leave.")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pupils", type=int, default=6)
    parser.add_argument("--profile", default="starter")
    parser.add_argument("--json", type=Path)
    parser.add_argument(INSIDE, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        figures = run_inside(options.minutes, options.pupils, options.profile, options.inside)
    else:
        rest = ["--minutes", str(options.minutes), "--pupils", str(options.pupils), "--profile", options.profile]
        figures = run_outside(options, rest)
        for name, value in figures.items():
            print(f"{name}: {'not known' if value is None else value}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    clean = not figures["errors"] and not figures.get("attempts") and not figures["packets_that_would_have_left"]
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
