"""The installer that install.sh and install.bat start from the stick. Standard library only."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tutor.appliance.arrivals import bring_library
from tutor.appliance.errors import ApplianceError
from tutor.appliance.install import KEY_FILE, LICENCES, NOTICE, Bundle, install_version, trust_key, trusted_keys
from tutor.appliance.layout import Root
from tutor.appliance.manifest import check_file
from tutor.appliance.schemas import note_forms
from tutor.core.errors import TutorError
from tutor.core.files import write_atomically
from tutor.core.ports import listener_at

STEPS = {
    "program": ("the program", "programu"),
    "models": ("the models", "modeli"),
    "library": ("the books", "vitabu"),
    "check": ("checking that it runs here", "kukagua kuwa inafanya kazi hapa"),
}
MEMORY_MB = 1200
FIRST_PORT, LAST_PORT = 8010, 65535
MEMINFO = Path("/proc/meminfo")


def asked_for(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="installer.py", description="Installs tutor from its stick.")
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True, help="folder of the program")
    parser.add_argument("--home", type=Path, required=True, help="folder of the library and the school's data")
    parser.add_argument("--host", help="a school that has settings keeps its own unless this is said")
    parser.add_argument("--port", type=int, help="the same")
    parser.add_argument("--first-host", default="127.0.0.1", help="for a school without settings")
    parser.add_argument("--key", type=Path, help="the builder's public key, got by another way")
    parser.add_argument("--link", action="store_true", help="the bundle stays: link its files instead of copying")
    parser.add_argument("--language", choices=("en", "sw"), default="en")
    return parser.parse_args(arguments)


class Screen:
    """Says a step when it begins, and how far it is at every quarter."""

    def __init__(self, language: str) -> None:
        self._swahili = language == "sw"
        self._quarter: dict[str, int] = {}

    def say(self, english: str, swahili: str) -> None:
        """One line in the language of the screen."""
        print(swahili if self._swahili else english, flush=True)

    def __call__(self, what: str, done: int, total: int) -> None:
        quarter = 4 * done // max(total, 1)
        if what not in self._quarter:
            self.say(f"... {STEPS[what][0]}", f"... {STEPS[what][1]}")
        elif quarter > self._quarter[what] and total > 1:
            print(f"    {25 * quarter} %", flush=True)
        self._quarter[what] = max(quarter, self._quarter.get(what, 0))


def install(options: argparse.Namespace, screen: Screen) -> str:
    """Install the bundle, or update what is installed to it. The name of the version that runs now.

    Raises ApplianceError or TutorError; then what ran before still runs.
    """
    require_memory()
    root, home = Root(options.root.resolve()), options.home.resolve()
    bundle = Bundle.read(options.bundle.resolve())
    with root.alone():
        running = root.current()
        require_port(options.port or settled_port(home), is_update=running is not None)
        keys = [options.key] if options.key else trusted_keys(root)
        if not keys:
            # The first stick brings the key that later ones are checked with; its name is printed for comparing.
            check_file(bundle.folder, KEY_FILE, bundle.manifest.files[KEY_FILE])
            keys = [bundle.folder / KEY_FILE]
        name = install_version(bundle, root, keys, screen, may_link=options.link)
        bring_library(bundle, home, screen)
        write_settings(home, options.host, options.port, options.first_host)
        for key in keys:
            trust_key(root, key)
        root.write_start(home)
        if running is not None and running != name:
            note_forms(home, running)
        root.switch_to(name)
    return name


def require_memory(meminfo: Path = MEMINFO) -> None:
    """Raise ApplianceError `memory-small` where this computer is known to have too little."""
    try:
        line = next(line for line in meminfo.read_text(encoding="ascii").splitlines() if line.startswith("MemTotal:"))
        found = int(line.split()[1]) >> 10
    except (OSError, StopIteration, ValueError, IndexError):
        return
    if found < MEMORY_MB:
        raise ApplianceError("memory-small", found=found, wanted=MEMORY_MB)


def settled_port(home: Path) -> int:
    """The port in the school's settings, or the one that a new school gets."""
    found = re.search(r"^port\s*=\s*(\d+)", _settings_text(home), re.MULTILINE)
    return int(found[1]) if found else FIRST_PORT


def require_port(port: int, is_update: bool) -> None:
    """Raise ApplianceError `port-taken` where another program, or another installation of tutor, uses the port."""
    listener = listener_at(port)
    if listener == "another" or (listener == "tutor" and not is_update):
        raise ApplianceError("port-taken", port=port, other=port + 1 if port < LAST_PORT else FIRST_PORT)


def write_settings(home: Path, host: str | None, port: int | None, first_host: str) -> None:
    """Write the settings of a new home; of those that a school has only what was said anew changes. Raises OSError."""
    text = _settings_text(home)
    if not text:
        text = f'host = "{host or first_host}"\nport = {port or FIRST_PORT}\n'
    else:
        for name, value in (("host", host and f'"{host}"'), ("port", port)):
            if value:
                rest = re.sub(rf"^{name}\s*=.*\n?", "", text, flags=re.MULTILINE)
                line = f"{name} = {value}\n"
                text = re.sub(rf"^{name}\s*=.*\n?", line, text, flags=re.MULTILINE) if rest != text else line + text
    write_atomically(home / "tutor.toml", text.encode("utf-8"))


def _settings_text(home: Path) -> str:
    try:
        return (home / "tutor.toml").read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """The whole installer; the exit code. A fault becomes two sentences, never a traceback."""
    options = asked_for(arguments)
    screen = Screen(options.language)
    try:
        name = install(options, screen)
    except TutorError as error:
        for text in (error.what(options.language), error.hint(options.language)):
            print(text, file=sys.stderr)
        return 1
    except OSError as error:
        fault = TutorError("not-writable", folder=options.root, why=error.strerror or error)
        print(fault.what(options.language), fault.hint(options.language), sep="\n", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        screen.say("Stopped; nothing was changed.", "Imesimamishwa; hakuna kilichobadilika.")
        return 130
    screen.say(f"Installed: {name}", f"Imesakinishwa: {name}")
    show_notices(options.bundle / LICENCES / NOTICE)
    return 0


def show_notices(file: Path) -> None:
    """Print what the terms of the models want whoever gets them to read; it is in both languages."""
    try:
        print(file.read_text(encoding="utf-8").rstrip())
    except OSError:
        # A stick with models under plain licences has no such file.
        return


if __name__ == "__main__":
    sys.exit(main())
