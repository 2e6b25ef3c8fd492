"""Imports: all or nothing, unchanged work skipped, bad files reported, nothing lost."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from tutor.core.errors import LibraryError
from tutor.core.types import Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.library.importer import Importer, ImportReport, PreparedBook
from tutor.library.store import LibraryStore

BOOK = """---
title: Rivers
subject: geography
form: 2
language: en
topic: rivers
type: textbook
---
<!-- page: 4 -->
# Rivers

## Source

A river begins at its source. The Rufiji is a river of Tanzania.

## Mouth

A river ends at its mouth.
"""


def nothing(books: list[PreparedBook]) -> None:
    """No vectors are needed in these tests."""


@pytest.fixture
def store(tmp_path: Path) -> LibraryStore:
    return LibraryStore(tmp_path / "library" / "library.db")


@pytest.fixture
def importer(store: LibraryStore) -> Importer:
    return Importer(store, Curriculum.load())


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "my books"
    (folder / "history" / "form 3").mkdir(parents=True)
    (folder / "rivers.md").write_text(BOOK, encoding="utf-8")
    (folder / "history" / "form 3" / "vita.txt").write_text(
        "Vita vya Maji Maji vilianza mwaka 1905 katika kusini mwa Tanganyika.", encoding="utf-8"
    )
    return folder


def test_a_folder_is_imported_with_metadata_from_front_matter_and_folders(
    importer: Importer, store: LibraryStore, books: Path
) -> None:
    report = importer.add(books, nothing)
    assert report.added == ["history/form 3/vita", "rivers"]
    assert not report.left_out and not report.unknown
    vita, rivers = store.documents()
    assert (vita.metadata.subject, vita.metadata.form, vita.metadata.language) == ("history", 3, "sw")
    assert (rivers.title, rivers.metadata.document_type, rivers.passages) == ("Rivers", "textbook", 2)
    passages = [item.passage for item in store.passages() if item.passage.document_id == "rivers"]
    assert [p.id for p in passages] == ["rivers#source", "rivers#mouth"]
    assert (passages[0].next_id, passages[1].previous_id) == ("rivers#mouth", "rivers#source")
    assert passages[0].page_start == 4 and passages[0].heading_path == ("Rivers", "Source")


def test_unchanged_books_are_skipped_and_changed_ones_replaced(
    importer: Importer, store: LibraryStore, books: Path
) -> None:
    importer.add(books, nothing)
    before = store.identity()
    report = importer.add(books, nothing)
    assert report.unchanged == ["history/form 3/vita", "rivers"] and not report.changed
    assert store.identity() == before
    (books / "rivers.md").write_text(BOOK.replace("ends at its mouth", "meets the sea"), encoding="utf-8")
    assert importer.add(books, nothing).replaced == ["rivers"]
    texts = [item.passage.text for item in store.passages()]
    assert "A river meets the sea." in texts and "A river ends at its mouth." not in texts


def test_bad_files_are_left_out_and_reported(importer: Importer, store: LibraryStore, books: Path) -> None:
    (books / "empty.md").write_text("", encoding="utf-8")
    (books / "picture.png").write_bytes(b"no picture")
    (books / "song.mp3").write_bytes(b"ID3 la la la")
    (books / "binary.txt").write_bytes(b"\x00\x00\x01\x02" * 50)
    (books / "broken.md").write_text("---\ntitle: [x\n---\nHi there.\n", encoding="utf-8")
    (books / ".hidden.md").write_text(BOOK, encoding="utf-8")
    report = importer.add(books, nothing)
    assert len(report.added) == 2
    codes = {name: code for name, code, _ in report.left_out}
    assert codes == {
        "binary.txt": "book-unreadable",
        "broken.md": "book-unreadable",
        "empty.md": "book-empty",
        "picture.png": "book-other-kind",
        "song.mp3": "book-unsupported",
    }


def test_a_single_bad_file_is_an_error(importer: Importer, tmp_path: Path) -> None:
    with pytest.raises(LibraryError) as caught:
        importer.add(tmp_path / "missing.md", nothing)
    assert caught.value.code == "path-missing"
    (tmp_path / "x.doc").write_bytes(b"x")
    with pytest.raises(LibraryError) as caught:
        importer.add(tmp_path / "x.doc", nothing)
    assert caught.value.code == "book-unsupported"


def test_a_failed_import_leaves_the_library_as_it_was(importer: Importer, store: LibraryStore, books: Path) -> None:
    importer.add(books / "rivers.md", nothing)
    before, documents = store.identity(), store.documents()

    def fails(prepared: list[PreparedBook]) -> None:
        raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space"):
        importer.add(books, fails)
    assert store.identity() == before and store.documents() == documents


KILLED = """
import os, sys
from pathlib import Path
from tutor.curriculum.curriculum import Curriculum
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore
store = LibraryStore(Path(sys.argv[1]))
put, count = store.put_document, [0]
def dies(*arguments):
    put(*arguments)
    count[0] += 1
    if count[0] == 2:
        os._exit(9)
