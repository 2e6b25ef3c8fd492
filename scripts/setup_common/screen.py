"""Talking to the person in front of the screen, in English or Swahili, and the fault that ends a script."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from setup_common.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import TextIO


class SetupError(Exception):
    """Something that a person must mend. `key` and `facts` make one sentence; `log` tells more.

    A fact that is itself a key of TEXTS is said in the language of the screen.
    """

    def __init__(self, key: str, log: Path | None = None, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.log = log
        self.facts = facts


class Screen:
    """Says the texts in one language, line by line, so that they keep their place among what children print."""

    def __init__(self, language: str, root: Path, stream: TextIO | None = None) -> None:
        self.language = language
        self._root = root
        self._stream = stream or sys.stdout

    def text(self, key: str, **facts: object) -> str:
        """The text in this language. Raises KeyError for an unknown key or a missing fact."""
        pair = TEXTS[key]
        told = {name: self._fact(value) for name, value in facts.items()}
        return (pair[1] if self.language == "sw" else pair[0]).format(**told)

    def say(self, key: str, **facts: object) -> None:
        """Print the text."""
        print(self.text(key, **facts), file=self._stream, flush=True)

    def blank(self) -> None:
        """Print an empty line."""
        print(file=self._stream, flush=True)

    def sentence(self, fault: SetupError) -> str:
        """The fault as one sentence, with the name of its log where it has one."""
        said = self.text(fault.key, **fault.facts)
        return said if fault.log is None else self.text("log", sentence=said, log=self.short(fault.log))

    def short(self, path: Path) -> str:
        """The path as seen from the checkout where it lies in it, else whole."""
        try:
            return str(path.relative_to(self._root))
        except ValueError:
            return str(path)

    def size(self, count: int) -> str:
        """A number of bytes as people say it: MB in tens, GB with one decimal."""
        number, unit = (f"{count / 1e9:.1f}", "GB") if count >= 1e9 else (str(max(1, round(count / 1e7)) * 10), "MB")
        return f"{unit} {number}" if self.language == "sw" else f"{number} {unit}"

    def _fact(self, value: object) -> object:
        return self.text(value) if isinstance(value, str) and value in TEXTS else value


def screen_language(named: str | None, environ: Mapping[str, str]) -> str:
    """`en` or `sw`: what was named, else TUTOR_LANGUAGE, else LANG; English where nothing says Swahili."""
    wanted = named or environ.get("TUTOR_LANGUAGE") or environ.get("LANG", "")
    return "sw" if wanted.lower().startswith("sw") else "en"


def survive_odd_consoles() -> None:
    """A console that cannot show a letter of a path shows a question mark, instead of ending the script."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
