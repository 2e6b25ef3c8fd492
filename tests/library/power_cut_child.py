"""Run by test_power_cut in a process of its own: imports that die at chosen moments, each in a forked child."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from tutor.curriculum.curriculum import Curriculum
from tutor.index.generations import Manifest, current_generation
from tutor.index.updates import IndexUpdate, is_in_step, switch_to_pending
from tutor.index.vectors import VectorCache
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore

DEAD = 9
# What changes files or talks to the database: half of the moments are chosen among these.
WRITES = {"execute", "executemany", "replace", "rename", "fsync", "write", "mkdir", "unlink", "rmdir", "commit", "open",
          "write_index", "add_document", "save"}  # fmt: skip


class HashEmbedder:
    """A small embedder that needs no model: the same text has the same unit vector."""

    dimension = 8

    def __init__(self) -> None:
        self.texts = 0

    def embed_passages(self, texts: Sequence[str], titles: Sequence[str]) -> Any:
        """Unit vectors [n, 8]."""
        self.texts += len(texts)
        rows = []
        for title, text in zip(titles, texts, strict=True):
            digest = hashlib.sha256(f"{title}\n{text}".encode()).digest()
            row = np.frombuffer(digest[:8], dtype=np.uint8).astype(np.float32) - 127.5
            rows.append(row / np.linalg.norm(row))
        return np.array(rows, dtype=np.float32).reshape(-1, self.dimension)

    embed_sentences = embed_passages


def run_import(home: Path, books: Path, dies: Callable[[LibraryStore], None] | None = None) -> int:
    """Import the folder; returns how many texts were embedded. `dies` arranges the end."""
    embedder = HashEmbedder()
    with LibraryStore(home / "library" / "library.db") as store:
        vectors = VectorCache(store, embedder, "hash")  # type: ignore[arg-type]
        index = IndexUpdate(store, lambda: (vectors, "hash"), home / "index")
        if dies:
            dies(store)
        Importer(store, Curriculum.load(), index).add(books)
    return embedder.texts


def state_of(home: Path) -> dict[str, Any]:
    """What serves: the documents and their passages; raises AssertionError where anything is broken."""
    with LibraryStore(home / "library" / "library.db") as store:
        assert store.damage() is None
        folder, broken = current_generation(home / "index")
        assert folder is not None and not broken, broken
        if not is_in_step(store, home / "index"):
            folder = switch_to_pending(store, home / "index")
            assert folder is not None, "the index is of another library"
        manifest = Manifest.read(folder)
        assert sum(manifest.passages.values()) == store.passage_count()
        return {
            "documents": {document.id: document.file_sha256 for document in store.documents()},
            "texts": [item.passage.text for item in store.passages()],
            "vectors": store.rows("SELECT COUNT(*) FROM vectors")[0][0],
        }


def at_event(moment: int, only_writes: bool) -> Callable[[LibraryStore], None]:
    """Dies at the nth call of a function, or of one that writes."""

    def arrange(store: LibraryStore) -> None:
        count = 0

        def watch(frame: FrameType, event: str, argument: Any) -> None:
            nonlocal count
            if only_writes and not (event == "c_call" and getattr(argument, "__name__", "") in WRITES):
                return
            if event in {"call", "c_call"}:
                count += 1
                if count == moment:
                    os._exit(DEAD)

        sys.setprofile(watch)

    return arrange


def at_step(wanted: str, is_after: bool) -> Callable[[LibraryStore], None]:
    """Dies when the journal notes the step, before or after it is written."""

    def arrange(store: LibraryStore) -> None:
        real = store.note_step

        def note(number: int, step: str) -> None:
            if step == wanted and not is_after:
                os._exit(DEAD)
            real(number, step)
            if step == wanted:
                os._exit(DEAD)

        store.note_step = note  # type: ignore[method-assign]

    return arrange


def count_events(home: Path, books: Path) -> tuple[int, int]:
    """How many calls an import makes, and how many of them write."""
    counts = [0, 0]

    def arrange(store: LibraryStore) -> None:
        def watch(frame: FrameType, event: str, argument: Any) -> None:
            if event in {"call", "c_call"}:
                counts[0] += 1
                counts[1] += event == "c_call" and getattr(argument, "__name__", "") in WRITES

        sys.setprofile(watch)

    run_import(home, books, arrange)
    sys.setprofile(None)
    return counts[0], counts[1]


def in_child(work: Callable[[], Any], answer: Path) -> tuple[int, Any]:
    """(exit status, what the work gave) of work done in a forked process, so that this one stays as it was."""
    answer.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            answer.write_text(json.dumps(work()), encoding="utf-8")
            status = 0
        finally:
            os._exit(status)
    _, waited = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(waited), json.loads(answer.read_text()) if answer.exists() else None


def main(request: dict[str, Any]) -> list[dict[str, Any]]:
    """For each moment: what served after the end, and what after the import had been started again."""
    template, books, work = Path(request["template"]), Path(request["books"]), Path(request["work"])
    answer = work / "answer.json"
    results = []
    if request["moments"] == "count":
        home = work / "home"
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(template, home)
        return [{"counts": in_child(partial(count_events, home, books), answer)[1]}]
    for moment in request["moments"]:
        home = work / "home"
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(template, home)
        kind, value, flag = moment
        dies = at_event(value, flag) if kind == "event" else at_step(value, flag)
        died, _ = in_child(partial(run_import, home, books, dies), answer)
        broken, after_death = in_child(partial(state_of, home), answer)
        _, embedded = in_child(partial(run_import, home, books), answer)
        _, final = in_child(partial(state_of, home), answer)
        results.append(
            {
                "moment": moment, "died": died, "broken": broken, "after": after_death, "embedded": embedded,
                "final": final,
            }
        )  # fmt: skip
    return results


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(json.loads(sys.stdin.read()))) + "\n")
