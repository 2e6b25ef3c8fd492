"""Times an import: passages a second until they can be searched, the share that is embedding, and memory.

    .venv/bin/python scripts/bench_import.py [--profile starter] [--passages 800] [--target 16390] [--json OUT]
    .venv/bin/python scripts/bench_import.py --passages 16390 --searchable     # the target itself, until searchable
    .venv/bin/python scripts/bench_import.py --books FOLDER [--read-only]      # real books instead

Makes books by repeating and varying the sample library (every sentence gets other words, so that nothing is a
duplicate and every text has to be embedded), imports them into a home of its own, and says how long an import of the
target would take at this speed. A smaller number of passages is imported than the target has, so those figures are
calculated, not measured; "if the cores were free" takes the processor time alone, as on a machine that does nothing
else. Books can be searched before their sentences are embedded: both ends are told. Then the same folder is added
again, as nothing has changed. Memory is that of this process and of the readers' processes together. `--searchable`
leaves out the sentences, `--read-only` all embedding: what reading, cutting, comparing and storing take. Needs the
embedder's model unless nothing is embedded.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tutor.core.cpu import prepare_environment, usable_cores

prepare_environment()

import psutil  # noqa: E402

from tutor.answering.opening import open_vectors  # noqa: E402
from tutor.core.places import SAMPLE_LIBRARY  # noqa: E402
from tutor.core.settings import load_settings  # noqa: E402
from tutor.curriculum.curriculum import Curriculum  # noqa: E402
from tutor.index.updates import IndexUpdate  # noqa: E402
from tutor.library.importer import Importer, PreparedBook  # noqa: E402
from tutor.library.store import LibraryStore  # noqa: E402

PLACES = "Iringa Kigoma Lindi Mbeya Mtwara Singida Tabora Tanga Songea Rukwa Geita Njombe Katavi Manyara Pwani".split()
SEED = 42


class TimedIndex(IndexUpdate):
    """An index update that keeps the seconds of embedding apart from those of building."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.searchable_only = False
        self.seconds = dict.fromkeys(("embedding passages", "building the index", "embedding sentences"), 0.0)
        self.processor = dict(self.seconds)

    def prepare(self, books: list[PreparedBook]) -> None:
        with self._timed("embedding passages"):
            super().prepare(books)

    def build(self) -> str:
        with self._timed("building the index"):
            return super().build()

    def finish(self) -> None:
        if self.searchable_only:
            return
        with self._timed("embedding sentences"):
            super().finish()

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        began, used = time.perf_counter(), processor_seconds()
        yield
        self.seconds[name] += time.perf_counter() - began
        self.processor[name] += processor_seconds() - used


def processor_seconds() -> float:
    """What this process has used of the processor, all cores together."""
    times = psutil.Process().cpu_times()
    return float(times.user + times.system)


class PeakMemory(threading.Thread):
    """Watches the resident memory of this process and of the readers' processes, in MB."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = self.readers_peak = 0.0
        self._over = threading.Event()

    def run(self) -> None:
        process = psutil.Process()
        while not self._over.wait(0.05):
            own, readers = process.memory_info().rss / 2**20, 0.0
            for child in process.children(recursive=True):
                with suppress(psutil.Error):
                    readers += child.memory_info().rss / 2**20
            self.peak = max(self.peak, own + readers)
            self.readers_peak = max(self.readers_peak, readers)

    def stop(self) -> float:
        """The peak so far; watching ends."""
        self._over.set()
        self.join()
        return self.peak


def varied(text: str, chosen: random.Random) -> str:
    """The chapter with every fourth longer word replaced, and each sentence's last one by a place: its length stays."""
    head, mark, body = text.rpartition("\n---\n")
    words = re.findall(r"[A-Za-z]{5,}", body)

    def other(found: re.Match[str]) -> str:
        return chosen.choice(words) if chosen.random() < 0.25 else found[0]

    lines = []
    for line in body.split("\n"):
        is_prose = line[:1].isalpha()
        changed = re.sub(r"[A-Za-z]{5,}", other, line) if is_prose or line.startswith("- ") else line
        lines.append(re.sub(r"\b[A-Za-z]{3,}\. ", lambda _: f"{chosen.choice(PLACES)}. ", changed))
    return head + mark + "\n".join(lines)


