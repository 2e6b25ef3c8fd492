"""A browser without a screen: it follows links, fills the forms of a page as they stand, and keeps its cookies.

For scripts that walk through the pages of a running tutor. Standard library only.
"""

from __future__ import annotations

import http.client
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

SECONDS = 600.0
LONGEST_WAIT = 1800.0
"""Lessons give way to questions: on a busy computer a path takes long."""
LOOK_AGAIN = 1.0
Fields = Sequence[tuple[str, str]]


class WalkError(Exception):
    """A page that is not as a walker through the pages expects it."""


@dataclass
class Form:
    """A form as it stands: where it goes, and what it would send untouched."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)

    def sent_with(self, changes: Mapping[str, str | Sequence[str]]) -> list[tuple[str, str]]:
        """Its fields with those of `changes` in the place of its own."""
        kept = [(name, value) for name, value in self.fields if name not in changes]
        for name, value in changes.items():
            kept += [(name, each) for each in ([value] if isinstance(value, str) else value)]
        return kept


def _is_sent(field: Mapping[str, str]) -> bool:
    """Whether a browser sends this input when nobody touched it."""
    kind = field.get("type")
    return "checked" in field if kind in ("checkbox", "radio") else kind not in ("file", "submit")


class _Reader(HTMLParser):
    """Collects links, forms and the words that are seen."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._area: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        here = self.forms[-1].fields if self.forms else []
        if tag == "form":
            self.forms.append(Form(known.get("action", ""), known.get("method", "get").lower()))
        elif tag in ("a", "link", "script", "img"):
            self.links += [known[name] for name in ("href", "src") if known.get(name)]
        elif tag == "select":
            self._select = (known.get("name", ""), [])
        elif tag == "option" and self._select:
            self._select[1].append((known.get("value", ""), "selected" in known))
        elif tag == "textarea":
            self._area = (known.get("name", ""), [])
        elif tag == "input" and known.get("name") and _is_sent(known):
            here.append((known["name"], known.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if not self.forms:
            return
        if tag == "select" and self._select:
            name, options = self._select
            chosen = [value for value, selected in options if selected] or [value for value, _ in options[:1]]
            self.forms[-1].fields += [(name, value) for value in chosen[:1]]
            self._select = None
        elif tag == "textarea" and self._area:
            self.forms[-1].fields.append((self._area[0], "".join(self._area[1])))
            self._area = None

    def handle_data(self, data: str) -> None:
        (self._area[1] if self._area else self.words).append(data)


@dataclass(frozen=True)
class Page:
    """What came for an address. `path`: where redirects ended."""

    path: str
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode("utf-8", "replace")

    def _read(self) -> _Reader:
        reader = _Reader()
        reader.feed(self.text)
        return reader

    @property
    def words(self) -> str:
        return " ".join(" ".join(self._read().words).split())

    def links(self, start: str) -> list[str]:
        """The addresses on it that begin so."""
        return [link for link in self._read().links if link.startswith(start)]

    def link(self, start: str) -> str:
        """The first of them. Raises WalkError."""
        for link in self.links(start):
            return link
        raise WalkError(f"{self.path} has no link {start}...: {self.words[:300]}")

    def form(self, action: str) -> Form:
        """The first form that goes to an address with this end. Raises WalkError."""
        for form in self._read().forms:
            if form.action.split("#")[0].split("?")[0].endswith(action):
                return form
        raise WalkError(f"{self.path} has no form to {action}: {self.words[:300]}")

    def has_form(self, action: str) -> bool:
        try:
            return bool(self.form(action))
        except WalkError:
            return False


class Browser:
    """One device. `asked`: every (method, path) that it sent."""

    def __init__(self, host: str, port: int) -> None:
        self.place = host, port
        self._base = f"http://{host}:{port}"
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor()
        )
        self.asked: set[tuple[str, str]] = set()

    def get(self, path: str) -> Page:
        """Raises WalkError for what is no page, as all of these do."""
        return self._send("GET", path)

    def submit(self, page: Page, action: str, **changes: str | Sequence[str]) -> Page:
        """Send a form of the page, with these fields changed."""
        form = page.form(action)
        query = urllib.parse.urlencode(form.sent_with(changes))
        if form.method == "get":
            return self._send("GET", f"{form.action}?{query}")
        return self._send("POST", form.action, query.encode(), "application/x-www-form-urlencoded")

    def send_file(self, page: Page, action: str, name: str, file: str, content: bytes) -> Page:
        """Send a form of the page with a file in the field `name`."""
        form = page.form(action)
        mark = secrets.token_hex(16)
        data = _parts(mark, form.fields, {name: (file, content)})
        return self._send("POST", form.action, data, f"multipart/form-data; boundary={mark}")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The API's answer to JSON; None where it has none."""
        data = None if body is None else json.dumps(body).encode()
        text = self._send(method, path, data, "application/json").text
        return json.loads(text) if text else None

    def until(self, look: Callable[[], Any], what: str, seconds: float = LONGEST_WAIT) -> Any:
        """What `look` finds, as soon as it finds something. Raises WalkError after so long."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            found = look()
            if found:
                return found
            time.sleep(LOOK_AGAIN)
        raise WalkError(f"{what} did not come in {seconds:.0f} s")

    def _send(self, method: str, path: str, data: bytes | None = None, kind: str = "") -> Page:
        address = urllib.parse.urljoin(self._base, path.split("#")[0])
        if not address.startswith(self._base + "/"):
            raise WalkError(f"{path} leads away from tutor")
        self.asked.add((method, urllib.parse.urlsplit(address).path))
        headers = {"Content-Type": kind} if data is not None else {}
        wanted = urllib.request.Request(address, data, headers, method=method)
        try:
            with self._opener.open(wanted, timeout=SECONDS) as reply:
                page = Page(urllib.parse.urlsplit(reply.geturl()).path, reply.read())
        except urllib.error.HTTPError as error:
            said = Page(path, error.read())
            raise WalkError(f"{method} {path}: {error.code}: {said.words[:300]}") from error
        except (OSError, http.client.HTTPException) as error:
            raise WalkError(f"{method} {path}: {type(error).__name__}: {error}") from error
        self.asked.add(("GET" if page.path != urllib.parse.urlsplit(address).path else method, page.path))
        return page


def _parts(mark: str, fields: Fields, files: Mapping[str, tuple[str, bytes]]) -> bytes:
    blocks = [f'--{mark}\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n'.encode() for n, v in fields]
    for name, (file, content) in files.items():
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n'
        blocks.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n")
    return b"".join(blocks) + f"--{mark}--\r\n".encode()
