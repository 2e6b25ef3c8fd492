"""From a built stick to a cited answer, with no network but loopback.

The stick is built of the real program with the small profile's embedder and two books, without the generator to keep
it quick. Building asks the package index; everything after it runs where there is no interface but loopback.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sticks import CHECKOUT, alone, tutor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]
PORT = 8123
CLASSROOM = r"""
import json, os, signal, subprocess, sys, time, urllib.request
stick, place, port = sys.argv[1:4]
open_url = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
environ = {"PATH": os.environ["PATH"], "HOME": place, "LANG": "C.UTF-8", "TUTOR_PYTHON": sys.executable}
began = time.monotonic()
install = ["sh", stick + "/install.sh", "--user", "--port", port]
done = subprocess.run(install, env=environ, capture_output=True, text=True)
report = {"status": done.returncode, "said": done.stdout[-2000:] + done.stderr[-2000:]}
report["seconds"] = round(time.monotonic() - began)
if done.returncode == 0:
    answers = []
    for question in ("What is photosynthesis?", "Kwa nini watu walipigana katika vita vya Maji Maji?"):
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/v1/ask", json.dumps({"question": question}).encode(),
            {"Content-Type": "application/json"},
        )
        answers.append(json.loads(open_url(request, timeout=300).read()))
    report["answers"] = answers
    tutor = place + "/.local/bin/tutor"
    checked = subprocess.run([tutor, "doctor", "--json"], env=environ, capture_output=True, text=True)
    report["doctor"] = json.loads(checked.stdout)
    os.kill(int(open(place + "/.local/share/tutor/logs/serve.pid").read()), signal.SIGTERM)
print(json.dumps(report))
"""


def test_install_start_ask_and_nothing_leaves(stick: Path, tmp_path: Path) -> None:
    place = tmp_path / "Mwl José"
    place.mkdir()
    log = tmp_path / "calls.log"
    strace = shutil.which("strace")
    watch = (
        [strace, "-f", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto,sendmsg", "-o", str(log)] if strace else []
    )
    done = subprocess.run(
        alone([*watch, sys.executable, "-c", CLASSROOM, str(stick), str(place), str(PORT)]),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["status"] == 0, report["said"]
    assert "Setup code" in report["said"] and f"http://127.0.0.1:{PORT}" in report["said"]
    english, swahili = report["answers"]
    for answer in (english, swahili):
        assert answer["method"] == "extracted"
        assert answer["citations"] and answer["citations"][0]["quote"]
    assert (english["language"], swahili["language"]) == ("en", "sw")
    faults = [check["name"] for check in report["doctor"]["checks"] if check["status"] == "fault"]
    assert faults == []
    if strace:
        assert attempts_beyond_loopback(log.read_text(errors="replace")) == []
        assert "127.0.0.1" in log.read_text(errors="replace"), "the watch sees what is loopback"


def attempts_beyond_loopback(calls: str) -> list[str]:
    """Calls that name an internet address which is not loopback."""
    found = []
    for line in calls.splitlines():
        address = re.search(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', line)
        if address and not (address[1] or address[2]).startswith(("127.", "::1", "::ffff:127.")):
            found.append(line)
    return found


def test_the_watch_sees_what_would_leave() -> None:
    line = 'connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, 16) = -1'
    inside = 'connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = 0'
    assert attempts_beyond_loopback(f"{line}\n{inside}\n") == [line]


def test_the_same_inputs_give_the_same_stick(stick: Path, tmp_path: Path, models_dir: Path) -> None:
    from tutor.appliance.wheels import project_wheel

    (tmp_path / "wheels").mkdir()
    again = project_wheel(CHECKOUT, tmp_path / "wheels")
    assert again.file.read_bytes() == (stick / "wheels" / again.file.name).read_bytes()
    home = stick.parent / "home"
    also = [word for name in os.environ.get("BUNDLE_TEST_ALSO", "").split() for word in ("--also", name)]
    built = tutor(
        home, models_dir, "bundle", "build", "--out", tmp_path / "again", "--key", stick.parent / "keys" / "tutor.key",
        "--profile", "small", "--no-generator", "--python", f"{sys.version_info[0]}.{sys.version_info[1]}",
        "--wheels", stick / "wheels", "--locks", tmp_path / "none", *also, "--json",
    )  # fmt: skip
    assert built.returncode == 0, built.stdout
    assert (tmp_path / "again" / "MANIFEST.json").read_bytes() == (stick / "MANIFEST.json").read_bytes()
