"""One resumable HTTP download. What stands under the final name is whole and checked, always."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import requests
import urllib3

from tutor.core.errors import ModelError
from tutor.core.files import file_sha256, require_room
from tutor.models import http_replies
from tutor.models.disk_faults import disk_faults
from tutor.models.part_file import PartFile
from tutor.models.progress import Progress
from tutor.models.steps import Step, counting, note

CHUNK = 1 << 15
"""Bytes read at once; at most so many are lost when a connection drops."""
WORTH_MORE_TRIES = 1 << 20
"""A try that brought this many bytes does not count against `attempts`: a slow line that drops every ten
megabytes still gets a large file through."""
LONGEST_BACKOFF_SECONDS = 30
TIMEOUT = (20, 60)
"""Seconds to connect, and seconds without a byte."""

Wait = Callable[[float], object]


@dataclass(frozen=True)
class Fetched:
    """What a file weighs (bytes) and hashes to (SHA-256 as hex)."""

    sha256: str
    bytes: int


def download_file(
    url: str,
    target: Path,
    *,
    size: int | None,
    sha256: str | None,
    progress: Progress,
    wait: Wait = time.sleep,
    attempts: int = 5,
) -> Fetched:
    """Fetch `url` to `target`, going on from `target.part` where an earlier run stopped.

    `size` in bytes and `sha256` in hex are checked before the file gets its name; where they are None the
    caller pins what is returned. `attempts` is the number of tries without real progress.
    Raises ModelError: `fetch-offline`, `fetch-broken`, `fetch-refused`, `fetch-daily-limit`,
    `fetch-wrong-content`, `not-writable`, and TutorError `disk-full`. Only wrong content is deleted.
    """
    with disk_faults(target.parent, size or 0):
        target.parent.mkdir(parents=True, exist_ok=True)
        return _Download(url, target, size, sha256, progress, wait, attempts).run()


class _TryAgain(Exception):  # noqa: N818 - a signal between methods, not an error that anybody sees
    """This try failed, the next may not. `code` becomes the error when there is no next."""

    def __init__(self, code: str, why: str, seconds: int | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.seconds = seconds


class _NotTheFile(Exception):  # noqa: N818 - likewise
    """The body cannot be the wanted file."""


class _Download:
    def __init__(
        self,
        url: str,
        target: Path,
        size: int | None,
        sha256: str | None,
        progress: Progress,
        wait: Wait,
        attempts: int,
    ) -> None:
        self.url = url
        self.file = target.name
        self.part = PartFile(target, url, size, sha256)
        self.size = size
        self.sha256 = sha256
        self.progress = progress
        self.wait = wait
        self.attempts = attempts
        self.failures = 0
        self.arrived = 0  # bytes of this run, whatever became of them
        self.arrived_before = 0
        self.answered = False  # whether the server ever began to send the file
        self.ended = False  # only for an unknown size: a body ended as it should
        self.whole_lengths: set[int] = set()

    def run(self) -> Fetched:
        self.part.keep_only_if_same_file()
        if self.size is not None:
            require_room(self.part.path.parent, self.size - self.part.length())
        self._fill()
        found = self._checked()
        if self.sha256 not in (None, found.sha256):
            # The part may have been damaged on its way or on this disk: once more, from the start, and no more.
            self.part.discard()
            self.ended = False
            note(self.progress, "once-more", file=self.file)
            self._fill()
            found = self._checked()
        if self.sha256 not in (None, found.sha256):
            self.part.discard()
            raise self._wrong("its hash is not the published one")
        self.part.finish()
        return found

    def _fill(self) -> None:
        self.failures = 0
        while not self._complete():
            try:
                self._request()
            except _TryAgain as fault:
                if not self._complete():
                    self._back_off(fault)

    def _complete(self) -> bool:
        return self.ended if self.size is None else self.part.length() == self.size

    def _checked(self) -> Fetched:
        length = self.part.length()
        advance = counting(self.progress, Step("check", file=self.file), length)
        return Fetched(file_sha256(self.part.path, advance), length)

    def _wrong(self, why: str) -> ModelError:
        return ModelError("fetch-wrong-content", file=self.file, why=why)

    def _refused(self, why: str) -> ModelError:
        return ModelError("fetch-refused", file=self.file, why=why)

    def _back_off(self, fault: _TryAgain) -> None:
        if self.arrived - self.arrived_before >= WORTH_MORE_TRIES:
            self.failures = 0
        self.arrived_before = self.arrived
        self.failures += 1
        if self.failures >= self.attempts:
            raise ModelError(fault.code, file=self.file, why=fault.why) from fault
        seconds = fault.seconds
        if seconds is None:
            seconds = min(2 ** (self.failures - 1), LONGEST_BACKOFF_SECONDS)
            note(self.progress, "wait-retry", file=self.file, why=fault.why, seconds=seconds)
        else:
            note(self.progress, "wait-limit", file=self.file, seconds=seconds)
        self.wait(seconds)

    def _request(self) -> None:
        have = self.part.length()
        headers = {"Accept-Encoding": "identity", "User-Agent": "tutor"}
        if have:
            headers["Range"] = f"bytes={have}-"
            if self.part.validator:
                headers["If-Range"] = self.part.validator
        try:
            verify = http_replies.ca_bundle()
            response = requests.get(self.url, headers=headers, stream=True, timeout=TIMEOUT, verify=verify)
        except OSError as error:
            raise self._network_fault(error) from error
        except ValueError as error:  # some malformed addresses get through to the standard library
            raise self._refused("its address is no web address") from error
        with response:
            self._answer(response, have)

    def _network_fault(self, error: OSError) -> Exception:
        if isinstance(error, requests.exceptions.TooManyRedirects):
            return self._refused("it sends us round in a circle")
        if isinstance(error, requests.exceptions.RequestException) and isinstance(error, ValueError):
            return self._refused("its address is no web address")
        why, never_reached = http_replies.network_fault(error)
        if never_reached and not self.answered:
            return ModelError("fetch-offline", file=self.file, why=why)
        return _TryAgain("fetch-broken" if self.answered else "fetch-offline", why)

    def _answer(self, response: requests.Response, have: int) -> None:
        status = response.status_code
        if status == 416 and have:
            self._range_refused(response, have)
            return
        if status in http_replies.PASSING_STATUSES:
            raise self._passing_fault(response)
        if status not in (200, 206):
            raise self._refused(f"it answers {status} {response.reason}")
        if why := http_replies.error_page(response):
            # Nothing of it was written, so an honest beginning from an earlier run stays.
            raise self._wrong(why)
        if self.sha256 is None and self.url.startswith("https:") and not response.url.startswith("https:"):
            raise self._refused("it sends us on to an insecure address, and no hash is known to check with")
        if status == 206 and http_replies.range_start(response) != have:
            self.part.discard()
            raise _TryAgain("fetch-broken", "the server sent another piece than the one asked for")
        self.answered = True
        self._store(response, have if status == 206 else 0)

    def _passing_fault(self, response: requests.Response) -> Exception:
        status = response.status_code
        seconds = http_replies.retry_after_seconds(response) if status in http_replies.LIMIT_STATUSES else None
        if seconds is not None and seconds > http_replies.PASSING_LIMIT_SECONDS:
            return ModelError("fetch-daily-limit", file=self.file, minutes=-(-seconds // 60))
        return _TryAgain("fetch-refused", f"the server answers {status} {response.reason}", seconds)

    def _range_refused(self, response: requests.Response, have: int) -> None:
        total = http_replies.range_total(response)
        if total == have and self.size is None:
            self.ended = True
            return
        self.part.discard()
        if total == have:
            raise self._wrong(f"it has {total} bytes instead of {self.size}")
        raise _TryAgain("fetch-broken", "the server does not go on from where the download stopped")

    def _store(self, response: requests.Response, start: int) -> None:
        declared = http_replies.declared_length(response)
        if self.size is None:
            if declared is None and not http_replies.is_chunked(response):
                raise self._refused("it does not say how long the file is, so its end could not be known")
            require_room(self.part.path.parent, declared or 0)
        try:
            first = response.raw.read(min(CHUNK, self.size - start) if self.size else CHUNK)
            if start == 0:
                if http_replies.starts_like_a_page(first):
                    raise self._wrong("it is a web page")
                self.part.describe(http_replies.validator(response))
            end = self._write(first, response, start, declared)
        except urllib3.exceptions.HTTPError as error:
            raise _TryAgain("fetch-broken", "the connection was dropped") from error
        except _NotTheFile as fault:
            self.part.discard()
            raise self._wrong(str(fault)) from None
        self._body_ended(start, end, declared)

    def _write(self, first: bytes, response: requests.Response, start: int, declared: int | None) -> int:
        """Put the body into the part from byte `start`. Returns where it ends."""
        step = Step("fetch", file=self.file)
        end = start
        with self.part.path.open("r+b" if start else "wb") as stream:
            stream.seek(start)
            block = first
            try:
                while block:
                    stream.write(block)
                    end += len(block)
                    self.arrived += len(block)
                    self.progress(step, end, max(end, self.size or start + (declared or 0)))
                    if end == self.size:
                        break
                    # Never more than is missing: where a server declares too much, a longer read would fail
                    # at the end of the body and lose its last block.
                    block = response.raw.read(min(CHUNK, self.size - end) if self.size else CHUNK)
            finally:
                stream.flush()
            os.fsync(stream.fileno())
        if end == self.size and declared != end - start:
            with suppress(urllib3.exceptions.HTTPError):
                if response.raw.read(1):
                    raise _NotTheFile(f"it is longer than {self.size} bytes")
        return end

    def _body_ended(self, start: int, end: int, declared: int | None) -> None:
        """The body ended without a fault of the connection: is it the whole file?"""
        if declared is not None and end - start < declared:
            raise _TryAgain("fetch-broken", f"it ended after {end} of {start + declared} bytes")
        if self.size is None:
            self.ended = True
        elif end < self.size:
            # A length that is too short may be a lie of a proxy, so the rest is asked for. A server that twice
            # gives the same short body as the whole file has another file.
            if start == 0 and declared == end:
                if end in self.whole_lengths:
                    self.part.discard()
                    raise self._wrong(f"it has {end} bytes instead of {self.size}")
                self.whole_lengths.add(end)
            raise _TryAgain("fetch-broken", f"it ended after {end} of {self.size} bytes")
