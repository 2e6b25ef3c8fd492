"""The lessons of the home that a command works in."""

from __future__ import annotations

from tutor.cli.output import progress_console, screen_language
from tutor.core.settings import load_settings
from tutor.lessons.service import Lessons, open_lessons
from tutor.lessons.source import SettingsSource


def opened_lessons(profile: str | None) -> Lessons:
    """The paths and lessons, over the installed library. Raises TutorError."""
    settings = load_settings(profile=profile)
    return open_lessons(settings, SettingsSource(settings, _notice))


def _notice(english: str, swahili: str) -> None:
    progress_console.print(swahili if screen_language() == "sw" else english, style="dim", markup=False)
