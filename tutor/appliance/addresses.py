"""The addresses at which other devices reach this computer, and the square code of one. Nothing is sent to find out."""

from __future__ import annotations

import io
import socket
import struct
import sys
from pathlib import Path

GET_ADDRESS = 0x8915
"""SIOCGIFADDR of Linux."""
NETWORKS = Path("/sys/class/net")


def own_addresses() -> list[str]:
    """This computer's IPv4 addresses on its networks, without loopback."""
    found = _linux_addresses() if sys.platform == "linux" else _named_addresses()
    return [address for address in found if not address.startswith(("127.", "0."))]


def _linux_addresses() -> list[str]:
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for name in _interfaces():
            try:
                answer = fcntl.ioctl(probe.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _interfaces() -> list[str]:
    try:
        return [name for _, name in socket.if_nameindex()]
    except OSError:
        # It asks over a kind of socket that a sandbox may refuse.
        return sorted(path.name for path in NETWORKS.glob("*"))


def _named_addresses() -> list[str]:
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return sorted({str(info[4][0]) for info in known})


def pages_address(host: str, port: int) -> str:
    """The address to open: on the network when the server listens there, else on this computer."""
    if host in ("0.0.0.0", "::"):
        host = next(iter(own_addresses()), "127.0.0.1")
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def square_code(text: str) -> str:
    """The text as a QR code of block characters, for a terminal."""
    import segno

    stream = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(stream, compact=True)
    return stream.getvalue()
