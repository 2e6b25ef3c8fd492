"""The Windows installer held against a grammar of PowerShell: nobody here can run it.

What this cannot see: how Windows itself answers. The names and parameters are those of Windows PowerShell 5.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tutor.core.places import PACKAGE

tree_sitter = pytest.importorskip("tree_sitter")
grammar = pytest.importorskip("tree_sitter_powershell")

WINDOWS = PACKAGE.parent / "packaging" / "windows"
COMMON = {"ErrorAction", "Verbose"}
COMMANDS = {
    "Expand-Archive": {"LiteralPath", "DestinationPath", "Force"},
    "ForEach-Object": set(),
    "Get-ChildItem": {"LiteralPath", "Filter"},
    "Get-Culture": set(),
    "Get-NetFirewallRule": {"DisplayName"},
    "Get-Process": {"Name"},
    "Get-ScheduledTask": {"TaskName"},
    "Invoke-WebRequest": {"Uri", "UseBasicParsing", "TimeoutSec"},
    "Join-Path": set(),
    "New-Item": {"ItemType", "Path", "Force"},
    "New-NetFirewallRule": {
        "DisplayName", "Direction", "Action", "Protocol", "LocalPort", "RemoteAddress", "Profile",
    },
    "New-Object": {"ComObject", "TypeName"},
    "New-ScheduledTaskAction": {"Execute", "Argument", "WorkingDirectory"},
    "New-ScheduledTaskPrincipal": {"UserId", "LogonType"},
    "New-ScheduledTaskSettingsSet": {
        "AllowStartIfOnBatteries", "DontStopIfGoingOnBatteries", "ExecutionTimeLimit", "RestartCount",
        "RestartInterval",
    },
    "New-ScheduledTaskTrigger": {"AtStartup", "AtLogOn", "User"},
    "New-TimeSpan": {"Minutes"},
    "Out-Null": set(),
    "Register-ScheduledTask": {"TaskName", "Action", "Trigger", "Settings", "Principal", "Force"},
    "Remove-Item": {"LiteralPath", "Recurse", "Force"},
    "Remove-NetFirewallRule": set(),
    "Select-Object": {"First", "Last"},
    "Select-String": {"LiteralPath", "Pattern"},
    "Set-StrictMode": {"Version"},
    "Split-Path": {"Path"},
    "Start-Process": {"FilePath", "ArgumentList", "NoNewWindow", "Wait", "PassThru"},
    "Start-ScheduledTask": {"TaskName"},
    "Start-Sleep": {"Seconds"},
    "Stop-Process": {"Force"},
    "Stop-ScheduledTask": set(),
    "Test-Path": {"LiteralPath"},
    "Where-Object": {"EQ"},
    "Write-Output": set(),
    "Write-Verbose": set(),
    "icacls.exe": set(),
}  # fmt: skip
LOOKING = {"ForEach", "Get", "Join", "Out", "Select", "Split", "Test", "Where", "Write"}
ACTION = "Invoke-Action"


def parsed(source: bytes) -> Any:
    return tree_sitter.Parser(tree_sitter.Language(grammar.language())).parse(source).root_node


def below(node: Any) -> Iterator[Any]:
    yield node
    for child in node.children:
        yield from below(child)


def faults(source: bytes) -> list[tuple[int, str]]:
    """Line and text of what is no PowerShell."""
    return [
        (node.start_point[0] + 1, node.text.decode()[:80])
        for node in below(parsed(source))
        if node.type == "ERROR" or node.is_missing
    ]


def name_of(command: Any) -> str:
    name = command.child_by_field_name("command_name")
    return name.text.decode() if name is not None else ""


def commands(root: Any) -> list[Any]:
    return [node for node in below(root) if node.type == "command" and name_of(node)]


def holders(node: Any, kind: str) -> Iterator[Any]:
    """What is around the node, of that kind, from the inside out."""
    while (node := node.parent) is not None:
        if node.type == kind:
            yield node


def may_change(command: Any) -> bool:
    """True where a command stands that -DryRun would not keep from changing something."""
    name = name_of(command)
    if name == ACTION or name.split("-")[0] in LOOKING:
        return False
    # Objects that are only made, or made to be handed to what is inside an action.
    return not any(name_of(outer) == ACTION for outer in holders(command, "command"))


@pytest.fixture(scope="module")
def script() -> bytes:
    return (WINDOWS / "install.ps1").read_bytes()


@pytest.fixture(scope="module")
def functions(script: bytes) -> dict[str, Any]:
    nodes = [node for node in below(parsed(script)) if node.type == "function_statement"]
    return {
        next(child.text.decode() for child in node.children if child.type == "function_name"): node for node in nodes
    }


def test_the_grammar_sees_faults() -> None:
    assert faults(b"if ($a { 'x' }\n") and faults(b"Write-Output 'open\n") and not faults(b"Write-Output 'closed'\n")


def test_it_is_powershell(script: bytes) -> None:
    assert faults(script) == []


def test_every_command_and_parameter_is_known(script: bytes, functions: dict[str, Any]) -> None:
    unknown = []
    for command in commands(parsed(script)):
        name = name_of(command)
        if name in functions or name.startswith("$"):
            continue  # `& $start`: what it calls is not written here
        allowed = COMMANDS.get(name)
        own = {
            node.text.decode()[1:]
            for node in below(command)
            if node.type == "command_parameter" and next(holders(node, "command")) == command
        }
        if allowed is None or not own <= allowed | COMMON:
            unknown.append((command.start_point[0] + 1, name, own))
    assert unknown == []


def test_nothing_changes_outside_an_action(script: bytes, functions: dict[str, Any]) -> None:
    root = parsed(script)
    outside = {
        name_of(command)
        for command in commands(root)
        if may_change(command) and not any(holders(command, "function_statement"))
    }
    # The mode of the script itself, and an object that is in no place but memory.
    assert outside == {"Set-StrictMode", "New-Object"}
    # What functions change is called from actions alone.
    changing = {name for name, node in functions.items() if name != ACTION and any(map(may_change, commands(node)))}
    assert changing == {"Invoke-Installer", "New-Shortcut"}


def test_only_what_windows_powershell_knows(script: bytes) -> None:
    code = re.sub(rb"'[^']*'|\"(?:`.|[^\"`])*\"|#[^\n]*|<#.*?#>", b"", script, flags=re.S)
    for newer in (b"&&", b"||", b"??", b"?.", b"-Parallel", b"$IsWindows", b"-AsHashtable"):
        assert newer not in code
    assert script.isascii(), "without a mark at its begin, Windows PowerShell reads other letters wrongly"


def test_the_batch_file_has_the_line_ends_of_its_shell() -> None:
    data = (WINDOWS / "install.bat").read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n")
