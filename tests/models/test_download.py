"""One download against a server that fails in every way schools have seen."""

from __future__ import annotations

import json
import shutil
import socket
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest

from tutor.core.errors import TutorError
from tutor.models import http_replies
from tutor.models.download import Fetched, download_file


class Fetch:
    """Calls `download_file` with what most tests share and remembers the waits."""

    def __init__(self, target: Path, told: Any) -> None:
        self.target = target
        self.told = told
        self.waits: list[float] = []

    def __call__(self, url: str, size: int | None, sha256: str | None, **more: Any) -> Fetched:
        more.setdefault("wait", self.waits.append)
        return download_file(url, self.target, size=size, sha256=sha256, progress=self.told, **more)

    def code(self, *arguments: Any, **more: Any) -> TutorError:
        with pytest.raises(TutorError) as caught:
            self(*arguments, **more)
        assert not self.target.exists(), "a failed download left something under the final name"
        # Every error has its words in both languages.
        assert caught.value.what("sw") and caught.value.hint("sw")
        return caught.value

    @property
    def part(self) -> Path:
        return self.target.with_name(self.target.name + ".part")

    @property
    def sidecar(self) -> Path:
        return self.target.with_name(self.target.name + ".part.json")


@pytest.fixture
def fetch(tmp_path: Path, told: Any) -> Fetch:
    return Fetch(tmp_path / "downloads" / "model.bin", told)


def ranges(server: Any) -> list[str | None]:
    return [headers.get("Range") for _, headers in server.asked]


def test_whole_file(fetch, bad_server, data, sha, told):
    url = bad_server.at("/f", bad_server.file(data))
    assert fetch(url, len(data), sha(data)) == Fetched(sha(data), len(data))
    assert fetch.target.read_bytes() == data
    assert [path.name for path in fetch.target.parent.iterdir()] == ["model.bin"]
    assert ("model.bin: fetching", len(data), len(data)) in told.calls
    assert fetch.waits == []


def test_unknown_size_and_hash_are_returned(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data))
    assert fetch(url, None, None) == Fetched(sha(data), len(data))


# ---------------------------------------------------------------- resume


@pytest.mark.parametrize("reset", [False, True])
def test_dropped_connection_goes_on_from_the_part(fetch, bad_server, data, sha, reset):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000, reset=reset), bad_server.file(data))
    fetch(url, len(data), sha(data))
    assert fetch.target.read_bytes() == data
    first, second = bad_server.asked
    assert "Range" not in first[1]
    start = int(second[1]["Range"].removeprefix("bytes=").removesuffix("-"))
    assert 0 < start <= 150_000
    assert second[1]["If-Range"] == '"one"'
    assert fetch.waits == [1]


def test_next_run_goes_on(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), bad_server.file(data))
    assert fetch.code(url, len(data), sha(data), attempts=1).code == "fetch-broken"
    kept = fetch.part.stat().st_size
    assert kept > 0
    fetch(url, len(data), sha(data))
    assert ranges(bad_server) == [None, f"bytes={kept}-"]
    assert fetch.target.read_bytes() == data


def test_always_dropping_ends_as_broken_and_keeps_the_part(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.status(200, data[:100_000], declared=len(data)))
    error = fetch.code(url, len(data), sha(data))
    assert error.code == "fetch-broken"
    assert fetch.waits == [1, 2, 4, 8]
    assert len(bad_server.asked) == 5
    assert data.startswith(fetch.part.read_bytes()) and fetch.part.stat().st_size > 0


def test_tries_that_bring_something_do_not_count(fetch, bad_server, data, sha):
    long = data * 40
    replies = [bad_server.file(long, cut=1_500_000) for _ in range(5)]
    url = bad_server.at("/f", *replies, bad_server.file(long))
    fetch(url, len(long), sha(long), attempts=2)
    assert fetch.target.read_bytes() == long
    assert fetch.waits == [1] * 5


