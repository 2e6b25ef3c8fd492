"""What every step of a set-up works with."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setup_common.checkout import ROOT, Checkout
from setup_common.children import Children
from setup_common.screen import Screen, SetupError, survive_odd_consoles
from setup_common.venv_paths import Environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Variables of the person's own shell under which an environment's Python or pip would not do its work here.
DISTURBING = ("PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__", "PIP_USER", "PIP_TARGET", "PIP_PREFIX")


@dataclass(frozen=True)
class Workbench:
    """The folders, the Python environment, the screen and the way to run children."""

    checkout: Checkout
    environment: Environment
    screen: Screen
    children: Children
    in_ci: bool


def workbench(language: str, environ: Mapping[str, str], **extra: str) -> Workbench:
    """The real workbench of this checkout; `extra` is added to the children's environment."""
    screen = Screen(language, ROOT)

    def alive(gone: int) -> None:
        screen.say("still-working", minutes=gone // 60, seconds=gone % 60)

    quiet = {name: value for name, value in environ.items() if name not in DISTURBING}
    quiet.update(TUTOR_LANGUAGE=language, PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1", **extra)
    return Workbench(
        checkout=Checkout.from_environment(ROOT, quiet),
        environment=Environment(ROOT / ".venv", windows=os.name == "nt"),
        screen=screen,
        children=Children(ROOT, quiet, alive),
        in_ci=environ.get("CI", "").lower() in {"1", "true", "yes"},
    )


def exit_code(screen: Screen, script: Callable[[], int]) -> int:
    """The script's exit code; a fault becomes one sentence and 1, Ctrl-C a sentence and 130. Never a traceback."""
    survive_odd_consoles()
    try:
        return script()
    except SetupError as fault:
        print(screen.sentence(fault), file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Nobody reads any more, as after `| head`; the interpreter must not try to flush what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        named = f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
        print(screen.text("system-refused", detail=named), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\n" + screen.text("interrupted"), file=sys.stderr)
        return 130
