"""The teacher's library with the real importer: upload, watch, correct, remove; pupils go on asking meanwhile."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from test_desk_pages import text_of
from web_fakes import form_token_of, sign_in

from tutor.answering.opening import open_vectors
from tutor.core.settings import Settings, load_settings
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore
from tutor.web.app import create_app
from tutor.web.service.source import LibrarySource
from tutor.web.site import Site, open_site

pytestmark = pytest.mark.slow
BOOK = """# Volcanoes of the school yard

## What a volcano is

A volcano is an opening in the ground from which hot melted rock, called lava, comes out. The oldest volcano of the
school yard is named Mlima Moto, and it is four metres high.
"""
WAIT = 180


@pytest.fixture
def empty(tmp_path: Path, models_dir: Path, small_embedder_folder: Path) -> Iterator[Site]:
    """A site without a book, over the real importer and the small embedder."""
    settings = load_settings(tmp_path / "home", profile="small", models_dir=str(models_dir), generator="off")
    opened = open_site(LibrarySource(settings, clock=Ticking()), settings.places.home, settings=settings)
    yield opened
    opened.bookshelf.wait(WAIT)
    opened.close()


class Ticking:
    """A clock that always says that it is time to look again."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 10.0
        return self.now


@pytest.fixture
def teacher(empty: Site) -> FlaskClient:
    client = create_app(empty).test_client()
    client.get("/?page=en")
    sign_in(client, empty)
    return client


def send(client: FlaskClient, site: Site, path: str, **fields: object) -> tuple[int, str]:
    """Send a form, and give the page when its change of the library is done."""
    reply = client.post(path, data={"csrf": form_token_of(client), **fields}, follow_redirects=True)
    site.bookshelf.wait(WAIT)
    text = text_of(client, "/teacher/library") if reply.status_code == 200 else reply.get_data(as_text=True)
    return reply.status_code, text


def upload(name: str, content: bytes = BOOK.encode()) -> tuple[io.BytesIO, str]:
    return io.BytesIO(content), name


def test_from_an_empty_library_to_an_answer_and_back(teacher: FlaskClient, empty: Site) -> None:
    assert "Set tutor up" in text_of(teacher, "/?page=en")
    files = [upload("geography/../volcanoes.md"), upload("broken.pdf", b"%PDF-1.4 nothing")]
    status, page = send(teacher, empty, "/teacher/library/add", form="2", files=files)
    assert status == 200 and "1 book added" in page and "1 file left out" in page and "broken.pdf" in page
    assert "Volcanoes of the school yard" in page
    kept = [path.name for path in empty.bookshelf.folder.rglob("*") if path.is_file()]
    assert kept == ["volcanoes.md"]  # what did not become a book is not kept
    reply = teacher.post("/api/v1/ask", json={"question": "What is a volcano?"})
    assert reply.get_json()["citations"][0]["document"] == "Volcanoes of the school yard"

    (book,) = empty.bookshelf.documents()
    status, page = send(teacher, empty, "/teacher/library/change", book=book.id, subject="geography",
                        document_type="textbook", do="correct")  # fmt: skip
    assert status == 200 and "1 book corrected" in page
    known = empty.bookshelf.documents()[0].metadata
    assert (known.subject, known.form, known.document_type) == ("geography", 2, "textbook")
    assert "Volcanoes" in text_of(teacher, "/books/geography")

    assert send(teacher, empty, "/teacher/library/change", book=book.id, do="remove")[0] == 400
    status, page = send(teacher, empty, "/teacher/library/change", book=book.id, do="remove", sure="yes")
    assert status == 200 and "1 book removed" in page and empty.bookshelf.documents() == []
    assert [path for path in empty.bookshelf.folder.rglob("*") if path.is_file()] == []