def test_server_that_ignores_range_starts_over(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), bad_server.status(200, data))
    fetch(url, len(data), sha(data))
    assert ranges(bad_server)[1] is not None
    assert fetch.target.read_bytes() == data


def test_another_version_on_the_server_starts_over(fetch, bad_server, data, sha):
    newer = data[::-1]
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), bad_server.file(newer, etag='"two"'))
    assert fetch(url, None, None) == Fetched(sha(newer), len(newer))
    assert fetch.target.read_bytes() == newer


def test_part_of_another_address_is_not_mixed_in(fetch, bad_server, data, sha):
    first = bad_server.at("/a", bad_server.file(data, cut=150_000))
    second = bad_server.at("/b", bad_server.file(data[::-1]))
    fetch.code(first, None, None, attempts=1)
    fetch(second, None, None)
    assert fetch.target.read_bytes() == data[::-1]
    assert ranges(bad_server)[-1] is None


def test_part_of_another_address_is_used_where_the_hash_decides(fetch, bad_server, data, sha):
    first = bad_server.at("/a", bad_server.file(data, cut=150_000))
    second = bad_server.at("/b", bad_server.file(data, etag='"other"'))
    fetch.code(first, len(data), sha(data), attempts=1)
    fetch(second, len(data), sha(data))
    assert ranges(bad_server)[-1] is not None
    # The first server's etag means nothing to the second and would only make it send everything.
    assert "If-Range" not in bad_server.asked[-1][1]
    assert fetch.target.read_bytes() == data


def test_part_without_its_note_is_not_trusted(fetch, bad_server, data, sha):
    fetch.part.parent.mkdir()
    fetch.part.write_bytes(b"something else")
    fetch(bad_server.at("/f", bad_server.file(data)), len(data), sha(data))
    assert ranges(bad_server) == [None]


def test_finished_part_needs_no_request(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000))
    fetch.code(url, len(data), sha(data), attempts=1)
    fetch.part.write_bytes(data)
    fetch(url, len(data), sha(data))
    assert len(bad_server.asked) == 1


def test_416_ends_a_part_that_is_whole(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), bad_server.file(data))
    fetch.code(url, None, None, attempts=1)
    fetch.part.write_bytes(data)
    assert fetch(url, None, None) == Fetched(sha(data), len(data))


def test_416_for_a_part_that_does_not_fit_starts_over(fetch, bad_server, data, sha):
    refuse = bad_server.status(416, Content_Range="bytes */77")
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), refuse, bad_server.file(data))
    fetch(url, len(data), sha(data))
    assert ranges(bad_server)[2] is None
    assert fetch.target.read_bytes() == data


def test_another_piece_than_asked_for_is_not_appended(fetch, bad_server, data, sha):
    shifted = bad_server.status(206, data[10:], Content_Range=f"bytes 10-{len(data) - 1}/{len(data)}")
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), shifted, bad_server.file(data))
    fetch(url, len(data), sha(data))
    assert fetch.target.read_bytes() == data


def test_damaged_part_costs_one_fetch_from_the_start(fetch, bad_server, data, sha, told):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), bad_server.file(data))
    fetch.code(url, len(data), sha(data), attempts=1)
    fetch.part.write_bytes(bytes(fetch.part.stat().st_size))
    fetch(url, len(data), sha(data))
    assert fetch.target.read_bytes() == data
    assert told.notes.count("once-more") == 1


def test_note_beside_the_part_holds_no_secret(fetch, bad_server, data, sha):
    url = bad_server.at("/f?token=s3cret", bad_server.file(data, cut=150_000))
    fetch.code(url, len(data), sha(data), attempts=1)
    assert "s3cret" not in fetch.sidecar.read_text()
    assert json.loads(fetch.sidecar.read_text())["validator"] == '"one"'


# ---------------------------------------------------------------- wrong content


def test_sign_in_page_is_not_the_file(fetch, bad_server, data, sha):
    error = fetch.code(bad_server.at("/f", bad_server.page()), len(data), sha(data))
    assert error.code == "fetch-wrong-content"
    assert not fetch.part.exists()
    assert (len(bad_server.asked), fetch.waits) == (1, [])


