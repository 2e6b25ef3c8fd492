#!/usr/bin/env python3
"""Makes what the tests need and runs them: `python3 scripts/test.py [--all | --fast] [--export] [pytest arguments]`.

Slow tests are left out; `--all` runs them too, as CI does. `--fast` also does without the starter models. `--export`
also installs torch, with which a few tests compare. The exit code is the tests'; where only a check of the code's form
fails it is 1, and in CI also where the models could not be fetched.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from setup_common import checks, generator
from setup_common.environment import install_project, sound_environment
from setup_common.screen import SetupError, screen_language
from setup_common.workbench import exit_code, workbench

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from setup_common.environment import Probe
    from setup_common.workbench import Workbench

CHECKS = (
    ("ruff check", ("ruff", "check", ".")),
    ("ruff format", ("ruff", "format", "--check", ".")),
    ("mypy", ("mypy", "--strict", "-p", "tutor")),
    ("mypy of scripts", ("mypy", "--strict", "scripts")),
)
# The tests speak for the checkout itself, whatever library this person has set up elsewhere.
PERSONAL = ("TUTOR_HOME", "TUTOR_PROFILE", "TUTOR_MODELS_DIR", "TUTOR_GENERATOR")


@dataclass(frozen=True)
class Extent:
    """How much is tested: slow tests too, starter models too, the comparison with torch too."""

    slow: bool = False
    starter: bool = True
    torch: bool = False


OPTIONS = {
    "--all": {"slow": True},
    "--fast": {"starter": False},
    "--export": {"torch": True},
}


def tested(bench: Workbench, pytest_arguments: Sequence[str], extent: Extent) -> int:
    """Make what is needed, run the checks and the tests, and return the exit code. Raises SetupError or OSError."""
    checks.require_python(bench.children, "scripts/test.py")
    checks.require_writable(bench.checkout.root)
    probe = sound_environment(bench)
    install_extras(bench, probe, extent.torch)
    generator.generator_is_ready(bench, probe)
    profiles = ["small", "starter"] if extent.starter else ["small"]
    fetched = [profile for profile in profiles if models_are_there(bench, profile)]

    failed = [name for name, command in CHECKS if not is_in_order(bench, name, command)]
    pytest = [bench.environment.python, "-m", "pytest", *(() if extent.slow else ("-m", "not slow")), *pytest_arguments]
    code, closing = bench.children.shown_last_line(pytest)
    if failed:
        # Said after the tests, or it would be lost above them; then their closing line again, as the last one.
        bench.screen.say("checks-failed", names=", ".join(failed))
        print(closing, flush=True)
    missing_in_ci = bench.in_ci and fetched != profiles
    return code or int(bool(failed) or missing_in_ci)


def install_extras(bench: Workbench, probe: Probe, exporting: bool) -> None:
    """Install the project with what the tests need. Raises SetupError when the tests themselves cannot be installed."""
    if exporting:
        try:
            install_project(bench, probe, extras=("dev", "eval", "bundle", "export"))
            return
        except SetupError:
            bench.screen.say("tests-without-export")
    install_project(bench, probe, extras=("dev", "eval", "bundle"))


def models_are_there(bench: Workbench, profile: str) -> bool:
    """True where the profile's models are installed, after fetching what is missing; the screen says why not."""
    bench.screen.say("models", profile=profile)
    fetch: list[str | Path] = [bench.environment.python, "-m", "tutor", "models", "fetch", "--profile", profile]
    there = bench.children.run(fetch) == 0
    if not there:
        bench.screen.say("tests-without-models", profile=profile)
    return there


def is_in_order(bench: Workbench, name: str, command: Sequence[str]) -> bool:
    """True where the check passes; the screen says which."""
    passed = bench.children.run([bench.environment.python, "-m", *command]) == 0
    bench.screen.say("check-passed" if passed else "check-failed", name=name)
    return passed


def impersonal_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without a person's own choices about tutor."""
    return {name: value for name, value in environ.items() if name not in PERSONAL}


def main(arguments: Sequence[str]) -> int:
    """The whole script; the exit code."""
    environ = impersonal_environment(os.environ)
    bench = workbench(screen_language(None, environ), environ)
    pytest_arguments = [argument for argument in arguments if argument not in OPTIONS]
    extent = Extent()
    for argument in arguments:
        extent = replace(extent, **OPTIONS.get(argument, {}))
    return exit_code(bench.screen, lambda: tested(bench, pytest_arguments, extent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
