"""Update, back and forward again: questions, classes and corrections stay, also where the newer one changed tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tutor.appliance.errors import ApplianceError
from tutor.appliance.layout import SEAL, Root
from tutor.appliance.schemas import ASIDE
from tutor.appliance.updating import roll_back, switch
from tutor.appliance.user_data import databases, require_unused

TABLES = (
    "CREATE TABLE migrations (number INTEGER PRIMARY KEY)",
    "CREATE TABLE classes (token TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE questions (number INTEGER PRIMARY KEY AUTOINCREMENT, text, class TEXT REFERENCES classes(token))",
    "CREATE TABLE corrections (document_id TEXT, field TEXT, value TEXT, PRIMARY KEY (document_id, field))",
    "CREATE INDEX questions_by_class ON questions(class)",
    "INSERT INTO migrations VALUES (1)",
)
NEWER = (
    "ALTER TABLE questions ADD COLUMN mood TEXT",
    "CREATE TABLE lessons (id INTEGER PRIMARY KEY, title TEXT)",
    "INSERT INTO migrations VALUES (2)",
)


@pytest.fixture
def root(tmp_path: Path) -> Root:
    root = Root(tmp_path / "program")
    for name in ("1.0-a", "1.1-b"):
        (root.versions / name).mkdir(parents=True)
        (root.versions / name / SEAL).write_text('{"version": "1"}')
    root.switch_to("1.0-a")
    return root


@pytest.fixture
def school(tmp_path: Path) -> Path:
    file = tmp_path / "school" / "classroom" / "classroom.db"
    file.parent.mkdir(parents=True)
    run(file, *TABLES, "INSERT INTO classes VALUES ('t1', 'Kidato 2B')", "PRAGMA journal_mode = WAL")
    return tmp_path / "school"


def run(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def rows(file: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as db:
        return db.execute(question).fetchall()


def test_back_and_forward_keep_everything(root: Root, school: Path) -> None:
    file = school / "classroom" / "classroom.db"
    switch(root, school, "1.1-b")
    run(file, *NEWER, "INSERT INTO questions (text, class, mood) VALUES ('Usanisinuru ni nini?', 't1', 'good')")
    run(file, "INSERT INTO corrections VALUES ('history/one', 'form', '3')")

    assert roll_back(root, school) == "1.0-a"
    assert rows(file, "SELECT COUNT(*) FROM migrations") == [(1,)]
    assert rows(file, "SELECT number, text, class FROM questions") == [(1, "Usanisinuru ni nini?", "t1")]
    assert rows(file, "SELECT name FROM classes") == [("Kidato 2B",)]
    assert rows(file, "SELECT value FROM corrections") == [("3",)]
    assert rows(file, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL") == [
        ("questions_by_class",)
    ]
    kept = school / ASIDE / "1.0-a" / "classroom" / "classroom.db"
    assert rows(kept, "SELECT mood FROM questions") == [("good",)]

    run(file, "INSERT INTO questions (text, class) VALUES ('What is a cell?', 't1')")
    assert roll_back(root, school) == "1.1-b"
    assert rows(file, "SELECT number FROM questions") == [(1,), (2,)]
    assert root.order() == ["1.1-b", "1.0-a"]


def test_going_back_without_new_tables_touches_no_file(root: Root, school: Path) -> None:
    file = school / "classroom" / "classroom.db"
    switch(root, school, "1.1-b")
    run(file, "INSERT INTO questions (text) VALUES ('What is a cell?')")
    before = file.stat().st_ino
    roll_back(root, school)
    assert file.stat().st_ino == before
    assert rows(file, "SELECT text FROM questions") == [("What is a cell?",)]


def test_going_back_waits_until_nobody_has_the_file_open(root: Root, school: Path) -> None:
    file = school / "classroom" / "classroom.db"
    switch(root, school, "1.1-b")
    run(file, *NEWER)
    with closing(sqlite3.connect(file)) as server:
        server.execute("SELECT * FROM classes").fetchall()
        with pytest.raises(ApplianceError) as caught:
            roll_back(root, school)
    assert caught.value.code == "home-in-use"
    assert root.current() == "1.1-b"
    assert rows(file, "SELECT COUNT(*) FROM migrations") == [(2,)]
    assert roll_back(root, school) == "1.0-a"


def test_what_does_not_fit_the_old_tables_is_refused_whole(root: Root, school: Path) -> None:
    file = school / "classroom" / "classroom.db"
    switch(root, school, "1.1-b")
    run(file, "ALTER TABLE classes RENAME COLUMN name TO title", "INSERT INTO migrations VALUES (2)")
    with pytest.raises(ApplianceError) as caught:
        roll_back(root, school)
    assert caught.value.code == "data-not-carried"
    assert root.current() == "1.1-b"
    assert rows(file, "SELECT title FROM classes") == [("Kidato 2B",)]


def test_the_first_version_has_none_before(root: Root, school: Path) -> None:
    with pytest.raises(ApplianceError) as caught:
        roll_back(root, school)
    assert caught.value.code == "no-previous"


def test_only_the_schools_own_databases_are_looked_at(school: Path) -> None:
    for name in ("index/gen-0001/x.db", "models/x.db", ".before-restore/x.db"):
        (school / name).parent.mkdir(parents=True, exist_ok=True)
        run(school / name, "CREATE TABLE x (y)")
    (school / "notes.db").write_text("no database")
    assert databases(school) == [school / "classroom" / "classroom.db"]
    require_unused(school / "classroom" / "classroom.db")
