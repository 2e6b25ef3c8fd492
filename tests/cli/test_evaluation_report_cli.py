"""`tutor eval report` and `tutor eval gate` as a person meets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("ir_measures", reason="evaluation needs the eval extra: pip install '.[eval]'")
pytest.importorskip("jsonschema", reason="evaluation needs the eval extra: pip install '.[eval]'")
pytest.importorskip("matplotlib", reason="reports need the eval extra: pip install '.[eval]'")

from tutor.cli.evaluation import app
from tutor.evaluation import gate_floors
from tutor.evaluation.gate import Measured, floors_from
from tutor.evaluation.gate_sample import GatePart

runner = CliRunner()
PART = GatePart("golden", ("tutor-extract",), 120, (), ("all",))


def measured(recall: float) -> Measured:
    figure = {"mean": recall, "low": recall - 0.05, "high": 1.0, "n": 90}
    provenance = {
        "command": "", "at": "2026-01-02", "commit": "c", "code_sha256": "a", "seed": 42, "resamples": 1000,
        "cases": 120, "machine": {}, "models": {}, "rows_sha256": "r", "library_sha256": "l",
    }  # fmt: skip
    systems = {"tutor-extract": {"all": {"recall@5": figure}}}
    return Measured(PART, {"set": "golden-gate", "systems": systems, "provenance": provenance}, "sample")


@pytest.fixture
def floors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A floors file of the test's own, from a recall of 0.9: the floor is 0.85."""
    file = tmp_path / "floors.toml"
    floors_from([measured(0.9)]).write(file)
    monkeypatch.setattr(gate_floors, "FLOORS", file)
    return file


def measuring(monkeypatch: pytest.MonkeyPatch, recall: float) -> None:
    monkeypatch.setattr("tutor.cli.evaluation_report.measured_parts", lambda *_: [measured(recall)])


def test_a_gate_that_holds(floors: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    measuring(monkeypatch, 0.86)
    out = tmp_path / "gate.json"
    result = runner.invoke(app, ["gate", "--json", str(out)])
    assert result.exit_code == 0, result.output
    assert "1 floors, all kept." in result.output
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["ok"] is True and written["checks"][0]["value"] == 0.86
    assert written["provenance"]["golden"]["seed"] == 42


def test_a_gate_that_does_not(floors: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    measuring(monkeypatch, 0.84)
    out = tmp_path / "gate.json"
    result = runner.invoke(app, ["gate", "--json", str(out)])
    assert result.exit_code == 1
    for shown in ("golden", "recall@5", "0.8400", "0.8500", "0.9000", "1 of 1 figures have slipped"):
        assert shown in result.output, shown
    assert json.loads(out.read_text(encoding="utf-8"))["ok"] is False


def test_writing_floors_says_what_is_lower(floors: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measuring(monkeypatch, 0.7)
    result = runner.invoke(app, ["gate", "--write"])
    assert result.exit_code == 0, result.output
    assert "1 floors written; 1 are lower than before." in result.output and "0.8500" in result.output
    assert gate_floors.Floors.read(floors).floors[0].limit == 0.65
    assert runner.invoke(app, ["gate"]).exit_code == 0


def test_no_floors_is_said_before_anything_is_measured(floors: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floors.unlink()

    def never(*_: Any) -> list[Measured]:
        raise AssertionError("minutes of measuring for nothing")

    monkeypatch.setattr("tutor.cli.evaluation_report.measured_parts", never)
    result = runner.invoke(app, ["gate"])
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit)


@pytest.fixture
def result_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a real run on a small set wrote."""
    rows = [
        {"language": "en", "kind": "question", "text": "What do the farmers <b>grow</b> in the valley?"},
        {"language": "en", "kind": "question", "text": "Wakulima hulima nini katika bonde?"},
    ]
    file = tmp_path / "shared/data/language_id/labelled.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    monkeypatch.setenv("TUTOR_SHARED", str(tmp_path / "shared"))
    out = tmp_path / "out.json"
    assert runner.invoke(app, ["run", "language-id", "--json", str(out)]).exit_code == 0
    return out


def test_report(result_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, tables = tmp_path / "new/report.html", tmp_path / "tables.md"
    result = runner.invoke(app, ["report", str(result_file), "--html", str(page), "--markdown", str(tables)])
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert "language-id (2 questions)" in text and "<svg" in text
    assert "Wakulima hulima nini katika bonde?" in text, "the line whose label is wrong is a worst case"
    assert "| accuracy | high | 0.500 [0.000, 1.000] | 2 |" in tables.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert runner.invoke(app, ["report", str(result_file)]).exit_code == 0
    assert (tmp_path / "report.html").read_bytes() == page.read_bytes()
    only = tmp_path / "only.md"
    (tmp_path / "report.html").unlink()
    assert runner.invoke(app, ["report", str(result_file), "--markdown", str(only)]).exit_code == 0
    assert only.is_file() and not (tmp_path / "report.html").exists()


def test_a_file_that_is_no_result_is_a_sentence(tmp_path: Path) -> None:
    result = runner.invoke(app, ["report", str(tmp_path / "nothing.json")])
    assert result.exit_code == 1 and "Traceback" not in result.output
