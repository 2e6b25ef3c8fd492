"""Vectors of the same texts are taken from another library instead of being computed again."""

from __future__ import annotations

from pathlib import Path

from tutor.library.store import LibraryStore


def test_only_the_vectors_of_the_same_model_are_taken(tmp_path: Path) -> None:
    with LibraryStore(tmp_path / "one" / "library.db") as one, LibraryStore(tmp_path / "two" / "library.db") as two:
        one.keep_vectors([("a", b"11"), ("b", b"22")], "model")
        one.keep_vectors([("c", b"33")], "other model")
        two.keep_vectors([("a", b"11")], "model")
        assert two.take_vectors(one.file, "model") == 1
        assert two.known_vectors(["a", "b", "c"], "model") == {"a": b"11", "b": b"22"}
        assert two.take_vectors(one.file, "model") == 0


def test_a_file_that_is_no_library_gives_none(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database at all")
    with LibraryStore(tmp_path / "library.db") as store:
        assert store.take_vectors(damaged, "model") == 0
        assert store.take_vectors(tmp_path / "nowhere.db", "model") == 0
