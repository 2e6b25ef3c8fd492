#!/usr/bin/env python3
"""From a fresh checkout to two answered questions: `python3 scripts/quickstart.py [--profile small]`.

Standard library only. It does what is missing and nothing else, so it may be stopped and run again at any time.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from setup_common import checks, generator, sizes
from setup_common.checkout import PROFILES, parsed_toml
from setup_common.children import why_failed
from setup_common.environment import install_project, packages_are_here, sound_environment
from setup_common.screen import SetupError, screen_language
from setup_common.workbench import exit_code, workbench

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from setup_common.workbench import Workbench

QUESTIONS = ("Kwa nini watu walipigana katika vita vya Maji Maji?", "What is photosynthesis?")
ROLES = ("embedder", "reranker", "generator")


def asked_for(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(
        prog="quickstart.py",
        description="Sets up tutor in this folder and asks it two questions. / Huandaa tutor katika folda hii na "
        "kuiuliza maswali mawili.",
    )
    parser.add_argument(
        "--profile", choices=PROFILES, help="which models: starter (about 1.7 GB to fetch) or small (about 0.6 GB)"
    )
    parser.add_argument("--no-generator", action="store_true", help="quote answers, never rewrite them")
    parser.add_argument("--language", choices=("en", "sw"), help="the language of the messages")
    return parser.parse_args(arguments)


def set_up(
    bench: Workbench,
    wanted_profile: str | None,
    with_generator: bool,
    free_bytes: Callable[[Path], int] = sizes.free_bytes,
) -> int:
    """Do what is missing, ask two questions, and return 0. Raises SetupError or OSError."""
    checks.require_python(bench.children, "scripts/quickstart.py")
    profile = bench.checkout.profile(wanted_profile)
    needs = announced_needs(bench, profile, with_generator)
    for folder in needs:
        checks.require_writable(folder)
    sizes.require_room(needs, bench.screen.size, free_bytes)
    bench.checkout.remember_profile(profile)

    probe = sound_environment(bench)
    install_project(bench, probe)
    rewrites = with_generator and generator.generator_is_ready(bench, probe)

    fetch_models(bench, profile, rewrites)
    settings = {"TUTOR_PROFILE": profile} if rewrites else {"TUTOR_PROFILE": profile, "TUTOR_GENERATOR": "off"}
    bench.screen.blank()
    bench.screen.say("library")
    run_tutor(bench, "library-failed", ["library", "add", "--sample"], settings)
    for question in QUESTIONS:
        bench.screen.blank()
        bench.screen.say("question", question=question)
        run_tutor(bench, "question-failed", ["ask", question], settings)
    say_what_next(bench)
    return 0


def announced_needs(bench: Workbench, profile: str, with_generator: bool) -> dict[Path, int]:
    """The bytes that each folder's disk must have free, after the screen has told what will be done and fetched."""
    checkout, say, size = bench.checkout, bench.screen.say, bench.screen.size
    fetch = 0
    needs = {checkout.root: 0, checkout.home: sizes.LIBRARY_ROOM}
    say("plan", root=checkout.root, profile=profile)

    if packages_are_here(bench):
        say("plan-packages-here")
    else:
        say("plan-packages", size=size(sizes.PACKAGES_FETCH))
        fetch += sizes.PACKAGES_FETCH
        needs[checkout.root] += sizes.PACKAGES_ROOM

    generator_plan = planned_generator(bench, with_generator)
    say(generator_plan)
    if generator_plan == "plan-generator-build":
        fetch += sizes.GENERATOR_FETCH
        needs[checkout.cache] = needs.get(checkout.cache, 0) + sizes.GENERATOR_ROOM

    models = checkout.models()
    catalogue = parsed_toml((checkout.root / "models" / "catalog.toml").read_text(encoding="utf-8"))
    missing = sizes.missing_model_sizes(catalogue, profile, models, fetched_roles(with_generator))
    say("plan-models" if missing else "plan-models-here", size=size(sum(missing)))
    fetch += sum(missing)
    needs[models] = needs.get(models, 0) + sizes.models_room(missing)

    say("plan-library")
    if fetch:
        folders = ", ".join(outermost([*needs, checkout.cache]))
        say("plan-total", fetch=size(fetch), room=size(sum(needs.values())), folders=folders)
    bench.screen.blank()
    return needs


def outermost(folders: Sequence[Path]) -> list[str]:
    """The folders that lie in no other one of them, each once."""
    return [str(one) for one in dict.fromkeys(folders) if not any(other in one.parents for other in folders)]


def planned_generator(bench: Workbench, with_generator: bool) -> str:
    """The key of the text that says what will be done about the generator."""
    if not with_generator:
        return "plan-generator-off"
    version = generator.wanted_version(bench.checkout.root)
    if generator.generator_works(bench, version):
        return "plan-generator-here"
    kept = any(bench.checkout.wheels.glob(f"{generator.PACKAGE}-{version}-*/*.whl"))
    return "plan-generator-cached" if kept else "plan-generator-build"


def fetched_roles(rewrites: bool) -> tuple[str, ...]:
    """The roles whose models are of use: without the program that runs it, the generator's is not."""
    return ROLES if rewrites else ROLES[:-1]


def fetch_models(bench: Workbench, profile: str, rewrites: bool) -> None:
    """Fetch what is missing of the profile's models. Raises SetupError `models-failed`."""
    bench.screen.blank()
    bench.screen.say("models", profile=profile)
    command = ["models", "fetch", "--profile", profile]
    if rewrites:
        run_tutor(bench, "models-failed", command, {})
        return
    catalogue = parsed_toml((bench.checkout.root / "models" / "catalog.toml").read_text(encoding="utf-8"))
    for role, name in catalogue["profiles"][profile].items():
        if role in fetched_roles(rewrites):
            run_tutor(bench, "models-failed", [*command, "--model", name], {})


def run_tutor(bench: Workbench, failure: str, arguments: Sequence[str], settings: dict[str, str]) -> None:
    """Run `tutor` in the open, where it speaks for itself. Raises SetupError with the key `failure`."""
    code = bench.children.run([bench.environment.python, "-m", "tutor", *arguments], settings=settings)
    if code != 0:
        raise SetupError(failure, why=why_failed(code, None))


def say_what_next(bench: Workbench) -> None:
    """Tell the commands to ask more and to start the server."""
    screen, tutor = bench.screen, bench.environment.typed(bench.checkout.root)
    screen.blank()
    screen.say("ready", root=bench.checkout.root)
    screen.say("ready-ask", command=f'{tutor} ask "{screen.text("example-question")}"')
    screen.say("ready-serve", command=f"{tutor} serve")


def main(arguments: Sequence[str] | None = None) -> int:
    """The whole script; the exit code."""
    options = asked_for(arguments)
    bench = workbench(screen_language(options.language, os.environ), os.environ)
    return exit_code(bench.screen, lambda: set_up(bench, options.profile, not options.no_generator))


if __name__ == "__main__":
    sys.exit(main())
