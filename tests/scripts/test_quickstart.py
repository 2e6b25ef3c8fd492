"""The quick start from an empty checkout to the last line, with pretending children."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import quickstart
from setup_common import checks, environment, generator, sizes
from setup_common.screen import SetupError
from setup_common.workbench import exit_code
from setup_fakes import Desk, install_models, new_desk

SCRIPTS = Path(quickstart.__file__).resolve().parent
SETUP_FILES = [SCRIPTS / "quickstart.py", SCRIPTS / "test.py", *sorted((SCRIPTS / "setup_common").glob("*.py"))]
GIGABYTE = 10**9


@pytest.fixture(autouse=True)
def compiler_by_hand(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    """Whether there is a compiler is decided by the fake children, not by the machine that runs the tests."""

    def has_compiler(children: object, system: str) -> bool:
        return getattr(children, "compiler", True)

    monkeypatch.setattr(checks, "_has_compiler", has_compiler)


def set_up(desk: Desk, profile: str | None = None, with_generator: bool = True, free: int = 50 * GIGABYTE) -> int:
    return quickstart.set_up(desk.bench, profile, with_generator, lambda folder: free)


def test_first_run_does_every_step_in_order(desk: Desk) -> None:
    assert set_up(desk) == 0
    steps = ["-m venv", "pip install -e .", "pip wheel", WHEEL_INSTALL, "models fetch", "library add --sample"]
    steps += ["ask Kwa nini", "ask What is photosynthesis?"]
    places = [next(n for n, command in enumerate(desk.children.commands) if step in command) for step in steps]
    assert places == sorted(places)
    assert len(desk.children.commands) == len(steps)


WHEEL_INSTALL = "llama_cpp_python-9.8.7-py3-none-any.whl"


def test_it_tells_first_what_it_does_and_how_much_it_fetches(desk: Desk) -> None:
    desk.children.during = lambda command: first.append(desk.shown) if not first else None
    first: list[str] = []
    set_up(desk)
    announced = first[0]
    assert "1.7 GB to fetch" in announced  # 0.7 + 0.5 + 0.5 of the catalogue
    assert "must be free on the disk" in announced
    assert "compiled once for this computer, about 10 minutes" in announced


def test_the_last_lines_give_the_exact_commands(desk: Desk) -> None:
    set_up(desk)
    assert '.venv/bin/tutor ask "What is soil erosion?"' in desk.shown
    assert desk.shown.rstrip().endswith(".venv/bin/tutor serve")


def test_on_windows_the_commands_are_those_of_windows(tmp_path: Path) -> None:
    desk = new_desk(tmp_path, windows=True, language="sw")
    set_up(desk)
    assert '.venv\\Scripts\\tutor ask "Mmomonyoko wa udongo ni nini?"' in desk.shown
    assert desk.children.commands[1].startswith("PYTHON -m pip install")
    assert desk.bench.environment.python.parts[-2:] == ("Scripts", "python.exe")


def test_second_run_only_imports_and_asks(desk: Desk) -> None:
    set_up(desk)
    install_models(desk, "big", "writer")
    desk.children.commands.clear()
    set_up(desk)
    assert not desk.has_run("pip") and not desk.has_run("venv")
    assert [command.split("tutor ", 1)[1].split()[0] for command in desk.children.commands] == [
        "models",
        "library",
        "ask",
        "ask",
    ]
    second = desk.shown[desk.shown.rindex("Setting up") :]
    assert "to fetch" not in second and second.count("already here") == 3


def test_a_full_disk_stops_it_before_anything_is_made(desk: Desk) -> None:
    with pytest.raises(SetupError, match="disk-full") as caught:
        set_up(desk, free=GIGABYTE)
    assert desk.children.commands == []
    assert not desk.bench.environment.folder.exists()
    sentence = desk.bench.screen.sentence(caught.value)
    assert "1.0 GB are free" in sentence and sentence.count("\n") == 0


def test_a_second_run_needs_little_room(desk: Desk) -> None:
    set_up(desk)
    install_models(desk, "big", "writer")
    assert set_up(desk, free=sizes.LIBRARY_ROOM) == 0


def test_without_a_compiler_answers_are_quoted_and_the_rest_goes_on(desk: Desk) -> None:
    desk.children.compiler = False
    assert set_up(desk) == 0
    assert "answers are quoted, not rewritten: This computer has no C++ compiler" in desk.shown
    assert not desk.has_run("pip wheel")
    assert desk.settings_of("photosynthesis")["TUTOR_GENERATOR"] == "off"


def test_without_the_generator_its_model_is_not_fetched(desk: Desk) -> None:
    set_up(desk, with_generator=False)
    fetched = [command for command in desk.children.commands if "models fetch" in command]
    assert [command.split("--model ")[1] for command in fetched] == ["big"]
    assert "1.2 GB to fetch" in desk.shown


@pytest.mark.parametrize("fault", ["no compiler", "build"])
def test_in_ci_the_generator_must_be_there(tmp_path: Path, fault: str) -> None:
    desk = new_desk(tmp_path, in_ci=True)
    desk.children.compiler = fault != "no compiler"
    desk.children.fails = {"pip wheel": "error"} if fault == "build" else {}
    assert exit_code(desk.bench.screen, lambda: set_up(desk)) == 1
    assert not desk.has_run("ask")


def test_the_profile_is_remembered(desk: Desk) -> None:
    set_up(desk, "small")
    set_up(desk)
    assert desk.children.commands.count("PYTHON -m tutor models fetch --profile small") == 2
    assert (desk.bench.checkout.root / "tutor.toml").read_text(encoding="utf-8") == 'profile = "small"\n'


def test_the_default_profile_leaves_no_settings_file(desk: Desk) -> None:
    set_up(desk)
    assert not desk.bench.checkout.settings_file.exists()
    assert desk.settings_of("photosynthesis") == {"TUTOR_PROFILE": "starter"}


@pytest.mark.parametrize(
    ("failing", "sentence"),
    [
        ("-m venv", "The Python environment .venv could not be made: the end of the log says why."),
        ("install -e", "The packages could not be installed: the end of the log says why."),
        ("models fetch", "The models were not fetched: the lines above say why and what to do."),
        ("library add", "The sample library was not imported: the lines above say why and what to do."),
        ("tutor ask", "The question was not answered: the lines above say why and what to do."),
    ],
)
def test_every_failing_child_ends_in_one_sentence(
    desk: Desk, failing: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.children.fails = {failing: "boom"}
    assert exit_code(desk.bench.screen, lambda: set_up(desk)) == 1
    said = capsys.readouterr().err
    assert said.startswith(sentence) and said.count("\n") == 1
    if "the log" in sentence:
        log = said.split("(Log: ")[1].rstrip(")\n")
        assert (desk.bench.checkout.root / log).read_text(encoding="utf-8") == "boom"


def test_ctrl_c_says_that_running_again_goes_on(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(command: str) -> None:
        if "install -e" in command:
            raise KeyboardInterrupt

    desk.children.during = interrupt
    assert exit_code(desk.bench.screen, lambda: set_up(desk)) == 130
    assert "running the same command again goes on" in capsys.readouterr().err
    desk.children.during = lambda command: None
    assert set_up(desk) == 0
    assert sum("-m venv" in command for command in desk.children.commands) == 1


def test_a_fault_of_the_system_is_a_sentence_too(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse() -> int:
        raise OSError(28, "No space left on device", "/mahali")

    assert exit_code(desk.bench.screen, refuse) == 1
    assert "No space left on device: /mahali" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_stops_it(desk: Desk) -> None:
    blocked = desk.bench.checkout.root / "a file"
    blocked.write_text("", encoding="utf-8")
    bench = replace(desk.bench, checkout=replace(desk.bench.checkout, named_models=str(blocked / "models")))
    with pytest.raises(SetupError, match="not-writable"):
        quickstart.set_up(bench, None, True, lambda folder: 50 * GIGABYTE)
    assert desk.children.commands == []


def test_old_python_gets_a_sentence_and_the_name_of_a_newer_one(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(desk.children, "output", lambda command: "True" if command[0] == "python3.12" else None)
    with pytest.raises(SetupError) as caught:
        checks.require_python(desk.children, "scripts/quickstart.py", (3, 8, 18))
    assert desk.bench.screen.sentence(caught.value).endswith("run python3.12 scripts/quickstart.py")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SetupError) as caught:
        checks.require_python(desk.children, "scripts/quickstart.py", (3, 10, 1))
    assert "this is Python 3.10.1: install it" in desk.bench.screen.sentence(caught.value)
    checks.require_python(desk.children, "scripts/quickstart.py", (3, 11, 0))


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(SetupError, match="no-venv-module"):
        set_up(desk)


@pytest.mark.parametrize("file", SETUP_FILES, ids=lambda file: file.name)
def test_python_3_8_can_read_every_file(file: Path) -> None:
    ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))


def test_there_are_scripts_to_read() -> None:
    assert len(SETUP_FILES) >= 10


@pytest.mark.parametrize("script", ["quickstart", "test"])
def test_the_scripts_need_nothing_but_the_standard_library(script: str) -> None:
    # -S leaves out every installed package, so that an import of one fails here as it would for a newcomer.
    code = f"import runpy; runpy.run_path(r'{SCRIPTS / script}.py', run_name='imported')"
    command = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, r'{SCRIPTS}'); {code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_modules_under_test_are_those_of_this_checkout() -> None:
    assert {Path(str(module.__file__)).parent for module in (environment, generator)} == {SCRIPTS / "setup_common"}


def test_without_a_settings_choice_the_options_are_the_defaults() -> None:
    options = quickstart.asked_for([])
    assert (options.profile, options.no_generator, options.language) == (None, False, None)
    options = quickstart.asked_for(["--profile", "small", "--no-generator", "--language", "sw"])
    assert (options.profile, options.no_generator, options.language) == ("small", True, "sw")
