"""Hashes that could not be known when the catalogue was written: the first fetch writes them, all later ones obey."""

from __future__ import annotations

import json
from pathlib import Path

from tutor.core.errors import TutorError
from tutor.core.files import write_json_atomically
from tutor.models.catalog import Artefact
from tutor.models.download import Fetched

LOCK_NAME = "models.lock"


class Pins:
    """The lock file: artefact name -> sha256 (hex) and bytes. It may be absent."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, artefact: Artefact) -> Fetched | None:
        """What the artefact must be: as published, else as first fetched, else None.

        Raises TutorError `data-damaged` where the lock file cannot be read.
        """
        if artefact.sha256 is not None and artefact.bytes is not None:
            return Fetched(artefact.sha256, artefact.bytes)
        return self._read().get(artefact.name)

    def record(self, artefact: Artefact, fetched: Fetched) -> bool:
        """Write what was fetched unless it is known already. Returns whether it was written. Raises OSError."""
        if self.get(artefact) is not None:
            return False
        entries = {**self._read(), artefact.name: fetched}
        write_json_atomically(self.path, {name: vars(entry) for name, entry in sorted(entries.items())})
        return True

    def _read(self) -> dict[str, Fetched]:
        try:
            raw = json.loads(self.path.read_text(encoding="utf-8"))
            return {name: Fetched(str(entry["sha256"]), int(entry["bytes"])) for name, entry in raw.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise TutorError("data-damaged", file=self.path, why=error) from error
