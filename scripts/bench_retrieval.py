"""Times whole retrieval (both pools, fusion, with and without a rerank) in libraries of growing size, step by step.

    .venv/bin/python scripts/bench_retrieval.py [--profile starter] [--sizes 1000 16390 100000] [--rerank FOLDER]
                                                [--json OUT] [--calls]

The libraries are made from the sample library: its passages again and again, each with a tenth of its words exchanged
and its vector moved at random, so nothing is embedded but the questions. Prints, open and in scopes, the median of
every step in wall time and in this process's own processor time, and how busy the computer was. `--rerank` names the
folder of a cross-encoder that reads 16 passages of each open question; of the small embedder's a stand-in is made, an
untrained one of the same size, which says nothing but takes the time. Needs the models and the sample library.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from tutor.core.cpu import prepare_environment, usable_cores

prepare_environment()

import numpy as np  # noqa: E402
import onnx  # noqa: E402
from onnx import numpy_helper  # noqa: E402

from tutor.answering.opening import open_vectors  # noqa: E402
from tutor.core.settings import load_settings  # noqa: E402
from tutor.core.trace import Trace  # noqa: E402
from tutor.core.types import LANGUAGES, Language, Metadata, Passage, Scope  # noqa: E402
from tutor.index.analysis import Terms, passage_terms  # noqa: E402
from tutor.index.dense import Vectors, write_dense  # noqa: E402
from tutor.index.lexical import write_lexical  # noqa: E402
from tutor.language.glossary import Glossary  # noqa: E402
from tutor.library.store import Document, LibraryStore, StoredPassage  # noqa: E402
from tutor.models.embedder import Embedder, unit_rows  # noqa: E402
from tutor.models.reranker import Reranker  # noqa: E402
from tutor.retrieval.boosts import Boosts  # noqa: E402
from tutor.retrieval.reranking import RerankStep  # noqa: E402
from tutor.retrieval.retriever import Retriever  # noqa: E402

SIZES = [1_000, 16_390, 100_000]
SCOPES = {
    "open": (Scope(), Scope()),
    "a subject, form 1 and 2": (Scope(subjects=("biology",), forms=(1, 2)), Scope()),
    "most of it": (Scope(without_types=("past-paper",)), Scope()),
    "a subject within most of it": (Scope(subjects=("history",)), Scope(without_types=("past-paper",))),
}
QUESTIONS: list[tuple[str, Language]] = [
    ("What is photosynthesis?", "en"),
    ("Why did the Maji Maji war break out?", "en"),
    ("What are the causes of soil erosion?", "en"),
    ("What is the difference between weather and climate?", "en"),
    ("How do kidneys remove waste?", "en"),
    ("List the national symbols of Tanzania.", "en"),
    ("What is Ohm's law?", "en"),
    ("Usanisinuru ni nini?", "sw"),
    ("Kwa nini watu walipigana katika vita vya Maji Maji?", "sw"),
    ("Mmomonyoko wa udongo husababishwa na nini?", "sw"),
    ("Eleza tofauti kati ya hali ya hewa na tabianchi.", "sw"),
    ("Figo hufanya kazi gani?", "sw"),
    ("Taja alama za taifa za Tanzania.", "sw"),
    ("Osmosisi ni nini?", "sw"),
]
EXCHANGED = 0.1
MOVED = 0.35
"""Length of the random move of a unit vector."""
SEED = 3


class ProcessorTrace(Trace):
    """A trace that keeps the processor time of every step beside the wall time."""

    def __init__(self) -> None:
        super().__init__()
        self.processor_ms: dict[str, float] = {}

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        began = time.process_time()
        with super().timed(step):
            yield
        self.processor_ms[step] = self.processor_ms.get(step, 0.0) + (time.process_time() - began) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--profile")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--rerank", type=Path, help="folder of a cross-encoder, or of the small embedder")
    parser.add_argument("--calls", action="store_true", help="print where the processor time goes")
    chosen = parser.parse_args()
    settings = load_settings(profile=chosen.profile)
    with LibraryStore(settings.places.library_db) as store:
        vectors, embedder, _ = open_vectors(settings, store)
        sample = list(store.passages())
        known = vectors.passage_vectors([item.passage for item in sample])
    report: dict[str, object] = {"profile": settings.text("profile"), "cores": usable_cores(), "load": busy()}
    print(f"{usable_cores()} cores, load {busy()}")
    for size in chosen.sizes:
        with tempfile.TemporaryDirectory() as name, LibraryStore(Path(name) / "library.db") as store:
            make_library(store, Path(name) / "index", sample, known, size)
            retriever = Retriever(store, Path(name) / "index", embedder, Glossary.load())
            for text, language in QUESTIONS:
                retriever.retrieve(text, language, Scope())
            for scope in SCOPES:
                report[f"{size}, {scope}"] = row = timed(retriever, scope, chosen.rounds)
                show(size, scope, row)
            if chosen.rerank:
                with cross_encoder(chosen.rerank) as reranker:
                    retriever.reranking = RerankStep(reranker)
                    report[f"{size}, open, reranked"] = row = timed(retriever, "open", 1)
                    show(size, "open, 16 reranked", row)
                retriever.reranking = RerankStep(None)
            if chosen.calls:
                show_calls(retriever, embedder)
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0


def busy() -> str:
    """The load of the last one and five minutes, where the system tells it."""
    return " ".join(f"{load:.1f}" for load in os.getloadavg()[:2]) if hasattr(os, "getloadavg") else "unknown"


@contextmanager
def cross_encoder(folder: Path) -> Iterator[Reranker]:
    """The one of the folder; where that holds an embedder, one of its encoder that averages all token vectors."""
    if (folder / "run.json").is_file():
        yield Reranker(folder, json.loads((folder / "run.json").read_text(encoding="utf-8")))
        return
    model = onnx.load(folder / "model.onnx")
    hidden = model.graph.output[0].name
    model.graph.initializer.append(numpy_helper.from_array(np.array([1, 2]), "all_but_the_batch"))
    model.graph.node.append(onnx.helper.make_node("ReduceMean", [hidden, "all_but_the_batch"], ["mean"], keepdims=0))
    model.graph.initializer.append(numpy_helper.from_array(np.array([-1, 1]), "a_row_each"))
    model.graph.node.append(onnx.helper.make_node("Reshape", ["mean", "a_row_each"], ["logits"]))
    del model.graph.output[:]
    model.graph.output.append(onnx.helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["batch", 1]))
    with tempfile.TemporaryDirectory() as name:
        onnx.save(model, Path(name) / "model.onnx")
        shutil.copyfile(folder / "tokenizer.json", Path(name) / "tokenizer.json")
        yield Reranker(Path(name), {"residual": 1.0})


def make_library(store: LibraryStore, index: Path, sample: list[StoredPassage], known: Vectors, size: int) -> None:
    """Fill the store and both indexes with `size` passages. `known` [n, d] are the sample's vectors."""
    random = np.random.default_rng(SEED)
    put_copies(store, sample, size)
    place = {item.passage.id: at for at, item in enumerate(sample)}
    for language in LANGUAGES:
        numbers, origins = numbers_and_origins(store, place, language)
        terms = {at: passage_terms(p.heading_path, p.text, language) for at, p in origin_passages(sample, origins)}
        rows = np.empty((len(numbers), known.shape[1]), np.float32)
        for start in range(0, len(numbers), 8192):
            own = known[origins[start : start + 8192]]
            noise = random.standard_normal(own.shape, dtype=np.float32) * (MOVED / np.sqrt(own.shape[1]))
            rows[start : start + 8192] = unit_rows(own + noise)
        write_dense(index / language / "dense", numbers, rows)
        words = {
            field: sorted({w for t in terms.values() for w in getattr(t, field)}) for field in ("surface", "stems")
        }
        changed = ((number, exchanged(terms[at], words, random)) for number, at in zip(numbers, origins, strict=True))
        write_lexical(index / language / "lexical", changed)


