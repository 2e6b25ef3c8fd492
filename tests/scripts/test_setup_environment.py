"""The Python environment: made when missing, made anew when broken, the project installed when it changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from setup_common.children import Children
from setup_common.environment import (
    install_project,
    make_path_files_ascii,
    packages_are_here,
    probed,
    sound_environment,
)
from setup_common.screen import SetupError
from setup_common.venv_paths import Environment
from setup_fakes import Desk, new_desk


def test_a_missing_environment_is_made(desk: Desk) -> None:
    sound_environment(desk.bench)
    (command,) = desk.children.commands
    assert command == f"{sys.executable} -m venv --clear {desk.bench.environment.folder}"
    assert "Making the Python environment" in desk.shown


@pytest.mark.parametrize("broken", ["python gone", "python dead", "no pip", "too old", "a file"])
def test_a_broken_environment_is_made_anew(desk: Desk, broken: str) -> None:
    environment = desk.bench.environment
    if broken == "a file":
        environment.folder.write_text("", encoding="utf-8")
    else:
        environment.programs.mkdir(parents=True)
        environment.python.write_text("dead" if broken in {"python dead", "no pip"} else "works", encoding="utf-8")
        if broken == "python gone":
            environment.python.unlink()
        if broken == "too old":
            desk.children.probe["python"] = [3, 10, 2]
            desk.children.during = lambda command: desk.children.probe.update(python=[3, 11, 7])
    assert sound_environment(desk.bench).python == (3, 11, 7)
    assert "does not work; making it anew" in desk.shown


def test_a_link_to_another_environment_is_cut_and_not_emptied(desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "another project's"
    other.mkdir()
    (other / "precious").write_text("", encoding="utf-8")
    try:
        desk.bench.environment.folder.symlink_to(other, target_is_directory=True)
    except OSError:
        pytest.skip("this system does not allow symbolic links here")
    sound_environment(desk.bench)
    assert (other / "precious").exists() and not desk.bench.environment.folder.is_symlink()


def test_a_sound_environment_is_left_alone(desk: Desk) -> None:
    sound_environment(desk.bench)
    desk.children.commands.clear()
    sound_environment(desk.bench)
    assert desk.children.commands == []


@pytest.mark.parametrize(("version", "upgraded"), [("22.3.1", True), ("23.2", False), ("26.0.1", False)])
def test_pip_is_upgraded_only_when_too_old(desk: Desk, version: str, upgraded: bool) -> None:
    desk.children.probe["pip"] = version
    sound_environment(desk.bench)
    assert desk.has_run("pip install --upgrade pip>=23.2") is upgraded


def test_the_project_is_installed_again_only_when_something_changed(desk: Desk) -> None:
    bench, root = desk.bench, desk.bench.checkout.root
    probe = sound_environment(bench)

    def installs() -> int:
        before = len(desk.children.commands)
        install_project(bench, probe)
        return len(desk.children.commands) - before

    assert (installs(), installs()) == (1, 0)
    (root / "pyproject.toml").write_bytes((root / "pyproject.toml").read_bytes() + b"# changed\n")
    assert (installs(), installs()) == (1, 0)
    bench.environment.tutor.unlink()
    assert (installs(), installs()) == (1, 0)
    bench.environment.stamp.write_text("[not a stamp", encoding="utf-8")
    assert (installs(), installs()) == (1, 0)


def test_a_moved_checkout_is_installed_again(desk: Desk, tmp_path: Path) -> None:
    install_project(desk.bench, sound_environment(desk.bench))
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    desk.bench.checkout.root.rename(moved / desk.bench.checkout.root.name)
    again = new_desk(moved)
    assert not packages_are_here(again.bench)
    install_project(again.bench, sound_environment(again.bench))
    assert again.children.commands == ["PYTHON -m pip install -e ."]


def test_the_developer_s_extras_count(desk: Desk) -> None:
    probe = sound_environment(desk.bench)
    install_project(desk.bench, probe)
    assert not packages_are_here(desk.bench, ("dev",))
    install_project(desk.bench, probe, ("dev",))
    assert desk.children.commands[-1] == "PYTHON -m pip install -e .[dev]"
    desk.children.commands.clear()
    install_project(desk.bench, probe)
    assert desk.children.commands == []


def test_a_failed_install_is_not_taken_for_done(desk: Desk) -> None:
    probe = sound_environment(desk.bench)
    install_project(desk.bench, probe)
    project = desk.bench.checkout.root / "pyproject.toml"
    before = project.read_bytes()
    project.write_bytes(before + b"# changed\n")
    desk.children.fails = {"install -e": "ERROR: No matching distribution found for numpy"}
    with pytest.raises(SetupError) as caught:
        install_project(desk.bench, probe)
    assert "the package index cannot be reached, or has no such package" in desk.bench.screen.sentence(caught.value)
    # Even with the old project back: nobody knows how far the failed installation went.
    project.write_bytes(before)
    desk.children.fails = {}
    desk.children.commands.clear()
    install_project(desk.bench, probe)
    assert desk.children.commands == ["PYTHON -m pip install -e ."]


def test_path_files_with_accents_become_readable_for_every_python(tmp_path: Path) -> None:
    project = tmp_path / "mradi wa José"
    project.mkdir()
    (project / "tutor_from_here.py").write_text("WHERE = 'here'\n", encoding="utf-8")
    site = tmp_path / "site"
    site.mkdir()
    (site / "_tutor.pth").write_bytes(str(project).encode("utf-8") + b"\n")
    plain = b"import os\r\n"
    (site / "plain.pth").write_bytes(plain)
    make_path_files_ascii(site)
    assert (site / "_tutor.pth").read_bytes().isascii()
    assert (site / "plain.pth").read_bytes() == plain
    code = f"import site; site.addsitedir(r'{site}'); import tutor_from_here; print(tutor_from_here.WHERE)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "here\n"


@pytest.mark.slow
def test_a_real_environment_in_a_folder_with_space_and_accent(desk: Desk) -> None:
    bench, root = desk.bench, desk.bench.checkout.root
    real = Children(root, os.environ, alive=lambda gone: None)
    object.__setattr__(bench, "children", real)
    object.__setattr__(bench, "environment", Environment(root / ".venv", windows=os.name == "nt"))
    made = sound_environment(bench)
    assert made.python == sys.version_info[:3]
    (bench.environment.folder / "pyvenv.cfg").unlink()
    for folder in bench.environment.folder.rglob("site-packages/pip"):
        folder.rename(folder.with_name("pip-set-aside"))
    bench.environment.python.unlink()
    assert probed(bench.environment, real) is None
    assert sound_environment(bench) == made
