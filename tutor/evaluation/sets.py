"""What an evaluation set is: cases, the library they run on, and how outcomes become scores."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tutor.core.settings import Settings
from tutor.core.types import Passage
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.golden import Split, split_of
from tutor.evaluation.outcomes import Case, Outcome
from tutor.evaluation.scores import Scores
from tutor.evaluation.systems import OpenSystem as OpenSystem
from tutor.models.progress import Progress

Passages = Mapping[str, Passage]
OpenHome = Callable[[Settings, Progress], Settings]
Measured = Callable[[Sequence[Case], Mapping[str, Outcome], Passages], Scores]


@dataclass(frozen=True)
class EvaluationSet:
    """A set ready to run. `home` builds its library (None: it needs none); `systems` are those it can run, by
    name; `default` those it runs unless told; `content` is a hash of its rows."""

    name: str
    cases: tuple[Case, ...]
    content: str
    home: OpenHome | None
    systems: Mapping[str, OpenSystem]
    default: tuple[str, ...]
    measure: Measured

    def chosen_systems(self, names: Sequence[str]) -> tuple[str, ...]:
        """The systems of those names, or the default ones. Raises EvaluationError `system-unknown`."""
        for name in names:
            if name not in self.systems:
                raise EvaluationError("system-unknown", set=self.name, name=name, known=", ".join(self.systems))
        return tuple(dict.fromkeys(names)) or self.default

    def chosen_cases(self, split: Split | None, limit: int | None) -> list[Case]:
        """The cases of a split, at most `limit`, in the order of a hash, so that a few are spread over all slices.

        Raises EvaluationError `set-empty`.
        """
        cases = [case for case in self.cases if split is None or split_of(case.row_id) == split]
        chosen = sorted(cases, key=_order)[:limit]
        if not chosen:
            raise EvaluationError("set-empty", set=self.name)
        return chosen


def _order(case: Case) -> str:
    return hashlib.sha256(f"order {case.id}".encode()).hexdigest()
