"""Reading what a server says about a download: where it starts, how long to wait, whether it is an error page."""

from __future__ import annotations

import math
import os
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import requests
from urllib3.exceptions import MaxRetryError

PASSING_STATUSES = {408, 425, 429, 500, 502, 503, 504}
LIMIT_STATUSES = {429, 503}
PASSING_LIMIT_SECONDS = 300


def ca_bundle() -> str | bool:
    """What `requests` shall verify with. It reads REQUESTS_CA_BUNDLE itself; pip's PIP_CERT is honoured here,
    because a school whose proxy has its own certificate has set that one to install tutor at all."""
    if os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE"):
        return True
    return os.environ.get("PIP_CERT") or True


def declared_length(response: requests.Response) -> int | None:
    """The body's length in bytes as the server declares it, or None."""
    value = response.headers.get("Content-Length", "").strip()
    return int(value) if value.isdecimal() else None


def range_start(response: requests.Response) -> int | None:
    """The first byte of a 206 answer, or None where it is not said."""
    found = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
    return int(found[1]) if found else None


def range_total(response: requests.Response) -> int | None:
    """The whole file's length in bytes out of `Content-Range: bytes .../TOTAL`, or None."""
    found = re.match(r"bytes .*/(\d+)\s*$", response.headers.get("Content-Range", ""))
    return int(found[1]) if found else None


def is_chunked(response: requests.Response) -> bool:
    """True where the body marks its own end, so that a cut one is noticed without a declared length."""
    return "chunked" in response.headers.get("Transfer-Encoding", "").lower()


def validator(response: requests.Response) -> str:
    """What an If-Range header may hold: a strong etag, else the date, else nothing (RFC 9110, 13.1.5)."""
    etag = response.headers.get("ETag", "")
    return etag if etag and not etag.startswith("W/") else response.headers.get("Last-Modified", "")


def error_page(response: requests.Response) -> str | None:
    """Why a good status still cannot be a model file, or None where it can."""
    if response.headers.get("Content-Type", "").lower().startswith(("text/html", "application/xhtml")):
        return "it is a web page, as a sign-in page of the network would be"
    encoding = response.headers.get("Content-Encoding", "identity").lower()
    if encoding not in {"", "identity"}:
        return f"it came compressed ({encoding}) though that was not asked for"
    return None


def starts_like_a_page(block: bytes) -> bool:
    """True where the first bytes of a file are those of a web page, whatever the header says."""
    return block[:64].lstrip().lower().startswith((b"<!doctype html", b"<html"))


def retry_after_seconds(response: requests.Response) -> int | None:
    """The wait a server asks for, in whole seconds and at least 1; None where it asks for none.

    A date is compared with the server's own clock where it tells it: the clock of a school PC is often wrong.
    """
    value = response.headers.get("Retry-After", "").strip()
    if value.isdecimal():
        return max(1, int(value))
    until = _date(value)
    if until is None:
        return None
    now = _date(response.headers.get("Date", "")) or datetime.now(UTC)
    return max(1, math.ceil((until - now).total_seconds()))


def _date(value: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def network_fault(error: OSError) -> tuple[str, bool]:
    """(why in plain words, whether the server was never reached). A connection that was made and then
    dropped is worth another try at once; a name that is not found is not."""
    if isinstance(error, requests.exceptions.SSLError):
        return "the secure connection could not be made (check this computer's date and certificates)", True
    if isinstance(error, requests.exceptions.ProxyError):
        return "the proxy cannot be reached", True
    if isinstance(error, requests.exceptions.Timeout):
        return "the server does not answer", False
    if isinstance(error, requests.exceptions.ConnectionError):
        never_reached = bool(error.args) and isinstance(error.args[0], MaxRetryError)
        return ("the server cannot be reached", True) if never_reached else ("the connection was dropped", False)
    if isinstance(error, requests.exceptions.RequestException):
        return "the connection was dropped", False
    return error.strerror or str(error), True
