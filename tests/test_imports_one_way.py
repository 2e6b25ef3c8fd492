"""Imports run one way: a room imports only rooms below it, and no module imports itself by a detour."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tutor.core.places import PACKAGE

LEVELS = [
    {"core"},
    {"language", "curriculum", "models"},
    {"library"},
    {"index"},
    {"retrieval"},
    {"answering"},
    {"lessons", "evaluation", "appliance"},
    {"web"},
    {"cli"},
]
STEPS = ["question", "support", "evidence", "deciding", "composing", "problems"]
"""The rooms of `answering`, in the order of what they rest on; what puts them together lies beside them."""
LEVEL_OF = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if len(parts) > 2 and parts[0] == "tutor" else None


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_a_room_imports_only_rooms_below(path: Path) -> None:
    own = room(module_name(path) + ("." if path.name == "__init__.py" else ""))
    if own is None:
        return
    for name in imported(path):
        other = room(name)
        if other in LEVEL_OF and other != own:
            assert LEVEL_OF[other] < LEVEL_OF[own], f"{module_name(path)} imports {name}"


@pytest.mark.parametrize("step", STEPS)
def test_a_step_of_answering_rests_only_on_those_before(step: str) -> None:
    for path in sorted((PACKAGE / "answering" / step).rglob("*.py")):
        for name in imported(path):
            other = name.removeprefix("tutor.answering.").split(".")[0]
            if other in STEPS and name.startswith("tutor.answering."):
                assert STEPS.index(other) <= STEPS.index(step), f"{module_name(path)} imports {name}"


def test_every_folder_is_a_known_room() -> None:
    folders = {path.parent.relative_to(PACKAGE).parts[0] for path in modules() if path.parent != PACKAGE}
    assert folders <= set(LEVEL_OF)


def test_no_module_imports_itself_by_a_detour() -> None:
    names = {module_name(path) for path in modules()}
    graph = {module_name(path): {name for name in imported(path) if name in names} for path in modules()}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join([*trail, name])
        if name not in done:
            for other in sorted(graph[name]):
                visit(other, (*trail, name))
            done.add(name)

    for name in sorted(graph):
        visit(name, ())


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_modules_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 350, "one idea each: split it"
