"""Runs the whole product for some minutes where nothing can leave this computer, and counts what tries to.

    sudo .venv/bin/python scripts/bench_offline.py [--minutes 60] [--pupils 6] [--profile starter] [--json OUT]

Linux only. Makes a network namespace with loopback and an interface that leads nowhere but has the default routes:
whatever would leave the computer is sent into it, lost, and seen there with its destination. Nothing is traced, so
the program runs as fast as ever. `tutor serve` runs over a copy of TUTOR_HOME; pupils ask without pause, and round
after round does what staff do: ask, search, add a book, correct it, remove it, check, back up, doctor. Prints
rounds, questions, errors and attempts; ends with status 1 when there was an error or an attempt.
"""

from __future__ import annotations

import argparse
import json
import os
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

from bench_load import Pupil, free_port, started_server

INSIDE = "--inside"
NOWHERE = "nowhere0"
SET_UP = f"""
ip link set lo up
ip link add {NOWHERE} type dummy 2>/dev/null || ip link add {NOWHERE} type veth peer name {NOWHERE}b || exit 1
for name in {NOWHERE} {NOWHERE}b; do
    ip link show $name >/dev/null 2>&1 || continue
    for each in accept_ra autoconf router_solicitations; do
        [ ! -e /proc/sys/net/ipv6/conf/$name/$each ] || echo 0 >/proc/sys/net/ipv6/conf/$name/$each
    done
    ip link set $name arp off up
done
ip address add 198.51.100.2/24 dev {NOWHERE} && ip route add default dev {NOWHERE} || exit 1
ip address add fd00:6e6f::2/64 dev {NOWHERE} nodad && ip -6 route add default dev {NOWHERE} || true
exec "$@"
"""
EVERY_PROTOCOL = 0x0003
OUTGOING = 4
KERNELS_OWN = frozenset({0, 2, 58})
"""Hop-by-hop options, IGMP and ICMPv6: what the kernel itself sends when an interface goes up."""
QUESTIONS = (
    "What is photosynthesis?", "Kwa nini watu walipigana katika vita vya Maji Maji?", "Define soil erosion.",
    "Osmosis ni nini?", "Explain how the heart works.", "Taja sababu za mmomonyoko wa udongo.", "What is music?",
    "Eleza democracy.", "How do you find the area of a triangle?", "Nguvu ya uvutano ni nini?",
)  # fmt: skip
BOOK = "---\ntitle: Round {number}\nsubject: geography\nform: 2\nlanguage: en\ntype: notes\n---\n# Round {number}\n\n"
TEXT = "The hill of round {number} is {number} metres higher than the valley beside it.\n"


def destination(packet: bytes) -> str | None:
    """Where a packet goes, as `protocol/address:port`; None for what the kernel sends of its own."""
    version = packet[0] >> 4 if packet else 0
    if version == 4:
        protocol, address, body = packet[9], socket.inet_ntoa(packet[16:20]), packet[4 * (packet[0] & 15) :]
    elif version == 6:
        protocol, address, body = packet[6], socket.inet_ntop(socket.AF_INET6, packet[24:40]), packet[40:]
    else:
        return None
    if protocol in KERNELS_OWN:
        return None
    port = int.from_bytes(body[2:4], "big") if protocol in (6, 17) else 0
    return f"{ {6: 'tcp', 17: 'udp'}.get(protocol, protocol) }/{address}:{port}"


class Watch(threading.Thread):
    """Sees what is sent into the interface that leads nowhere. Raises OSError where there is none."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.seen: Counter[str] = Counter()
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(EVERY_PROTOCOL))
        self._socket.bind((NOWHERE, EVERY_PROTOCOL))
        self._socket.settimeout(0.5)
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.is_set():
            try:
                packet, place = self._socket.recvfrom(256)
            except TimeoutError:
                continue
            name = destination(packet) if place[2] == OUTGOING else None
            if name is not None:
                self.seen[name] += 1

    def stop(self) -> Counter[str]:
        """Packets by destination; watching ends a little later, so that the last ones are seen."""
        time.sleep(1.0)
        self._over.set()
        self.join()
        return self.seen


def shut_in(command: Sequence[str]) -> list[str]:
    """The command as it runs where nothing leaves."""
    return ["unshare", "-n" if os.geteuid() == 0 else "-rn", "sh", "-c", SET_UP, "sh", *command]


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
    watch = Watch()
    watch.start()
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
        "attempts": sum((seen := watch.stop()).values()), "attempted": dict(seen.most_common(20)),
    }  # fmt: skip


def run_outside(rest: Sequence[str]) -> dict[str, Any]:
    """Shut a run over a copy of TUTOR_HOME in. Its figures."""
    home = Path(os.environ.get("TUTOR_HOME") or Path(__file__).resolve().parent.parent)
    with tempfile.TemporaryDirectory(prefix="tutor-offline-") as temporary:
        copy, out = Path(temporary, "home"), Path(temporary, "figures.json")
        copy.mkdir()
        for name in ("library", "index", "classroom", "tutor.toml"):
            if (home / name).is_dir():
                shutil.copytree(home / name, copy / name)
            elif (home / name).is_file():
                shutil.copyfile(home / name, copy / name)
        command = [sys.executable, str(Path(__file__).resolve()), INSIDE, str(copy), *rest, "--json", str(out)]
        subprocess.run(shut_in(command), check=False)
        if not out.is_file():
            sys.exit("The run did not end well, so there are no figures.")
        figures: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return figures


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
        figures = run_outside(rest)
        for name, value in figures.items():
            print(f"{name}: {value}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 1 if figures["errors"] or figures["attempts"] else 0


if __name__ == "__main__":
    sys.exit(main())
