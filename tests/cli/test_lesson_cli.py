"""`tutor lesson` as people and programs use it."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tutor.cli.main import app
from tutor.core.settings import Settings
from tutor.library.store import LibraryStore

SUFFIX = " ".join(
    f"Item {n} of soil erosion shows how water carries soil away from bare steep land." for n in range(14)
)
BOOK = f"""---
title: Soil
subject: geography
form: 3
language: en
type: textbook
---
<!-- page: 9 -->
# Soil

## Soil erosion

Soil erosion is the carrying away of soil by water or wind. Soil is a mixture of weathered rock and humus.
A soil profile is a vertical section that shows the layers of the soil.
In 1973 the Kondoa project began to restore the eroded land of
Dodoma Region. {SUFFIX}
"""


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["lesson", *arguments])
    assert done.exit_code == code, done.output
    return done.stdout


def as_json(*arguments: str, code: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", code=code))


@pytest.fixture
def empty_library(settings: Settings) -> None:
    with LibraryStore(settings.places.library_db):
        pass


@pytest.mark.usefixtures("empty_library")
def test_a_plan_is_printed_and_kept() -> None:
    planned = as_json("plan", "Form 2 history, colonial economy, two weeks")
    assert planned["title"] == "History: Colonial economy" and planned["periods"] == 4
    assert planned["counts"]["planned"] == 3 and not planned["done"]
    (kept,) = as_json("show")["paths"]
    assert kept["id"] == planned["id"]
    shown = run("show", planned["id"])
    assert "colonial-economy" in shown and "2 periods of 40 minutes" in shown
    swahili = run("plan", "Historia kidato cha tatu, wiki mbili")
    assert "Kidato cha 3" in swahili and "limepangwa" in swahili


@pytest.mark.usefixtures("empty_library")
def test_what_cannot_be_planned_is_said_plainly() -> None:
    assert as_json("plan", "Form 2 history, black holes", code=1)["error"] == "topic-unknown"
    assert as_json("plan", "hello", code=1)["error"] == "path-no-subject"
    assert as_json("plan", "biology, 0 days", code=1)["error"] == "path-time-none"
    assert as_json("show", "nothing", code=1)["error"] == "path-unknown"
    assert as_json("write", "nothing", code=1)["error"] == "path-unknown"


@pytest.mark.usefixtures("empty_library")
def test_exports_name_what_is_wrong(tmp_path: Path) -> None:
    path = as_json("plan", "Form 2 history")["id"]
    assert as_json("export", path, "--to", str(tmp_path / "x.docx"), code=1)["error"] == "export-unknown"
    assert as_json("export", path, "--to", "/proc/none/x.md", code=1)["error"] == "export-unwritable"
    assert as_json("export", path, "--to", str(tmp_path / "x.md"))["lessons"] == 0
    missing = as_json("export", path, "--topic", "industrial-capitalism", "--to", str(tmp_path / "y.md"), code=1)
    assert missing["error"] == "lesson-not-written"


@pytest.mark.slow
def test_a_path_is_written_shown_and_taken_away(
    home: Path, models_dir: Path, small_embedder_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MODELS_DIR", str(models_dir)), ("PROFILE", "small"), ("GENERATOR", "off")):
        monkeypatch.setenv(f"TUTOR_{name}", value)
    book = home / "soil.md"
    book.write_text(BOOK, encoding="utf-8")
    assert CliRunner().invoke(app, ["library", "add", str(book), "--json"]).exit_code == 0
    path = as_json("plan", "Form 3 geography, soil, 1 period")["id"]
    written = as_json("write", path)
    (node,) = written["branches"][0]["nodes"]
    assert written["done"] and node["topic"] == "soil" and node["state"] == "ready", node
    lesson = as_json("show", path, "soil")
    assert lesson["state"] == "ready" and 150 <= lesson["words"] <= 300 and len(lesson["questions"]) >= 3
    assert lesson["citations"][0]["page"] == 9
    assert "Soil erosion is the carrying away" in run("show", path, "soil")
    for ending in ("md", "html", "epub"):
        assert as_json("export", path, "--to", str(home / f"soil.{ending}"))["lessons"] == 1
    assert "Soil erosion" in (home / "soil.html").read_text(encoding="utf-8")
    assert "EPUB/soil.xhtml" in zipfile.ZipFile(home / "soil.epub").namelist()


@pytest.mark.slow
def test_a_teacher_reviews_edits_and_approves_from_the_command(
    home: Path, models_dir: Path, small_embedder_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MODELS_DIR", str(models_dir)), ("PROFILE", "small"), ("GENERATOR", "off")):
        monkeypatch.setenv(f"TUTOR_{name}", value)
    book = home / "soil.md"
    book.write_text(BOOK.replace(SUFFIX, "Item 1 of soil erosion shows how water carries soil away."), encoding="utf-8")
    assert CliRunner().invoke(app, ["library", "add", str(book), "--json"]).exit_code == 0
    path = as_json("plan", "Form 3 geography, soil, 1 period")["id"]
    (node,) = as_json("write", path)["branches"][0]["nodes"]
    assert node["state"] == "review", node
    (waiting,) = as_json("review")["waiting"]
    assert waiting["topic"] == "soil" and waiting["reasons"] and waiting["name"] == node["key"]
    short = waiting["name"][:8]
    assert short in run("review") and "Soil erosion is the carrying away" in run("review", short)
    file = home / "edit.md"
    run("edit", short, "--to", str(file))
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Soil erosion\n")
    file.write_text(text + "My own sentence about goats.\n", encoding="utf-8")
    edited = as_json("edit", short, "--from", str(file))
    origins = [line["origin"] for part in edited["parts"] for line in part["lines"]]
    assert origins[-1] == "teacher" and set(origins[:-1]) == {"book"}
    assert as_json("approve", short, code=1)["error"] == "lesson-unverified"
    assert as_json("approve", short, "--own-words")["state"] == "ready"
    assert as_json("show", path, "soil")["edited"] and as_json("review")["waiting"] == []
    assert as_json("approve", "zzzz", code=1)["error"] == "lesson-unknown"
    assert as_json("edit", short, "--from", str(home / "none.md"), code=1)["error"] == "edit-unreadable"
