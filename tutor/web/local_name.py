"""The name `tutor.local` on the school's network: found by multicast on that network, without a name server.

It is an extra. Old phones do not know such names and some networks block them, so the address in numbers and the
square code always stand beside it. Nothing is sent where the server listens on this computer alone.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import logging
import platform
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from tutor.appliance.addresses import own_addresses

logger = logging.getLogger("tutor.web")
NAME = "tutor"
ENDING = ".local"
LONGEST_LABEL = 63
MOST_NUMBERED = 9
WATCH_SECONDS = 30.0
STATUS_SECONDS = 3.0
EVERYWHERE = "0.0.0.0"
HOST_NAME = re.compile(r"[a-z0-9-]{1,63}\.local")


class Multicast(Protocol):
    """Speaks for this computer on the networks of some addresses. Every method may raise OSError."""

    def others(self, name: str) -> set[str]:
        """The addresses at which other computers answer to the name."""
        ...

    def announce(self, name: str, port: int) -> bool:
        """Answer to the name from now on. False when another has it."""
        ...

    def close(self) -> None:
        """Say goodbye."""
        ...


Opener = Callable[[Sequence[str]], Multicast]


def open_multicast(addresses: Sequence[str]) -> Multicast:
    """Multicast on the networks of these addresses and no other. Raises ImportError without zeroconf, OSError."""
    from tutor.web.multicast import ZeroconfMulticast

    return ZeroconfMulticast(addresses)


def lan_addresses(host: str) -> list[str]:
    """The addresses of this computer in a school's network at which a server on `host` is reached; none on loopback."""
    return sorted(address for address in (own_addresses() if host == EVERYWHERE else [host]) if _is_of_lan(address))


def names_to_try(node: str) -> Iterator[str]:
    """`tutor.local`, then names with this computer's own in them, for a school with several servers."""
    yield NAME + ENDING
    own = re.sub(r"[^a-z0-9-]+", "-", node.split(".")[0].lower()).strip("-")[: LONGEST_LABEL - len(NAME) - 3]
    labels = [f"{own}-{NAME}"] if own else []
    labels += [f"{labels[0] if labels else NAME}-{number}" for number in range(2, MOST_NUMBERED + 1)]
    yield from (label + ENDING for label in labels)


def announced_name(pages: str) -> str | None:
    """The name that the server at this address of this computer has now; None where none runs or it has none."""
    where = urlsplit(pages)
    # Not through a proxy, whatever the environment says: it is this computer that is asked.
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=STATUS_SECONDS)
    try:
        connection.request("GET", "/api/v1/status")
        said = json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    name = said.get("local_name") if isinstance(said, dict) else None
    return name if isinstance(name, str) and HOST_NAME.fullmatch(name) else None


class LocalName:
    """Keeps a name announced while the server runs, also when the computer changes its network. Thread-safe.

    `told` hears of every new name. Nothing here ever stops the server: without a name the address still works.
    """

    def __init__(
        self,
        host: str,
        port: int,
        told: Callable[[str], None] = lambda name: None,
        opener: Opener = open_multicast,
        addresses: Callable[[str], list[str]] = lan_addresses,
        node: Callable[[], str] = platform.node,
    ) -> None:
        self._host = host
        self._port = port
        self._told = told
        self._opener = opener
        self._addresses = addresses
        self._node = node
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._multicast: Multicast | None = None
        self._announced_on: list[str] = []
        self.name: str | None = None

    @property
    def address(self) -> str | None:
        """The address of the pages under the name; None while there is no name."""
        return f"http://{self.name}:{self._port}" if self.name else None

    def start(self) -> None:
        """Begin, in a thread: asking whether a name is free takes a second or two."""
        self._thread = threading.Thread(target=self._keep, name="local-name", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take the name back."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()
        self._stop()

    def look(self) -> None:
        """Announce, or announce anew, where the network has changed or another computer has the name too."""
        addresses = self._addresses(self._host)
        try:
            if addresses != self._announced_on:
                self._stop()
                self._announced_on = addresses
                if addresses:
                    self._multicast = self._opener(addresses)
                    self._claim(self._multicast)
            elif self._multicast is not None and self.name is not None and self._must_yield(self._multicast, self.name):
                self._stop()
                self._multicast = self._opener(addresses)
                self._claim(self._multicast)
        except (ImportError, OSError) as error:
            logger.warning("The name %s%s is not announced: %s", NAME, ENDING, error)
            self._stop()

    def _keep(self) -> None:
        self.look()
        while not self._ending.wait(WATCH_SECONDS):
            self.look()

    def _claim(self, multicast: Multicast) -> None:
        for name in names_to_try(self._node()):
            if self._ending.is_set():
                return
            if not multicast.others(name) and multicast.announce(name, self._port):
                self.name = name
                self._told(name)
                return
        logger.warning("Every name for this computer is taken on this network")

    def _must_yield(self, multicast: Multicast, name: str) -> bool:
        """Two that started at one moment both have the name: the one with the higher address gives it up."""
        others = multicast.others(name)
        return bool(others) and min(map(_order, others)) < min(map(_order, self._announced_on))

    def _stop(self) -> None:
        self.name = None
        if self._multicast is not None:
            try:
                self._multicast.close()
            except OSError as error:
                logger.info("The goodbye of the name was not sent: %s", error)
            self._multicast = None


def _is_of_lan(address: str) -> bool:
    try:
        found = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return found.is_private and not found.is_loopback and not found.is_unspecified


def _order(address: str) -> int:
    return int(ipaddress.IPv4Address(address))
