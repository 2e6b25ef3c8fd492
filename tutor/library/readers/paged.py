"""Books that come page by page from the worker: a page that stops it is left out, and reading goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tutor.library.readers.errors import ReadingError
from tutor.library.readers.isolation import Reply, WorkerLostError, worker_replies
from tutor.library.readers.limits import Limits


@dataclass
class PagedReplies:
    """The replies of a worker for each page of one file; `lost` names the pages that could not be had, and why."""

    task: str
    path: Path
    limits: Limits
    facts: Mapping[str, Any] = field(default_factory=dict)
    head: Reply = field(default_factory=dict)
    lost: dict[int, str] = field(default_factory=dict)

    def pages(self, numbers: Sequence[int] | None = None) -> Iterator[Reply]:
        """The replies for the pages, all or those of the numbers, in order.

        Raises ReadingError for a file that cannot be opened.
        """
        waiting = list(numbers) if numbers is not None else None
        first, stops = 1, 0
        while waiting is None or waiting:
            wanted = {"numbers": waiting} if waiting is not None else {"first": first}
            opened = False
            try:
                for reply in self._replies(wanted):
                    if not opened:
                        opened, self.head = True, reply
                        continue
                    first = reply["number"] + 1
                    if waiting is not None:
                        waiting = [number for number in waiting if number >= first]
                    if "unread" in reply:
                        self.lost[reply["number"]] = reply["unread"]
                    else:
                        yield reply
                return
            except WorkerLostError as error:
                if not opened:
                    raise self._unopened(error) from error
                stops += 1
                number = waiting[0] if waiting else first
                self.lost[number] = "too-slow" if error.is_slow else "stopped"
                first = number + 1
                waiting = waiting[1:] if waiting is not None else None
                if waiting is None and first > self.head["pages"]:
                    return
                if stops >= self.limits.lost_pages:
                    rest = waiting if waiting is not None else range(first, self.head["pages"] + 1)
                    self.lost.update(dict.fromkeys(rest, "damaged"))
                    return

    def _replies(self, wanted: Mapping[str, Any]) -> Iterator[Reply]:
        request = {
            "task": self.task, "path": str(self.path), "limits": self.limits.as_dict(), **self.facts, **wanted,
        }  # fmt: skip
        return worker_replies(request, self.limits.page_seconds, self.limits.open_seconds)

    def _unopened(self, error: WorkerLostError) -> ReadingError:
        if error.is_slow:
            return ReadingError("book-too-slow", file=self.path.name, seconds=round(self.limits.open_seconds))
        return ReadingError("book-damaged", file=self.path.name)
