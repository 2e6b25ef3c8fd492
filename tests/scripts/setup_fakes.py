"""A small project and children that only pretend, so that set-up can be tested without network or compiler."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from setup_common.checkout import Checkout
from setup_common.children import NOT_STARTED, Children
from setup_common.screen import Screen
from setup_common.venv_paths import Environment
from setup_common.workbench import Workbench

PYPROJECT = """
[project]
name = "tutor"
[project.optional-dependencies]
generator = ["llama-cpp-python==9.8.7"]
"""
CATALOGUE = """
[profiles.starter]
embedder = "big"
generator = "writer"
[profiles.small]
embedder = "little"
generator = "writer"
[models.big]
files = ["big.zip"]
[models.little]
files = ["little.bin"]
[models.writer]
files = ["writer.gguf"]
[artefacts."big.zip"]
bytes = 1_100_000_000
wheels = [{ package = "a", bytes = 700_000_000 }, { package = "b", bytes = 500_000_000 }]
[artefacts."little.bin"]
bytes = 70_000_000
wheels = [{ package = "c" }]
[artefacts."writer.gguf"]
bytes = 500_000_000
"""
WHEEL = "llama_cpp_python-9.8.7-py3-none-any.whl"
PROBE = {
    "python": [3, 11, 7],
    "platform": "linux-x86_64",
    "machine": "x86_64",
    "system": "Linux",
    "pip": "24.0",
}


class FakeChildren(Children):
    """Notes every command, and does to the files what the real program would do."""

    def __init__(self, root: Path, environment: Environment) -> None:
        super().__init__(root, {}, alive=lambda gone: None)
        self.environment = environment
        self.probe: dict[str, object] = dict(PROBE)
        self.commands: list[str] = []
        self.settings: list[dict[str, str]] = []
        self.fails: dict[str, str] = {}
        self.generator = ""
        self.compiler = True
        self.during: Callable[[str], None] = lambda command: None

    def run(
        self, command: Sequence[str | Path], *, log: Path | None = None, settings: Mapping[str, str] | None = None
    ) -> int:
        words = [str(part) for part in command]
        spoken = " ".join(words).replace(str(self.environment.python), "PYTHON")
        self.commands.append(spoken)
        self.settings.append(dict(settings or {}))
        self.during(spoken)
        if log is not None:
            log.parent.mkdir(parents=True, exist_ok=True)
            log.write_text("nothing special\n", encoding="utf-8")
        for part, said in self.fails.items():
            if part in spoken:
                if log is not None:
                    log.write_text(said, encoding="utf-8")
                return 1
        self._pretend(words)
        return 0

    def output(self, command: Sequence[str | Path], *, log: Path | None = None) -> str | None:
        words = [str(part) for part in command]
        if words[0] == "xcode-select":
            return "/Library/Developer" if self.compiler else None
        if words[0] != str(self.environment.python) or not self.environment.python.is_file():
            return None
        if "sysconfig" in words[2]:
            return json.dumps(self.probe) if self.environment.python.read_text(encoding="utf-8") == "works" else None
        if "llama_cpp" in words[2]:
            return f"some noise\n{self.generator}\n" if self.generator else None
        if "usable_cores" in words[2]:
            return "3\n"
        raise AssertionError(f"unexpected question: {words}")

    def shown_last_line(self, command: Sequence[str | Path]) -> tuple[int, str]:
        return self.run(command), "== 7 passed =="

    def _pretend(self, words: list[str]) -> None:
        if words[1:3] == ["-m", "venv"]:
            self.environment.programs.mkdir(parents=True, exist_ok=True)
            self.environment.python.write_text("works", encoding="utf-8")
            self.environment.stamp.unlink(missing_ok=True)
            self.generator = ""
        elif words[2:4] == ["pip", "wheel"]:
            folder = Path(words[words.index("--wheel-dir") + 1])
            folder.mkdir()
            (folder / WHEEL).write_bytes(wheel_bytes())
        elif words[2:4] == ["pip", "install"] and "-e" in words:
            self.environment.tutor.write_text("launcher", encoding="utf-8")
        elif words[2:4] == ["pip", "install"] and words[-1].endswith(".whl"):
            zipfile.ZipFile(words[-1]).close()
            self.generator = "9.8.7"
        elif words[2:4] == ["pip", "install"] and "--upgrade" in words:
            self.probe["pip"] = "26.0"


@dataclass
class Desk:
    """A workbench with fakes, and what its screen showed."""

    bench: Workbench
    children: FakeChildren
    stream: io.StringIO = field(repr=False)

    @property
    def shown(self) -> str:
        return self.stream.getvalue()

    def has_run(self, part: str) -> bool:
        """True where a command that holds `part` was run."""
        return any(part in command for command in self.children.commands)

    def settings_of(self, part: str) -> dict[str, str]:
        """What was added to the environment of the one command that holds `part`."""
        (found,) = [index for index, command in enumerate(self.children.commands) if part in command]
        return self.children.settings[found]


def new_desk(folder: Path, *, language: str = "en", in_ci: bool = False, windows: bool = False) -> Desk:
    """A desk over a project in `folder`; an existing project there is kept as it is."""
    root = folder / "mradi wa José"
    if not root.exists():
        (root / "models").mkdir(parents=True)
        (root / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
        (root / "models" / "catalog.toml").write_text(CATALOGUE, encoding="utf-8")
    environ = {"TUTOR_CACHE_DIR": str(folder / "hifadhi é")}
    environment = Environment(root / ".venv", windows=windows)
    children = FakeChildren(root, environment)
    stream = io.StringIO()
    bench = Workbench(
        checkout=Checkout.from_environment(root, environ),
        environment=environment,
        screen=Screen(language, root, stream),
        children=children,
        in_ci=in_ci,
    )
    return Desk(bench, children, stream)


def install_models(desk: Desk, *names: str) -> None:
    """Pretend that these models are installed."""
    for name in names:
        folder = desk.bench.checkout.models() / name
        folder.mkdir(parents=True)
        (folder / "manifest.json").write_text("{}", encoding="utf-8")


def wheel_bytes() -> bytes:
    """A zip archive, which is all that the fake installer looks for in a wheel."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr(zipfile.ZipInfo("llama_cpp/__init__.py"), "")
    return memory.getvalue()


__all__ = ["NOT_STARTED", "WHEEL", "Desk", "FakeChildren", "install_models", "new_desk", "wheel_bytes"]
