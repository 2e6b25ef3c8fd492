"""Forty pupils ask at once: how long they wait, whether anyone starves, whether the server stays awake.

    .venv/bin/python scripts/bench_load.py [--pupils 40] [--each 4] [--rounds 2] [--pause 5] [--json OUT]

Starts `tutor serve` on a free port of this computer, over the library of TUTOR_HOME, and lets every pupil open the
page and ask one question after the other from the golden set, a third of them also asked by others. Prints the time
to the first evidence, to the first sentence and to the end, how long the turn to be written was waited for, errors,
the answers of /health meanwhile, and the server's memory: in the first quarter it is still growing into its threads
and caches, so its growth is told for the second half too, and from one round to the next in the same server, each with
new questions. The times are of all rounds together. Run scripts/quickstart.py first.

When all ask at once, whoever stands last waits twice the mean even in the fairest row, so the longest wait alone does
not tell starvation: `most_overtaken` is how many questions that lined up later were written before one that waited.

/health is asked by a process of its own, for the pupils' threads here would slow down what they measure. How late that
process itself is woken is told beside it (`computer_late_*`): on a busy computer that much is not the server's.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from load_figures import GOALS, Load, Question, figures

READY_SECONDS = 180
HEALTH_EVERY = 0.25


def events_of(reply: http.client.HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, data) of the events of a stream, as they come."""
    name = ""
    for raw in reply:
        line = raw.decode("utf-8").rstrip("\n")
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, json.loads(line[6:])


class Pupil:
    """A browser with a mark of its own."""

    def __init__(self, number: int, host: str, port: int) -> None:
        self.number = number
        self._host, self._port = host, port
        self._cookie = ""

    def open_page(self) -> None:
        """Load the question page, which gives the device its mark. Raises OSError."""
        connection = http.client.HTTPConnection(self._host, self._port, timeout=60)
        connection.request("GET", "/")
        reply = connection.getresponse()
        reply.read()
        cookies = [value.split(";")[0] for name, value in reply.getheaders() if name.lower() == "set-cookie"]
        self._cookie = "; ".join(cookies)
        connection.close()

    def ask(self, number: int, text: str) -> Question:
        """Ask and follow the stream to its end."""
        began = time.perf_counter()
        asked = Question(self.number, number, text, began)
        try:
            self._follow(asked, began)
        except (OSError, http.client.HTTPException, ValueError) as error:
            asked.error = f"{type(error).__name__}: {error}"
        asked.end = time.perf_counter() - began
        return asked

    def _follow(self, asked: Question, began: float) -> None:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=600)
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream", "Cookie": self._cookie}
        connection.request("POST", "/api/v1/ask", json.dumps({"question": asked.text}), headers)
        reply = connection.getresponse()
        if reply.status != 200:
            asked.error = f"{reply.status}: {reply.read(300)!r}"
            return
        for name, data in events_of(reply):
            now = time.perf_counter() - began
            if name in ("evidence", "declined") and asked.evidence is None:
                asked.evidence = now
            elif name == "sentence" and asked.first_sentence is None:
                asked.first_sentence = now
            elif name == "state":
                asked.state = data["state"]
                if asked.state == "writing" and asked.turn_wait is None and asked.evidence is not None:
                    asked.turn_wait = now - asked.evidence
        connection.close()
        if asked.state != "done":
            asked.error = f"it ended as {asked.state or 'nothing'}"


