"""One bad file never stops a folder and never gives a traceback: it is left out, with a code."""

from __future__ import annotations

import contextlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import docx
import pptx
import pytest
from book_makers import PdfPage, make_archive, make_odt, make_pdf, picture_of

from tutor.core.errors import LibraryError
from tutor.core.files import file_sha256
from tutor.curriculum.curriculum import Curriculum
from tutor.library import book_reading
from tutor.library.book_reading import ImportOptions, read_book
from tutor.library.headings import LONGEST, short_heading
from tutor.library.importer import Importer, PreparedBook
from tutor.library.readers.files import unreadable
from tutor.library.readers.markdown import read_markdown
from tutor.library.readers.notes import REASONS
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


@pytest.mark.parametrize("name", ["riv\ners.md", "riv\ters.md", "\x1b[31mriv ers.md", "riv\u202e ers.md"])
def test_a_name_that_steers_the_screen_is_shown_on_one_line_and_found_by_what_is_shown(
    importer: Importer, store: LibraryStore, books: Path, name: str
) -> None:
    try:
        (books / name).write_text("# Lakes\n\nA lake is water with land around it.", encoding="utf-8")
        (books / f"bad {name}").write_bytes(b"---\nyear: 123456789\n---\nx")
    except (OSError, ValueError):
        pytest.skip("this file system takes no such names")
    report = importer.add(books, nothing)
    told = json.dumps(report.as_dict(), ensure_ascii=False) + str([fault.what("sw") for fault in report.faults])
    assert told.isprintable() and len(report.left_out) == 1
    (shown,) = [each for each in report.added if each != "good"]
    assert "ers" in shown and store.document(shown).title == "Lakes"
    assert importer.add(books, nothing).unchanged == sorted(["good", shown])
    assert [each.id for each in importer.remove_all([shown])] == [shown]


def made_word(path: Path, depth: int) -> Path:
    start, end = b"<w:sdt><w:sdtContent>" * depth, b"</w:sdtContent></w:sdt>" * depth
    docx.Document().save(str(path))
    return rezipped(path, "word/document.xml", lambda data: data.replace(b"<w:sectPr", start + end + b"<w:sectPr", 1))


def made_slides(path: Path, depth: int) -> Path:
    shown = pptx.Presentation()
    shown.slides.add_slide(shown.slide_layouts[0])
    shown.save(str(path))
    group = b"<p:grpSp>" * depth + b"</p:grpSp>" * depth
    return rezipped(path, "ppt/slides/slide1.xml", lambda data: data.replace(b"<p:sp>", group + b"<p:sp>", 1))


def rezipped(path: Path, part: str, changed: Callable[[bytes], bytes]) -> Path:
    with zipfile.ZipFile(path) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    before = parts[part]
    assert isinstance(before, bytes)
    parts[part] = changed(before)
    assert parts[part] != before
    return make_archive(path, parts)


def made_latex(path: Path, depth: int) -> Path:
    path.write_text(f"\\begin{{document}}{'{' * depth}words{'}' * depth}\\end{{document}}", encoding="utf-8")
    return path


