"""How much one device and one class may ask, so that neither a stuck key nor a prank keeps the others waiting."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

FORGET_ABOVE = 5000


@dataclass(frozen=True)
class Limit:
    """At most `most` events within `seconds`."""

    most: int
    seconds: float


class RateLimiter:
    """Counts events by key within a sliding window. Thread-safe. `clock` gives seconds that never go back."""

    def __init__(self, limit: Limit, clock: Callable[[], float]) -> None:
        self._limit = limit
        self._clock = clock
        self._lock = threading.Lock()
        self._times: dict[str, deque[float]] = {}

    def seconds_to_wait(self, key: str) -> float:
        """0 when one more event fits now, and it is counted; otherwise the seconds until one fits."""
        with self._lock:
            times = self._recent(key)
            if len(times) >= self._limit.most:
                return self._until_one_fits(times)
            times.append(self._clock())
            self._times[key] = times
            if len(self._times) > FORGET_ABOVE:
                self._forget_idle()
            return 0.0

    def forget(self, key: str) -> None:
        """Start the key's count anew."""
        with self._lock:
            self._times.pop(key, None)

    def _recent(self, key: str) -> deque[float]:
        times = self._times.get(key, deque())
        while times and times[0] <= self._clock() - self._limit.seconds:
            times.popleft()
        return times

    def _until_one_fits(self, times: deque[float]) -> float:
        return max(0.0, times[0] + self._limit.seconds - self._clock())

    def _forget_idle(self) -> None:
        self._times = {key: times for key in list(self._times) if (times := self._recent(key))}
