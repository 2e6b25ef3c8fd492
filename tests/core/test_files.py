"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tutor.core import cpu
from tutor.core.errors import TutorError
from tutor.core.files import file_sha256, require_room, write_atomically


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "state.json"
    write_atomically(target, b"old")

    def no_flush(handle: int) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(os, "fsync", no_flush)
    with pytest.raises(OSError, match="gone"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["state.json"]


def test_hash_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    read: list[int] = []
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert file_sha256(path, read.append) == expected
    assert sum(read) == 3


def test_a_full_disk_is_said_before_starting(tmp_path: Path) -> None:
    with pytest.raises(TutorError) as caught:
        require_room(tmp_path / "new", 1 << 60)
    assert caught.value.code == "disk-full"


def test_a_container_quota_limits_the_cores(tmp_path: Path) -> None:
    limit = tmp_path / "cpu.max"
    limit.write_text("100000 100000\n", encoding="ascii")
    assert cpu.usable_cores(limit) == 1
    limit.write_text("nonsense", encoding="ascii")
    assert cpu.usable_cores(limit) >= 1


def test_no_avx_is_told_from_the_flags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "cpuinfo"
    monkeypatch.setattr(cpu, "CPUINFO", info)
    monkeypatch.setattr(cpu.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(cpu.platform, "system", lambda: "Linux")
    monkeypatch.delenv("OPENBLAS_CORETYPE", raising=False)
    for flags, lacking in (("fpu sse4_2", True), ("fpu avx avx2", False)):
        info.write_text(f"processor : 0\nflags : {flags}\n", encoding="utf-8")
        cpu.cpu_flags.cache_clear()
        assert cpu.lacks_avx() is lacking
        cpu.prepare_environment()
        assert ("OPENBLAS_CORETYPE" in os.environ) is lacking
        monkeypatch.delenv("OPENBLAS_CORETYPE", raising=False)
    cpu.cpu_flags.cache_clear()
