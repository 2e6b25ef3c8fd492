"""A backup put back from the page: checked, shown, confirmed, done while the pages pause, and undone."""

from __future__ import annotations

import gc
import io
import json
import re
import secrets
import time
import weakref
import zipfile
from collections.abc import Iterator
from pathlib import Path

import browser_server
import pytest
import requests
from browser_server import Served, served
from flask.testing import FlaskClient
from test_desk_pages import send, text_of
from web_fakes import PASSWORD, FakeTutor, form_token_of, writing_source
from werkzeug.datastructures import FileStorage

from tutor.appliance.backup import write_backup
from tutor.appliance.errors import ApplianceError
from tutor.appliance.restore import ASIDE, KEPT, STAGE, finish_restore, go_back_to_before
from tutor.core.errors import LibraryError
from tutor.web.desk.restoring import FOLDER, Restoring
from tutor.web.errors import WebError
from tutor.web.service.source import LiveTutor
from tutor.web.site import Site
from tutor.web.steadiness import settle


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Served]:
    with served(writing_source(FakeTutor()), tmp_path / "school") as server:
        accounts = server.site.accounts
        accounts.set_first_password(accounts.setup_code, PASSWORD, PASSWORD, "127.0.0.1")
        yield server


class Technician:
    """A browser of the technician."""

    def __init__(self, school: Served) -> None:
        self._address = school.address
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.headers["Connection"] = "close"  # unlike a browser, it asks no second time on a kept connection
        self.sign_in()

    def sign_in(self) -> None:
        assert self.send("/teacher/sign-in", password=PASSWORD).status_code == 200

    def get(self, path: str) -> requests.Response:
        return self._session.get(self._address + path, timeout=60)

    def send(self, path: str, file: Path | None = None, **fields: str) -> requests.Response:
        token = re.findall(r'name="csrf" value="([^"]+)"', self.get("/?page=en").text)[0]
        files = {"backup": (file.name, file.read_bytes())} if file else None
        return self._session.post(self._address + path, {"csrf": token, **fields}, files=files, timeout=60)

    def ended(self) -> str:
        """The page that tells how it ended."""
        for _ in range(300):
            text = self.get("/status/restore/done").text
            if 'http-equiv="refresh"' not in text:
                return text
            time.sleep(0.1)
        raise AssertionError("it never ended")


def class_names(school: Served) -> list[str]:
    return [one.name for one in school.site.classrooms.classes()]


def test_a_backup_comes_back_and_what_was_before_is_kept(school: Served, tmp_path: Path) -> None:
    school.site.classrooms.add_class("Old <class>")
    file, _ = write_backup(school.site.home, tmp_path)
    school.site.classrooms.add_class("New class")
    technician = Technician(school)

    page = technician.send("/status/restore", file=file).text
    assert "Old &lt;class&gt;" in page and "Every file in it was read" in page and "New class" not in page
    assert class_names(school) == ["New class", "Old <class>"]
    assert technician.send("/status/restore/confirm", password=PASSWORD).status_code == 400
    assert technician.send("/status/restore/confirm", password="guess", sure="yes").status_code == 403
    assert class_names(school) == ["New class", "Old <class>"]

    assert "The pages pause" in technician.send("/status/restore/confirm", password=PASSWORD, sure="yes").text
    assert "The backup is in its place." in technician.ended()
    assert class_names(school) == ["Old <class>"]
    assert technician.get("/teacher/classes").status_code == 401  # also whoever was signed in when it was made
    assert not (school.site.home / FOLDER).exists()

    technician.sign_in()
    assert "Go back to what was before" in technician.get("/status/restore").text
    technician.send("/status/restore/back", password=PASSWORD, sure="yes")
    assert "What was before is in its place again." in technician.ended()
    assert class_names(school) == ["New class", "Old <class>"]


