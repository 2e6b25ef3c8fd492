"""Installing from a stick: whole or not at all, and what ran before still runs."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tutor.appliance import install
from tutor.appliance.layout import SEAL, Root, python_in
from tutor.appliance.manifest import BundleManifest, described_files
from tutor.appliance.signing import new_key
from tutor.appliance.updating import renew_start
from tutor.cli.install import main
from tutor.core.places import PACKAGE
from tutor.core.settings import load_settings

pytestmark = pytest.mark.slow
MakeBundle = Callable[..., Path]


@pytest.fixture
def root(tmp_path: Path) -> Root:
    """A folder with a space and an accent, as a person's own often has."""
    return Root(tmp_path / "José Mwl" / "program")


@pytest.fixture
def school(tmp_path: Path) -> Path:
    return tmp_path / "José Mwl" / "school data"


def installed(bundle: Path, root: Root, school: Path, *more: str) -> int:
    return main(["--bundle", str(bundle), "--root", str(root.folder), "--home", str(school), *more])


def answer(root: Root, *arguments: str) -> str:
    """What the installed command prints."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("TUTOR_")}
    done = subprocess.run([root.start, *arguments], capture_output=True, text=True, env=environ, check=False)
    return done.stdout.strip() or done.stderr.strip()


def test_a_stick_becomes_a_program_that_answers(make_bundle: MakeBundle, root: Root, school: Path) -> None:
    assert installed(make_bundle("stick", books={"a": "1"}), root, school) == 0
    assert answer(root) == "1.0 small"
    assert (school / "library" / "library.db").is_file()
    assert (school / "index" / "CURRENT").read_text() == "gen-0001"
    assert "port = 8010" in (school / "tutor.toml").read_text()
    assert [path.suffix for path in root.keys.iterdir()] == [".pub"]


def test_installing_again_changes_nothing(make_bundle: MakeBundle, root: Root, school: Path) -> None:
    stick = make_bundle("stick", books={"a": "1"})
    installed(stick, root, school)
    (school / "tutor.toml").write_text("port = 9000\n")
    before = (root.versions / str(root.current()) / SEAL).stat().st_mtime_ns
    assert installed(stick, root, school) == 0
    assert (root.versions / str(root.current()) / SEAL).stat().st_mtime_ns == before
    assert (school / "tutor.toml").read_text() == "port = 9000\n"


def test_a_port_that_is_named_is_taken_and_the_rest_of_the_settings_stays(
    make_bundle: MakeBundle, root: Root, school: Path
) -> None:
    stick = make_bundle("stick")
    installed(stick, root, school)
    (school / "tutor.toml").write_text('# ours\nport = 9000  # the old printer has 8010\nprofile = "small"\n')
    assert installed(stick, root, school, "--port", "9100") == 0
    assert (school / "tutor.toml").read_text() == '# ours\nport = 9100\nprofile = "small"\n'
    assert installed(stick, root, school, "--host", "0.0.0.0") == 0
    assert load_settings(school).whole("port") == 9100
    assert load_settings(school).text("host") == "0.0.0.0"


@pytest.mark.parametrize("language", ["en", "sw"])
def test_a_port_that_another_program_uses_is_said_before_anything_is_installed(
    make_bundle: MakeBundle, root: Root, school: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        threading.Thread(target=lambda: other.accept()[0].close(), daemon=True).start()
        assert installed(make_bundle("stick"), root, school, "--port", port, "--language", language) == 1
    said = capsys.readouterr().err
    assert port in said and "--port" in said
    assert not root.versions.exists()


def test_a_new_version_writes_the_command_that_starts_it(tmp_path: Path, root: Root, school: Path) -> None:
    python = python_in(root.versions / "1.1-b")
    python.parent.mkdir(parents=True)
    # What an isolated Python of the new version would find; here it finds the checkout.
    python.write_text(f'#!/bin/sh\nshift 3\ncd {shlex.quote(str(PACKAGE.parent))} && exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    root.start.parent.mkdir(parents=True)
    root.start.write_text("an older start")
    renew_start(root, school, "1.1-b")
    assert "an older start" not in root.start.read_text() and str(school) in root.start.read_text()
    root.start.write_text("an older start")
    renew_start(root, school, "1.2-that-is-broken")
    assert root.start.read_text() == "an older start"


def test_a_model_that_is_the_same_is_not_kept_twice(make_bundle: MakeBundle, root: Root, school: Path) -> None:
    installed(make_bundle("old", "1.0"), root, school)
    installed(make_bundle("new", "1.1"), root, school)
    files = [root.versions / name / "models" / "tiny" / "model.bin" for name in root.order()]
    assert len(files) == 2
    assert files[0].stat().st_ino == files[1].stat().st_ino


def damage_wheel(stick: Path) -> None:
    wheel = next((stick / "wheels").glob("tutor-*.whl"))
    data = bytearray(wheel.read_bytes())
    data[60] ^= 1
    wheel.write_bytes(data)


def damage_model(stick: Path) -> None:
    model = stick / "models" / "tiny" / "model.bin"
    data = bytearray(model.read_bytes())
    data[-5] ^= 128
    model.write_bytes(data)


def truncate_model(stick: Path) -> None:
    model = stick / "models" / "tiny" / "model.bin"
    os.truncate(model, model.stat().st_size - 4096)


def remove_model(stick: Path) -> None:
    (stick / "models" / "tiny" / "model.bin").unlink()


def remove_lock(stick: Path) -> None:
    shutil.rmtree(stick / "lock")


def sign_wrongly(stick: Path) -> None:
    # Another manifest below the old signature: a model was swapped and the list mended.
    (stick / "models" / "tiny" / "model.bin").write_bytes(b"another model")
    manifest = BundleManifest("installation", "1.1", described_files(stick), "small", ())
    (stick / "MANIFEST.json").write_bytes(manifest.as_bytes())


def unsign(stick: Path) -> None:
    (stick / "MANIFEST.json.minisig").unlink()


WRONG = {
    "flipped byte in a wheel": (damage_wheel, "wheels/tutor-1.1-py3-none-any.whl"),
    "flipped byte in a model": (damage_model, "models/tiny/model.bin"),
    "truncated model": (truncate_model, "is not whole"),
    "missing model": (remove_model, "is missing from the stick"),
    "missing lock": (remove_lock, "is missing from the stick"),
    "wrong signature": (sign_wrongly, "signature of MANIFEST.json is wrong"),
    "no signature": (unsign, "is not signed"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_stick_is_refused_in_words_and_the_old_version_answers(
    case: str, make_bundle: MakeBundle, root: Root, school: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(make_bundle("old", "1.0"), root, school)
    stick = make_bundle("new", "1.1", model=b"\x02" * 100_000)
    damage, words = WRONG[case]
    damage(stick)
    assert installed(stick, root, school) == 1
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said
    assert answer(root) == "1.0 small"
    assert [path.name for path in root.versions.iterdir()] == [root.current()]


def test_the_words_are_swahili_where_asked(
    make_bundle: MakeBundle, root: Root, school: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick = make_bundle("new")
    truncate_model(stick)
    assert installed(stick, root, school, "--language", "sw") == 1
    assert "si kamili" in capsys.readouterr().err


def test_another_builders_stick_is_refused_until_its_key_is_brought(
    make_bundle: MakeBundle, root: Root, school: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(make_bundle("old", "1.0"), root, school)
    other = new_key()
    stick = make_bundle("new", "1.1", signer=other)
    assert installed(stick, root, school) == 1
    assert other.public.name in capsys.readouterr().err
    assert answer(root) == "1.0 small"
    (tmp_path / "other.pub").write_text(other.public.as_text())
    assert installed(stick, root, school, "--key", str(tmp_path / "other.pub")) == 0
    assert answer(root) == "1.1 small"


def test_a_version_that_does_not_run_here_is_taken_away_again(
    make_bundle: MakeBundle, root: Root, school: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(make_bundle("old", "1.0"), root, school)
    assert installed(make_bundle("new", "1.1", fine=False), root, school) == 1
    assert "the tiny model does not run" in capsys.readouterr().err
    assert answer(root) == "1.0 small"
    assert len(list(root.versions.iterdir())) == 1


def test_a_stick_taken_out_in_the_middle(
    make_bundle: MakeBundle,
    root: Root,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    installed(make_bundle("old", "1.0"), root, school)
    stick = make_bundle("new", "1.1", extra_models=8)
    real = install.read_blocks

    def taken_out(path: Path, name: str) -> Iterator[bytes]:
        if "part-3" in name:
            shutil.rmtree(stick)
        yield from real(path, name)

    monkeypatch.setattr(install, "read_blocks", taken_out)
    assert installed(stick, root, school) == 1
    assert "Was the stick taken out?" in capsys.readouterr().err
    assert answer(root) == "1.0 small"
    assert len(list(root.versions.iterdir())) == 1


def test_a_stick_that_stops_reading_in_the_middle_of_a_file(
    make_bundle: MakeBundle,
    root: Root,
    school: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stick = make_bundle("new", "1.1")
    real = Path.open

    class Failing:
        def __init__(self, stream: object) -> None:
            self.stream = stream
            self.count = 0

        def __enter__(self) -> Failing:
            return self

        def __exit__(self, *_: object) -> None:
            self.stream.close()  # type: ignore[attr-defined]

        def read(self, size: int) -> bytes:
            self.count += 1
            if self.count > 1:
                raise OSError(errno.EIO, "Input/output error")
            return bytes(self.stream.read(size))  # type: ignore[attr-defined]

    def opened(path: Path, mode: str = "r", *arguments: object, **named: object) -> object:
        stream = real(path, mode, *arguments, **named)  # type: ignore[arg-type]
        return Failing(stream) if path == stick / "models" / "tiny" / "model.bin" and mode == "rb" else stream

    monkeypatch.setattr(Path, "open", opened)
    assert installed(stick, root, school) == 1
    assert "Input/output error" in capsys.readouterr().err
    assert root.current() is None
    assert not list(root.versions.iterdir())


SMALL_DISK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
from tutor.cli.install import main
sys.exit(main(sys.argv[1:]))
"""


