"""Where things are, and the settings of `tutor.toml` that set-up needs."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setup_common.screen import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parents[2]
PROFILES = ("starter", "small")
DEFAULT_PROFILE = PROFILES[0]
PROFILE_LINE = re.compile(r"""^(\s*profile\s*=\s*)("[^"]*"|'[^']*')""")


@dataclass(frozen=True)
class Checkout:
    """The folders of one checkout, by the same variables that tutor itself reads."""

    root: Path
    home: Path
    cache: Path
    named_models: str
    named_profile: str

    @classmethod
    def from_environment(cls, root: Path, environ: Mapping[str, str]) -> Checkout:
        """TUTOR_HOME, TUTOR_CACHE_DIR, TUTOR_MODELS_DIR and TUTOR_PROFILE where set, else the defaults."""
        home, cache = environ.get("TUTOR_HOME"), environ.get("TUTOR_CACHE_DIR")
        return cls(
            root=root,
            home=Path(home).expanduser().resolve() if home else root,
            cache=Path(cache).expanduser() if cache else Path.home() / ".cache" / "tutor",
            named_models=environ.get("TUTOR_MODELS_DIR", ""),
            named_profile=environ.get("TUTOR_PROFILE", ""),
        )

    @property
    def wheels(self) -> Path:
        return self.cache / "wheels"

    @property
    def settings_file(self) -> Path:
        return self.home / "tutor.toml"

    def log(self, step: str) -> Path:
        """The log file of a step, in a folder that is never committed."""
        return self.root / "build" / "logs" / f"{step}.log"

    def settings(self) -> dict[str, Any]:
        """What tutor.toml says; empty where there is none. Raises SetupError `settings-unreadable`."""
        try:
            return parsed_toml(self.settings_file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise SetupError("settings-unreadable", file=self.settings_file, detail=error) from error

    def models(self) -> Path:
        """The folder of the models."""
        named = self.named_models or str(self.settings().get("models_dir", ""))
        return Path(named).expanduser().resolve() if named else self.home / "models"

    def profile(self, wanted: str | None) -> str:
        """The profile to set up: what was asked for, else TUTOR_PROFILE, else what tutor.toml remembers.

        Raises SetupError `profile-not-here` for one that needs more than these scripts do.
        """
        profile = wanted or self.named_profile or str(self.settings().get("profile", DEFAULT_PROFILE))
        if profile not in PROFILES:
            raise SetupError("profile-not-here", profile=profile)
        return profile

    def remember_profile(self, profile: str) -> None:
        """Make tutor.toml say the profile, and leave its other lines as they are.

        The default profile is written only over another one. Raises SetupError `settings-unreadable`.
        """
        if self.settings().get("profile", DEFAULT_PROFILE) == profile:
            return
        try:
            with self.settings_file.open(encoding="utf-8", newline="") as stream:
                before = stream.read()
        except FileNotFoundError:
            before = ""
        after = with_profile(before, profile)
        # A key written in a way the pattern does not know would now stand twice: better to say so than to guess.
        try:
            parsed_toml(after)
        except ValueError as error:
            raise SetupError("settings-unreadable", file=self.settings_file, detail=error) from error
        self.home.mkdir(parents=True, exist_ok=True)
        temporary = self.settings_file.with_name(f".tutor.toml.{os.getpid()}.tmp")
        temporary.write_bytes(after.encode("utf-8"))
        temporary.replace(self.settings_file)


def with_profile(toml: str, profile: str) -> str:
    """The text of a settings file with its profile line changed, or with one in front where it had none."""
    lines = toml.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.lstrip().startswith("["):
            break
        if PROFILE_LINE.match(line):
            lines[number] = PROFILE_LINE.sub(lambda found: f'{found.group(1)}"{profile}"', line, count=1)
            return "".join(lines)
    end = "\r\n" if "\r\n" in toml else "\n"
    return f'profile = "{profile}"{end}' + toml


def parsed_toml(text: str) -> dict[str, Any]:
    """The parsed text. Raises ValueError."""
    # Imported here because Python 3.10 lacks it and is to be told so in words.
    import tomllib

    return tomllib.loads(text)
