"""What every request passes: the host, the sender, the token of a form, and the headers of the reply."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import platform
import re

from flask import Request, Response, request

from tutor.web.errors import WebError
from tutor.web.site import site
from tutor.web.visitor import visitor

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FIELD = "csrf"
UPLOAD_MEMORY = 4 << 20
HOST_PORT = re.compile(r":\d{1,5}$")
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})


def is_own_host(host: str, named: frozenset[str] = frozenset()) -> bool:
    """True for an address in numbers, `localhost`, this computer's name, or one of `named`.

    A foreign page that lets its name point here (DNS rebinding) is none of them.
    """
    bare = HOST_PORT.sub("", host.strip().lower()).strip("[]").rstrip(".")
    if not bare:
        return False
    try:
        ipaddress.ip_address(bare)
        return True
    except ValueError:
        pass
    own = platform.node().lower()
    short = own.split(".")[0]
    return bare in {"localhost", own, short, f"{short}.local", *named} - {"", ".local"}


def require_own_host(asked: Request, named: frozenset[str] = frozenset()) -> None:
    """Raises WebError `host-unknown`."""
    if not is_own_host(asked.headers.get("Host", ""), named):
        raise WebError("host-unknown")


def require_same_site(asked: Request) -> None:
    """Raises WebError `form-expired` for a change that another site's page sent."""
    if asked.method not in CHANGES:
        return
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise WebError("form-expired")
    origin = asked.headers.get("Origin")
    if origin and origin.split("://")[-1].lower() != asked.headers.get("Host", "").lower():
        raise WebError("form-expired")


def form_token() -> str:
    """The token that the forms of this device carry."""
    secret = site().classrooms.secret
    return hmac.new(secret.encode(), f"form:{visitor().device}".encode(), hashlib.sha256).hexdigest()[:32]


def require_form_token() -> None:
    """Raises WebError `form-expired` unless the form was made by this server for this device."""
    sent = request.form.get(FIELD, "")
    if visitor().is_new or not hmac.compare_digest(sent.encode(), form_token().encode()):
        raise WebError("form-expired")


def take_uploads(largest: int, parts: int) -> None:
    """Let this request be large. Call before anything reads its form.

    The parser holds a piece of a file in memory while it looks for its end, and counts it as if it were a field: with
    the limit of small forms every file above 16 kB would be refused.
    """
    request.max_content_length = largest
    request.max_form_memory_size = UPLOAD_MEMORY
    request.max_form_parts = parts


def stay_inside(response: Response) -> Response:
    """The headers that keep everything on this server."""
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
