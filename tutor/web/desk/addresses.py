"""The address that pupils open, and its square code."""

from __future__ import annotations

import ipaddress

from flask import request

from tutor.appliance.addresses import pages_address
from tutor.web.site import site

DEFAULT_PORT = 80


def pupil_address() -> str:
    """The address of the pages for other devices, as far as this request and the settings tell; no slash at its end.

    A teacher sits at the server itself and sees its inner address, which nobody else can open.
    """
    if not is_inner(request.host):
        return request.host_url.rstrip("/")
    port = request.host.rpartition(":")[2]
    return pages_address(site().settings.text("host"), int(port) if port.isdigit() else DEFAULT_PORT)


def is_inner(address: str) -> bool:
    """True for an address that only this computer can open."""
    host = address.partition("://")[2] or address
    bare = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    if bare == "localhost":
        return True
    try:
        return ipaddress.ip_address(bare.strip("[]")).is_loopback
    except ValueError:
        return False


def square_code_image(text: str) -> str:
    """The text as a QR code: an SVG as a data address, dark on white in every colour scheme."""
    import segno

    made: str = segno.make(text, error="m", micro=False).svg_data_uri(scale=5, border=3, dark="#000", light="#fff")
    return made
