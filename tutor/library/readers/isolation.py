"""The parent's side of the worker: a process that reads risky files, is watched, and can be stopped at any moment."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from tutor.core.errors import LibraryError
from tutor.core.places import PACKAGE
from tutor.library.readers.errors import TEXTS, ReadingError

Reply = dict[str, Any]
WORKER = "tutor.library.readers.worker"


class WorkerLostError(Exception):
    """The worker ended or fell silent. `is_slow` says which: it was stopped because it gave no sign in time."""

    def __init__(self, is_slow: bool) -> None:
        super().__init__("too slow" if is_slow else "stopped")
        self.is_slow = is_slow


def worker_replies(request: Mapping[str, Any], seconds: float, first_seconds: float) -> Iterator[Reply]:
    """What a worker answers to a request, one reply after another, until it says that it is done.

    It is stopped when the first reply takes longer than `first_seconds` or a later one longer than `seconds`, and
    when the caller takes no more replies. Raises WorkerLostError; LibraryError when the worker reports one.
    """
    environment = {**os.environ, "PYTHONPATH": _import_path(), "PYTHONIOENCODING": "utf-8", "OMP_THREAD_LIMIT": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    lines: queue.Queue[bytes | None] = queue.Queue(maxsize=64)
    stopped = threading.Event()
    reader = threading.Thread(target=_pass_lines, args=(process, lines, stopped), daemon=True)
    reader.start()
    try:
        _send(process, {**request, "seconds": seconds, "first_seconds": first_seconds})
        wait = first_seconds
        while True:
            try:
                line = lines.get(timeout=wait)
            except queue.Empty as error:
                raise WorkerLostError(is_slow=True) from error
            if line is None:
                raise WorkerLostError(is_slow=False)
            reply = json.loads(line)
            if "error" in reply:
                kind = ReadingError if reply["error"] in TEXTS else LibraryError
                raise kind(reply["error"], **reply["facts"])
            if reply.get("done"):
                return
            yield reply
            wait = seconds
    finally:
        stopped.set()
        process.kill()
        process.wait()
        reader.join()
        if process.stdout is not None:
            process.stdout.close()


def _send(process: subprocess.Popen[bytes], request: Mapping[str, Any]) -> None:
    assert process.stdin is not None
    try:
        with process.stdin as pipe:
            pipe.write(json.dumps(request).encode("ascii"))
    except BrokenPipeError as error:
        raise WorkerLostError(is_slow=False) from error


def _pass_lines(process: subprocess.Popen[bytes], lines: queue.Queue[bytes | None], stopped: threading.Event) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if not _put(line if line.endswith(b"\n") else None, lines, stopped):
            return
    _put(None, lines, stopped)


def _put(line: bytes | None, lines: queue.Queue[bytes | None], stopped: threading.Event) -> bool:
    while not stopped.is_set():
        try:
            lines.put(line, timeout=0.2)
        except queue.Full:
            continue
        return True
    return False


def _import_path() -> str:
    """Where the worker finds this package: beside it first, whatever folder the program was started in."""
    return os.pathsep.join(dict.fromkeys([str(PACKAGE.parent), *filter(None, sys.path)]))