def put_copies(store: LibraryStore, sample: list[StoredPassage], size: int) -> None:
    """Store the sample again and again under other names, until there are `size` passages."""
    books: dict[str, list[StoredPassage]] = {}
    for item in sample:
        books.setdefault(item.passage.document_id, []).append(item)
    left, copy = size, 0
    with store.changing():
        while left > 0:
            for name, items in books.items():
                own = items[:left]
                if own:
                    passages = [
                        replace(i.passage, id=f"{i.passage.id}~{copy}", document_id=f"{name}~{copy}") for i in own
                    ]
                    first = own[0].passage
                    document = made_document(f"{name}~{copy}", first.source, first.document_title, first.metadata)
                    store.put_document(document, passages, [i.sentences for i in own])
                left -= len(own)
            copy += 1


def made_document(name: str, source: str, title: str, metadata: Metadata) -> Document:
    """A document of which nothing but this is known."""
    return Document(name, source, title, metadata, "0", 0, 0, "")


def numbers_and_origins(store: LibraryStore, place: dict[str, int], language: str) -> tuple[list[int], np.ndarray]:
    """The passage numbers of a language and, for each, the place of the sample passage that it copies."""
    numbers, origins = [], []
    for part in store.passage_parts(2048, language):
        numbers += [item.number for item in part]
        origins += [place[item.passage.id.rsplit("~", 1)[0]] for item in part]
    return numbers, np.array(origins, dtype=np.int64)


