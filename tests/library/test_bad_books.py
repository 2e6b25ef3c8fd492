"""One bad file never stops a folder and never gives a traceback: it is left out, with a code."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tutor.core.errors import LibraryError
from tutor.core.files import file_sha256
from tutor.curriculum.curriculum import Curriculum
from tutor.library import book_reading
from tutor.library.importer import Importer, PreparedBook
from tutor.library.readers.markdown import read_markdown
from tutor.library.store import LibraryStore

GOOD = "# Rivers\n\nA river begins at its source."


def nothing(books: list[PreparedBook]) -> None:
    """No vectors are needed in these tests."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LibraryStore]:
    with LibraryStore(tmp_path / "library" / "library.db") as store:
        yield store


@pytest.fixture
def importer(store: LibraryStore) -> Importer:
    return Importer(store, Curriculum.load())


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "good.md").write_text(GOOD, encoding="utf-8")
    return folder


def front(line: str) -> bytes:
    return f"---\n{line}\n---\n{GOOD}".encode()


BAD = {
    "a superscript year": ("x.md", front("year: ²")),
    "a year of many digits": ("x.md", front("year: 99999999999999999999999999")),
    "a year Python cannot read": ("x.md", front(f"year: '{'9' * 5000}'")),
    "an impossible tag": ("x.md", front("year: !!bool maybe")),
    "an empty number": ("x.md", front("year: !!int ''")),
    "an impossible time": ("x.md", front("year: !!timestamp soon")),
    "deep front matter": ("x.md", front("title: " + "[" * 3000)),
    "deep quotes": ("x.md", b">" * 3000 + b" words"),
    "a name that is not UTF-8": (os.fsdecode(b"caf\xe9.md"), GOOD.encode()),
}


@pytest.mark.parametrize("name, data", BAD.values(), ids=BAD)
def test_a_bad_file_is_left_out_of_a_folder_and_an_error_alone(
    importer: Importer, store: LibraryStore, books: Path, name: str, data: bytes
) -> None:
    try:
        (books / name).write_bytes(data)
    except (OSError, UnicodeError):
        pytest.skip("this file system takes only names in UTF-8")
    report = importer.add(books, nothing)
    assert report.added == ["good"] and store.passage_count() == 1
    ((file, code, message),) = report.left_out
    assert code == "book-unreadable"
    assert (file + message).encode("utf-8")
    with pytest.raises(LibraryError) as caught:
        importer.add(books / name, nothing)
    assert caught.value.code == "book-unreadable"


def test_a_folder_whose_name_is_not_utf8_is_reported(importer: Importer, books: Path) -> None:
    inner = books / os.fsdecode(b"kidato\xff")
    try:
        inner.mkdir()
    except (OSError, UnicodeError):
        pytest.skip("this file system takes only names in UTF-8")
    (inner / "x.md").write_text(GOOD, encoding="utf-8")
    assert [code for _, code, _ in importer.add(books, nothing).left_out] == ["book-unreadable"]
    assert [code for _, code, _ in importer.add(inner, nothing).left_out] == ["book-unreadable"]
    with pytest.raises(LibraryError):
        importer.add(inner / "missing.md", nothing)


