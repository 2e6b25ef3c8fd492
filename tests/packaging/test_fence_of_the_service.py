"""The network fence of tutor.service, tried with the system's own systemd and packets that would leave.

Root only: systemd runs as the first process of namespaces of its own, over a copy of this system that is thrown away.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tutor.core.places import PACKAGE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
UNIT = PACKAGE.parent / "packaging" / "linux" / "tutor.service"
SYSTEMD = Path("/lib/systemd/systemd")
OUTSIDE = {"192.0.2.1", "8.8.8.8", "2001:db8::1"}
SCHOOL = {"10.1.2.3", "172.20.0.9", "192.168.1.5", "169.254.3.4", "fd00:9::1"}
SENDER = """
import socket
for address in ADDRESSES:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as one, socket.socket(family, socket.SOCK_STREAM) as two:
        try:
            one.sendto(b"x", (address, 53))
        except PermissionError:
            pass
        two.setblocking(False)
        two.connect_ex((address, 80))
with socket.create_server(("127.0.0.1", 0)) as here, socket.create_connection(here.getsockname()):
    print("loopback works", flush=True)
"""
WATCHER = """
import socket, sys, time
seen = set()
with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3)) as wire:
    wire.bind(("d0", 3))
    wire.settimeout(0.2)
    open(sys.argv[1] + ".ready", "w").close()
    ends = time.monotonic() + 6
    while time.monotonic() < ends:
        try:
            packet, place = wire.recvfrom(128)
        except TimeoutError:
            continue
        if place[2] == 4 and packet[0] >> 4 == 4 and packet[9] in (6, 17):
            seen.add((packet[9], socket.inet_ntoa(packet[16:20])))
        elif place[2] == 4 and packet[0] >> 4 == 6 and packet[6] in (6, 17):
            seen.add((packet[6], socket.inet_ntop(socket.AF_INET6, packet[24:40])))
with open(sys.argv[1], "w") as out:
    out.writelines(f"{protocol} {address}\\n" for protocol, address in sorted(seen))
"""
TRIAL = """
ip link set lo up
ip link add d0 type dummy 2>/dev/null || ip link add d0 type veth peer name d1
ip link set d1 up 2>/dev/null
ip link set d0 arp off up
ip address add 198.51.100.2/24 dev d0
ip route add default dev d0
ip address add fd00:1::2/64 dev d0 nodad
ip -6 route add default dev d0
for unit in open tutor; do
    PYTHON /mnt/watcher.py /mnt/$unit.seen &
    while [ ! -e /mnt/$unit.seen.ready ]; do sleep 0.1; done
    systemctl start $unit.service
    systemctl show $unit.service -p Result -p ExecMainStatus >>/mnt/$unit.said
    wait
done
touch /mnt/done
systemctl poweroff --force --force
"""
BOOT = r"""
place=$1 out=$2
mount -t tmpfs tmpfs "$place" && cd "$place" && mkdir cgroup up work root || exit 77
mount -t cgroup2 cgroup2 cgroup && mkdir "cgroup/tutor-fence-$$" || exit 77
echo $$ >"cgroup/tutor-fence-$$/cgroup.procs" || exit 77
unshare --cgroup --pid --fork --kill-child --net --uts --ipc --mount sh -c '
    mount -t overlay overlay -o lowerdir=/,upperdir=up,workdir=work root && cd root || exit 77
    mount -t proc proc proc; mount -t sysfs sysfs sys; mount -t tmpfs tmpfs run; mount -t tmpfs tmpfs tmp
    mount -t cgroup2 cgroup2 sys/fs/cgroup || exit 77
    mount -t tmpfs tmpfs dev
    for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
    mkdir dev/pts dev/shm; mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
    ln -s pts/ptmx dev/ptmx; ln -s /proc/self/fd dev/fd
    mkdir -p mnt old var/lib/tutor-fence; mount --bind "$1" mnt
    cp mnt/*.service etc/systemd/system/
    pivot_root . old && umount -l /old || exit 77
    exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        /lib/systemd/systemd --unit=trial.service --log-target=null --show-status=0' sh "$out"
status=$?
echo $$ >cgroup/cgroup.procs
find "cgroup/tutor-fence-$$" -depth -type d -exec rmdir {} +
exit $status
"""
PLAIN = "[Unit]\nDefaultDependencies=no\n[Service]\nType=oneshot\nExecStart=/bin/sh /mnt/trial.sh\n"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Which addresses packets went to: `open` without the fence, `tutor` with it."""
    tools = all(shutil.which(name) for name in ("unshare", "ip", "systemctl", "pivot_root"))
    # Within the fence homes are hidden, and a Python of a virtual environment may be in one.
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    if os.geteuid() != 0 or not SYSTEMD.exists() or not tools or python is None:
        pytest.skip("needs root, systemd, util-linux, iproute2 and the system's Python")
    place, out = tmp_path_factory.mktemp("place"), tmp_path_factory.mktemp("out")
    (out / "watcher.py").write_text(WATCHER)
    (out / "sender.py").write_text(SENDER.replace("ADDRESSES", repr(sorted(OUTSIDE | SCHOOL))))
    (out / "trial.sh").write_text(TRIAL.replace("PYTHON", python))
    (out / "trial.service").write_text(PLAIN)
    (out / "open.service").write_text(PLAIN.replace("/bin/sh /mnt/trial.sh", f"{python} /mnt/sender.py"))
    home = "/var/lib/tutor-fence"
    text = UNIT.read_text().replace("@HOME@", home).replace("@ROOT@/bin/tutor serve", f"{python} /mnt/sender.py")
    # Who runs it and when is not what is tried here.
    text = text.replace("User=tutor", "User=root").replace("Group=tutor", "Group=root")
    text = text.replace("[Unit]", "[Unit]\nDefaultDependencies=no").replace("Type=exec", "Type=oneshot")
    text = text.replace(
        "Restart=on-failure", "Restart=no\nStandardOutput=append:/mnt/tutor.said\nStandardError=append:/mnt/tutor.said"
    )
    (out / "tutor.service").write_text(text)
    # `timeout` ends the whole of it: the first process of the namespace takes all others along.
    command = ["timeout", "--kill-after=5", "90", "unshare", "--mount", "sh", "-c", BOOT, "sh", str(place), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 77 or not (out / "done").exists():
        pytest.skip(f"systemd cannot be run beside this one here: {done.stderr[-300:]}")
    assert "loopback works" in (out / "tutor.said").read_text()
    return {name: set((out / f"{name}.seen").read_text().splitlines()) for name in ("open", "tutor")}


def test_without_the_fence_packets_leave(seen: dict[str, set[str]]) -> None:
    assert seen["open"] == {f"{protocol} {address}" for protocol in (6, 17) for address in OUTSIDE | SCHOOL}


def test_within_it_they_reach_the_schools_networks_and_nothing_beyond(seen: dict[str, set[str]]) -> None:
    assert seen["tutor"] == {f"{protocol} {address}" for protocol in (6, 17) for address in SCHOOL}
