"""Outcomes kept question by question, so that a long run that broke off goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tutor.evaluation.outcomes import Case, Outcome


class Checkpoint:
    """The outcomes of one system on one set, in one file of the folder.

    `identity` is everything that an outcome depends on: another code, model or library has another file.
    """

    def __init__(self, folder: Path, set_name: str, system: str, identity: Mapping[str, Any]) -> None:
        facts = json.dumps([set_name, system, identity], sort_keys=True, ensure_ascii=False, default=str)
        digest = hashlib.sha256(facts.encode("utf-8")).hexdigest()
        self.file = folder / f"{set_name}-{system}-{digest[:16]}.jsonl"
        self._known = self._read()

    def known(self, case: Case) -> Outcome | None:
        """The outcome of the case, or None when it is still to be made or was another question then."""
        found = self._known.get(case.id)
        return found[1] if found and found[0] == _question(case) else None

    def keep(self, case: Case, outcome: Outcome) -> None:
        """Write the outcome down at once. Raises OSError."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(
            {"case": case.id, "question": _question(case), "outcome": outcome.as_dict()}, ensure_ascii=False
        )
        with self.file.open("a", encoding="utf-8") as stream:
            # The line break goes first: a line that a power cut left half written spoils only itself.
            stream.write("\n" + line)

    def discard(self) -> None:
        """Forget all: the run is whole, and the next one measures anew."""
        self.file.unlink(missing_ok=True)
        self._known = {}

    def _read(self) -> dict[str, tuple[str, Outcome]]:
        try:
            lines = self.file.read_text(encoding="utf-8", errors="replace").split("\n")
        except FileNotFoundError:
            return {}
        found = {}
        for line in lines:
            try:
                kept = json.loads(line)
                found[str(kept["case"])] = (str(kept["question"]), Outcome.from_dict(kept["outcome"]))
            except (ValueError, KeyError, TypeError):
                continue  # cut off by whatever ended that run
        return found


def _question(case: Case) -> str:
    facts = json.dumps(asdict(case.query), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(facts.encode("utf-8")).hexdigest()
