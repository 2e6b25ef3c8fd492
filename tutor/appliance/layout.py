"""Where an installation keeps its versions, and which one runs. Standard library only.

`CURRENT` names the version that runs and the one before it; it is replaced by one rename, and nothing else decides.
A version is whole when it has `SEALED.json`, which is written last.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor.appliance.errors import ApplianceError
from tutor.core.files import flush_folder, write_atomically, write_json_atomically

SEAL = "SEALED.json"
QUOTES_ONLY = "quotes-only"
"""A file in a version that came without a generator."""
ROOT_VARIABLE = "TUTOR_ROOT"
LOCK = ".lock"
KEPT = 2
UNIX_START = """\
#!/bin/sh
# Made by tutor's installer. Starts the version that CURRENT names first, or the next one where that is not whole.
root={root}
TUTOR_ROOT=$root
TUTOR_HOME=${{TUTOR_HOME:-{home}}}
export TUTOR_ROOT TUTOR_HOME
if [ "$(id -u)" = 0 ] && [ -d "$TUTOR_HOME" ]; then
    owner=$(stat -c %U "$TUTOR_HOME")
    case "$owner:$1" in
        # These reach a stick, which belongs to whoever sits at the computer, and give what they make to the owner.
        root:* | *:update | *:rollback | *:backup | *:restore | *:bundle) ;;
        *) exec runuser -u "$owner" -- "$0" "$@" ;;
    esac
fi
if [ "$(id -u)" != 0 ] && [ -d "$TUTOR_HOME" ] && [ ! -r "$TUTOR_HOME" ] && [ "$1" != bundle ]; then
    echo "tutor: the school's data belongs to an administrator: put sudo in front of the same command." >&2
    echo "tutor: data ya shule ni ya msimamizi: tanguliza sudo kwenye amri ileile." >&2
    exit 1
fi
while read -r version; do
    folder=$root/versions/$version
    python=$folder/{python}
    if [ -n "$version" ] && [ -f "$folder/{seal}" ] && [ -x "$python" ]; then
        TUTOR_MODELS_DIR=${{TUTOR_MODELS_DIR:-$folder/models}}
        TUTOR_PROFILE=${{TUTOR_PROFILE:-$(cat "$folder/profile")}}
        if [ -f "$folder/{quotes}" ]; then TUTOR_GENERATOR=${{TUTOR_GENERATOR:-off}}; export TUTOR_GENERATOR; fi
        export TUTOR_MODELS_DIR TUTOR_PROFILE
        # What an interrupted update or restore left to do is done before pupils come.
        if [ "$1" = serve ]; then "$python" -I -X utf8 -m tutor update --finish </dev/null; fi
        exec "$python" -I -X utf8 -m tutor "$@"
    fi