store.put_document = dies
Importer(store, Curriculum.load()).add(Path(sys.argv[2]), lambda books: None)
"""


def test_a_power_cut_in_the_middle_loses_nothing(store: LibraryStore, books: Path) -> None:
    """The process dies between two books of one import: none of them is there, the next import takes both."""
    file = store.file
    store.close()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(file), str(books)], env=environment, check=False, timeout=120
    )
    assert ended.returncode == 9
    with LibraryStore(file) as again:
        assert again.documents() == [] and again.damage() is None
        assert len(again.unfinished_imports()) == 1
        assert len(Importer(again, Curriculum.load()).add(books, nothing).added) == 2


def test_two_importers_do_not_meet(importer: Importer, store: LibraryStore, books: Path) -> None:
    with FileLock(store.file.with_suffix(".lock")), pytest.raises(LibraryError) as caught:
        importer.add(books, nothing)
    assert caught.value.code == "library-busy"


def test_the_same_name_from_two_places_is_two_books(importer: Importer, store: LibraryStore, tmp_path: Path) -> None:
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "notes.md").write_text(f"# Notes {place}\n\nThese are notes of {place}.", encoding="utf-8")
        importer.add(tmp_path / place / "notes.md", nothing)
    assert [document.id for document in store.documents()] == ["notes", "notes~2"]


def test_unknown_metadata_is_reported_and_never_admitted_by_a_scope(
    importer: Importer, store: LibraryStore, books: Path
) -> None:
    (books / "loose.txt").write_text("A loose leaf about rivers and lakes.", encoding="utf-8")
    report: ImportReport = importer.add(books, nothing)
    assert report.unknown == ["loose"]
    numbers = {item.passage.document_id: item.number for item in store.passages()}
    assert numbers["loose"] in store.admissible_numbers(Scope())
    assert numbers["loose"] not in store.admissible_numbers(Scope(subjects=("geography",)))


def test_removing_a_book(importer: Importer, store: LibraryStore, books: Path) -> None:
    importer.add(books, nothing)
    importer.remove("rivers")
    assert [document.id for document in store.documents()] == ["history/form 3/vita"]
    assert store.passage_count() == 1
    with pytest.raises(LibraryError, match="rivers"):
        importer.remove("rivers")


def test_a_newer_library_is_not_touched(store: LibraryStore) -> None:
    file = store.file
    store.close()
    with sqlite3.connect(file) as db:
        db.execute("INSERT INTO migrations VALUES (999)")
    db.close()
    with pytest.raises(LibraryError) as caught:
        LibraryStore(file)
    assert caught.value.code == "library-too-new"


def test_a_file_that_is_no_library_is_said_to_be_damaged(tmp_path: Path) -> None:
    file = tmp_path / "library.db"
    file.write_bytes(b"this is not a database" * 100)
    with pytest.raises(LibraryError) as caught:
        LibraryStore(file)
    assert caught.value.code == "library-damaged"