def test_no_room_for_a_file(make_bundle: MakeBundle, root: Root, school: Path) -> None:
    installed(make_bundle("old", "1.0"), root, school)
    stick = make_bundle("new", "1.1", model=b"\x03" * (4 << 20))
    done = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, "--bundle", stick, "--root", root.folder, "--home", school],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "room" in done.stderr or "free" in done.stderr
    assert "Traceback" not in done.stderr
    assert answer(root) == "1.0 small"
    assert len(list(root.versions.iterdir())) == 1


def test_a_disk_that_is_really_full(make_bundle: MakeBundle, tmp_path: Path, school: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    # Room for the check that comes before, none for what pip unpacks: 50 MB to spare are asked for.
    mount = ["mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a small disk needs root")
    try:
        root = Root(disk / "program")
        old = make_bundle("old", "1.0", model=b"\x01" * 100_000)
        assert installed(old, root, school) == 0
        with (disk / "filler").open("wb") as stream, pytest.raises(OSError, match="No space"):
            while True:
                stream.write(b"\0" * (64 << 10))
                stream.flush()
        stick = make_bundle("new", "1.1")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(install, "require_room", lambda folder, need: None)
            assert installed(stick, root, school) == 1
        assert answer(root) == "1.0 small"
        assert installed(stick, root, school) == 1
        assert len(list(root.versions.iterdir())) == 1
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_only_one_installation_at_a_time(
    make_bundle: MakeBundle, root: Root, school: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick = make_bundle("stick")
    with root.alone():
        assert installed(stick, root, school) == 1
    assert "at work" in capsys.readouterr().err
    assert installed(stick, root, school) == 0


def test_a_current_version_that_is_gone_leaves_the_one_before(
    make_bundle: MakeBundle, root: Root, school: Path
) -> None:
    installed(make_bundle("old", "1.0"), root, school)
    installed(make_bundle("new", "1.1"), root, school)
    assert answer(root) == "1.1 small"
    (root.versions / str(root.current()) / SEAL).unlink()
    assert answer(root) == "1.0 small"


def test_too_little_memory_is_said_before_anything_is_done(
    make_bundle: MakeBundle,
    root: Root,
    school: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from tutor.cli import install as command

    (tmp_path / "meminfo").write_text("MemTotal:  500000 kB\n")
    monkeypatch.setattr(command.require_memory, "__defaults__", (tmp_path / "meminfo",))
    assert installed(make_bundle("stick"), root, school) == 1
    assert "488 MB" in capsys.readouterr().err
    assert not root.versions.exists()