def test_sign_in_page_under_another_type_is_not_the_file(fetch, bad_server, data, sha):
    page = bad_server.status(200, b"\n<!DOCTYPE html><p>Limit reached", Content_Type="application/octet-stream")
    assert fetch.code(bad_server.at("/f", page), None, None).code == "fetch-wrong-content"
    assert not fetch.part.exists()


@pytest.mark.parametrize("kind", ["text/html", "application/octet-stream"])
def test_sign_in_page_leaves_an_honest_part_alone(fetch, bad_server, data, sha, kind):
    page = bad_server.status(200, b"<html>sign in</html>", Content_Type=kind)
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), page, bad_server.file(data))
    fetch.code(url, len(data), sha(data), attempts=1)
    kept = fetch.part.stat().st_size
    assert fetch.code(url, len(data), sha(data)).code == "fetch-wrong-content"
    assert fetch.part.stat().st_size == kept
    fetch(url, len(data), sha(data))
    assert ranges(bad_server)[-1] == f"bytes={kept}-"


def test_wrong_hash_is_fetched_once_more_and_then_given_up(fetch, bad_server, data, sha, told):
    url = bad_server.at("/f", bad_server.file(data[::-1]))
    error = fetch.code(url, len(data), sha(data))
    assert error.code == "fetch-wrong-content"
    assert len(bad_server.asked) == 2
    assert not fetch.part.exists() and not fetch.sidecar.exists()


def test_wrong_once_is_mended(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data[::-1]), bad_server.file(data))
    fetch(url, len(data), sha(data))
    assert fetch.target.read_bytes() == data


def test_longer_file_is_not_read_to_its_end(fetch, bad_server, data, sha):
    endless = data * 400  # 80 MB: far more than the buffers of two sockets
    error = fetch.code(bad_server.at("/f", bad_server.file(endless)), len(data), sha(data))
    assert error.code == "fetch-wrong-content"
    assert not fetch.part.exists()
    assert bad_server.sent < len(endless) // 2


def test_length_declared_too_long_does_not_matter(fetch, bad_server, data, sha):
    fetch(bad_server.at("/f", bad_server.status(200, data, declared=len(data) + 5000)), len(data), sha(data))
    assert fetch.target.read_bytes() == data


def test_length_declared_too_short_is_asked_for_again(fetch, bad_server, data, sha):
    short = bad_server.status(200, data[:90_000], ETag='"one"')
    fetch(bad_server.at("/f", short, bad_server.file(data)), len(data), sha(data))
    assert ranges(bad_server) == [None, "bytes=90000-"]
    assert fetch.target.read_bytes() == data


def test_twice_the_same_short_file_is_another_file(fetch, bad_server, data, sha):
    error = fetch.code(bad_server.at("/f", bad_server.status(200, data[:90_000])), len(data), sha(data))
    assert error.code == "fetch-wrong-content"
    assert len(bad_server.asked) == 2
    assert not fetch.part.exists()


def test_short_file_on_a_server_with_ranges_is_another_file(fetch, bad_server, data, sha):
    error = fetch.code(bad_server.at("/f", bad_server.file(data[:90_000])), len(data), sha(data))
    assert error.code == "fetch-wrong-content"
    assert not fetch.part.exists()


def test_compressed_answer_is_not_taken_for_the_file(fetch, bad_server, data):
    url = bad_server.at("/f", bad_server.status(200, data, Content_Encoding="gzip"))
    assert fetch.code(url, None, None).code == "fetch-wrong-content"


def test_unknown_size_needs_an_end_that_can_be_seen(fetch, bad_server, data):
    url = bad_server.at("/f", bad_server.status(200, data, declared=-1))
    assert fetch.code(url, None, None).code == "fetch-refused"


