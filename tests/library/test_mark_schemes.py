"""A question of a past paper and its entry in the mark scheme are linked in the library, and stay so."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tutor.core.errors import LibraryError
from tutor.core.places import SAMPLE_LIBRARY
from tutor.curriculum.curriculum import Curriculum
from tutor.library.changes import LibraryChanges
from tutor.library.corrections import read_corrections
from tutor.library.exchange import export_library, take_in_library
from tutor.library.importer import Importer
from tutor.library.mark_schemes import SCHEME, link_of, paper_links, question_passages, scheme_passages
from tutor.library.schema import LINKED
from tutor.library.store import LibraryStore

FRONT = "---\ntitle: {title}\nsubject: {subject}\nform: 2\nlanguage: en\ntype: {type}\n{more}---\n# {title}\n\n"
QUESTIONS = "## Question 1 (4 marks)\n\nWhat is heat?\n\n## Question 2 (6 marks)\n\nName a lever.\n"
ANSWERS = "## Question 1 (4 marks)\n\nEnergy that flows.\n\n## Question 2 (6 marks)\n\nA crowbar is one.\n"
YEAR = "year: 2024\npaper: '1'\n"


@pytest.fixture
def store(tmp_path: Path) -> LibraryStore:
    return LibraryStore(tmp_path / "library" / "library.db")


def write(folder: Path, name: str, kind: str, body: str, more: str = YEAR, subject: str = "physics") -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.md"
    file.write_text(FRONT.format(title=name, subject=subject, type=kind, more=more) + body, encoding="utf-8")
    return file


def add(store: LibraryStore, folder: Path) -> None:
    Importer(store, Curriculum.load()).add(folder)


def edit(store: LibraryStore, name: str, **said: str) -> None:
    Importer(store, Curriculum.load()).edit([name], read_corrections(said, Curriculum.load()))


def ids(items: Sequence[object]) -> list[str]:
    return [item.passage.id for item in items]  # type: ignore[attr-defined]


@pytest.fixture
def books(tmp_path: Path, store: LibraryStore) -> Path:
    folder = tmp_path / "papers"
    write(folder, "exam", "past-paper", QUESTIONS)
    write(folder, "answers to it", "mark-scheme", ANSWERS)
    add(store, folder)
    return folder


def test_a_question_leads_to_its_entry_and_back(store: LibraryStore, books: Path) -> None:
    (link,) = paper_links(store)
    assert (link.paper, link.scheme, link.source) == ("exam", "answers to it", "keys")
    (entry,) = scheme_passages(store, "exam#question-2-6-marks")
    assert "crowbar" in entry.passage.text
    assert ids(question_passages(store, entry.passage.id)) == ["exam#question-2-6-marks"]
    assert scheme_passages(store, "exam#nothing") == []
    assert link_of(store, "answers to it") == link


def test_a_new_edition_and_a_removal_keep_the_links_right(store: LibraryStore, books: Path) -> None:
    write(books, "exam", "past-paper", QUESTIONS.replace("Name a lever.", "Name two levers and say how they work."))
    add(store, books)
    assert ids(scheme_passages(store, "exam#question-2-6-marks")) == ["answers to it#question-2-6-marks"]
    write(books, "answers to it", "mark-scheme", ANSWERS.partition("## Question 2")[0])
    add(store, books)
    assert scheme_passages(store, "exam#question-2-6-marks") == []
    assert len(scheme_passages(store, "exam#question-1-4-marks")) == 1
    Importer(store, Curriculum.load()).remove("answers to it")
    assert paper_links(store) == [] and scheme_passages(store, "exam#question-1-4-marks") == []


@pytest.mark.parametrize(
    "other",
    ["year: 2023\npaper: '1'\n", "year: 2024\npaper: '2'\n", "year: 2024\npaper: '1'\nauthority: Zanzibar\n"],
)
def test_what_contradicts_is_never_linked(other: str, store: LibraryStore, tmp_path: Path) -> None:
    write(tmp_path / "b", "exam", "past-paper", QUESTIONS, YEAR + "authority: NECTA\n")
    write(tmp_path / "b", "exam marking", "mark-scheme", ANSWERS, other)
    add(store, tmp_path / "b")
    assert paper_links(store) == []


def test_the_name_tells_where_the_year_is_not_known(store: LibraryStore, tmp_path: Path) -> None:
    write(tmp_path / "b", "mock levers", "past-paper", QUESTIONS, "")
    write(tmp_path / "b", "mock_levers - mark scheme", "mark-scheme", ANSWERS, "")
    write(tmp_path / "b", "mock heat marking guide", "mark-scheme", ANSWERS.replace("crowbar", "spade"), "")
    add(store, tmp_path / "b")
    (link,) = paper_links(store)
    assert (link.paper, link.scheme) == ("mock levers", "mock_levers - mark scheme")


def test_of_two_that_fit_alike_a_teacher_chooses_and_it_stays(store: LibraryStore, tmp_path: Path) -> None:
    folder = tmp_path / "b"
    write(folder, "exam", "past-paper", QUESTIONS)
    for name, answer in (("first", "crowbar is one"), ("second", "wheelbarrow may be named")):
        write(
            folder, name, "mark-scheme", ANSWERS.replace("crowbar is one", answer).replace("Energy", f"{name} energy")
        )
    add(store, folder)
    assert paper_links(store) == []
    edit(store, "exam", **{SCHEME: "second"})
    assert ids(scheme_passages(store, "exam#question-2-6-marks")) == ["second#question-2-6-marks"]
    write(folder, "exam", "past-paper", QUESTIONS + "\nUse a drawing.\n")
    add(store, folder)
    (link,) = paper_links(store)
    assert (link.scheme, link.source) == ("second", "teacher")
    edit(store, "exam", **{SCHEME: "unknown"})
    assert paper_links(store) == []
    with pytest.raises(LibraryError, match="no-such"):
        edit(store, "exam", **{SCHEME: "no-such"})


def test_a_correction_of_the_year_mends_the_link(store: LibraryStore, tmp_path: Path) -> None:
    write(tmp_path / "b", "exam", "past-paper", QUESTIONS)
    write(tmp_path / "b", "key", "mark-scheme", ANSWERS, "year: 2020\npaper: '1'\n")
    add(store, tmp_path / "b")
    assert paper_links(store) == []
    edit(store, "key", year="2024")
    assert len(paper_links(store)) == 1


def test_a_copy_of_the_paper_does_not_take_the_link_away(store: LibraryStore, tmp_path: Path, books: Path) -> None:
    write(
        tmp_path / "more", "copy", "past-paper", QUESTIONS.replace("What is heat?", "What is heat, and what is cold?")
    )
    add(store, tmp_path / "more")
    assert {link.paper for link in paper_links(store)} == {"exam", "copy"}


def test_links_go_along_to_another_library(store: LibraryStore, books: Path, tmp_path: Path) -> None:
    export_library(store, tmp_path / "out.tutorlib")
    with LibraryStore(tmp_path / "other" / "library.db") as other:
        take_in_library(other, Curriculum.load(), LibraryChanges(other), tmp_path / "out.tutorlib")
        assert len(scheme_passages(other, "exam#question-1-4-marks")) == 1


def test_a_library_from_before_links_gets_them(store: LibraryStore, books: Path) -> None:
    with closing(sqlite3.connect(store.file, isolation_level=None)) as db:
        for table in ("paper_schemes", "scheme_entries"):
            db.execute(f"DELETE FROM {table}")
        db.execute("DELETE FROM state WHERE name = ?", (LINKED,))
    add(store, books)
    assert len(paper_links(store)) == 1


def test_every_practice_paper_has_its_scheme(store: LibraryStore) -> None:
    add(store, SAMPLE_LIBRARY / "papers")
    papers = {document.id for document in store.documents_of_types(["past-paper"])}
    links = paper_links(store)
    assert {link.paper for link in links} == papers and len(papers) >= 12
    assert len({link.scheme for link in links}) == len(links)
    for item in store.passages():
        if item.passage.metadata.document_type == "past-paper" and item.passage.metadata.question:
            entries = scheme_passages(store, item.passage.id)
            assert {entry.passage.metadata.question for entry in entries} == {item.passage.metadata.question}
