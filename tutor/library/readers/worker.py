"""The process that reads risky files: `python -m tutor.library.readers.worker`, one request on its input.

It answers with one JSON object a line. It reaches no network and starts no program, holds no more memory than it is
given (where the system can say so), and ends by itself when a page takes too long, even if nobody watches it.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from tutor.core.errors import LibraryError
from tutor.library.readers.files import unreadable
from tutor.library.readers.limits import Limits

FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.startfile", "urllib.", "ftplib.")
GRACE_SECONDS = 10.0
TOO_DEEP_FOR_XML = "Excessive depth in document"
"""How libxml2 begins to say it; its number for it is that of every limit."""


def main() -> None:
    """Answer the request on standard input. Ends with status 0 also for a book that cannot be read."""
    # Libraries that print must not write among the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    request = json.loads(sys.stdin.buffer.read())
    limits = Limits(**request["limits"])
    _limit_memory(limits.worker_bytes)
    handler = _handler(request["task"])
    sys.addaudithook(_refuse)
    path = Path(request["path"])
    try:
        _watch(request["first_seconds"])
        for reply in handler(request, path, limits):
            _answer(answers, reply)
            _watch(request["seconds"])
        _answer(answers, {"done": True})
    except Exception as error:
        # Any other error ends the process, which tells the parent enough: the file is damaged.
        fault = unreadable(path, "nested-too-deeply") if _is_of_depth(error) else error
        if not isinstance(fault, LibraryError):
            raise
        _answer(answers, {"error": fault.code, "facts": {name: str(value) for name, value in fault.facts.items()}})
    finally:
        faulthandler.cancel_dump_traceback_later()
        with contextlib.suppress(OSError):
            answers.close()


def _is_of_depth(error: BaseException | None) -> bool:
    """True when it, or what set it off, is that parts are nested deeper than Python or its XML parser follows."""
    while error is not None:
        if isinstance(error, RecursionError) or TOO_DEEP_FOR_XML in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _handler(task: str) -> Callable[[dict[str, Any], Path, Limits], Iterator[dict[str, Any]]]:
    """Imports what the task needs, before imports of the network are forbidden."""
    if task == "pdf":
        from tutor.library.readers.pdf_tasks import pdf_replies

        return pdf_replies
    if task == "pictures":
        from tutor.library.readers.picture_tasks import picture_replies

        return picture_replies
    from tutor.library.readers.book_tasks import book_replies

    return book_replies


def _answer(answers: BinaryIO, reply: dict[str, Any]) -> None:
    answers.write(json.dumps(reply).encode("ascii") + b"\n")
    answers.flush()


def _watch(seconds: float) -> None:
    """End this process in a while, even while a parser holds it, unless called again before."""
    faulthandler.dump_traceback_later(seconds + GRACE_SECONDS, exit=True, file=sys.stderr)


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    if event.startswith(FORBIDDEN):
        raise PermissionError(f"readers may not use {event}")


def _limit_memory(size: int) -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limit; there the time is the only one.
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


if __name__ == "__main__":
    main()
