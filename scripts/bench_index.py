"""Times the dense index of a large pool, with cells and without, side by side in one run.

    .venv/bin/python scripts/bench_index.py [--vectors 1000000] [--width 256] [--questions 60] [--json OUT]

The vectors are random and clustered, with a common direction as embedders have it. Prints build time, file size,
memory, and for each scope (open, scattered, one "subject" of neighbouring clusters) the median of a search of 50, in
wall time and in this process's own processor time, and recall@50 of the cells against the exact search. One thread.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from tutor.core.cpu import prepare_environment

prepare_environment()

import faiss  # noqa: E402
import numpy as np  # noqa: E402
import psutil  # noqa: E402

from tutor.index.dense import DenseIndex, Vectors, centred, write_dense  # noqa: E402
from tutor.index.numbers import Numbers  # noqa: E402
from tutor.models.embedder import unit_rows  # noqa: E402

DEPTH = 50
CLUSTER = 250
"""About how many vectors share a cluster: a chapter or two."""
SUBJECTS = 20
"""A cluster's centre lies near its subject's, so that a scope is a region and not a sprinkling."""
SEED = 5
EXACT = 1 << 62


def made_vectors(count: int, width: int) -> tuple[Vectors, np.ndarray]:
    """Unit vectors [count, width] and the subject of each [count]."""
    random = np.random.default_rng(SEED)
    common = random.normal(0, 1, width)
    subjects = random.normal(0, 0.7, (SUBJECTS, width))
    clusters = max(count // CLUSTER, 1)
    subject_of_cluster = random.integers(SUBJECTS, size=clusters)
    centres = common + subjects[subject_of_cluster] + random.normal(0, 0.7, (clusters, width))
    cluster = random.integers(clusters, size=count)
    rows = np.empty((count, width), np.float32)
    for start in range(0, count, 65_536):
        part = slice(start, min(start + 65_536, count))
        noise = random.standard_normal((part.stop - start, width), dtype=np.float32)
        rows[part] = unit_rows((centres[cluster[part]] + noise).astype(np.float32))
    return rows, subject_of_cluster[cluster]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--vectors", type=int, default=1_000_000)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    faiss.omp_set_num_threads(1)
    rows, subjects = made_vectors(chosen.vectors, chosen.width)
    random = np.random.default_rng(SEED + 1)
    asked_rows = random.choice(chosen.vectors, chosen.questions, replace=False)
    noise = random.normal(0, 1, (chosen.questions, chosen.width)) / np.sqrt(chosen.width)
    questions = unit_rows((rows[asked_rows] + 0.7 * noise).astype(np.float32))
    report: dict[str, object] = vars(chosen) | {"json": None}
    with tempfile.TemporaryDirectory() as name:
        indexes = {}
        for kind, limit in (("exact", EXACT), ("cells", 0)):
            before = time.perf_counter(), time.process_time()
            write_dense(Path(name) / kind, range(chosen.vectors), rows, exact_up_to=limit)
            built = time.perf_counter() - before[0], time.process_time() - before[1]
            size = sum(path.stat().st_size for path in (Path(name) / kind).iterdir()) / 2**20
            gc.collect()
            resident = psutil.Process().memory_info().rss
            indexes[kind] = DenseIndex(Path(name) / kind)
            held = (psutil.Process().memory_info().rss - resident) / 2**20
            report[kind] = {"build_s": built[0], "build_cpu_s": built[1], "files_mb": size, "memory_mb": held}
            print(
                f"{kind}: built in {built[0]:.0f} s ({built[1]:.0f} s processor), {size:.0f} MB of files, "
                f"{held:.0f} MB when opened",
                flush=True,
            )
        mean = indexes["exact"].mean
        del rows
        numbers = np.arange(chosen.vectors)
        for scope, admissible in (
            ("open", lambda _: None),
            ("half, scattered", lambda _: numbers[::2]),
            ("a twelfth, scattered", lambda _: numbers[::12]),
            ("its subject", lambda row: numbers[subjects == subjects[row]]),
            ("another subject", lambda row: numbers[subjects == (subjects[row] + 1) % SUBJECTS]),
            ("a hundredth, scattered", lambda _: numbers[::100]),
        ):
            for centre in (False, True):
                vectors = centred(questions, mean) if centre else questions
                row = measured(indexes, vectors, [admissible(int(r)) for r in asked_rows], centre)
                name_of_row = f"{scope}, {'centred' if centre else 'raw'}"
                report[name_of_row] = row
                print(
                    f"{name_of_row:32} {row['admissible']:>9,} admissible; exact {row['exact_ms']:7.1f} ms "
                    f"({row['exact_cpu_ms']:.1f} processor), cells {row['cells_ms']:6.1f} ms "
                    f"({row['cells_cpu_ms']:.1f}), recall@{DEPTH} {row['recall']:.3f} (least {row['least']:.2f})",
                    flush=True,
                )
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2, default=str) + "\n", encoding="utf-8")
    return 0


Hits = list[tuple[int, float]]


def measured(
    indexes: dict[str, DenseIndex], vectors: Vectors, admissible: Sequence[Numbers | None], centre: bool
) -> dict[str, float]:
    """Medians in ms of both indexes in turn, and the share of the exact hits that the cells give."""
    times: dict[str, list[float]] = {}
    shares = []
    for vector, numbers in zip(vectors, admissible, strict=True):
        found = {}
        for kind, index in indexes.items():
            found[kind], wall, cpu = timed(partial(index.search, vector, DEPTH, numbers, centre=centre))
            times.setdefault(f"{kind}_ms", []).append(wall)
            times.setdefault(f"{kind}_cpu_ms", []).append(cpu)
        exact = {number for number, _ in found["exact"]}
        shares.append(len(exact & {number for number, _ in found["cells"]}) / len(exact))
    sizes = [len(indexes["exact"]) if numbers is None else len(numbers) for numbers in admissible]
    medians = {name: statistics.median(values) for name, values in times.items()}
    return medians | {
        "admissible": int(statistics.median(sizes)),
        "recall": statistics.fmean(shares),
        "least": min(shares),
    }


def timed(call: Callable[[], Hits]) -> tuple[Hits, float, float]:
    """What the call gives, its wall time and the process's processor time, in ms."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = call()
    return result, (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


if __name__ == "__main__":
    raise SystemExit(main())