def write_books(folder: Path, passages: int) -> None:
    """Chapters until there are about so many passages. A chapter has eleven and a half."""
    chosen = random.Random(SEED)
    chapters = sorted(path for path in SAMPLE_LIBRARY.glob("*/form-*.md"))
    for number in range(max(1, round(passages / 11.5))):
        chapter = chapters[number % len(chapters)]
        place = folder / f"copy {number // len(chapters):03d}" / chapter.parent.name
        place.mkdir(parents=True, exist_ok=True)
        (place / chapter.name).write_text(varied(chapter.read_text(encoding="utf-8"), chosen), encoding="utf-8")


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of one import into an empty home."""
    target = int(options.target)
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        books = options.books or root / "books"
        if options.books is None:
            write_books(books, options.passages)
        settings = load_settings(root / "home", profile=options.profile)
        with LibraryStore(settings.places.library_db) as store:
            index, embedder = None, "none"
            if not options.read_only:
                vectors, _, model = open_vectors(settings, store, many=True)
                embedder = model.name
                index = TimedIndex(store, lambda: (vectors, embedder), settings.places.index)
                index.searchable_only = options.searchable
            resident = psutil.Process().memory_info().rss / 2**20
            watch = PeakMemory()
            watch.start()
            began, used = time.perf_counter(), processor_seconds()
            report = Importer(store, Curriculum.load(), index).add(books)
            seconds, processor = time.perf_counter() - began, processor_seconds() - used
            peak = watch.stop()
            began = time.perf_counter()
            again = Importer(store, Curriculum.load(), index).add(books)
            unchanged = time.perf_counter() - began
            texts = store.rows("SELECT COUNT(*) FROM vectors")[0][0]
            size = settings.places.library_db.stat().st_size
    timed = index.seconds if index else {"embedding passages": 0.0, "embedding sentences": 0.0}
    timed_processor = index.processor if index else dict(timed)
    cores = usable_cores()
    searchable = seconds - timed["embedding sentences"]
    searchable_processor = processor - timed_processor["embedding sentences"]
    rounds = target / report.passages / 60
    rest = {"reading, cutting, comparing, storing": seconds - sum(timed.values())}
    return {
        "profile": options.profile,
        "embedder": embedder,
        "cores": cores,
        "machine": platform.machine(),
        "load_average": [round(value, 1) for value in psutil.getloadavg()],
        "books": len(report.added),
        "passages": report.passages,
        "words": sum(book["words"] for book in report.books),
        "left_out": len(report.left_out),
        "texts_embedded": texts,
        "duplicates": len(report.duplicates),
        "seconds": {name: round(value, 2) for name, value in (timed | rest).items()},
        "seconds_until_searchable": round(searchable, 2),
        "seconds_in_all": round(seconds, 2),
        "passages_per_second": round(report.passages / searchable, 2),
        "embedding_share_until_searchable": round(timed["embedding passages"] / searchable, 3),
        "embedding_share": round((timed["embedding passages"] + timed["embedding sentences"]) / seconds, 3),
        "processor_seconds": {name: round(value, 2) for name, value in timed_processor.items()}
        | {"in all": round(processor, 2)},
        "resident_mb_before": round(resident),
        "resident_mb_peak": round(peak),
        "of_that_readers_mb_peak": round(watch.readers_peak),
        "library_mb": round(size / 2**20, 1),
        "unchanged_ms_per_book": round(1000 * unchanged / max(len(again.unchanged), 1), 1),
        "target": target,
        "target_minutes_until_searchable": round(searchable * rounds, 1),
        "target_minutes_in_all": round(seconds * rounds, 1),
        "target_minutes_until_searchable_if_the_cores_were_free": round(searchable_processor / cores * rounds, 1),
        "target_minutes_in_all_if_the_cores_were_free": round(processor / cores * rounds, 1),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Times an import.")
    parser.add_argument("--profile", default="starter")
    parser.add_argument("--passages", type=int, default=800)
    parser.add_argument("--target", type=int, default=16_390)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--books", type=Path, help="a folder or file to import instead of made books")
    parser.add_argument("--searchable", action="store_true", help="without the sentences")
    parser.add_argument("--read-only", action="store_true", help="without embedding and without an index")
    arguments = parser.parse_args()
    figures = measure(arguments)
    for name, value in figures.items():
        print(f"{name}: {value}")
    if figures["passages"] < arguments.target:
        print(f"The minutes for {arguments.target} passages are calculated from {figures['passages']}, not measured.")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
