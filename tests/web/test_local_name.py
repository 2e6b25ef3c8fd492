"""The name on the school's network: announced only there, given up in a conflict, never in the server's way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from browser_server import served
from flask.testing import FlaskClient
from test_desk_pages import text_of
from web_fakes import FakeTutor, sign_in, writing_source

from tutor.core.places import PACKAGE
from tutor.core.settings import load_settings
from tutor.web.local_name import LocalName, announced_name, lan_addresses, names_to_try
from tutor.web.site import Site


class Network:
    """A school's network in memory: who answers to which name."""

    def __init__(self) -> None:
        self.names: dict[str, set[str]] = {}
        self.opened: list[list[str]] = []
        self.closed = 0
        self.fault: Exception | None = None

    def opener(self, addresses: Sequence[str]) -> Computer:
        if self.fault is not None:
            raise self.fault
        self.opened.append(list(addresses))
        return Computer(self, list(addresses))


class Computer:
    def __init__(self, network: Network, addresses: list[str]) -> None:
        self._network, self._addresses = network, addresses

    def others(self, name: str) -> set[str]:
        return self._network.names.get(name, set()) - set(self._addresses)

    def announce(self, name: str, port: int) -> bool:
        self._network.names.setdefault(name, set()).update(self._addresses)
        return True

    def close(self) -> None:
        self._network.closed += 1
        for holders in self._network.names.values():
            holders.difference_update(self._addresses)


def named(network: Network, addresses: list[str], told: list[str] | None = None) -> LocalName:
    return LocalName(
        "0.0.0.0", 8010, (told if told is not None else []).append, network.opener, lambda host: list(addresses),
        lambda: "Lab PC.school",
    )  # fmt: skip


def test_the_first_is_tutor_and_the_next_has_its_own_name_in_it() -> None:
    network, told = Network(), []
    first, second = named(network, ["192.168.1.4"], told), named(network, ["192.168.1.5"], told)
    first.look()
    second.look()
    assert told == ["tutor.local", "lab-pc-tutor.local"]
    assert first.address == "http://tutor.local:8010" and second.address == "http://lab-pc-tutor.local:8010"
    assert network.opened == [["192.168.1.4"], ["192.168.1.5"]]


def test_nothing_is_sent_where_only_this_computer_is_served() -> None:
    network = Network()
    name = LocalName("127.0.0.1", 8010, opener=network.opener)
    name.look()
    assert network.opened == [] and name.name is None and name.address is None
    name.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "::", "8.8.8.8", "127.0.0.5", "tutor.school"])
def test_hosts_that_are_no_address_of_a_school_network(host: str) -> None:
    assert lan_addresses(host) == []


def test_a_server_everywhere_is_announced_on_lan_addresses_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tutor.web.local_name.own_addresses", lambda: ["192.168.4.2", "41.59.1.2", "10.0.0.7", "169.254.3.3"]
    )
    assert lan_addresses("0.0.0.0") == ["10.0.0.7", "169.254.3.3", "192.168.4.2"]
    assert lan_addresses("10.0.0.7") == ["10.0.0.7"]


@pytest.mark.parametrize(
    "node, second",
    [("lab.school.tz", "lab-tutor.local"), ("Mwl. José's PC", "mwl-tutor.local"), ("", "tutor-2.local"),
     ("x" * 90, "x" * 55 + "-tutor.local")],
)  # fmt: skip
def test_names_are_ones_that_every_network_takes(node: str, second: str) -> None:
    names = list(names_to_try(node))
    assert names[:2] == ["tutor.local", second] and len(names) == len(set(names))
    assert all(len(name.split(".")[0]) <= 63 for name in names)


def test_of_two_that_started_at_one_moment_the_higher_address_gives_way() -> None:
    network = Network()
    lower, higher = named(network, ["192.168.1.4"]), named(network, ["192.168.1.40"])
    lower.look()
    higher.look()
    network.names = {"tutor.local": {"192.168.1.4", "192.168.1.40"}}
    higher.name = "tutor.local"
    lower.look()
    higher.look()
    assert (lower.name, higher.name) == ("tutor.local", "lab-pc-tutor.local")


