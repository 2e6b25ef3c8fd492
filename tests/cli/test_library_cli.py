"""`tutor library` shows whatever a book is called, on whatever code page the system has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tutor.cli import output
from tutor.cli.library import ProgressLine
from tutor.cli.main import app
from tutor.core.places import PACKAGE
from tutor.core.settings import load_settings
from tutor.curriculum.curriculum import Curriculum
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore

TITLE = "[/red] Chemistry [bold]x :heart: \u2264 \u0101"
TEXT = "Water is \u2264 100 \u00b0C [/i] [red]hot[/red] :heart: ng\u0101mbo."


@pytest.fixture
def odd_library(home: Path, tmp_path: Path) -> Path:
    """A home whose library holds a book with an odd title and one whose id holds `#`."""
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "odd.md").write_text(f"---\ntitle: '{TITLE}'\n---\n# H\n\n{TEXT}\n", encoding="utf-8")
    (folder / "n#hash#.md").write_text("# Hash\n\nA book about signs.\n", encoding="utf-8")
    with LibraryStore(load_settings(home).places.library_db) as store:
        Importer(store, Curriculum.load()).add(folder, lambda books: None)
    return home


def in_code_page(home: Path, code_page: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {
        **os.environ, "TUTOR_HOME": str(home), "PYTHONIOENCODING": code_page, "PYTHONUTF8": "0",
        "PYTHONPATH": str(PACKAGE.parent), "COLUMNS": "200",
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", "tutor.cli.main", *arguments],
        env=environment, capture_output=True, check=False, timeout=120,
    )  # fmt: skip


def test_titles_and_texts_are_never_markup(odd_library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    listed = CliRunner().invoke(app, ["library", "list"])
    assert listed.exit_code == 0 and TITLE in listed.stdout
    shown = CliRunner().invoke(app, ["library", "show", "odd"])
    assert shown.exit_code == 0 and TITLE in shown.stdout and TEXT in shown.stdout


@pytest.mark.parametrize("console", [output.console, output.progress_console])
def test_the_consoles_take_no_markup_unless_asked(console: Console) -> None:
    for text in ("[/red] [bold]x :heart:",):
        assert console.render_str(text).plain == text


def test_a_progress_bar_takes_no_markup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "screen").open("w+", encoding="utf-8") as screen:
        console = Console(file=screen, force_terminal=True, width=100, markup=False)
        monkeypatch.setattr("tutor.cli.output.progress_console", console)
        with ProgressLine() as progress:
            progress("[/red] x", 1, 2)
        screen.seek(0)
        assert "[/red] x" in screen.read()


def test_an_id_with_a_hash_is_found_and_so_is_its_passage(odd_library: Path) -> None:
    whole = CliRunner().invoke(app, ["library", "show", "n#hash#", "--json"])
    assert whole.exit_code == 0
    assert [passage["id"] for passage in json.loads(whole.stdout)["contents"]] == ["n#hash##hash"]
    one = CliRunner().invoke(app, ["library", "show", "n#hash##hash", "--json"])
    assert one.exit_code == 0 and json.loads(one.stdout)["id"] == "n#hash#"
    for name in ("n", "n#hash", "odd#none", "\udcff#x"):
        missing = CliRunner().invoke(app, ["library", "show", name, "--json"])
        assert missing.exit_code == 1 and json.loads(missing.stdout)["error"] == "document-unknown"


@pytest.mark.parametrize("code_page", ["cp1252", "ascii"])
def test_output_is_utf8_on_any_code_page(odd_library: Path, code_page: str) -> None:
    as_json = in_code_page(odd_library, code_page, "library", "show", "odd", "--json")
    assert as_json.returncode == 0, as_json.stderr.decode("utf-8", "replace")
    assert json.loads(as_json.stdout.decode("utf-8"))["title"] == TITLE
    for arguments in (("show", "odd"), ("list",)):
        as_text = in_code_page(odd_library, code_page, "library", *arguments)
        assert as_text.returncode == 0 and TITLE in as_text.stdout.decode("utf-8")
    error = in_code_page(odd_library, code_page, "library", "show", "\u2264\u0101")
    assert error.returncode == 1
    message = error.stderr.decode("utf-8")
    assert "\u2264\u0101" in message and "Traceback" not in message


@pytest.mark.skipif(os.name == "nt", reason="names there are always Unicode")
def test_names_that_are_not_utf8_are_reported_without_a_traceback(odd_library: Path) -> None:
    for arguments in (["show", os.fsdecode(b"caf\xe9")], ["show", os.fsdecode(b"caf\xe9"), "--json"]):
        done = in_code_page(odd_library, "utf-8", "library", *arguments)
        assert done.returncode == 1 and b"Traceback" not in done.stderr, done.stderr.decode("utf-8", "replace")
