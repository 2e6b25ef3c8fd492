"""Imports go on where they stopped, say what they did, and keep what a teacher corrected."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tutor.core.errors import InputError, LibraryError, TutorError
from tutor.core.types import Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.library import book_reading
from tutor.library import importer as importing
from tutor.library.book_reading import ImportOptions
from tutor.library.changes import LibraryChanges
from tutor.library.corrections import Corrections, read_corrections
from tutor.library.exchange import export_library, take_in_library
from tutor.library.importer import Importer, PreparedBook
from tutor.library.library_check import store_findings
from tutor.library.prepared import Staging
from tutor.library.readers.blocks import Block, ReadBook, UnreadPage
from tutor.library.store import LibraryStore

RIVERS = "---\ntitle: Rivers\nsubject: geography\nform: 2\nlanguage: en\ntype: textbook\n---\n# Rivers\n\n{text}\n"


@pytest.fixture
def store(tmp_path: Path) -> LibraryStore:
    return LibraryStore(tmp_path / "library" / "library.db")


@pytest.fixture
def importer(store: LibraryStore) -> Importer:
    return Importer(store, Curriculum.load())


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "rivers.md").write_text(RIVERS.format(text="A river begins at its source."), encoding="utf-8")
    (folder / "loose.txt").write_text("A loose leaf about hills, valleys and other places.", encoding="utf-8")
    return folder


def said(**values: str) -> Corrections:
    return read_corrections(values, Curriculum.load())


# -- resuming ------------------------------------------------------------------------------------


def test_an_interrupted_import_reads_nothing_twice(
    importer: Importer, store: LibraryStore, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []

    def stops(new: list[PreparedBook]) -> None:
        prepared.extend(book.document.id for book in new)
        if len(prepared) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        importer.add(books, stops)
    assert store.documents() == [] and Staging(store).count() == 2
    assert [finding.code for finding in store_findings(store)] == ["import-interrupted"]
    monkeypatch.setattr(book_reading, "reader_for", lambda path, options=None: refuses)
    report = importer.add(books)
    assert (report.added, report.resumed) == (["loose", "rivers"], 2)
    assert Staging(store).count() == 0 and store.passage_count() == 2


def refuses(path: Path, *options: Any) -> ReadBook:
    raise AssertionError(f"{path.name} was read again")


def test_what_changed_meanwhile_is_read_again(importer: Importer, store: LibraryStore, books: Path) -> None:
    def stops(new: list[PreparedBook]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        importer.add(books, stops)
    (books / "rivers.md").write_text(RIVERS.format(text="A river ends at its mouth."), encoding="utf-8")
    assert importer.add(books).resumed == 1
    assert any("mouth" in item.passage.text for item in store.passages())


@pytest.mark.parametrize(("together", "sizes"), [(1, [1, 1]), (2, [2])])
def test_small_books_are_prepared_together_and_large_ones_alone(
    together: int, sizes: list[int], importer: Importer, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PASSAGES_TOGETHER", together)
    found: list[int] = []
    importer.add(books, lambda new: found.append(len(new)))
    assert found == sizes


def test_an_unchanged_book_is_neither_read_nor_prepared(
    importer: Importer, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    importer.add(books)
    monkeypatch.setattr(book_reading, "reader_for", lambda path, options=None: refuses)
    (books / "rivers.md").touch()
    assert importer.add(books, lambda new: pytest.fail("prepared")).unchanged == ["loose", "rivers"]


def test_a_book_keeps_its_id_when_a_folder_below_is_named(importer: Importer, books: Path) -> None:
    inner = books / "geo"
    inner.mkdir()
    (inner / "hills.md").write_text("# Hills\n\nHills are lower than mountains are.", encoding="utf-8")
    assert "geo/hills" in importer.add(books).added
    (inner / "hills.md").write_text("# Hills\n\nHills are not so high as mountains are.", encoding="utf-8")
    assert importer.add(inner).replaced == ["geo/hills"]


def test_several_paths_are_one_import(importer: Importer, store: LibraryStore, books: Path, tmp_path: Path) -> None:
    alone, bad = tmp_path / "alone.md", tmp_path / "bad.xyz"
    alone.write_text("# Lakes\n\nA lake is water with land around it.", encoding="utf-8")
    bad.write_bytes(b"x")
    report = importer.add([books, alone, bad])
    assert report.added == ["loose", "rivers", "alone"]
    assert [(file, code) for file, code, _ in report.left_out] == [("bad.xyz", "book-unsupported")]
    assert store.identity()[1] == 1


def test_a_moved_folder_is_the_same_books_and_new_editions_are_taken(
    importer: Importer, store: LibraryStore, books: Path
) -> None:
    long = RIVERS.format(text=" ".join(f"River number {n} has {n * 3} banks and {n * 5} bridges." for n in range(40)))
    (books / "rivers.md").write_text(long, encoding="utf-8")
    importer.add(books)
    importer.edit(["rivers"], said(form="4"))
    moved = books.rename(books.with_name("moved"))
    assert importer.add(moved).unchanged == ["loose", "rivers"]
    assert store.document("rivers").source == str(moved / "rivers.md")
    again = moved.rename(moved.with_name("moved again"))
    (again / "rivers.md").write_text(long + "\nA new last sentence.\n", encoding="utf-8")
    report = importer.add(again)
    assert (report.replaced, report.duplicates) == (["rivers"], [])
    rivers = store.document("rivers")
    assert (rivers.source, rivers.metadata.form) == (str(again / "rivers.md"), 4)
    assert any("new last sentence" in text for text in store.texts_of("rivers"))


def test_another_book_of_the_same_name_does_not_take_the_place_of_one_whose_stick_is_away(
    importer: Importer, store: LibraryStore, books: Path, tmp_path: Path
) -> None:
    importer.add(books)
    books.rename(books.with_name("away"))
    other = tmp_path / "other stick"
    other.mkdir()
    (other / "rivers.md").write_text("# Lakes\n\nQuite another book about lakes and their fish.", encoding="utf-8")
    assert importer.add(other).added == ["rivers~2"]
    assert "rivers" in {document.id for document in store.documents()}


def test_a_file_that_changes_while_it_is_read_is_left_out_and_said(
    importer: Importer, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = book_reading.read_book

    def changes(file: Path, *options: Any) -> ReadBook:
        if file.name == "rivers.md":
            file.write_text(RIVERS.format(text="It is being copied still."), encoding="utf-8")
        return real(file, *options)

    monkeypatch.setattr(book_reading, "read_book", changes)
    report = importer.add(books)
    assert report.added == ["loose"]
    assert [(file, code) for file, code, _ in report.left_out] == [("rivers.md", "book-changing")]
    monkeypatch.undo()
    assert importer.add(books).added == ["rivers"]


# -- reports -------------------------------------------------------------------------------------


def read_badly(path: Path, *options: Any) -> ReadBook:
    return ReadBook(
        blocks=(Block("paragraph", "The only page that could be read as text.", 2),),
        unread=(UnreadPage(1, "no-ocr"), UnreadPage(4, "damaged")),
        warnings=("has-macros",),
        ocr_pages=(2,),
        pages=4,
    )


def test_the_report_tells_of_every_page_and_stays_in_the_journal(
    importer: Importer, store: LibraryStore, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_reading, "reader_for", lambda path, options=None: read_badly)
    report = importer.add(books / "loose.txt")
    (book,) = report.books
    assert (book["file"], book["id"], book["pages"], book["pages_taken"]) == ("loose.txt", "loose", 4, 1)
    assert [(page["page"], page["why"]) for page in book["pages_unread"]] == [(1, "no-ocr"), (4, "damaged")]
    assert (book["pages_ocr"], book["passages"], book["words"], book["languages"]) == ([2], 1, 9, {"en": 1})
    assert [warning["code"] for warning in book["warnings"]] == ["has-macros"]
    ((kept, step),) = store.rows("SELECT report, step FROM imports")
    assert (json.loads(kept)["books"] == [book] and step == "switching") or step == "storing"
    assert store.document("loose").report["pages_unread"] == book["pages_unread"]
    codes = [finding.code for finding in store_findings(store)]
    assert codes.count("pages-unread") == 2 and "values-unknown" in codes


def test_pages_left_as_pictures_are_tried_again_when_asked(
    importer: Importer, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_reading, "reader_for", lambda path, options=None: read_badly)
    importer.add(books / "loose.txt")
    assert importer.add(books / "loose.txt").unchanged == ["loose"]
    assert importer.add(books / "loose.txt", options=ImportOptions(ocr=True)).replaced == ["loose"]


def test_a_book_of_nothing_but_unread_pages_says_why(
    importer: Importer, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = ReadBook(blocks=(), unread=(UnreadPage(1, "no-ocr"),))
    monkeypatch.setattr(book_reading, "reader_for", lambda path, options=None: lambda *arguments: scan)
    with pytest.raises(LibraryError, match="Tesseract"):
        importer.add(books / "loose.txt")


# -- corrections ---------------------------------------------------------------------------------


def test_a_correction_holds_for_the_passages_and_survives_new_editions(
    importer: Importer, store: LibraryStore, books: Path
) -> None:
    importer.add(books)
    assert set(store.document("loose").unknown) == {"subject", "form", "document_type"}
    (edited,) = importer.edit(["loose"], said(subject="jiografia", form="II", document_type="class notes"))
    assert (edited.metadata.subject, edited.metadata.form, edited.metadata.document_type) == ("geography", 2, "notes")
    assert edited.unknown == () and edited.known["form"].source == "teacher"
    assert edited.facts.get("subject") is None, "what the book says is kept apart"
    assert len(store.admissible_numbers(Scope(subjects=("geography",), forms=(2,)))) == 2
    (books / "loose.txt").write_text("A loose leaf about hills, valleys and other high places.", encoding="utf-8")
    assert importer.add(books).replaced == ["loose"]
    again = store.document("loose")
    assert (again.metadata.subject, again.metadata.form) == ("geography", 2)
    assert {i.passage.metadata.form for i in store.passages_of("loose")} == {2}


def test_corrections_in_bulk_by_pattern_and_taken_back(importer: Importer, store: LibraryStore, books: Path) -> None:
    for name in ("a", "b"):
        (books / "kemia").mkdir(exist_ok=True)
        (books / "kemia" / f"{name}.txt").write_text(f"Leaf {name} tells of acids and of bases.", encoding="utf-8")
    importer.add(books)
    edited = importer.edit(["kemia/*"], said(form="3", year="2020", authority="TIE"))
    assert [(d.id, d.metadata.form, d.metadata.year) for d in edited] == [("kemia/a", 3, 2020), ("kemia/b", 3, 2020)]
    importer.edit(["kemia/a"], said(form="auto", year="unknown"))
    back = store.document("kemia/a").metadata
    assert (back.form, back.year, back.authority) == (None, None, "TIE")
    with pytest.raises(LibraryError) as unknown:
        importer.edit(["nothing/*"], said(form="1"))
    assert unknown.value.code == "document-unknown"
    with pytest.raises(LibraryError) as empty:
        importer.edit(["kemia/a"], said())
    assert empty.value.code == "correction-missing"


def test_a_name_with_signs_of_a_pattern_means_itself(importer: Importer, store: LibraryStore, books: Path) -> None:
    (books / "x[1].txt").write_text("Leaf one of acids, of bases and of salts.", encoding="utf-8")
    (books / "x1.txt").write_text("Quite another text about birds that fly.", encoding="utf-8")
    importer.add(books)
    assert [document.id for document in importer.edit(["x[1]"], said(form="1"))] == ["x[1]"]


def test_what_a_teacher_says_while_adding_is_a_correction(importer: Importer, store: LibraryStore, books: Path) -> None:
    options = ImportOptions(said(subject="history", form="4"))
    report = importer.add(books, options=options)
    assert report.unknown == []
    assert store.document("rivers").known["subject"].source == "teacher"
    assert store.document("rivers").facts["subject"].value == "geography"
    again = importer.add(books, options=ImportOptions(said(form="1")))
    assert again.unchanged == again.corrected == ["loose", "rivers"]
    assert {d.metadata.form for d in store.documents()} == {1}
    assert {d.metadata.subject for d in store.documents()} == {"history"}
    assert importer.add(books, options=ImportOptions(said(form="1"))).corrected == []


@pytest.mark.parametrize(
    ("field", "text", "error", "code"),
    [
        ("subject", "alchemy", InputError, "subject-unknown"),
        ("form", "9", InputError, "form-unknown"),
        ("language", "fr", InputError, "language-unknown"),
        ("document_type", "scroll", LibraryError, "correction-invalid"),
        ("year", "soon", LibraryError, "correction-invalid"),
        ("year", "²", LibraryError, "correction-invalid"),
    ],
)
def test_a_correction_that_means_nothing_is_refused(field: str, text: str, error: type[TutorError], code: str) -> None:
    with pytest.raises(error) as refused:
        read_corrections({field: text}, Curriculum.load())
    assert refused.value.code == code


PAPER = "PHYSICS\n\n1. State the law of flotation.\n\n2. Name three simple machines.\n\n3. What is heat?\n"


def test_a_book_that_becomes_a_paper_is_cut_by_question(importer: Importer, store: LibraryStore, books: Path) -> None:
    (books / "old.txt").write_text(PAPER, encoding="utf-8")
    importer.add(books)
    assert [i.passage.metadata.question for i in store.passages_of("old")] == [None]
    importer.edit(["old"], said(document_type="past paper", year="2019"))
    passages = [item.passage for item in store.passages_of("old")]
    assert [p.metadata.question for p in passages] == ["1", "2", "3"]
    assert {(p.metadata.year, p.metadata.document_type) for p in passages} == {(2019, "past-paper")}


def test_a_removed_book_takes_its_corrections_along(importer: Importer, store: LibraryStore, books: Path) -> None:
    importer.add(books)
    importer.edit(["*"], said(form="1"))
    assert [document.id for document in importer.remove_all(["*"])] == ["loose", "rivers"]
    importer.add(books)
    assert store.document("rivers").metadata.form == 2


def test_a_language_corrected_is_that_of_every_passage(importer: Importer, store: LibraryStore, books: Path) -> None:
    importer.add(books)
    importer.edit(["loose"], said(language="sw"))
    assert {item.passage.metadata.language for item in store.passages_of("loose")} == {"sw"}


# -- exchange ------------------------------------------------------------------------------------


@pytest.fixture
def other(tmp_path: Path) -> LibraryStore:
    return LibraryStore(tmp_path / "other" / "library.db")


def test_a_library_goes_to_another_computer_whole(
    importer: Importer, store: LibraryStore, other: LibraryStore, books: Path, tmp_path: Path
) -> None:
    importer.add(books)
    importer.edit(["loose"], said(subject="geography"))
    store.keep_vectors([("t", b"\x00\x3c" + b"\x00\x00" * 3), ("bad", b"\x00\x00")], "model")
    file = tmp_path / "out" / "school.tutor"
    assert export_library(store, file) == 2
    assert str(books).encode() not in file.read_bytes(), "folders of this computer stay here"
    report = take_in_library(other, Curriculum.load(), LibraryChanges(other), file)
    assert report.added == ["loose", "rivers"]
    assert [i.passage.text for i in other.passages()] == [i.passage.text for i in store.passages()]
    assert [i.sentences for i in other.passages()] == [i.sentences for i in store.passages()]
    assert other.document("loose").metadata.subject == "geography"
    assert set(other.known_vectors(["t", "bad"], "model")) == {"t"}
    assert take_in_library(other, Curriculum.load(), LibraryChanges(other), file).unchanged == ["loose", "rivers"]
    # The book itself, added there later, is the same book.
    assert Importer(other, Curriculum.load()).add(books).unchanged == ["loose", "rivers"]


def test_what_was_corrected_here_stands_against_another_library(
    importer: Importer, store: LibraryStore, other: LibraryStore, books: Path, tmp_path: Path
) -> None:
    importer.add(books)
    importer.edit(["loose"], said(form="3", subject="geography"))
    export_library(store, tmp_path / "x.tutor")
    Importer(other, Curriculum.load()).add(books)
    Importer(other, Curriculum.load()).edit(["loose"], said(form="1"))
    other.run("UPDATE documents SET file_sha256 = 'older', imported_at = '2020' WHERE id = 'loose'")
    assert take_in_library(other, Curriculum.load(), LibraryChanges(other), tmp_path / "x.tutor").replaced == ["loose"]
    known = other.document("loose")
    assert (known.metadata.form, known.metadata.subject) == (1, "geography")
    assert {(i.passage.metadata.form, i.passage.metadata.subject) for i in other.passages_of("loose")} == {
        (1, "geography")
    }


def bad_files(tmp_path: Path, store: LibraryStore) -> dict[str, Path]:
    good = tmp_path / "good.tutor"
    export_library(store, good)
    files = {name: tmp_path / name for name in ("text", "cut", "trigger", "stranger", "columns")}
    files["text"].write_text("no library", encoding="utf-8")
    files["cut"].write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    files["trigger"].write_bytes(good.read_bytes())
    for name, statement in {
        "trigger": "CREATE TRIGGER t AFTER INSERT ON passages BEGIN DELETE FROM passages; END",
        "stranger": "CREATE TABLE songs (name TEXT)",
        "columns": "CREATE TABLE documents (x); ",
    }.items():
        with closing(sqlite3.connect(files[name])) as db:
            db.execute(statement)
            for table in ("passages", "vectors", "state", "migrations") if name == "columns" else ():
                db.execute(f"CREATE TABLE {table} (x)")
            db.commit()
    return files


def test_what_is_no_library_is_refused_and_changes_nothing(
    importer: Importer, store: LibraryStore, other: LibraryStore, books: Path, tmp_path: Path
) -> None:
    importer.add(books)
    for name, file in bad_files(tmp_path, store).items():
        with pytest.raises(LibraryError) as refused:
            take_in_library(other, Curriculum.load(), LibraryChanges(other), file)
        assert refused.value.code == "export-unusable", name
    assert other.documents() == [] and other.identity()[1] == 0
    assert [path.name for path in other.file.parent.glob("taking-in-*")] == []


def test_the_check_finds_books_that_changed_or_are_gone(importer: Importer, store: LibraryStore, books: Path) -> None:
    importer.add(books)
    (books / "loose.txt").unlink()
    (books / "rivers.md").write_text(RIVERS.format(text="Another text."), encoding="utf-8")
    found = {finding.code: finding.facts["id"] for finding in store_findings(store)}
    assert (found["source-missing"], found["source-changed"]) == ("loose", "rivers")
    for finding in store_findings(store):
        assert finding.says("en") != finding.says("sw") and not finding.is_damage