def test_what_cannot_be_is_said(teacher: FlaskClient, empty: Site) -> None:
    assert send(teacher, empty, "/teacher/library/add")[0] == 400
    assert send(teacher, empty, "/teacher/library/add", files=[upload("a.md")], subject="magic")[0] == 400
    assert send(teacher, empty, "/teacher/library/add", files=[upload("a.md")])[0] == 200  # it is free again
    assert send(teacher, empty, "/teacher/library/change", book="nothing", subject="biology")[0] == 400
    status, page = send(teacher, empty, "/teacher/library/add", files=[upload("a.exe", b"MZ" + bytes(500))])
    assert status == 200 and 'role="alert"' in page
    assert [path for path in empty.bookshelf.folder.rglob("*") if path.is_file() and path.suffix == ".exe"] == []


def test_one_change_at_a_time(teacher: FlaskClient, empty: Site) -> None:
    token = form_token_of(teacher)
    first = teacher.post("/teacher/library/add", data={"csrf": token, "files": [upload("a.md")]})
    second = teacher.post("/teacher/library/add", data={"csrf": token, "files": [upload("b.md")]})
    assert first.status_code == 303 and second.status_code == 503
    assert "data-poll" in text_of(teacher, "/teacher/library")
    empty.bookshelf.wait(WAIT)
    assert "data-poll" not in text_of(teacher, "/teacher/library")


def test_a_second_tab_does_not_touch_the_files_of_a_running_import(
    teacher: FlaskClient, empty: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()
    real = Importer.add

    def slow(*arguments: Any, **named: Any) -> Any:
        go_on.wait(60)
        return real(*arguments, **named)

    monkeypatch.setattr(Importer, "add", slow)
    token = form_token_of(teacher)
    other = BOOK.replace("Volcanoes of the school yard", "Another book")
    for content, status in ((BOOK, 303), (other, 503)):
        data = {"csrf": token, "files": [upload("volcanoes.md", content.encode())]}
        assert teacher.post("/teacher/library/add", data=data).status_code == status
    go_on.set()
    empty.bookshelf.wait(WAIT)
    assert [book.title for book in empty.bookshelf.documents()] == ["Volcanoes of the school yard"]
    assert [file.read_text() for file in empty.bookshelf.folder.rglob("*.md")] == [BOOK]


def test_what_was_said_wrongly_leaves_no_file_behind(teacher: FlaskClient, empty: Site) -> None:
    assert send(teacher, empty, "/teacher/library/add", files=[upload("a.md")], subject="magic")[0] == 400
    assert [path for path in empty.bookshelf.folder.rglob("*") if path.is_file()] == []


def test_what_was_sent_before_the_computer_stopped_is_shown_and_added(teacher: FlaskClient, empty: Site) -> None:
    folder = empty.bookshelf.folder
    folder.mkdir(parents=True)
    (folder / "volcanoes.md").write_text(BOOK, encoding="utf-8")
    (folder / "half.pdf.part").write_bytes(b"%PDF")
    assert "1 file was sent but is not in the library" in text_of(teacher, "/teacher/library")
    status, page = send(teacher, empty, "/teacher/library/left-over")
    assert status == 200 and "1 book added" in page and "was sent but" not in page
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["volcanoes.md"]
    assert send(teacher, empty, "/teacher/library/left-over")[0] == 400


def test_a_large_upload_is_for_who_signed_in(empty: Site) -> None:
    stranger = create_app(empty).test_client()
    stranger.get("/")
    reply = stranger.post("/teacher/library/add", data={"csrf": "x", "files": [upload("a.md", bytes(200_000))]})
    assert reply.status_code == 401


def test_without_an_opened_tutor_the_embedder_is_opened_for_many_texts(
    empty: Site, teacher: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes = []

    def noted(settings: Settings, store: LibraryStore, many: bool = False) -> object:
        wishes.append(many)
        return open_vectors(settings, store, many)

    monkeypatch.setattr("tutor.web.desk.bookshelf.open_vectors", noted)
    status, page = send(teacher, empty, "/teacher/library/add", files=[upload("volcanoes.md")])
    assert status == 200 and "1 book added" in page
    assert wishes == [True]
