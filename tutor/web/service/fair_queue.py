"""A bounded queue in which pupils take turns: whoever asks much waits behind nobody's first question but his own."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Round robin over pupils, first come first served within one pupil. Not thread-safe.

    A pupil who was served goes behind all who wait. Raises ValueError when `most` is below one.
    """

    def __init__(self, most: int) -> None:
        if most < 1:
            raise ValueError(f"a queue holds at least one item, not {most}")
        self.most = most
        self._turns: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._turns.values()))

    @property
    def is_full(self) -> bool:
        """True when nothing more is taken in."""
        return len(self) >= self.most

    def add(self, pupil: str, item: Item) -> bool:
        """Put the item behind the pupil's own ones. False when the queue is full and nothing was added."""
        if self.is_full:
            return False
        self._turns.setdefault(pupil, deque()).append(item)
        return True

    def take(self) -> Item | None:
        """The item whose turn it is, removed; None when nothing waits."""
        if not self._turns:
            return None
        pupil, own = self._turns.popitem(last=False)
        item = own.popleft()
        if own:
            self._turns[pupil] = own  # behind all others
        return item

    def remove(self, item: Item) -> bool:
        """Take the item out wherever it waits. False when it does not wait here."""
        for pupil, own in self._turns.items():
            if item in own:
                own.remove(item)
                if not own:
                    del self._turns[pupil]
                return True
        return False

    def in_turn(self) -> Iterator[Item]:
        """The items in the order in which they will be taken, if nobody else comes."""
        rows = [list(own) for own in self._turns.values()]
        for turn in range(max(map(len, rows), default=0)):
            for row in rows:
                if turn < len(row):
                    yield row[turn]
