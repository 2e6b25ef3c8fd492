"""Papers are cut by question, with number and marks; a syllabus by form; a passage never holds two questions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tutor.core.types import Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.library.importer import Importer, PreparedBook
from tutor.library.papers import PaperQuestion, marks_in, question_of
from tutor.library.schema import MIGRATIONS
from tutor.library.store import LibraryStore

FRONT = (
    "---\ntitle: Paper\nsubject: physics\nform: 2\nlanguage: {language}\ntype: {type}\nyear: 2024\npaper: '1'\n---\n"
)


def nothing(books: list[PreparedBook]) -> None:
    """No vectors are needed in these tests."""


@pytest.fixture
def store(tmp_path: Path) -> LibraryStore:
    return LibraryStore(tmp_path / "library" / "library.db")


def cut(store: LibraryStore, file: Path, body: str, kind: str, language: str = "en") -> list[tuple[str, str, int]]:
    """(passage id, question, marks) of every passage of the paper."""
    file.write_text(FRONT.format(language=language, type=kind) + body, encoding="utf-8")
    Importer(store, Curriculum.load()).add(file, nothing)
    return [
        (p.id, p.metadata.question or "", p.metadata.marks or 0) for p in (item.passage for item in store.passages())
    ]


@pytest.mark.parametrize(
    ("heading", "number", "marks"),
    [
        ("Question 1 (10 marks)", "1", 10),
        ("Swali la 12 (alama 15)", "12", 15),
        ("QUESTION ONE", "1", None),
        ("SWALI LA KUMI NA MBILI (ALAMA 20)", "12", 20),
        ("Swali la Kwanza", "1", None),
        ("Question 4: Heat [1 mark]", "4", 1),
        ("Qn. 3", "3", None),
        ("Question 5b (4 marks)", "5", 4),
    ],
)
def test_a_heading_numbers_a_question(heading: str, number: str, marks: int | None) -> None:
    assert question_of(("Physics", heading)) == PaperQuestion(number, marks)


@pytest.mark.parametrize("heading", ["Questions", "Question time", "Section A (40 marks)", "Maswali 3", "Question 190"])
def test_other_headings_number_none(heading: str) -> None:
    assert question_of((heading,)) is None


def test_marks_are_read_in_both_languages() -> None:
    assert [marks_in(text) for text in ("(1 mark)", "(alama 7)", "12 marks", "alama saba", "")] == [
        1,
        7,
        12,
        None,
        None,
    ]


def test_a_long_question_is_several_passages_and_never_two_questions(store: LibraryStore, tmp_path: Path) -> None:
    prose = " ".join(f"Explain number {n} of the many forces of nature." for n in range(40))
    body = (
        f"# Paper\n\nAnswer all.\n\n## Question 1 (10 marks)\n\n{prose}\n\n## Question 2 (5 marks)\n\n(a) Say why.\n\n"
        "### Data\n\n(b) Say how.\n"
    )
    found = cut(store, tmp_path / "p.md", body, "past-paper")
    assert found == [
        ("p#paper", "", 0),
        ("p#question-1-10-marks", "1", 10),
        ("p#question-1-10-marks-2", "1", 10),
        ("p#question-1-10-marks-3", "1", 10),
        ("p#question-2-5-marks", "2", 5),
        ("p#data", "2", 5),
    ]
    assert len(store.admissible_numbers(Scope(questions=("2",)))) == 2
    assert store.document("p").metadata.question is None


def test_mark_schemes_in_swahili_are_cut_alike(store: LibraryStore, tmp_path: Path) -> None:
    body = "# M\n\n## Swali la 1 (alama 10)\n\nJibu ni A.\n\n## Swali la 2 (alama 5)\n\nJibu ni maji.\n"
    found = cut(store, tmp_path / "m.md", body, "mwongozo wa usahihishaji", "sw")
    assert [row[1:] for row in found] == [("1", 10), ("2", 5)]
    assert store.document("m").metadata.document_type == "mark-scheme"


REAL = """FORM TWO PHYSICS

Instructions

1. This paper consists of four questions.
2. Answer all of them.

SECTION A (20 Marks)

1. Answer the following items:
(i) A metre is a unit of
(ii) A force is measured in

2. Match the items.

SECTION B (30 Marks)

3. (a) What is heat?
(b) Name 2. sources of heat.
4. Explain three uses of levers.
"""


def test_a_paper_without_headings_is_cut_at_its_numbers(store: LibraryStore, tmp_path: Path) -> None:
    file = tmp_path / "past papers" / "real.txt"
    file.parent.mkdir()
    file.write_text(REAL, encoding="utf-8")
    Importer(store, Curriculum.load()).add(file, nothing)
    by_question = {item.passage.metadata.question: item.passage for item in store.passages()}
    assert list(by_question) == [None, "1", "2", "3", "4"]
    assert by_question["1"].text.startswith("1. Answer the following items:")
    assert "uses of levers" in by_question["4"].text and "levers" not in by_question["3"].text


def test_a_textbook_with_question_headings_has_no_question(store: LibraryStore, tmp_path: Path) -> None:
    assert cut(store, tmp_path / "t.md", "# T\n\n## Question 1\n\nWhat is heat?\n", "textbook")[0][1] == ""


def test_a_syllabus_section_has_the_form_it_is_headed_with(store: LibraryStore, tmp_path: Path) -> None:
    text = (
        "---\nsubject: physics\ntype: syllabus\nlanguage: en\n---\n# Physics syllabus\n\nAims of it.\n\n## Form 1\n\n"
        "### Measurement\n\nUnits.\n\n## FORM TWO\n\nHeat.\n\n## Kidato cha 3: Mawimbi\n\nMawimbi.\n"
    )
    (tmp_path / "s.md").write_text(text, encoding="utf-8")
    Importer(store, Curriculum.load()).add(tmp_path / "s.md", nothing)
    assert [item.passage.metadata.form for item in store.passages()] == [None, 1, 1 + 1, 3]


def test_a_library_from_before_marks_is_opened_and_keeps_its_books(tmp_path: Path) -> None:
    file = tmp_path / "old" / "library.db"
    file.parent.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY)")
        MIGRATIONS[0](db)
        db.execute("INSERT INTO migrations VALUES (1)")
        known = "'physics', 2, 'en', NULL, 'past-paper', NULL, '1', 2024, '1'"
        db.execute(f"INSERT INTO documents VALUES ('p', 'p.md', 'P', {known}, 'x', 1, 2, '2026-01-01')")
        db.execute(f"INSERT INTO passages VALUES (1, 'p#a', 'p', 0, '[]', 'Why?', '[]', '[]', {known})")
    with LibraryStore(file) as again:
        (item,) = again.passages()
        assert (item.passage.metadata.question, item.passage.metadata.marks) == ("1", None)
        document = again.document("p")
        assert (document.metadata.year, document.facts["subject"].value, document.unknown) == (2024, "physics", ())
        found = cut(again, tmp_path / "q.md", "# P\n\n## Question 2 (4 marks)\n\nHow is it?\n", "past-paper")
        assert found == [("p#a", "1", 0), ("q#question-2-4-marks", "2", 4)]