def test_another_network_is_another_announcement() -> None:
    network, addresses, told = Network(), [], []
    name = named(network, addresses, told)
    name.look()
    assert network.opened == [] and name.name is None
    addresses.append("192.168.1.4")
    name.look()
    addresses[:] = ["10.0.0.3"]
    name.look()
    name.look()
    assert network.opened == [["192.168.1.4"], ["10.0.0.3"]] and network.closed == 1 and len(told) == 2
    addresses.clear()
    name.look()
    assert name.name is None and network.closed == 2


@pytest.mark.parametrize("fault", [ImportError("no zeroconf"), OSError("no such device")])
def test_without_a_name_the_server_goes_on(fault: Exception, caplog: pytest.LogCaptureFixture) -> None:
    network = Network()
    network.fault = fault
    name = named(network, ["192.168.1.4"])
    name.look()
    assert name.name is None and str(fault) in caplog.text
    name.close()


def test_every_name_taken_is_no_fault() -> None:
    network = Network()
    network.names = {name: {"192.168.1.99"} for name in names_to_try("Lab PC")}
    name = named(network, ["192.168.1.4"])
    name.look()
    assert name.name is None


def test_it_is_announced_in_a_thread_and_taken_back_at_the_end() -> None:
    network, known = Network(), threading.Event()
    name = LocalName("0.0.0.0", 8010, lambda _: known.set(), network.opener, lambda host: ["192.168.1.4"], lambda: "a")
    name.start()
    assert known.wait(20) and name.name == "tutor.local"
    name.close()
    assert network.closed == 1 and name.name is None


def test_the_pages_answer_to_the_name_while_it_is_theirs(client: FlaskClient, site: Site) -> None:
    host = {"Host": "tutor.local:8010"}
    assert client.get("/", headers=host).status_code == 421
    site.local_name.name = "tutor.local"
    assert client.get("/", headers=host).status_code == 200
    assert client.get("/api/v1/status").get_json()["local_name"] == "tutor.local"
    sign_in(client, site)
    assert "tutor.local" in text_of(client, "/status?page=en")


def test_the_command_asks_the_server_that_runs_here(tmp_path: Path) -> None:
    with served(writing_source(FakeTutor()), tmp_path) as server:
        assert announced_name(server.address) is None
        server.site.local_name.name = "tutor.local"
        assert announced_name(server.address) == "tutor.local"
        server.site.local_name.name = "evil\x1b[2J"
        assert announced_name(server.address) is None
    assert announced_name("http://127.0.0.1:9") is None


def test_it_can_be_switched_off(home: Path) -> None:
    assert load_settings().text("local_name") == "auto"
    assert load_settings(local_name="off").text("local_name") == "off"


TWO_COMPUTERS = """
set -e
ip link set lo up
ip link add inside type veth peer name outside
unshare -n sleep 60 & other=$!
sleep 0.5
ip link set outside netns $other
for where in "" "nsenter -t $other -n"; do
  if [ -z "$where" ]; then link=inside; own=192.168.77.1; else link=outside; own=192.168.77.2; fi
  $where ip link set lo up; $where ip addr add $own/24 dev $link; $where ip link set $link up
  $where ip route add 224.0.0.0/4 dev $link
done
"$PYTHON" -c "$ANNOUNCE" one & first=$!
sleep 6
nsenter -t $other -n "$PYTHON" -c "$ANNOUNCE" two
wait $first
kill $other
"""
ANNOUNCE = """
import sys, threading
from tutor.web.local_name import LocalName
known = threading.Event()
name = LocalName("0.0.0.0", 8010, lambda found: (print(sys.argv[1], found, flush=True), known.set()),
                 node=lambda: "lab-" + sys.argv[1])
name.start()
known.wait(20)
threading.Event().wait(12 if sys.argv[1] == "one" else 0)
name.close()
"""


@pytest.mark.slow
def test_two_computers_on_a_real_network_share_no_name() -> None:
    pytest.importorskip("zeroconf", reason="zeroconf is not installed: pip install zeroconf")
    if os.name == "nt" or os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        pytest.skip("networks of its own need root and iproute2 on Linux")
    environment = {**os.environ, "PYTHON": sys.executable, "ANNOUNCE": ANNOUNCE, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        ["unshare", "-n", "bash", "-c", TWO_COMPUTERS], env=environment, capture_output=True, text=True, timeout=120
    )
    if "Operation not permitted" in done.stderr and not done.stdout:
        pytest.skip("this computer lets nobody make networks")
    assert done.stdout.split() == ["one", "tutor.local", "two", "lab-two-tutor.local"], done.stderr
