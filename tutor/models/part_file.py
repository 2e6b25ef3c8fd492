"""The beginning of a file that is still being fetched, and the note that says which file it begins."""

from __future__ import annotations

import json
from pathlib import Path

from tutor.core.files import flush_folder, text_sha256, write_json_atomically


class PartFile:
    """`target.part` and `target.part.json` beside the target.

    The address is kept as a hash only: it may hold a password or a signature. All methods raise OSError.
    """

    def __init__(self, target: Path, url: str, size: int | None, sha256: str | None) -> None:
        self.target = target
        self.path = target.with_name(target.name + ".part")
        self.sidecar = target.with_name(target.name + ".part.json")
        self.validator = ""
        self._url_sha256 = text_sha256(url)
        self._size = size
        self._sha256 = sha256

    def length(self) -> int:
        """Bytes that are there."""
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return 0

    def keep_only_if_same_file(self) -> None:
        """Delete what an earlier run left, unless it is known to be the same file's beginning: by the hash
        that is wanted, or by the same address together with an etag or date the server can compare."""
        try:
            known = json.loads(self.sidecar.read_text(encoding="utf-8"))
            same_url = known["url_sha256"] == self._url_sha256
            same_file = self._sha256 is not None and known["sha256"] == self._sha256
            kept = str(known["validator"])
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            self.discard()
            return
        # A validator belongs to the server that gave it; from another address the hash alone decides.
        self.validator = kept if same_url else ""
        too_long = self._size is not None and self.length() > self._size
        if too_long or not (same_file or (same_url and self._sha256 is None and self.validator)):
            self.discard()

    def describe(self, validator: str) -> None:
        """Write, before the first byte, which file the part begins."""
        self.validator = validator
        write_json_atomically(
            self.sidecar, {"url_sha256": self._url_sha256, "sha256": self._sha256, "validator": validator}
        )

    def discard(self) -> None:
        self.path.unlink(missing_ok=True)
        self.sidecar.unlink(missing_ok=True)
        self.validator = ""

    def finish(self) -> None:
        """Give the checked part its final name. Its contents must have been flushed."""
        self.path.replace(self.target)
        self.sidecar.unlink(missing_ok=True)
        flush_folder(self.target.parent)
