"""Names and messages of others, fit for one line of a screen or a report."""

from __future__ import annotations

import re

_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
_STEERING = re.compile(r"[\x00-\x1b\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What steers a screen, or turns the direction of what follows so that `gpj.exe` looks like a picture."""


def on_one_line(text: str) -> str:
    """The text with a space for line breaks and tabs, and without signs that only steer a screen."""
    return _STEERING.sub("", _BREAKS.sub(" ", text))
