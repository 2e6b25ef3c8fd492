"""`tutor eval` as a person meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("ir_measures", reason="evaluation needs the eval extra: pip install '.[eval]'")
pytest.importorskip("jsonschema", reason="evaluation needs the eval extra: pip install '.[eval]'")

from tutor.cli.evaluation import app
from tutor.evaluation import validation

runner = CliRunner()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that TUTOR_SHARED names, with a few lines of known language."""
    file = tmp_path / "shared/data/language_id/labelled.jsonl"
    file.parent.mkdir(parents=True)
    rows = [
        {"language": "en", "kind": "question", "text": "What do the farmers grow in the valley?"},
        {"language": "sw", "kind": "question", "text": "Wakulima hulima nini katika bonde?"},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    monkeypatch.setenv("TUTOR_SHARED", str(tmp_path / "shared"))
    return tmp_path


def test_run_writes_what_it_shows(data: Path) -> None:
    out = data / "out.json"
    result = runner.invoke(app, ["run", "language-id", "--systems", "tutor", "--json", str(out)])
    assert result.exit_code == 0, result.output
    assert "accuracy" in result.output and "1.000 [1.000, 1.000] n=2" in result.output
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["set"] == "language-id"
    assert written["systems"]["tutor"]["all"]["accuracy"] == {"mean": 1.0, "low": 1.0, "high": 1.0, "n": 2}
    compared = runner.invoke(app, ["compare", str(out), f"{out}#tutor", "--json"])
    assert compared.exit_code == 0, compared.output
    rows = {row["metric"]: row for row in json.loads(compared.output)["metrics"]}
    assert rows["accuracy"]["difference"] == 0 and rows["accuracy"]["n"] == 2
    assert runner.invoke(app, ["compare", str(out), str(out), "--slice", "sw"]).exit_code == 0


def test_limit(data: Path) -> None:
    out = data / "out.json"
    assert runner.invoke(app, ["run", "language-id", "--limit", "1", "--json", str(out)]).exit_code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["provenance"]["cases"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "silver"],
        ["run", "language-id", "--systems", "naive-rag"],
        ["run", "language-id", "--split", "train"],
        ["run", "readability"],
        ["compare", "nothing.json", "nothing.json"],
    ],
)
def test_a_fault_is_a_sentence_and_status_1(data: Path, arguments: list[str]) -> None:
    result = runner.invoke(app, arguments)
    assert result.exit_code == 1
    assert "Traceback" not in result.output and result.output.strip()


def test_validate() -> None:
    result = runner.invoke(app, ["validate"])
    assert result.exit_code == 0 and "910" in result.output
    found = json.loads(runner.invoke(app, ["validate", "--json"]).output)
    assert found == {"rows": 910, "ok": True, "faults": []}


def test_validate_names_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.jsonl").write_text('{"id": "bio-001"}\n', encoding="utf-8")
    real = validation.validate_files
    monkeypatch.setattr("tutor.cli.evaluation.validate_files", lambda: real(tmp_path))
    result = runner.invoke(app, ["validate"])
    assert result.exit_code == 1 and "x.jsonl:1 bio-001" in result.output
    found = runner.invoke(app, ["validate", "--json"])
    assert found.exit_code == 1 and json.loads(found.output)["ok"] is False
