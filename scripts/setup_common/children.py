"""Running other programs: in the open, or into a log file with a sign of life."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

NOT_STARTED = 127
SIGN_OF_LIFE_SECONDS = 30
KILLED = {-9, 137}


class Children:
    """Runs programs in the checkout with one environment. `alive` is told the seconds gone by, every 30 s."""

    def __init__(self, root: Path, environment: Mapping[str, str], alive: Callable[[int], None]) -> None:
        self._root = root
        self._environment = dict(environment)
        self._alive = alive

    def run(
        self, command: Sequence[str | Path], *, log: Path | None = None, settings: Mapping[str, str] | None = None
    ) -> int:
        """The exit code; NOT_STARTED where the program cannot be started. `settings` join the environment.

        With `log` all output goes to that file and the child cannot ask anything; without, it has the terminal.
        """
        environment = {**self._environment, **(settings or {})}
        arguments = [str(part) for part in command]
        if log is None:
            return self._exit_code(arguments, environment, None)
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as stream:
            return self._exit_code(arguments, environment, stream)

    def output(self, command: Sequence[str | Path], *, log: Path | None = None) -> str | None:
        """What the program wrote to standard output; None where it failed. With `log`, its errors go there."""
        try:
            done = subprocess.run(
                [str(part) for part in command],
                cwd=self._root,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        except OSError:
            return None
        if log is not None:
            log.parent.mkdir(parents=True, exist_ok=True)
            log.write_bytes(done.stdout + done.stderr)
        return done.stdout.decode("utf-8", errors="replace") if done.returncode == 0 else None

    def shown_last_line(self, command: Sequence[str | Path]) -> tuple[int, str]:
        """Run in the open; the exit code and the last line that was not empty."""
        process = subprocess.Popen(
            [str(part) for part in command], cwd=self._root, env=self._environment, stdout=subprocess.PIPE
        )
        last = pending = b""
        try:
            while block := process.stdout.read1(65536):  # type: ignore[union-attr]
                sys.stdout.buffer.write(block)
                sys.stdout.buffer.flush()
                *whole, pending = (pending + block).split(b"\n")
                last = next((line for line in reversed(whole) if line.strip()), last)
            last = pending if pending.strip() else last
            return process.wait(), last.decode("utf-8", errors="replace").rstrip()
        finally:
            process.stdout.close()  # type: ignore[union-attr]
            _end(process)

    def _exit_code(self, command: list[str], environment: Mapping[str, str], log: object) -> int:
        options = {} if log is None else {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT}
        try:
            process = subprocess.Popen(command, cwd=self._root, env=environment, **options)  # type: ignore[call-overload]
        except OSError:
            return NOT_STARTED
        started = time.monotonic()
        try:
            while True:
                try:
                    return int(process.wait(timeout=None if log is None else SIGN_OF_LIFE_SECONDS))
                except subprocess.TimeoutExpired:
                    self._alive(int(time.monotonic() - started))
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """No child outlives the script that started it."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


REASONS = (
    ("why-disk", ("No space left on device", "Errno 28", "There is not enough space on the disk")),
    ("why-certificate", ("CERTIFICATE_VERIFY_FAILED", "SSLCertVerificationError")),
    (
        "why-no-network",
        (
            "NewConnectionError",
            "NameResolutionError",
            "ConnectTimeoutError",
            "ReadTimeoutError",
            "ProxyError",
            "Network is unreachable",
            "Temporary failure in name resolution",
            "getaddrinfo failed",
            "Connection aborted",
        ),
    ),
    ("why-memory", ("Killed signal terminated program", "out of memory", "MemoryError")),
    ("why-permission", ("Permission denied", "Access is denied", "Read-only file system")),
    ("why-no-package", ("No matching distribution found", "Could not find a version")),
)


def why_failed(code: int, log: Path | None) -> str:
    """The key of the text that says why a child failed, from its exit code and the end of its log."""
    if code == NOT_STARTED:
        return "why-not-started"
    if code in KILLED:
        return "why-memory"
    if log is None:
        return "why-said-above"
    try:
        end = log.read_bytes()[-200_000:].decode("utf-8", errors="replace")
    except OSError:
        return "why-in-log"
    return next((key for key, signs in REASONS if any(sign in end for sign in signs)), "why-in-log")
