"""`tutor library` from adding to removing, with a real small embedder, in both languages and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tutor.cli.library_display import ProgressLine, time_left
from tutor.cli.main import app
from tutor.cli.output import progress_console
from tutor.library.library_check import TEXTS, Finding

BOOK = "---\ntitle: Rivers\nsubject: geography\nform: 2\nlanguage: en\ntype: textbook\n---\n# Rivers\n\n{text}\n"


@pytest.fixture
def books(tmp_path: Path, home: Path, small_embedder_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TUTOR_MODELS_DIR", str(small_embedder_folder.parent))
    monkeypatch.setenv("TUTOR_PROFILE", "small")
    monkeypatch.setenv("COLUMNS", "200")
    folder = tmp_path / "vitabu vya José 📚"
    folder.mkdir()
    (folder / "rivers.md").write_text(BOOK.format(text="A river begins at its source."), encoding="utf-8")
    (folder / "loose.txt").write_text("A loose leaf tells of valleys and of hills.", encoding="utf-8")
    return folder


def run(*arguments: str, status: int = 0) -> str:
    done = CliRunner().invoke(app, ["library", *arguments])
    assert done.exit_code == status, done.output
    return done.stdout


def run_json(*arguments: str, status: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", status=status))


def test_from_adding_to_removing(books: Path, tmp_path: Path) -> None:
    report = run_json("add", str(books))
    assert set(report) == {
        "added", "replaced", "unchanged", "left_out", "passages", "unknown", "duplicates", "corrected", "resumed",
        "books", "withdrawn", "kept",
    }  # fmt: skip
    assert report["added"] == ["loose", "rivers"] and report["unknown"] == ["loose"]
    assert run_json("add", str(books))["unchanged"] == ["loose", "rivers"]
    (loose,) = run_json("list", "--unknown")["documents"]
    assert loose["id"] == "loose" and loose["unknown"] == ["subject", "form", "document_type"]
    assert "?" in run("list")

    (edited,) = run_json("edit", "loo*", "--subject", "jiografia", "--form", "kidato cha pili", "--type", "notes")[
        "documents"
    ]
    assert (edited["subject"], edited["form"], edited["document_type"]) == ("geography", 2, "notes")
    assert edited["provenance"]["subject"] == {"value": "geography", "source": "teacher", "certainty": 1.0}
    assert run_json("list", "--unknown")["documents"] == []
    assert "Nothing is unknown." in run("list", "--unknown")

    shown = run("show", "loose")
    assert "Subject: geography (teacher, 100%)" in shown and "hills" in shown
    contents = run_json("show", "loose#part")["contents"]
    assert contents[0]["metadata"]["form"] == 2

    healthy = run_json("check")
    assert healthy == {"healthy": True, "findings": []}
    exported = run_json("export", str(tmp_path / "school.tutor"))
    assert exported["documents"] == 2 and exported["bytes"] > 0
    assert run_json("remove", "*")["removed"] == ["loose", "rivers"]
    assert run_json("list")["documents"] == []
    taken = run_json("import", str(tmp_path / "school.tutor"))
    assert taken["added"] == ["loose", "rivers"]
    assert run_json("check")["healthy"]


def test_what_holds_for_all_books_is_said_while_adding(books: Path) -> None:
    report = run_json("add", str(books / "loose.txt"), str(books / "rivers.md"), "--subject", "history", "--form", "IV")
    assert report["unknown"] == []
    known = {(d["subject"], d["form"]) for d in run_json("list")["documents"]}
    assert known == {("history", 4)}


def test_duplicates_are_shown_and_kept_by_choice(books: Path) -> None:
    (books / "rivers copy.md").write_text((books / "rivers.md").read_text(encoding="utf-8"), encoding="utf-8")
    assert "rivers.md" in run("add", str(books)) and "--" not in run("list")
    report = run_json("add", str(books))
    assert [(one["file"], one["of"], one["share"]) for one in report["duplicates"]] == [
        ("rivers.md", "rivers copy", 1.0)
    ]
    assert run_json("add", str(books), "--keep-duplicates")["added"] == ["rivers"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["edit", "rivers"], "correction-missing"),
        (["edit", "nothing", "--form", "1"], "document-unknown"),
        (["edit", "rivers", "--subject", "alchemy"], "subject-unknown"),
        (["remove", "nothing"], "document-unknown"),
        (["import", "nothing.tutor"], "path-missing"),
        (["add", "nothing.pdf"], "path-missing"),
        (["export", "x.tutor"], "library-empty"),
    ],
)
def test_faults_have_codes_and_words(books: Path, arguments: list[str], code: str) -> None:
    if arguments[0] != "export":
        run("add", str(books / "rivers.md"))
    assert run_json(*arguments, status=1)["error"] == code


def test_the_check_says_in_swahili_what_to_do(books: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("add", str(books))
    monkeypatch.setenv("TUTOR_LANGUAGE", "sw")
    (books / "loose.txt").unlink()
    said = run("check")
    assert "halipo tena" in said and "hazijulikani: Somo, Kidato, Aina" in said
    current = home / "index" / (home / "index" / "CURRENT").read_text(encoding="ascii")
    (current / "en" / "dense" / "raw.faiss").write_bytes(b"x")
    assert "imeharibika" in run("check", status=1)


@pytest.mark.parametrize("code", TEXTS)
def test_every_finding_speaks_both_languages(code: str) -> None:
    facts = {"id": "x", "file": "f", "why": "w", "count": 2, "fields": ["subject"]}
    finding = Finding(code, facts)
    assert finding.says("en") != finding.says("sw") and "{" not in finding.says("sw")


def test_progress_tells_the_time_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    line = ProgressLine(lambda: now[0])
    with progress_console.capture() as captured:
        line("embedding passages", 0, 100)
        now[0] = 60.0
        line("embedding passages", 20, 100)
        now[0] = 300.0
        line("embedding passages", 100, 100)
    assert captured.get().split("\n")[:2] == [
        "embedding passages: 20/100, about 4 min left",
        "embedding passages: 100/100",
    ]
    monkeypatch.setenv("TUTOR_LANGUAGE", "sw")
    assert (time_left(240), time_left(20)) == ("zimebaki dakika 4 hivi", "zimebaki sekunde 20 hivi")


def test_show_says_which_mark_scheme_a_question_has(books: Path) -> None:
    for name, kind, text in (("exam", "past-paper", "Name a lever."), ("key", "mark-scheme", "A crowbar.")):
        front = f"---\ntitle: {name}\nsubject: physics\nform: 2\nlanguage: en\ntype: {kind}\nyear: 2024\n---\n"
        (books / f"{name}.md").write_text(f"{front}# {name}\n\n## Question 1\n\n{text}\n", encoding="utf-8")
    run("add", str(books))
    shown = run_json("show", "exam#question-1")
    assert shown["mark_scheme"] == {"paper": "exam", "scheme": "key", "source": "keys", "certainty": 0.9}
    assert shown["contents"][0]["mark_scheme"] == ["key#question-1"]
    assert "Mark scheme: key#question-1" in run("show", "exam")
    assert "Marks: exam#question-1" in run("show", "key")
    run("edit", "exam", "--scheme", "unknown")
    assert "Mark scheme: none (teacher)" in run("show", "exam")


SWAHILI_HEADS = "kitambulisho jina somo kidato lugha aina vifungu".split()


def test_tables_and_pages_speak_the_language_of_the_screen(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (books / "paged.md").write_text("# Maziwa\n\n<!-- page: 43 -->\n\n## Ziwa\n\nZiwa ni maji mengi.", encoding="utf-8")
    run("add", str(books))
    assert "passages" in run("list").splitlines()[1] and "(p. 43)" in run("show", "paged")
    monkeypatch.setenv("TUTOR_LANGUAGE", "sw")
    heads = run("list").splitlines()[1]
    assert all(head in heads for head in SWAHILI_HEADS) and "passages" not in heads
    assert "(uk. 43)" in run("show", "paged")


def test_what_is_shown_of_a_book_has_its_headings(books: Path) -> None:
    """Whoever looks whether a book was read in the right order must see which heading a text stands under."""
    (books / "nested.md").write_text("# Lakes\n\n## Salt lakes\n\nA salt lake has no outlet.", encoding="utf-8")
    run("add", str(books / "nested.md"))
    assert "Lakes > Salt lakes" in run("show", "nested").splitlines()


def test_one_book_is_not_books(books: Path, tmp_path: Path) -> None:
    run("add", str(books / "rivers.md"))
    assert "1 book written" in run("export", str(tmp_path / "one.tutor"))
