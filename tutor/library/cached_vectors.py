"""Vectors that were computed once: kept in the library's file by the hash of their text and of the model."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from tutor.library.database import Database


class CachedVectors(Database):
    """The library's file with its table of vectors. They are derived: losing one costs only time."""

    def known_vectors(self, hashes: Iterable[str], model_hash: str) -> dict[str, bytes]:
        """Text hash -> float16 vector bytes, for those of the texts that are cached for the model."""
        wanted = list(dict.fromkeys(hashes))
        found: dict[str, bytes] = {}
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ", ".join("?" * len(part))
            rows = self.rows(
                f"SELECT text_hash, vector FROM vectors WHERE model_hash = ? AND text_hash IN ({marks})",
                (model_hash, *part),
            )
            found.update({str(text_hash): bytes(vector) for text_hash, vector in rows})
        return found

    def held_vectors(self, hashes: Iterable[str], model_hash: str) -> set[str]:
        """Those of the text hashes whose vectors are cached for the model."""
        wanted = list(dict.fromkeys(hashes))
        held: set[str] = set()
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ", ".join("?" * len(part))
            question = f"SELECT text_hash FROM vectors WHERE model_hash = ? AND text_hash IN ({marks})"
            held.update(str(found) for (found,) in self.rows(question, (model_hash, *part)))
        return held

    def take_vectors(self, file: Path, model_hash: str) -> int:
        """Copy the model's vectors that another library's file has cached; returns how many were not here yet.

        A file that cannot be read gives none: vectors can always be computed again.
        """
        before = self._vector_count(model_hash)
        try:
            with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as other:
                rows = other.execute("SELECT text_hash, vector FROM vectors WHERE model_hash = ?", (model_hash,))
                self.keep_vectors(rows, model_hash)
        except sqlite3.Error:
            return 0
        return self._vector_count(model_hash) - before

    def _vector_count(self, model_hash: str) -> int:
        (row,) = self.rows("SELECT COUNT(*) FROM vectors WHERE model_hash = ?", (model_hash,))
        return int(row[0])

    def keep_vectors(self, vectors: Iterable[tuple[str, bytes]], model_hash: str) -> None:
        """Cache vectors. They are derived, so this does not count as a change of the library."""
        with self.together():
            self.run_many(
                "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                [(text_hash, model_hash, vector) for text_hash, vector in vectors],
            )