def test_chunked_body(fetch, bad_server, data, sha):
    chunks = b"%x\r\n%b\r\n" % (len(data), data)
    url = bad_server.at("/f", bad_server.status(200, chunks + b"0\r\n\r\n", Transfer_Encoding="chunked"))
    assert fetch(url, None, None) == Fetched(sha(data), len(data))
    cut = bad_server.at("/cut", bad_server.status(200, chunks, Transfer_Encoding="chunked"))
    fetch.target.unlink()
    assert fetch.code(cut, None, None).code == "fetch-broken"


# ---------------------------------------------------------------- limits and refusals

NOW = "Mon, 01 Jan 2024 08:00:00 GMT"


@pytest.mark.parametrize(
    ("status", "headers", "seconds"),
    [
        (429, {"Retry_After": "7"}, 7),
        (503, {"Retry_After": "300"}, 300),
        (429, {"Retry_After": "0"}, 1),
        (503, {"Retry_After": "Mon, 01 Jan 2024 08:01:30 GMT"}, 90),
        (429, {"Retry_After": "Mon, 01 Jan 2024 07:00:00 GMT"}, 1),
        (429, {}, 1),
        (429, {"Retry_After": "soon"}, 1),
    ],
)
def test_passing_limit_waits_and_goes_on(fetch, bad_server, data, sha, told, monkeypatch, status, headers, seconds):
    # The server's clock counts, not this computer's: it says 2024.
    limit = with_date(bad_server.status(status, **headers))
    fetch(bad_server.at("/f", limit, bad_server.file(data)), len(data), sha(data))
    assert fetch.waits == [seconds]
    polite = headers.get("Retry_After", "soon") != "soon"
    assert told.notes == ["wait-limit" if polite else "wait-retry"]
    assert fetch.target.read_bytes() == data


@pytest.mark.parametrize(("value", "minutes"), [("301", 6), ("7200", 120), ("Tue, 02 Jan 2024 08:00:00 GMT", 24 * 60)])
@pytest.mark.parametrize("status", [429, 503])
def test_daily_limit_is_said_at_once(fetch, bad_server, data, sha, status, value, minutes):
    limit = with_date(bad_server.status(status, Retry_After=value))
    error = fetch.code(bad_server.at("/f", limit), len(data), sha(data))
    assert (error.code, error.facts["minutes"]) == ("fetch-daily-limit", minutes)
    assert str(minutes) in error.what("en") and str(minutes) in error.what("sw")
    assert (len(bad_server.asked), fetch.waits) == (1, [])


def test_daily_limit_keeps_the_part(fetch, bad_server, data, sha):
    limit = bad_server.status(429, Retry_After="86400")
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), limit, bad_server.file(data))
    assert fetch.code(url, len(data), sha(data)).code == "fetch-daily-limit"
    assert fetch.part.stat().st_size > 0
    fetch(url, len(data), sha(data))
    assert ranges(bad_server)[-1] is not None


def with_date(reply: Any) -> Any:
    """The reply with the Date header of a server that lives in 2024."""

    def dated(handler: Any) -> None:
        handler.date_time_string = lambda timestamp=None: NOW
        reply(handler)

    return dated


@pytest.mark.parametrize("status", [401, 403, 404, 410, 451])
def test_refusal_is_said_at_once(fetch, bad_server, data, sha, status):
    error = fetch.code(bad_server.at("/f", bad_server.status(status, b"no")), len(data), sha(data))
    assert error.code == "fetch-refused"
    assert str(status) in error.what()
    assert (len(bad_server.asked), fetch.waits) == (1, [])


def test_failing_server_is_tried_again_and_then_refused(fetch, bad_server, data, sha):
    error = fetch.code(bad_server.at("/f", bad_server.status(502)), len(data), sha(data))
    assert error.code == "fetch-refused"
    assert fetch.waits == [1, 2, 4, 8]


def test_circle_of_redirects(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.status(302, Location="/f"))
    assert fetch.code(url, len(data), sha(data)).code == "fetch-refused"


