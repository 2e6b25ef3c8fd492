"""Where the files of a Python environment are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Environment:
    """The paths of a Python environment, which Windows names otherwise."""

    folder: Path
    windows: bool

    @property
    def programs(self) -> Path:
        return self.folder / ("Scripts" if self.windows else "bin")

    @property
    def python(self) -> Path:
        return self.programs / ("python.exe" if self.windows else "python")

    @property
    def tutor(self) -> Path:
        return self.programs / ("tutor.exe" if self.windows else "tutor")

    @property
    def stamp(self) -> Path:
        return self.folder / "tutor-setup.json"

    def typed(self, root: Path) -> str:
        """The `tutor` command as it is typed in the folder `root`: the same in every shell of the system."""
        parts = self.tutor.with_suffix("").relative_to(root).parts
        return ("\\" if self.windows else "/").join(parts)
