"""The generator's wheel: kept, checked, built when missing or damaged, given up with a reason."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from setup_common import checks, generator
from setup_common.checkout import ROOT
from setup_common.environment import Probe, sound_environment
from setup_common.screen import SetupError
from setup_fakes import WHEEL, Desk, wheel_bytes

PROBE = Probe((3, 11, 7), "linux-x86_64", "x86_64", "Linux", "24.0")


@pytest.fixture
def folder(desk: Desk) -> Path:
    return generator.wheel_folder(desk.bench.checkout.wheels, "9.8.7", PROBE)


@pytest.fixture
def probe(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Probe:
    monkeypatch.setattr(checks, "_has_compiler", lambda children, system: True)
    return sound_environment(desk.bench)


def keep(folder: Path) -> Path:
    built = folder.parents[2] / WHEEL
    built.write_bytes(wheel_bytes())
    return generator.kept_wheel(built, folder)


def test_the_wheel_is_built_once_with_portable_options(desk: Desk, probe: Probe, folder: Path) -> None:
    assert generator.generator_is_ready(desk.bench, probe)
    settings = desk.settings_of("pip wheel")
    assert settings["CMAKE_ARGS"] == "-DGGML_NATIVE=OFF -DGGML_BACKEND_DL=ON -DGGML_CPU_ALL_VARIANTS=ON"
    assert settings["CMAKE_BUILD_PARALLEL_LEVEL"] == "3"
    (command,) = [command for command in desk.children.commands if "pip wheel" in command]
    for words in ("--no-deps", "--no-binary llama-cpp-python", "--no-cache-dir", "llama-cpp-python==9.8.7"):
        assert words in command
    assert "index" not in command
    desk.children.generator = ""
    assert generator.generator_is_ready(desk.bench, probe)
    assert sum("pip wheel" in command for command in desk.children.commands) == 1


def test_the_layout_of_the_cache(desk: Desk, folder: Path) -> None:
    kept = keep(folder)
    assert folder == desk.bench.checkout.cache / "wheels" / "llama-cpp-python-9.8.7-py3-linux_x86_64-portable"
    assert sorted(file.name for file in folder.iterdir()) == [WHEEL, WHEEL + ".sha256"]
    assert generator.sound_wheel(folder) == kept


def test_a_kept_wheel_is_used_without_a_compiler(
    desk: Desk, probe: Probe, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "_has_compiler", lambda children, system: False)
    kept = keep(folder)
    assert generator.generator_is_ready(desk.bench, probe)
    assert desk.children.commands[-1] == f"PYTHON -m pip install {kept}"


def test_what_is_importable_is_left_alone(desk: Desk, probe: Probe) -> None:
    desk.children.generator = "9.8.7"
    assert generator.generator_is_ready(desk.bench, probe)
    assert not desk.has_run("pip")


def test_another_version_is_replaced(desk: Desk, probe: Probe, folder: Path) -> None:
    desk.children.generator = "9.8.6"
    keep(folder)
    assert generator.generator_is_ready(desk.bench, probe)
    assert desk.children.generator == "9.8.7"


@pytest.mark.parametrize("damage", ["flipped byte", "cut short", "hash gone", "hash unreadable", "second wheel"])
def test_a_damaged_kept_wheel_is_thrown_away_and_built_again(
    desk: Desk, probe: Probe, folder: Path, damage: str
) -> None:
    kept = keep(folder)
    whole = kept.read_bytes()
    note = kept.with_name(kept.name + ".sha256")
    if damage == "flipped byte":
        kept.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    elif damage == "cut short":
        kept.write_bytes(whole[:10])
    elif damage == "hash gone":
        note.unlink()
    elif damage == "hash unreadable":
        note.write_bytes(b"\xff\xfe")
    else:
        (folder / "other-1-py3-none-any.whl").write_bytes(whole)
    assert generator.sound_wheel(folder) is None
    assert generator.generator_is_ready(desk.bench, probe)
    assert "is damaged; it is thrown away" in desk.shown
    assert generator.sound_wheel(folder) == kept and kept.read_bytes() == whole
    assert desk.has_run("pip wheel")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("fatal error: Killed signal terminated program cc1plus", "memory ran out"),
        ("NewConnectionError: no route", "no connection to the internet"),
        ("ninja: build stopped", "the end of the log says why"),
    ],
)
def test_a_failed_build_leaves_nothing_behind_and_says_why(
    desk: Desk, probe: Probe, folder: Path, said: str, why: str
) -> None:
    desk.children.fails = {"pip wheel": said}
    assert not generator.generator_is_ready(desk.bench, probe)
    assert "answers are quoted, not rewritten: llama-cpp-python could not be compiled" in desk.shown
    assert why in desk.shown and "llama-cpp-python-build.log" in desk.shown
    assert list(folder.parent.iterdir()) == []


def test_an_interrupted_build_leaves_nothing_behind(desk: Desk, probe: Probe, folder: Path) -> None:
    def interrupt(command: str) -> None:
        if "pip wheel" in command:
            raise KeyboardInterrupt

    desk.children.during = interrupt
    with pytest.raises(KeyboardInterrupt):
        generator.generator_is_ready(desk.bench, probe)
    assert list(folder.parent.iterdir()) == []


def test_a_wheel_that_does_not_start_is_told(desk: Desk, probe: Probe, folder: Path) -> None:
    keep(folder)
    desk.children.during = lambda command: None
    desk.children.fails = {}
    original = desk.children._pretend
    desk.children._pretend = lambda words: None  # type: ignore[method-assign]
    assert not generator.generator_is_ready(desk.bench, probe)
    assert "does not start on this computer" in desk.shown
    desk.children._pretend = original  # type: ignore[method-assign]


def test_a_cache_that_cannot_be_written_is_a_reason_too(desk: Desk, probe: Probe) -> None:
    desk.bench.checkout.cache.write_text("a file where a folder should be", encoding="utf-8")
    assert not generator.generator_is_ready(desk.bench, probe)
    assert "answers are quoted, not rewritten: The system refused" in desk.shown
    with pytest.raises(OSError, match="hifadhi"):
        generator.generator_is_ready(replace(desk.bench, in_ci=True), probe)


def test_a_forgotten_build_is_removed_and_a_running_one_is_not(desk: Desk, probe: Probe, folder: Path) -> None:
    old, young = folder.parent / ".building-old", folder.parent / ".building-young"
    old.mkdir(parents=True)
    young.mkdir()
    two_days_ago = time.time() - 2 * generator.FORGOTTEN_SECONDS
    os.utime(old, (two_days_ago, two_days_ago))
    generator.generator_is_ready(desk.bench, probe)
    assert not old.exists() and young.exists()


@pytest.mark.parametrize(
    ("system", "machine", "variants", "metal_off"),
    [
        ("Linux", "x86_64", True, False),
        ("Windows", "AMD64", True, False),
        ("Darwin", "x86_64", True, True),
        ("Darwin", "arm64", False, True),
        ("Linux", "aarch64", False, False),
    ],
)
def test_build_options_by_machine(system: str, machine: str, variants: bool, metal_off: bool) -> None:
    options = generator.build_options(system, machine).split()
    assert "-DGGML_NATIVE=OFF" in options
    assert ("-DGGML_CPU_ALL_VARIANTS=ON" in options) is ("-DGGML_BACKEND_DL=ON" in options) is variants
    assert ("-DGGML_METAL=OFF" in options) is metal_off


def test_two_kinds_of_mac_do_not_share_a_wheel() -> None:
    intel = replace(PROBE, platform="macosx-10.9-universal2", machine="x86_64", system="Darwin")
    folders = {generator.wheel_folder(Path("w"), "1", one).name for one in (intel, replace(intel, machine="arm64"))}
    assert folders == {
        "llama-cpp-python-1-py3-macosx_10_9_universal2_x86_64-portable",
        "llama-cpp-python-1-py3-macosx_10_9_universal2_arm64-portable",
    }


def test_the_real_project_pins_a_version() -> None:
    assert generator.wanted_version(ROOT)[0].isdigit()


def test_an_unpinned_generator_is_an_error(desk: Desk) -> None:
    (desk.bench.checkout.root / "pyproject.toml").write_text(
        '[project]\n[project.optional-dependencies]\ngenerator = ["llama-cpp-python>=1"]\n', encoding="utf-8"
    )
    with pytest.raises(ValueError, match="does not pin"):
        generator.wanted_version(desk.bench.checkout.root)


@pytest.mark.parametrize("system", ["Linux", "Darwin", "Windows"])
def test_no_compiler_comes_with_advice_for_the_system(desk: Desk, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    desk.children.compiler = False
    with pytest.raises(SetupError, match="no-compiler") as caught:
        checks.require_compiler(desk.children, system)
    advice = {"Linux": "build-essential", "Darwin": "xcode-select", "Windows": "Visual Studio"}[system]
    assert advice in desk.bench.screen.sentence(caught.value)


def test_the_compiler_named_by_cxx_counts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "ccache-g++ -m64")
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "ccache-g++" else None)
    checks.require_compiler(desk.children, "Linux")