def test_a_file_that_may_not_be_read_is_left_out(
    importer: Importer, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (books / "secret.md").write_text(GOOD, encoding="utf-8")

    def refuses(path: Path) -> str:
        if path.name == "secret.md":
            raise PermissionError(13, "Permission denied")
        return file_sha256(path)

    monkeypatch.setattr(book_reading, "file_sha256", refuses)
    report = importer.add(books, nothing)
    assert report.added == ["good"]
    assert [(file, code) for file, code, _ in report.left_out] == [("secret.md", "book-unreadable")]
    with pytest.raises(LibraryError, match="Permission denied"):
        importer.add(books / "secret.md", nothing)


def test_a_folder_that_may_not_be_opened_is_reported(
    importer: Importer, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (books / "closed").mkdir()
    real = os.scandir

    def refuses(path: Any) -> Any:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", refuses)
    report = importer.add(books, nothing)
    assert report.added == ["good"]
    assert [(file, code) for file, code, _ in report.left_out] == [("closed", "book-unreadable")]


def test_a_name_that_is_too_long_is_an_error(importer: Importer, tmp_path: Path) -> None:
    with pytest.raises(LibraryError):
        importer.add(tmp_path / ("x" * 5000), nothing)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.timeout(20)
def test_a_pipe_is_no_book(importer: Importer, books: Path) -> None:
    os.mkfifo(books / "x.md")
    report = importer.add(books, nothing)
    assert report.added == ["good"]
    assert [(file, code) for file, code, _ in report.left_out] == [("x.md", "book-unreadable")]
    for read in (lambda path: importer.add(path, nothing), read_markdown):
        with pytest.raises(LibraryError) as caught:
            read(books / "x.md")
        assert caught.value.code == "book-unreadable"


def test_links_out_of_the_folder_are_skipped_and_reported(
    importer: Importer, store: LibraryStore, books: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "diary.md").write_text(GOOD, encoding="utf-8")
    try:
        (books / "diary.md").symlink_to(outside / "diary.md")
        (books / "more").symlink_to(outside)
        (books / "again.md").symlink_to(books / "good.md")
        (books / "nowhere.md").symlink_to(books / "missing.md")
    except OSError:
        pytest.skip("this system makes no links")
    report = importer.add(books, nothing)
    assert report.added == ["again"]
    codes = {file: code for file, code, _ in report.left_out}
    assert codes.pop("good.md") == "book-duplicate"
    assert codes == dict.fromkeys(("diary.md", "more", "nowhere.md"), "book-unreadable")
    (outside / "diary.md").write_text("Today we read of the lakes of Africa.", encoding="utf-8")
    assert importer.add(outside / "diary.md", nothing).added == ["diary"]


def test_headings_whose_names_meet_do_not_stop_the_import(importer: Importer, store: LibraryStore, books: Path) -> None:
    (books / "x.md").write_text("\n\n".join(f"# {name}\n\nText." for name in ("A", "A", "A 2", "A")), encoding="utf-8")
    assert importer.add(books, nothing).added == ["good", "x"]
    names = [item.passage.id for item in store.passages() if item.passage.document_id == "x"]
    assert names == ["x#a", "x#a-2", "x#a-2-2", "x#a-3"]


@pytest.mark.parametrize(
    "line, title",
    [('title: "Ri\\0vers"', "Rivers"), ('title: "Two\\nlines"', "Two lines"),
     ('title: "\\0"', "Rivers")],
)  # fmt: skip
def test_titles_hold_nothing_that_cannot_be_stored_or_shown(
    importer: Importer, store: LibraryStore, books: Path, line: str, title: str
) -> None:
    (books / "good.md").unlink()
    (books / "x.md").write_bytes(front(line + '\ntopic: "a\\0b"'))
    assert not importer.add(books, nothing).left_out
    document = store.document("x")
    assert (document.title, document.metadata.topic) == (title, "ab")


def test_text_between_two_rules_is_no_front_matter(importer: Importer, store: LibraryStore, books: Path) -> None:
    (books / "x.md").write_text("---\nThe heart pumps blood.\n---\nBlood flows.", encoding="utf-8")
    importer.add(books, nothing)
    (passage,) = [item.passage for item in store.passages() if item.passage.document_id == "x"]
    assert passage.heading_path == ("The heart pumps blood.",) and passage.text == "Blood flows."


@pytest.mark.parametrize(
    "named, file, known",
    [
        ("My/history", "My/history/form 3/zed.md", ("history", 3)),
        ("x/form IV/kidato cha 2/x.txt", "x/form IV/kidato cha 2/x.txt", (None, 2)),
        ("history/notes", "history/notes/geography/form_1_rivers.md", ("geography", 1)),
        ("jiografia/kidato cha pili/x.md", "jiografia/kidato cha pili/x.md", ("geography", 2)),
        ("platform 2", "platform 2/x.md", (None, None)),
    ],
)
def test_the_nearest_folder_says_subject_and_form(
    importer: Importer, store: LibraryStore, tmp_path_factory: pytest.TempPathFactory,
    named: str, file: str, known: tuple[str | None, int | None],
) -> None:  # fmt: skip
    root = tmp_path_factory.mktemp("plain")
    book = root / file
    book.parent.mkdir(parents=True)
    book.write_text("A river begins at its source.", encoding="utf-8")
    (name,) = importer.add(root / named, nothing).added
    base = root / named if (root / named).is_dir() else book.parent
    assert name == book.relative_to(base).with_suffix("").as_posix()
    metadata = store.document(name).metadata
    assert (metadata.subject, metadata.form) == known


@pytest.mark.parametrize("name", ["Form 2 books.zip", "papers.RAR", "x.7z", "x.tar.gz"])
def test_a_packed_folder_is_told_to_be_unpacked(importer: Importer, tmp_path: Path, name: str) -> None:
    """A collection is often handed on as one packed file."""
    with zipfile.ZipFile(tmp_path / name, "w") as archive:
        archive.writestr("biology/form-2.md", "# Cells")
    for language in ("en", "sw"):
        with pytest.raises(LibraryError) as caught:
            importer.add(tmp_path / name)
        assert caught.value.code == "book-packed" and name in caught.value.what(language)
