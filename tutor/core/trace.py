"""The trace of one question: steps with their facts, and the time each took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Trace:
    """Collects steps in order. Not shared between questions."""

    def __init__(self) -> None:
        self.steps: list[dict[str, Any]] = []
        self.timings_ms: dict[str, float] = {}
        self._began = time.perf_counter()

    def elapsed_ms(self) -> float:
        """Milliseconds since the trace began."""
        return (time.perf_counter() - self._began) * 1000

    def note(self, step: str, **facts: Any) -> None:
        """Record what a step found or decided."""
        self.steps.append({"step": step, **facts})

    def mark(self, name: str) -> None:
        """Record the time since the beginning under `name`, the first time only."""
        self.timings_ms.setdefault(name, round(self.elapsed_ms(), 2))

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Add the time of the block to the step's total."""
        began = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - began) * 1000
            self.timings_ms[step] = round(self.timings_ms.get(step, 0.0) + spent, 2)