def run_load(host: str, port: int, plans: Sequence[Sequence[str]], pause: float, seed: int = 42) -> list[Question]:
    """Every pupil asks the questions of its plan, with pauses of up to twice `pause` seconds between them."""
    done: list[Question] = []
    lock = threading.Lock()

    def be_a_pupil(number: int, plan: Sequence[str]) -> None:
        chance = random.Random(seed + number)
        pupil = Pupil(number, host, port)
        pupil.open_page()
        for position, text in enumerate(plan):
            time.sleep(chance.uniform(0, 2 * pause))
            asked = pupil.ask(position, text)
            with lock:
                done.append(asked)

    threads = [threading.Thread(target=be_a_pupil, args=(n, plan)) for n, plan in enumerate(plans)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def plans_from(questions: Sequence[str], pupils: int, each: int, seed: int = 42) -> list[list[str]]:
    """What every pupil asks: two thirds its own questions, a third from those that the whole class asks."""
    chance = random.Random(seed)
    shuffled = list(questions)
    chance.shuffle(shuffled)
    common, own = shuffled[:10], iter(shuffled[10:] * (pupils * each // max(1, len(shuffled) - 10) + 1))
    return [
        [chance.choice(common) if chance.random() < 1 / 3 else next(own) for _ in range(each)] for _ in range(pupils)
    ]


class Watcher:
    """Asks for /health and looks at the memory, in a process of its own, until told to stop."""

    def __init__(self, host: str, port: int, process_id: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        self._found: Any = context.Queue()
        self._process = context.Process(target=watch, args=(host, port, process_id, self._stop, self._found))
        self._process.start()

    def stop(self, load: Load) -> None:
        """End it and put what it found into the load, as one more round."""
        self._stop.set()
        health_ms, late_ms, memory_mb = self._found.get(timeout=60)
        load.health_ms += health_ms
        load.late_ms += late_ms
        load.memory_mb += memory_mb
        load.memory_of_rounds.append(memory_mb)
        self._process.join()


def watch(host: str, port: int, process_id: int, stop: Any, found: Any) -> None:
    """What the watcher's process does."""
    import psutil

    process = psutil.Process(process_id)
    health_ms: list[float] = []
    late_ms: list[float] = []
    memory_mb: list[float] = []
    while True:
        began = time.perf_counter()
        if stop.wait(HEALTH_EVERY):
            break
        late_ms.append((time.perf_counter() - began - HEALTH_EVERY) * 1000)
        began = time.perf_counter()
        connection = http.client.HTTPConnection(host, port, timeout=30)
        connection.request("GET", "/health")
        connection.getresponse().read()
        connection.close()
        health_ms.append((time.perf_counter() - began) * 1000)
        memory_mb.append(process.memory_info().rss / 2**20)
    found.put((health_ms, late_ms, memory_mb))


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started_server(port: int, profile: str | None) -> subprocess.Popen[bytes]:
    """A running `tutor serve`. Raises RuntimeError when it does not become ready."""
    command = [sys.executable, "-m", "tutor", "serve", "--port", str(port)]
    server = subprocess.Popen(command + (["--profile", profile] if profile else []))
    for _ in range(READY_SECONDS * 2):
        if server.poll() is not None:
            break
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return server
        except OSError:
            time.sleep(0.5)
    server.terminate()
    raise RuntimeError("the server did not start")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pupils", type=int, default=40)
    parser.add_argument("--each", type=int, default=4, help="questions of every pupil")
    parser.add_argument("--rounds", type=int, default=1, help="how often all that, in the same server")
    parser.add_argument("--pause", type=float, default=5.0, help="mean seconds between a pupil's questions")
    parser.add_argument("--profile")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    from tutor.evaluation.golden import load_rows, rows_of

    port = free_port()
    server = started_server(port, chosen.profile)
    load = Load()
    try:
        Pupil(-1, "127.0.0.1", port).ask(0, "What is water?")  # the first question pays for warming up
        asked = [row.question for row in rows_of(load_rows(), "dev")]
        plans = plans_from(asked, chosen.pupils, chosen.each * chosen.rounds)
        began = time.perf_counter()
        for number in range(chosen.rounds):
            watcher = Watcher("127.0.0.1", port, server.pid)
            part = slice(number * chosen.each, (number + 1) * chosen.each)
            try:
                load.questions += run_load("127.0.0.1", port, [plan[part] for plan in plans], chosen.pause)
            finally:
                watcher.stop(load)
        spent = time.perf_counter() - began
    finally:
        server.terminate()
        server.wait(30)
    found = figures(load)
    print(f"{chosen.pupils} pupils, {chosen.each * chosen.rounds} questions each, in {spent:.0f} s")
    for name, value in found.items():
        goal = f"   (goal: below {GOALS[name]:g})" if name in GOALS else ""
        print(f"  {name:26} {value:10.2f}{goal}")
    for question in load.questions:
        if question.error:
            print(f"  error: pupil {question.pupil}: {question.error}")
    if chosen.json:
        chosen.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0 if found["errors"] == 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
