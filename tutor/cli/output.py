"""What every command shares: printing JSON or text, and turning errors into plain sentences."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from rich.console import Console

from tutor.core.errors import TutorError

# Titles and names are whatever a book says: only what asks for markup by name may have it.
console = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
progress_console = Console(stderr=True, highlight=False, markup=False, emoji=False)


def use_utf8() -> None:
    """Write UTF-8 to standard output and error whatever the system's code page is: Swahili and formulas need it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


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
