"""`scripts/test.py` and `.ci/run`: what they run, in which order, and their exit codes."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from setup_common.checkout import ROOT
from setup_common.screen import SetupError
from setup_fakes import Desk


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tutor_test_script", ROOT / "scripts" / "test.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def ready(desk: Desk) -> Desk:
    """The desk after its generator was made, so that no test depends on a compiler."""
    desk.children.during = lambda command: setattr(desk.children, "generator", "9.8.7")
    return desk


def test_everything_runs_and_pytest_comes_last(desk: Desk, script: ModuleType) -> None:
    everything = script.Extent(slow=True)
    assert script.tested(ready(desk).bench, ["-x", "tests/core"], everything) == 0
    assert desk.children.commands[1:] == [
        "PYTHON -m pip install -e .[dev,eval,bundle]",
        "PYTHON -m tutor models fetch --profile small",
        "PYTHON -m tutor models fetch --profile starter",
        "PYTHON -m ruff check .",
        "PYTHON -m ruff format --check .",
        "PYTHON -m mypy --strict -p tutor",
        "PYTHON -m mypy --strict scripts",
        "PYTHON -m pytest -x tests/core",
    ]


def test_unless_told_slow_tests_are_left_out(desk: Desk, script: ModuleType) -> None:
    script.tested(ready(desk).bench, [], script.Extent())
    assert desk.children.commands[-1] == "PYTHON -m pytest -m not slow"
    assert desk.has_run("starter")


@pytest.mark.parametrize(
    ("arguments", "extent"),
    [
        ([], {}),
        (["--all", "--export", "-k", "gate"], {"slow": True, "torch": True}),
        (["--fast"], {"starter": False}),
    ],
)
def test_options_are_ours_and_the_rest_goes_to_pytest(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, arguments: list[str], extent: dict[str, bool]
) -> None:
    seen = []
    monkeypatch.setattr(script, "workbench", lambda *_: SimpleNamespace(screen=None))
    monkeypatch.setattr(script, "tested", lambda _, rest, how: seen.append((rest, how)))
    monkeypatch.setattr(script, "exit_code", lambda _, work: work() or 0)
    assert script.main(arguments) == 0
    assert seen == [([one for one in arguments if one in ("-k", "gate")], script.Extent(**extent))]


def test_fast_leaves_out_slow_tests_and_the_models_for_them(desk: Desk, script: ModuleType) -> None:
    script.tested(ready(desk).bench, [], script.Extent(starter=False))
    assert desk.children.commands[-1] == "PYTHON -m pytest -m not slow"
    assert not desk.has_run("starter")


@pytest.mark.parametrize("failing", ["ruff check", "ruff format", "mypy", "-m pytest"])
def test_a_failing_check_makes_the_exit_code_and_stops_nothing(
    desk: Desk, script: ModuleType, failing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.children.fails = {failing: ""}
    assert script.tested(ready(desk).bench, [], script.Extent()) == 1
    assert desk.has_run("-m pytest")
    if failing != "-m pytest":
        assert f"Not in order: {failing}" in desk.shown
        assert capsys.readouterr().out.endswith("== 7 passed ==\n")


def test_without_network_what_can_run_runs(desk: Desk, script: ModuleType) -> None:
    desk.children.fails = {"models fetch": ""}
    assert script.tested(ready(desk).bench, [], script.Extent()) == 0
    assert "could not be fetched" in desk.shown and desk.has_run("-m pytest")
    assert script.tested(replace(desk.bench, in_ci=True), [], script.Extent()) == 1


def test_in_ci_the_tests_do_not_run_without_the_generator(desk: Desk, script: ModuleType) -> None:
    desk.children.fails = {"pip wheel": "", ".whl": ""}
    with pytest.raises(SetupError):
        script.tested(replace(desk.bench, in_ci=True), [], script.Extent())


def test_a_person_s_own_library_does_not_reach_the_tests(script: ModuleType) -> None:
    environ = {"TUTOR_HOME": "x", "TUTOR_PROFILE": "small", "TUTOR_SHARED": "kept", "TUTOR_CACHE_DIR": "kept"}
    assert script.impersonal_environment(environ) == {"TUTOR_SHARED": "kept", "TUTOR_CACHE_DIR": "kept"}


def test_ci_runs_the_tests_and_then_the_quick_start() -> None:
    run = ROOT / ".ci" / "run"
    lines = run.read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert lines[-2:] == ["python3 scripts/test.py --all --export", "python3 scripts/quickstart.py"]
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed here")
    assert subprocess.run([bash, "-n", str(Path(run))], check=False).returncode == 0