def test_redirect_keeps_the_range(fetch, bad_server, data, sha):
    bad_server.at("/real", bad_server.file(data, cut=150_000), bad_server.file(data))
    fetch(bad_server.at("/f", bad_server.status(302, Location="/real")), len(data), sha(data))
    assert bad_server.asked[-1][0] == "/real" and bad_server.asked[-1][1]["Range"]
    assert fetch.target.read_bytes() == data


# ---------------------------------------------------------------- no network


def test_nobody_listens(fetch, dead_address, data, sha):
    assert fetch.code(dead_address + "/f", len(data), sha(data)).code == "fetch-offline"
    assert fetch.waits == []


def test_name_not_found(fetch, monkeypatch, data, sha):
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert fetch.code("http://models.example/f", len(data), sha(data)).code == "fetch-offline"
    assert fetch.waits == []


def test_no_secure_connection(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data)).replace("http:", "https:")
    error = fetch.code(url, len(data), sha(data))
    assert error.code == "fetch-offline"
    assert "secure" in error.what()


def test_missing_certificates_are_said(fetch, bad_server, data, sha, monkeypatch, tmp_path):
    monkeypatch.setenv("PIP_CERT", str(tmp_path / "none.pem"))
    url = bad_server.at("/f", bad_server.file(data)).replace("http:", "https:")
    error = fetch.code(url, len(data), sha(data))
    assert error.code == "fetch-offline"
    assert "none.pem" in error.what()


def test_certificates_of_pip_and_requests(monkeypatch):
    assert http_replies.ca_bundle() is True
    monkeypatch.setenv("PIP_CERT", "/school.pem")
    assert http_replies.ca_bundle() == "/school.pem"
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/other.pem")
    assert http_replies.ca_bundle() is True


def test_server_that_hangs_up_is_tried_again(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.hang_up(), bad_server.hang_up(), bad_server.file(data))
    fetch(url, len(data), sha(data))
    assert fetch.waits == [1, 2]


def test_server_that_only_hangs_up_is_offline(fetch, bad_server, data, sha):
    error = fetch.code(bad_server.at("/f", bad_server.hang_up()), len(data), sha(data))
    assert error.code == "fetch-offline"
    assert len(bad_server.asked) == 5


def test_network_that_goes_away_half_way_is_waited_for(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000))
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        bad_server.stop()

    assert fetch.code(url, len(data), sha(data), wait=wait).code == "fetch-broken"
    assert waits == [1, 2, 4, 8]
    assert fetch.part.exists()


@pytest.mark.parametrize("url", ["no-address", "http://", "http://[::bad/f"])
def test_address_that_is_none(fetch, url, data, sha):
    assert fetch.code(url, len(data), sha(data)).code == "fetch-refused"


# ---------------------------------------------------------------- disk

Usage = namedtuple("Usage", "total used free")


def test_no_room_is_said_before_anything_is_asked(fetch, bad_server, data, sha, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10, 9, 1))
    assert fetch.code(bad_server.at("/f", bad_server.file(data)), len(data), sha(data)).code == "disk-full"
    assert bad_server.asked == []


def test_no_room_for_an_unknown_size(fetch, bad_server, data, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10, 9, 1))
    assert fetch.code(bad_server.at("/f", bad_server.file(data)), None, None).code == "disk-full"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_disk_that_fills_up_half_way(fetch, bad_server, data, sha):
    url = bad_server.at("/f", bad_server.file(data, cut=150_000), bad_server.file(data))
    fetch.code(url, len(data), sha(data), attempts=1)
    fetch.part.unlink()
    fetch.part.symlink_to("/dev/full")
    error = fetch.code(url, len(data), sha(data))
    assert error.code == "disk-full"
    assert int(str(error.facts["need_mb"])) > int(str(error.facts["free_mb"]))


def test_folder_that_cannot_be_written(bad_server, data, sha, told, tmp_path):
    (tmp_path / "file").write_text("in the way")
    fetch = Fetch(tmp_path / "file" / "model.bin", told)
    with pytest.raises(TutorError) as caught:
        fetch(bad_server.at("/f", bad_server.file(data)), len(data), sha(data))
    assert caught.value.code == "not-writable"
