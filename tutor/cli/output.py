"""What every command shares: printing JSON or text, and turning errors into plain sentences."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console

from tutor.core.errors import TutorError

console = Console(highlight=False, soft_wrap=True)
progress_console = Console(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    """Print one JSON document to standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def screen_language() -> str:
    """The language of messages: TUTOR_LANGUAGE, else the system's language, else English."""
    named = os.environ.get("TUTOR_LANGUAGE") or os.environ.get("LANG", "")
    return "sw" if named.lower().startswith("sw") else "en"


def say(english: str, swahili: str) -> None:
    """Print a line in the language of the screen."""
    console.print(swahili if screen_language() == "sw" else english, markup=False)


@contextmanager
def plain_errors(as_json: bool = False) -> Iterator[None]:
    """Turn a TutorError into a message with what to do, and exit status 1. Never a traceback."""
    try:
        yield
    except TutorError as error:
        if as_json:
            print_json(error.as_dict())
        else:
            language = screen_language()
            progress_console.print(error.what(language), style="bold", markup=False)
            progress_console.print(error.hint(language), markup=False)
        raise typer.Exit(1) from None
