"""Generations: one rename switches, one flipped bit is noticed, the last good one serves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.index.generations import (
    begin_generation,
    current_generation,
    damage_of,
    finish_generation,
    generation_folders,
)

FACTS = {
    "library_id": "x", "revision": 1, "embedder": "e", "embedder_hash": "h", "dimension": 4, "passages": {"en": 1},
}  # fmt: skip


def made(index: Path, content: bytes = b"hello") -> Path:
    folder = begin_generation(index)
    (folder / "en").mkdir()
    (folder / "en" / "data.bin").write_bytes(content)
    return finish_generation(folder, FACTS)


def test_the_newest_is_current_and_the_oldest_are_dropped(tmp_path: Path) -> None:
    for _ in range(4):
        last = made(tmp_path)
    current, notes = current_generation(tmp_path)
    assert current == last and notes == []
    assert [path.name for path in generation_folders(tmp_path)] == ["gen-0004", "gen-0003"]


@pytest.mark.parametrize("bit", range(8))
def test_one_flipped_bit_is_noticed_and_the_older_one_serves(tmp_path: Path, bit: int) -> None:
    good, bad = made(tmp_path), made(tmp_path)
    data = bytearray((bad / "en" / "data.bin").read_bytes())
    data[2] ^= 1 << bit
    (bad / "en" / "data.bin").write_bytes(bytes(data))
    current, notes = current_generation(tmp_path)
    assert current == good
    assert len(notes) == 1 and "gen-0002" in notes[0] and "data.bin" in notes[0]
    assert not bad.exists() and list(tmp_path.glob("broken-0002-*"))
    assert made(tmp_path).name == "gen-0003", "the number of a broken one is not used again"


@pytest.mark.parametrize("harm", ["empty", "missing", "manifest"])
def test_what_a_power_cut_leaves_is_noticed(tmp_path: Path, harm: str) -> None:
    only = made(tmp_path)
    if harm == "empty":
        (only / "en" / "data.bin").write_bytes(b"")
    elif harm == "missing":
        (only / "en" / "data.bin").unlink()
    else:
        (only / "manifest.json").write_text('{"library_id": ', encoding="utf-8")
    assert damage_of(only)
    current, notes = current_generation(tmp_path)
    assert current is None and len(notes) == 1


def test_an_unfinished_build_is_no_generation(tmp_path: Path) -> None:
    good = made(tmp_path)
    unfinished = begin_generation(tmp_path)
    (unfinished / "half.bin").write_bytes(b"half")
    assert current_generation(tmp_path)[0] == good
    again = begin_generation(tmp_path)
    assert list(again.iterdir()) == []


def test_a_lost_or_silly_pointer_does_not_matter(tmp_path: Path) -> None:
    good = made(tmp_path)
    for content in (b"", b"gen-9999", b"\xff\xfe"):
        (tmp_path / "CURRENT").write_bytes(content)
        assert current_generation(tmp_path)[0] == good
    (tmp_path / "CURRENT").unlink()
    assert current_generation(tmp_path)[0] == good
