"""A network that leads nowhere, and a watch that sees what is sent into it. Linux only.

The namespace has loopback and one interface with the default routes: whatever would leave the computer goes into it, is
lost, and is seen there with its destination. Nothing is traced, so what runs inside is as fast as ever.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Sequence

NOWHERE = "nowhere0"
SET_UP = f"""
ip link set lo up
ip link add {NOWHERE} type dummy 2>/dev/null || ip link add {NOWHERE} type veth peer name {NOWHERE}b || exit 1
for name in {NOWHERE} {NOWHERE}b; do
    ip link show $name >/dev/null 2>&1 || continue
    for each in accept_ra autoconf router_solicitations; do
        [ ! -e /proc/sys/net/ipv6/conf/$name/$each ] || echo 0 >/proc/sys/net/ipv6/conf/$name/$each
    done
    ip link set $name arp off up
done
ip address add 198.51.100.2/24 dev {NOWHERE} && ip route add default dev {NOWHERE} || exit 1
ip address add fd00:6e6f::2/64 dev {NOWHERE} nodad && ip -6 route add default dev {NOWHERE} || true
exec "$@"
"""
EVERY_PROTOCOL = 0x0003
OUTGOING = 4
KERNELS_OWN = frozenset({0, 2, 58})
"""Hop-by-hop options, IGMP and ICMPv6: what the kernel itself sends when an interface goes up."""


def destination(packet: bytes) -> str | None:
    """Where a packet goes, as `protocol/address:port`; None for what the kernel sends of its own."""
    version = packet[0] >> 4 if packet else 0
    if version == 4:
        protocol, address, body = packet[9], socket.inet_ntoa(packet[16:20]), packet[4 * (packet[0] & 15) :]
    elif version == 6:
        protocol, address, body = packet[6], socket.inet_ntop(socket.AF_INET6, packet[24:40]), packet[40:]
    else:
        return None
    if protocol in KERNELS_OWN:
        return None
    port = int.from_bytes(body[2:4], "big") if protocol in (6, 17) else 0
    return f"{ {6: 'tcp', 17: 'udp'}.get(protocol, protocol) }/{address}:{port}"


class Watch(threading.Thread):
    """Sees what is sent into the interface that leads nowhere. Raises OSError where there is none."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.seen: Counter[str] = Counter()
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(EVERY_PROTOCOL))
        self._socket.bind((NOWHERE, EVERY_PROTOCOL))
        self._socket.settimeout(0.5)
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.is_set():
            try:
                packet, place = self._socket.recvfrom(256)
            except TimeoutError:
                continue
            name = destination(packet) if place[2] == OUTGOING else None
            if name is not None:
                self.seen[name] += 1

    def stop(self) -> Counter[str]:
        """Packets by destination; watching ends a little later, so that the last ones are seen."""
        time.sleep(1.0)
        self._over.set()
        self.join()
        return self.seen


def shut_in(command: Sequence[str]) -> list[str]:
    """The command as it runs where nothing leaves."""
    return ["unshare", "-n" if os.geteuid() == 0 else "-rn", "sh", "-c", SET_UP, "sh", *command]