def test_a_restore_that_fails_leaves_all_as_it_was_and_says_so(
    school: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = write_backup(school.site.home, tmp_path)
    school.site.classrooms.add_class("New class")
    technician = Technician(school)
    technician.send("/status/restore", file=file)

    def fail(*arguments: object) -> None:
        raise ApplianceError("home-in-use", file="library.db")

    monkeypatch.setattr("tutor.web.desk.restoring.restore_backup", fail)
    technician.send("/status/restore/confirm", password=PASSWORD, sure="yes")
    text = technician.ended()
    assert "library.db is in use" in text and "Everything is as it was." in text
    assert class_names(school) == ["New class"]


def test_a_backup_that_cannot_be_opened_gives_way_to_what_was_before(
    school: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _ = write_backup(school.site.home, tmp_path)
    school.site.classrooms.add_class("New class")
    technician = Technician(school)
    technician.send("/status/restore", file=file)
    real, tried = browser_server.open_site, []

    def fail_once(*arguments: object, **named: object) -> Site:
        tried.append(1)
        if len(tried) == 1:
            raise LibraryError("library-too-new", found=9, known=3)
        return real(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(browser_server, "open_site", fail_once)
    technician.send("/status/restore/confirm", password=PASSWORD, sure="yes")
    text = technician.ended()
    assert 'role="alert"' in text and "Everything is as it was." in text and len(tried) == 2
    assert class_names(school) == ["New class"] and technician.get("/teacher/classes").status_code == 200


class OpenedAnew:
    """A source that opens a tutor when one is wanted, and another after it was closed."""

    def __init__(self) -> None:
        self._live: LiveTutor | None = None

    def current(self) -> LiveTutor:
        self._live = self._live or LiveTutor(FakeTutor(), "stamp")
        return self._live

    def close(self) -> None:
        self._live = None


def test_nothing_of_before_is_in_memory_when_the_backup_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer with 4 GB has no room for two sets of models and books, and the old ones stayed for good."""
    source, real = OpenedAnew(), browser_server.open_site
    held: list[weakref.ref[object]] = []
    still_there: list[list[object]] = []

    def noted(*arguments: object, **named: object) -> Site:
        still_there.append([type(found).__name__ for one in held if (found := one()) is not None])
        opened = real(*arguments, **named)  # type: ignore[arg-type]
        held[:] = [weakref.ref(part) for part in (opened, opened.service, opened.library, source.current().tutor)]
        return opened

    monkeypatch.setattr(browser_server, "open_site", noted)
    try:
        with served(source, tmp_path / "school") as school:
            accounts = school.site.accounts
            accounts.set_first_password(accounts.setup_code, PASSWORD, PASSWORD, "127.0.0.1")
            file, _ = write_backup(school.site.home, tmp_path)
            del accounts
            for wish in ("restore", "back"):
                technician = Technician(school)
                technician.send("/ask", question="What is a heart?")
                settle()  # as the server does when it is ready: what is there is left alone by the collector
                del school.site
                if wish == "restore":
                    technician.send("/status/restore", file=file)
                address = "/status/restore/confirm" if wish == "restore" else "/status/restore/back"
                technician.send(address, password=PASSWORD, sure="yes")
                technician.ended()
        assert still_there == [[], [], []]
    finally:
        gc.unfreeze()


def zipped(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return stream.getvalue()


def evil_manifest(name: str, version: str = "0.0.1") -> bytes:
    files = {name: {"bytes": 1, "sha256": "0" * 64}}
    return json.dumps({"format": 1, "kind": "backup", "version": version, "made_at": "x", "files": files}).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"", b"no zip", zipped(other=b"x"), zipped(**{"manifest.json": b"[]"}),
        zipped(**{"manifest.json": evil_manifest("../../evil")}), zipped(**{"manifest.json": evil_manifest("a/b.db")}),
        zipped(**{"manifest.json": evil_manifest("models/x")}),
        zipped(**{"manifest.json": evil_manifest("a", "999.0")}),
        zipped(**{"manifest.json": evil_manifest("a"), "home__a": b"y"}),
    ],
)  # fmt: skip
def test_what_is_no_backup_is_said_and_forgotten(teacher: FlaskClient, site: Site, content: bytes) -> None:
    data = {"csrf": form_token_of(teacher), "backup": (io.BytesIO(content), "../<x>.zip")}
    reply = teacher.post("/status/restore?page=en", data=data, content_type="multipart/form-data")
    page = reply.get_data(as_text=True)
    assert reply.status_code == 400 and 'role="alert"' in page and "<x>" not in page
    assert site.restoring.offer is None and not (site.home / FOLDER).exists()


def test_a_backup_of_a_real_size_is_taken(teacher: FlaskClient, site: Site, tmp_path: Path) -> None:
    (site.home / "library").mkdir()
    (site.home / "library" / "book.pdf").write_bytes(secrets.token_bytes(300_000))
    file, _ = write_backup(site.home, tmp_path)
    with file.open("rb") as stream:
        data = {"csrf": form_token_of(teacher), "backup": (stream, file.name)}
        assert teacher.post("/status/restore", data=data, content_type="multipart/form-data").status_code == 303
    assert site.restoring.offer is not None and site.restoring.offer.megabytes >= 0.3


def test_nothing_is_put_back_without_a_backup_or_a_server(teacher: FlaskClient, site: Site) -> None:
    for path in ("confirm", "back"):
        assert send(teacher, f"/status/restore/{path}", sure="yes", password=PASSWORD)[0] == 503
    site.restoring.pause = lambda: None
    for path in ("confirm", "back"):
        assert send(teacher, f"/status/restore/{path}", sure="yes", password=PASSWORD)[0] == 400
    assert not site.restoring.is_wanted
    assert send(teacher, "/status/restore")[0] == 400


def test_it_can_be_cancelled(teacher: FlaskClient, site: Site, tmp_path: Path) -> None:
    site.classrooms.add_class("2B")
    file, _ = write_backup(site.home, tmp_path)
    with file.open("rb") as stream:
        site.restoring.receive(FileStorage(stream, filename=file.name))
    assert "2B" in text_of(teacher, "/status/restore?page=en")
    assert send(teacher, "/status/restore/cancel")[0] == 200
    assert site.restoring.offer is None and not (site.home / FOLDER).exists()


def test_who_is_not_signed_in_restores_nothing(client: FlaskClient) -> None:
    token = form_token_of(client)
    for path in ("", "/confirm", "/back", "/cancel"):
        assert client.post(f"/status/restore{path}", data={"csrf": token}).status_code == 401
    assert client.get("/status/restore").status_code == 401
    assert "Nothing was put back." in text_of(client, "/status/restore/done?page=en")


def test_two_wishes_at_once_are_one(tmp_path: Path) -> None:
    restoring = Restoring(tmp_path)
    restoring.pause = lambda: None
    (tmp_path / ASIDE).mkdir()
    (tmp_path / ASIDE / "tutor.toml").write_text("", encoding="utf-8")
    restoring.want("back")
    with pytest.raises(WebError) as caught:
        restoring.want("back")
    assert caught.value.code == "restore-not-now"
    assert restoring.fulfil().error is None and not restoring.is_wanted


def home_with(folder: Path, words: str) -> Path:
    (folder / "library").mkdir(parents=True)
    (folder / "library" / "notes.txt").write_text(words, encoding="utf-8")
    return folder


def test_going_back_is_undone_by_going_back_again(tmp_path: Path) -> None:
    home = home_with(tmp_path, "new")
    home_with(home / ASIDE, "old")
    for expected in ("old", "new", "old"):
        go_back_to_before(home)
        assert (home / "library" / "notes.txt").read_text(encoding="utf-8") == expected
    assert not (home / STAGE).exists() and not (home / KEPT).exists()


def test_going_back_that_is_interrupted_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = home_with(tmp_path, "new")
    home_with(home / ASIDE, "old")
    monkeypatch.setattr("tutor.appliance.restore.finish_restore", lambda home: False)
    monkeypatch.setattr("tutor.appliance.restore.flush_folder", lambda folder: (_ for _ in ()).throw(OSError("power")))
    with pytest.raises(OSError):
        go_back_to_before(home)
    monkeypatch.undo()
    assert not finish_restore(home)
    assert (home / "library" / "notes.txt").read_text(encoding="utf-8") == "new"
    go_back_to_before(home)
    assert (home / "library" / "notes.txt").read_text(encoding="utf-8") == "old"


def test_where_nothing_is_kept_there_is_nothing_to_go_back_to(tmp_path: Path) -> None:
    with pytest.raises(ApplianceError) as caught:
        go_back_to_before(home_with(tmp_path, "new"))
    assert caught.value.code == "restore-none" and caught.value.what("sw")
