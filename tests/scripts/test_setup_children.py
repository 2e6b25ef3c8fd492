"""Running children for real, reading why they failed, and the texts in both languages."""

from __future__ import annotations

import os
import string
import subprocess
import sys
from pathlib import Path

import pytest
from setup_common import children
from setup_common.children import NOT_STARTED, Children, why_failed
from setup_common.screen import Screen, SetupError, screen_language
from setup_common.texts import TEXTS
from setup_common.workbench import workbench


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "mahali pa José"
    made.mkdir()
    return made


@pytest.fixture
def real(folder: Path) -> Children:
    return Children(folder, os.environ, alive=lambda gone: None)


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_child_works_in_the_checkout_with_its_settings(real: Children, folder: Path) -> None:
    log = folder / "logs" / "step.log"
    code = "import os, sys; print(os.getcwd(), os.environ['X']); print('bad', file=sys.stderr); sys.exit(3)"
    assert real.run(python(code), log=log, settings={"X": "é"}) == 3
    said = log.read_bytes()
    assert os.fsencode(folder.name) in said and b"bad" in said


def test_a_program_that_is_not_there(real: Children, folder: Path) -> None:
    assert real.run([folder / "no such program"], log=folder / "x.log") == NOT_STARTED
    assert real.output([folder / "no such program"]) is None
    assert why_failed(NOT_STARTED, None) == "why-not-started"


def test_output_is_none_where_the_program_failed_and_the_log_tells(real: Children, folder: Path) -> None:
    assert real.output(python("print('good')")) == "good" + os.linesep
    assert real.output(python("raise SystemExit('bad')"), log=folder / "o.log") is None
    assert b"bad" in (folder / "o.log").read_bytes()


def test_a_long_child_shows_signs_of_life(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The child waits for a file that only a sign of life makes: without one the test would time out.
    signal = folder / "alive"
    monkeypatch.setattr(children, "SIGN_OF_LIFE_SECONDS", 0.05)
    talking = Children(folder, os.environ, alive=lambda gone: signal.touch())
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(signal)!r}).exists(): time.sleep(0.01)"
    assert talking.run(python(wait), log=folder / "x.log") == 0


def test_a_child_does_not_outlive_an_interruption(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "SIGN_OF_LIFE_SECONDS", 0.05)
    ended = []
    end = children._end

    def noted_end(process: subprocess.Popen[bytes]) -> None:
        end(process)
        ended.append(process.returncode)

    monkeypatch.setattr(children, "_end", noted_end)

    def interrupt(gone: int) -> None:
        raise KeyboardInterrupt

    interrupted = Children(folder, os.environ, alive=interrupt)
    with pytest.raises(KeyboardInterrupt):
        interrupted.run(python("import time; time.sleep(600)"), log=folder / "x.log")
    assert len(ended) == 1 and ended[0] != 0


@pytest.mark.parametrize(
    ("printed", "last"), [("a\\nb\\n\\n", "b"), ("a\\nno newline", "no newline"), ("", ""), ("é..\\n", "é..")]
)
def test_the_last_line_is_kept_and_everything_is_shown(
    real: Children, capfdbinary: pytest.CaptureFixture[bytes], printed: str, last: str
) -> None:
    code = f"import sys; sys.stdout.buffer.write('{printed}'.encode()); sys.exit(5)"
    assert real.shown_last_line(python(code)) == (5, last)
    assert capfdbinary.readouterr().out.decode() == printed.replace("\\n", "\n")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("OSError: [Errno 28] No space left on device", "why-disk"),
        ("Retrying ... NewConnectionError(...)\nERROR: No matching distribution found for x", "why-no-network"),
        ("ssl.SSLCertVerificationError: CERTIFICATE_VERIFY_FAILED", "why-certificate"),
        ("ERROR: No matching distribution found for x", "why-no-package"),
        ("PermissionError: [Errno 13] Permission denied: 'x'", "why-permission"),
        ("anything else", "why-in-log"),
    ],
)
def test_the_reason_is_read_from_the_log(folder: Path, said: str, why: str) -> None:
    log = folder / "x.log"
    log.write_text("first lines\n" * 3 + said, encoding="utf-8")
    assert why_failed(1, log) == why
    assert why in TEXTS


@pytest.mark.parametrize(
    ("code", "log", "why"),
    [(-9, None, "why-memory"), (1, None, "why-said-above"), (1, Path("absent.log"), "why-in-log")],
)
def test_the_reason_without_a_log(code: int, log: Path | None, why: str) -> None:
    assert why_failed(code, log) == why


@pytest.mark.parametrize("key", TEXTS)
def test_every_text_stands_in_both_languages_with_the_same_facts(key: str) -> None:
    english, swahili = TEXTS[key]
    facts = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in (english, swahili)]
    assert facts[0] == facts[1]
    assert english != swahili or key in {"log"}


def test_a_fault_is_said_in_the_language_of_the_screen_with_its_log(folder: Path) -> None:
    fault = SetupError("packages-failed", folder / "build" / "x.log", why="why-disk")
    assert Screen("en", folder).sentence(fault) == (
        f"The packages could not be installed: the disk is full. (Log: {Path('build', 'x.log')})"
    )
    assert "diski imejaa" in Screen("sw", folder).sentence(fault)


@pytest.mark.parametrize(
    ("named", "environ", "language"),
    [
        ("sw", {"LANG": "en_GB.UTF-8"}, "sw"),
        (None, {"LANG": "sw_TZ.UTF-8"}, "sw"),
        (None, {"TUTOR_LANGUAGE": "en", "LANG": "sw_TZ"}, "en"),
        (None, {"LANG": "C"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_of_the_screen(named: str | None, environ: dict[str, str], language: str) -> None:
    assert screen_language(named, environ) == language


@pytest.mark.parametrize(("value", "expected"), [("true", True), ("1", True), ("", False), ("false", False)])
def test_ci_is_recognised(value: str, expected: bool) -> None:
    assert workbench("en", {"CI": value}).in_ci is expected


def test_the_shell_s_own_python_settings_do_not_reach_the_children() -> None:
    bench = workbench("sw", {**os.environ, "PYTHONPATH": "/x", "PIP_TARGET": "/y", "PIP_INDEX_URL": "kept"})
    names = ("PYTHONPATH", "PIP_TARGET", "PIP_INDEX_URL", "TUTOR_LANGUAGE")
    code = f"import os; print([os.environ.get(name) for name in {names}])"
    assert (bench.children.output(python(code)) or "").strip() == "[None, None, 'kept', 'sw']"
