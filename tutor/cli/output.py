"""What every command shares: printing JSON or text, and turning errors into plain sentences."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
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
    console.print(in_screen_language(english, swahili), markup=False)


def in_screen_language(english: str, swahili: str) -> str:
    """The one of the two that the screen speaks."""
    return swahili if screen_language() == "sw" else english


def counted(count: int, thing: str) -> str:
    """ "1 book", "2 books". Swahili names the thing first and the number after it, so it needs no such help."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def page_mark(page: int | None) -> str:
    """ " (p. 43)" or " (uk. 43)" after a heading; empty where a book has no pages."""
    return "" if page is None else in_screen_language(f" (p. {page})", f" (uk. {page})")


def moment(iso: str) -> str:
    """A time that was noted in UTC as the clock on the wall showed it: "2026-11-30 15:40"."""
    return datetime.fromisoformat(iso).astimezone().strftime("%Y-%m-%d %H:%M")


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