def origin_passages(sample: list[StoredPassage], origins: np.ndarray) -> list[tuple[int, Passage]]:
    """(place, passage) of every sample passage that is copied."""
    return [(int(at), sample[at].passage) for at in np.unique(origins)]


def exchanged(terms: Terms, words: dict[str, list[str]], random: np.random.Generator) -> Terms:
    """The terms with a tenth of the words and stems exchanged for others of the library."""
    new = {}
    for field, vocabulary in words.items():
        own = list(getattr(terms, field))
        for at in np.nonzero(random.random(len(own)) < EXCHANGED)[0]:
            own[at] = vocabulary[int(random.integers(len(vocabulary)))]
        new[field] = tuple(own)
    return Terms(new["surface"], new["stems"], new["stems"])


def timed(retriever: Retriever, scope: str, rounds: int) -> dict[str, Any]:
    """Medians in ms over all questions: of the whole and of every step, by the wall and by the processor."""
    asked, limit = SCOPES[scope]
    wall: dict[str, list[float]] = {}
    processor: dict[str, list[float]] = {}
    admissible = 0
    for text, language in QUESTIONS * rounds:
        trace = ProcessorTrace()
        retriever.crossing.forget()
        began = time.perf_counter(), time.process_time()
        admissible = retriever.retrieve(text, language, asked, trace=trace, limit=limit).admissible
        spent = (time.perf_counter() - began[0]) * 1000, (time.process_time() - began[1]) * 1000
        for kept, steps, whole in ((wall, trace.timings_ms, spent[0]), (processor, trace.processor_ms, spent[1])):
            for name, value in (steps | {"whole": whole, "but the embedding": whole - steps["embed"]}).items():
                kept.setdefault(name, []).append(value)
    return {
        "admissible": admissible,
        "wall_ms": {name: round(statistics.median(values), 2) for name, values in wall.items()},
        "processor_ms": {name: round(statistics.median(values), 2) for name, values in processor.items()},
    }


def show(size: int, scope: str, row: dict[str, Any]) -> None:
    print(f"{size:,} passages, {scope} ({row['admissible']:,} admissible)")
    for name, value in row["wall_ms"].items():
        print(f"  {name:20} {value:8.1f} ms, {row['processor_ms'][name]:8.1f} processor", flush=True)


def show_calls(retriever: Retriever, embedder: Embedder) -> None:
    """The functions that searching spends most in."""
    vectors = embedder.embed_queries([text for text, _ in QUESTIONS])
    profile = cProfile.Profile()
    profile.enable()
    for asked, limit in SCOPES.values():
        for vector, (text, language) in zip(vectors, QUESTIONS, strict=True):
            retriever.search(vector, text, language, asked, Boosts(), Trace(), limit=limit)
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(16)


if __name__ == "__main__":
    raise SystemExit(main())