def made_lists(path: Path, depth: int) -> Path:
    path.write_text("".join(f"{'  ' * level}- a\n" for level in range(depth // 8)), encoding="utf-8")
    return path


def made_sections(path: Path, depth: int) -> Path:
    return make_odt(path, f"{'<text:section>' * depth}<text:p>words</text:p>{'</text:section>' * depth}")


@pytest.mark.parametrize(
    "name, made",
    [("x.docx", made_word), ("x.pptx", made_slides), ("x.odt", made_sections), ("x.tex", made_latex),
     ("x.md", made_lists)],
)  # fmt: skip
def test_what_is_nested_too_deeply_is_called_so_and_not_damaged(
    tmp_path: Path, name: str, made: Callable[[Path, int], Path]
) -> None:
    with pytest.raises(LibraryError) as caught:
        read_book(made(tmp_path / name, 12_000), None)
    assert caught.value.code == "book-unreadable"
    assert caught.value.what() == f"{name} was left out: its parts are nested too deeply, one within the other."


def test_why_a_book_is_left_out_is_said_in_swahili_too(importer: Importer, books: Path) -> None:
    """The reason stood in English within the Swahili sentence."""
    for name, data in BAD.values():
        with contextlib.suppress(OSError, UnicodeError):
            (books / name).write_bytes(data)
            with pytest.raises(LibraryError) as caught:
                importer.add(books / name, nothing)
            said = caught.value.what("sw")
            assert "limeachwa" in said and not re.search(r"\b(its|it|is|not|the|a)\b", said.partition("(")[0])


def test_a_scan_that_cannot_be_read_says_why_in_swahili_too(importer: Importer, tmp_path: Path) -> None:
    scan = make_pdf(tmp_path / "scan.pdf", [PdfPage(picture=picture_of(["words"], (200, 100), 20))])
    with pytest.raises(LibraryError) as caught:
        importer.add(scan, nothing, options=ImportOptions(ocr=False))
    assert "switched off" in caught.value.what("en") and "umezimwa" in caught.value.what("sw")


@pytest.mark.parametrize("code", REASONS)
def test_every_reason_has_words_in_both_languages(tmp_path: Path, code: str) -> None:
    fault = unreadable(tmp_path / "x.md", code, "HII")
    said = {fault.what("en"), fault.what("sw")}
    assert len(said) == 2 and not any("{" in text for text in said)
    with pytest.raises(KeyError):
        unreadable(tmp_path / "x.md", "no-such-reason")


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


def endless(depth: int) -> str:
    """Lists of nine lists of nine lists: short in the file, and longer than a memory when written out."""
    lines = ["l0: &l0 [x, x, x]", *(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, depth))]
    fields = ("title", "subject", "form", "language", "type", "topic", "year", "paper")
    return "\n".join([*lines, *(f"{field}: *l{depth - 1}" for field in fields)])


def test_front_matter_that_swells_is_not_written_out(importer: Importer, store: LibraryStore, books: Path) -> None:
    (books / "good.md").unlink()
    (books / "x.md").write_bytes(front(endless(30)))
    report = importer.add(books, nothing)
    assert report.left_out == [] and store.document("x").title == "Rivers"


def test_a_list_where_one_value_is_wanted_is_told_in_plain_words(
    importer: Importer, store: LibraryStore, books: Path
) -> None:
    (books / "good.md").unlink()
    (books / "x.md").write_bytes(front("subject: [history, alchemy]\nyear: [2019]"))
    report = importer.add(books, nothing)
    (said,) = [warning["message"] for book in report.books for warning in book["warnings"]]
    assert said == "Subject: the curriculum does not know history, alchemy."
    assert store.document("x").metadata.year == 2019


def test_a_paragraph_in_the_style_of_a_heading_is_text(importer: Importer, store: LibraryStore, books: Path) -> None:
    """In Word it is one wrong click; the text was no passage, and its 900 letters stood over every quote."""
    long = "A baobab stores water in its trunk. " * 25
    (books / "x.md").write_text(f"# {long}\n\n## Uses\n\nPeople eat its leaves.", encoding="utf-8")
    importer.add(books, nothing)
    passages = [item.passage for item in store.passages() if item.passage.document_id == "x"]
    assert [passage.text for passage in passages] == [long.strip(), "People eat its leaves."]
    assert all(len(title) <= LONGEST for passage in passages for title in passage.heading_path)
    assert store.document("x").title.startswith("A baobab stores") and len(store.document("x").title) <= LONGEST


def test_a_book_in_which_everything_is_a_heading_is_read(importer: Importer, store: LibraryStore, books: Path) -> None:
    lines = [f"## Place {n} lies by a river that never dries." for n in range(6)]
    (books / "x.md").write_text("\n\n".join(lines), encoding="utf-8")
    (books / "cover.md").write_text("# Biology\n\n## Form 2", encoding="utf-8")
    report = importer.add(books, nothing)
    assert report.added == ["good", "x"] and [code for _, code, _ in report.left_out] == ["book-empty"]
    text = " ".join(item.passage.text for item in store.passages() if item.passage.document_id == "x")
    assert "Place 0 lies" in text and "Place 5 lies" in text


@pytest.mark.parametrize("text", ["x" * 900, "word " * 300, "word " * 39 + "x" * 300, "short"])
def test_a_short_heading_is_short(text: str) -> None:
    shown = short_heading(text)
    assert 0 < len(shown) <= LONGEST and shown[:5] == text[:5]
