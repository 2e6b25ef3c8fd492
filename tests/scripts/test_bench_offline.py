"""The watch of the offline run sees what would leave this computer, and takes nothing else for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import bench_offline
import pytest

TALKS = """
import socket
import bench_offline
inside = socket.create_server(("127.0.0.1", 0))
socket.create_connection(inside.getsockname()).sendall(b"x")
before = bench_offline.packets_sent()
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as leaving:
    leaving.sendto(b"x", ("192.0.2.1", 53))
print(before, bench_offline.packets_sent())
"""


@pytest.mark.parametrize(
    ("call", "leaves"),
    [
        ('connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, 16) = -1', True),
        ('connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.53")}, 16) = 0', False),
        ('sendto(3, "x", 1, 0, {sa_family=AF_INET6, inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 1', True),
        ('connect(3, {sa_family=AF_INET6, inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0', False),
        ('connect(3, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0', False),
    ],
)
def test_which_calls_leave(call: str, leaves: bool) -> None:
    assert bench_offline.is_beyond_loopback(call) is leaves


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's")
def test_what_would_leave_is_counted_and_named(tmp_path: Path) -> None:
    probe = ["unshare", "-rn", "true"]
    if shutil.which("unshare") is None or subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        pytest.skip("a network namespace of its own is not allowed here")
    command = bench_offline.watched([sys.executable, "-c", TALKS], tmp_path / "calls.log")
    scripts = Path(bench_offline.__file__).parent
    done = subprocess.run(command, cwd=scripts, capture_output=True, text=True, check=False)
    if "unreachable" in done.stderr:
        pytest.skip("this computer has neither dummy interfaces nor pairs of them")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["0", "1"]
    if shutil.which("strace"):
        beyond = [call for call in (tmp_path / "calls.log").read_text().splitlines() if "192.0.2.1" in call]
        assert len(beyond) == 1 and bench_offline.is_beyond_loopback(beyond[0])


def test_a_round_leaves_no_book_behind_and_few_backups(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    for number in range(4):
        for arguments in bench_offline.staff_round(number, tmp_path):
            if arguments[0] == "backup":
                (tmp_path / "backups" / f"{number}").touch()
    assert len(list((tmp_path / "backups").iterdir())) == 2
    verbs = [arguments[1] for arguments in bench_offline.staff_round(9, tmp_path) if arguments[0] == "library"]
    assert verbs[0] == "add" and verbs[-1] == "remove"
