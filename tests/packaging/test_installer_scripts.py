"""The scripts of the stick: sound shell, an old Python gets a sentence, Windows only acts where -DryRun shows it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tutor.core.places import PACKAGE

PACKAGING = PACKAGE.parent / "packaging"
SHELL = sorted(PACKAGING.rglob("*.sh"))


@pytest.mark.parametrize("script", SHELL, ids=lambda path: path.name)
def test_shell_scripts_are_sound(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed; only the syntax was checked")
    done = subprocess.run(["shellcheck", "-s", "sh", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_an_old_python_can_read_the_first_file() -> None:
    ast.parse((PACKAGING / "installer.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_the_installer_needs_nothing_but_python() -> None:
    # Without site-packages nothing third-party can be imported.
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import tutor.cli.install"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)


@pytest.mark.parametrize(("language", "words"), [("en", "was not found"), ("sw", "haikupatikana")])
def test_without_a_new_python_the_installer_says_so(language: str, words: str, tmp_path: Path) -> None:
    for name in ("python3", "python3.13", "python3.12", "python3.11"):
        stub(tmp_path, name, "exit 1")
    done = install_sh(tmp_path, "--user", TUTOR_LANGUAGE=language)
    assert (done.returncode, words in done.stderr) == (1, True)


@pytest.mark.parametrize("language", ["en", "sw"])
def test_a_python_with_parts_missing_is_not_called_too_old(language: str, tmp_path: Path) -> None:
    for name in ("python3", "python3.13", "python3.12", "python3.11"):
        stub(tmp_path, name, 'case "$*" in *venv*) exit 1 ;; esac')
    done = install_sh(tmp_path, "--user", TUTOR_LANGUAGE=language)
    assert (done.returncode, "python3-venv" in done.stderr) == (1, True)


def test_another_processor_is_said(tmp_path: Path) -> None:
    stub(tmp_path, "uname", "echo i686")
    done = install_sh(tmp_path, "--user")
    assert (done.returncode, "64-bit" in done.stderr) == (1, True)


@pytest.mark.parametrize("arguments", [["--root"], ["--nonsense"], ["--port", "x; reboot"]])
def test_wrong_options_end_it(arguments: list[str], tmp_path: Path) -> None:
    assert install_sh(tmp_path, *arguments).returncode == 1


def stub(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(stat.S_IRWXU)


def install_sh(stubs: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environ = {"PATH": f"{stubs}:/usr/bin:/bin", "HOME": str(stubs), "LANG": "C.UTF-8", **more}
    script = PACKAGING / "linux" / "install.sh"
    return subprocess.run(["sh", script, *arguments], env=environ, capture_output=True, text=True, check=False)


# ------------------------------------------------------------------ systemd


def test_the_service_is_shut_in(tmp_path: Path) -> None:
    text = (PACKAGING / "linux" / "tutor.service").read_text()
    for line in (
        "IPAddressDeny=any", "ProtectSystem=strict", "NoNewPrivileges=true", "CapabilityBoundingSet=", "User=tutor",
        "IPAddressAllow=localhost", "IPAddressAllow=224.0.0.251", "Restart=on-failure", "WantedBy=multi-user.target",
    ):  # fmt: skip
        assert line in text.splitlines()
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed; only the lines were checked")
    (tmp_path / "bin").mkdir()
    stub(tmp_path / "bin", "tutor", "exit 0")
    unit = tmp_path / "tutor.service"
    unit.write_text(text.replace("@ROOT@", str(tmp_path)).replace("@HOME@", str(tmp_path)))
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert checked.returncode == 0 and "tutor.service" not in checked.stderr, checked.stderr
    # Measured: 1.5, "OK" (10.0 is a service with every right).
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=25", unit], capture_output=True, check=False
    )
    assert rated.returncode == 0, rated.stdout.decode()[-300:]


# ------------------------------------------------------------------ Windows

CHANGES = re.compile(
    r"\b(?:New|Set|Remove|Register|Unregister|Start|Stop|Expand|Copy|Move|Add)-(?!Line\b|Action\b)\w+|icacls|Invoke-Installer"
)
ALIASES = re.compile(
    r"(?:^|[|;{]\s*)(?:%|\?|ls|dir|rm|del|cp|copy|mv|echo|iex|iwr|curl|wget|cat|gci|select|where)\s", re.M
)


def test_windows_acts_only_where_dry_run_shows_it() -> None:
    script = (PACKAGING / "windows" / "install.ps1").read_text(encoding="ascii")
    body = script[script.index("\ntry {") :]
    outside = without_blocks(body, "Invoke-Action ")
    assert body.count("Invoke-Action ") >= 9
    assert CHANGES.findall(outside) == []
    assert CHANGES.search(body), "the pattern finds what changes something"


def without_blocks(text: str, start: str) -> str:
    """The text without the braces that follow `start`, and what is between them."""
    while (begin := text.find(start)) >= 0:
        at = text.index("{", text.index("\n", begin) - 2)
        depth, end = 0, at
        for end in range(at, len(text)):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            if depth == 0:
                break
        text = text[:begin] + text[end + 1 :]
    return text


def test_windows_lets_nobody_change_the_program_of_the_service_and_starts_again_what_it_stopped() -> None:
    script = (PACKAGING / "windows" / "install.ps1").read_text(encoding="ascii")
    service = script[script.index("    if ($Service) {\n") : script.index("register the scheduled task")]
    for folder in ("$Root", "$DataFolder"):
        assert f"icacls.exe {folder} /inheritance:r" in service
    everyone = re.search(r"\$Root /inheritance.*?S-1-5-32-545:\(OI\)\(CI\)(\w+)", service, re.S)
    assert everyone and everyone[1] == "RX"
    failing = script[script.rindex("catch {") :]
    assert "$WasRunning" in failing and "Start-ScheduledTask" in failing
    # A scope's variable would hide the script block that Invoke-Action was given: names ignore case.
    assert "$action =" not in script.lower().replace("[scriptblock] $action", "")


def test_windows_script_keeps_the_analysers_rules() -> None:
    script = (PACKAGING / "windows" / "install.ps1").read_text(encoding="ascii")
    code = re.sub(r"<#.*?#>", "", script, flags=re.S)
    code = "\n".join(line for line in code.splitlines() if not line.lstrip().startswith("#"))
    assert not ALIASES.search(code)
    for word in ("Write-Host", "Invoke-Expression", "DownloadString", "ConvertTo-SecureString", "$global:"):
        assert word not in code
    for left, right in ("{}", "()", "[]"):
        assert code.count(left) == code.count(right)
    for verb in re.findall(r"^function (\w+)-", code, flags=re.M):
        assert verb in {"Write", "Invoke", "Test", "New"}
    assert "-LiteralPath" in code and "Set-StrictMode" in code


def test_the_batch_file_hands_everything_on() -> None:
    text = (PACKAGING / "windows" / "install.bat").read_text(encoding="ascii")
    assert '-File "%~dp0install.ps1" %*' in text and "exit /b" in text


# ------------------------------------------------------------------ hotspot


def hotspot(run: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "TUTOR_HOTSPOT_RUN": str(run)}
    script = PACKAGING / "hotspot" / "hotspot.sh"
    return subprocess.run(["sh", script, *arguments], env=environ, capture_output=True, text=True, check=False)


def test_the_hotspot_is_off_until_switched_on(tmp_path: Path) -> None:
    assert hotspot(tmp_path / "run").stdout == "off\n"


def test_the_hotspot_leads_nobody_by_default(tmp_path: Path) -> None:
    on = ["on", "--dry-run", "--interface", "wlan9", "--ssid", r"Shule & |\1"]
    plain = hotspot(tmp_path / "run", *on)
    assert plain.returncode == 0, plain.stderr
    assert "would run: hostapd" in plain.stdout and "nft" not in plain.stdout
    assert r"ssid=Shule & |\1" in (tmp_path / "run" / "hostapd.conf").read_text().splitlines()
    assert "wpa=0" in (tmp_path / "run" / "hostapd.conf").read_text()
    assert "address=/#/" not in (tmp_path / "run" / "dnsmasq.conf").read_text()
    captive = hotspot(tmp_path / "other", *on, "--captive", "--password", "siri ya shule")
    assert "redirect to :8010" in captive.stdout
    assert "address=/#/10.42.0.1" in (tmp_path / "other" / "dnsmasq.conf").read_text()
    assert "wpa_passphrase=siri ya shule" in (tmp_path / "other" / "hostapd.conf").read_text()
    assert (tmp_path / "other" / "hostapd.conf").stat().st_mode & 0o077 == 0


def test_the_hotspot_goes_off_quietly_where_what_it_started_is_gone(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    for name in ("hostapd", "dnsmasq"):
        (run / f"{name}.pid").write_text("4194999\n")  # above what Linux counts to
    done = hotspot(run, "off")
    assert (done.returncode, done.stderr, run.exists()) == (0, "", False)


@pytest.mark.parametrize("arguments", [["on"], ["on", "--interface", "w", "--password", "short"], ["fly"]])
def test_the_hotspot_refuses_what_cannot_be(arguments: list[str], tmp_path: Path) -> None:
    assert hotspot(tmp_path / "run", *arguments).returncode == 1


# ------------------------------------------------------------------ Debian package


def test_a_deb_is_made_of_a_bundle(tmp_path: Path) -> None:
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is not installed")
    bundle = tmp_path / "bundle"
    for name, text in {
        "MANIFEST.json": '{\n "profile": "small",\n "version": "1.0"\n}\n', "licences/LICENCES.txt": "x",
        "lock/linux-x86_64-py311.txt": "", "install.sh": "#!/bin/sh\n",
    }.items():  # fmt: skip
        (bundle / name).parent.mkdir(parents=True, exist_ok=True)
        (bundle / name).write_text(text)
    deb = tmp_path / "tutor.deb"
    subprocess.run(["sh", PACKAGING / "linux" / "build-deb.sh", bundle, deb], check=True, capture_output=True)

    def said(*arguments: object) -> str:
        return subprocess.run(["dpkg-deb", *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    assert said("-f", deb, "Version").startswith("1.0+")
    assert said("-f", deb, "Architecture") == "amd64\n"
    listing = said("-c", deb)
    assert "root/root" in listing and "./usr/lib/tutor-bundle/MANIFEST.json" in listing
    said("-e", deb, tmp_path / "control")
    for name in ("postinst", "postrm"):
        subprocess.run(["sh", "-n", tmp_path / "control" / name], check=True)
    assert "install.sh --system --link" in (tmp_path / "control" / "postinst").read_text()
