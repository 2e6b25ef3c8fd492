"""Multicast DNS with the zeroconf library, on the networks of given addresses alone."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from zeroconf import (  # type: ignore[attr-defined]  # one public name was forgotten in the library's own list
    AddressResolverIPv4,
    Error,
    IPVersion,
    NonUniqueNameException,
    ServiceInfo,
    Zeroconf,
)

ASK_MILLISECONDS = 1500
KIND = "_http._tcp.local."


class ZeroconfMulticast:
    """Raises OSError for whatever goes wrong in the library or on the network."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._addresses = list(addresses)
        try:
            self._zeroconf = Zeroconf(interfaces=self._addresses, ip_version=IPVersion.V4Only)
        except Error as error:
            raise OSError(str(error)) from error

    def others(self, name: str) -> set[str]:
        """The addresses at which other computers answer to the name."""
        asked = AddressResolverIPv4(f"{name}.")
        try:
            asked.request(self._zeroconf, ASK_MILLISECONDS)
        except Error as error:
            raise OSError(str(error)) from error
        return {str(address) for address in asked.ip_addresses_by_version(IPVersion.V4Only)} - set(self._addresses)

    def announce(self, name: str, port: int) -> bool:
        """Answer to the name from now on. False when another has it."""
        label = name.partition(".")[0]
        service = ServiceInfo(
            KIND, f"{label}.{KIND}", port, server=f"{name}.", properties={"path": "/"},
            addresses=[socket.inet_aton(address) for address in self._addresses],
        )  # fmt: skip
        try:
            self._zeroconf.register_service(service)
        except NonUniqueNameException:
            return False
        except Error as error:
            raise OSError(str(error)) from error
        return True

    def close(self) -> None:
        """Say goodbye."""
        self._zeroconf.close()