done < "$root/CURRENT"
echo "tutor: no whole version is installed; run install.sh from the stick again." >&2
echo "tutor: hakuna toleo kamili; endesha tena install.sh kutoka kwenye kifaa." >&2
exit 1
"""
WINDOWS_START = """\
@echo off\r
rem Made by tutor's installer. Starts the version that CURRENT names first, or the next one where that is not whole.\r
setlocal\r
chcp 65001 >nul\r
set "TUTOR_ROOT={root}"\r
if not defined TUTOR_HOME set "TUTOR_HOME={home}"\r
for /f "usebackq delims=" %%v in ("%TUTOR_ROOT%\\CURRENT") do if exist "%TUTOR_ROOT%\\versions\\%%v\\{seal}" (\r
  set "folder=%TUTOR_ROOT%\\versions\\%%v"\r
  goto found\r
)\r
echo tutor: no whole version is installed; run install.bat from the stick again.\r
exit /b 1\r
:found\r
if not defined TUTOR_MODELS_DIR set "TUTOR_MODELS_DIR=%folder%\\models"\r
if not defined TUTOR_PROFILE set /p TUTOR_PROFILE=<"%folder%\\profile"\r
if exist "%folder%\\{quotes}" if not defined TUTOR_GENERATOR set "TUTOR_GENERATOR=off"\r
if "%~1"=="serve" "%folder%\\{python}" -I -X utf8 -m tutor update --finish <nul\r
"%folder%\\{python}" -I -X utf8 -m tutor %*\r
"""


def python_in(version: Path, windows: bool = os.name == "nt") -> Path:
    """The Python of an installed version."""
    return version / ("python/python.exe" if windows else "venv/bin/python")


@dataclass(frozen=True)
class Root:
    """The folder of an installation."""

    folder: Path

    @property
    def versions(self) -> Path:
        return self.folder / "versions"

    @property
    def keys(self) -> Path:
        """The public keys whose bundles are taken."""
        return self.folder / "keys"

    @property
    def start(self) -> Path:
        """The command that starts the current version."""
        return self.folder / "bin" / ("tutor.cmd" if os.name == "nt" else "tutor")

    def seal_of(self, name: str) -> Mapping[str, Any] | None:
        """What the seal of a version says; None where the version is not whole."""
        try:
            seal = json.loads((self.versions / name / SEAL).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return seal if isinstance(seal, dict) else None

    def order(self) -> list[str]:
        """The versions that CURRENT names: the running one, then the one before; only those that are whole."""
        try:
            names = (self.folder / "CURRENT").read_text(encoding="utf-8").split()
        except (OSError, UnicodeDecodeError):
            return []
        return [name for name in names if self.seal_of(name) is not None]

    def current(self) -> str | None:
        """The version that runs; None where none does."""
        return next(iter(self.order()), None)

    def switch_to(self, name: str) -> None:
        """Make a sealed version the running one and the running one the one before. Raises OSError."""
        names = [name, *(other for other in self.order() if other != name)][:KEPT]
        write_atomically(self.folder / "CURRENT", "".join(f"{each}\n" for each in names).encode("utf-8"))

    def seal(self, name: str, facts: Mapping[str, Any]) -> None:
        """Declare a version whole, after everything of it is on the disk. Raises OSError."""
        if hasattr(os, "sync"):
            os.sync()
        flush_folder(self.versions / name)
        write_json_atomically(self.versions / name / SEAL, dict(facts))

    def leftovers(self) -> list[Path]:
        """Versions that were never finished, and those that are neither running nor the one before."""
        kept = set(self.order())
        if not self.versions.is_dir():
            return []
        return sorted(path for path in self.versions.iterdir() if path.name not in kept)

    def remove_leftovers(self) -> list[str]:
        """Remove them, as far as the system lets us. Call while nobody installs. Returns their names."""
        names = []
        for path in self.leftovers():
            (path / SEAL).unlink(missing_ok=True)
            shutil.rmtree(path, ignore_errors=True)
            names.append(path.name)
        return names

    def write_start(self, home: Path) -> None:
        """Write the command that starts the current version with this home. Raises OSError."""
        windows = os.name == "nt"
        words = {"root": str(self.folder), "home": str(home), "seal": SEAL, "quotes": QUOTES_ONLY}
        words["python"] = str(python_in(Path(), windows))
        if not windows:
            words |= {"root": shlex.quote(words["root"]), "home": shlex.quote(words["home"])}
        text = (WINDOWS_START if windows else UNIX_START).format(**words)
        write_atomically(self.start, text.encode("utf-8"))
        self.start.chmod(0o755)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Only one installer at a time; a killed one leaves no lock. Raises ApplianceError `install-busy`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("a+b") as stream:
            if not _locked(stream.fileno()):
                raise ApplianceError("install-busy", folder=self.folder)
            yield


def _locked(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def installed_root() -> Root | None:
    """The installation that this program runs from; None when it is no installed version."""
    named = os.environ.get(ROOT_VARIABLE)
    if named:
        return Root(Path(named))
    with suppress(IndexError):
        version = Path(sys.prefix).parent
        if version.parent.name == "versions" and (version.parent.parent / "CURRENT").is_file():
            return Root(version.parent.parent)
    return None


def require_root() -> Root:
    """The same, or ApplianceError `not-installed`."""
    root = installed_root()
    if root is None:
        raise ApplianceError("not-installed")
    return root
