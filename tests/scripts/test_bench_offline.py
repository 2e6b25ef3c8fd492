"""The watch of the offline run sees what would leave this computer, and takes nothing else for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import offline_watch
import pytest
import staff_commands

TALKS = """
import socket
import offline_watch
watch = offline_watch.Watch()
watch.start()
inside = socket.create_server(("127.0.0.1", 0))
socket.create_connection(inside.getsockname()).sendall(b"x")
for family, address in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
    with socket.socket(family, socket.SOCK_DGRAM) as leaving:
        leaving.sendto(b"x", (address, 53))
with socket.socket() as leaving:
    leaving.setblocking(False)
    leaving.connect_ex(("192.0.2.9", 80))
    print(*sorted(watch.stop()))
"""


def test_what_the_kernel_sends_of_its_own_is_no_attempt() -> None:
    assert offline_watch.destination(bytes([0x60, 0, 0, 0, 0, 0, 58, 1, *([0] * 32)])) is None
    assert offline_watch.destination(b"") is None


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's")
def test_what_would_leave_is_seen_with_its_destination() -> None:
    probe = offline_watch.shut_in(["true"])
    if shutil.which("unshare") is None or subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        pytest.skip("a network of its own is not allowed here")
    command = offline_watch.shut_in([sys.executable, "-c", TALKS])
    scripts = Path(offline_watch.__file__).parent
    done = subprocess.run(command, cwd=scripts, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["tcp/192.0.2.9:80", "udp/192.0.2.1:53", "udp/2001:db8::1:53"]


def test_a_round_leaves_no_book_behind_and_few_backups(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    for number in range(4):
        for arguments in staff_commands.staff_round(number, tmp_path):
            if arguments[0] == "backup":
                (tmp_path / "backups" / f"{number}").touch()
    assert len(list((tmp_path / "backups").iterdir())) == 2
    verbs = [arguments[1] for arguments in staff_commands.staff_round(9, tmp_path) if arguments[0] == "library"]
    assert verbs[0] == "add" and verbs[-1] == "remove"
