"""The cross-encoder of a profile serves `tutor`: opened with the retriever, within its bounds, named in the trace.

A tiny random model of the architecture that the standard profile fetches (XLM-R with a classification head) stands in
for it, so this says that the path works, not how good the model is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tutor.answering import opening
from tutor.answering.opening import open_reranker, open_retriever
from tutor.core.files import file_sha256
from tutor.core.settings import Settings, load_settings
from tutor.core.trace import Trace
from tutor.core.types import LANGUAGES, BookLanguage, Metadata, Passage, Scope
from tutor.library.store import Document, LibraryStore
from tutor.models.build import RECIPE_VERSIONS
from tutor.models.catalog import load_catalog
from tutor.models.download import Fetched
from tutor.models.e5_graph import encoder
from tutor.models.e5_weights import E5Shape
from tutor.models.embedder import unit_rows
from tutor.models.graph import GraphBuilder
from tutor.models.manifest import Manifest
from tutor.models.progress import no_progress
from tutor.models.reranker import MAX_TOKENS
from tutor.retrieval.reranking import RERANKED, passage_text, sigmoid

PIECES = ["<s>", "<pad>", "</s>", "<unk>", *"rain soil river king trade iron heart cell maji udongo mto mfalme".split()]
HIDDEN, EACH = 24, 30
ASKED = "rain river trade"


class Random:
    """Weights by name, the same for the same name."""

    shape = E5Shape(HIDDEN, 2, 2, 48, len(PIECES), MAX_TOKENS, 1, 1e-5)

    def tensor(self, name: str, columns: int | None = None) -> NDArray[np.float32]:
        rng = np.random.default_rng(int(hashlib.sha256(name.encode()).hexdigest()[:8], 16))
        kind = name.rsplit(".", 1)[-1]
        rows = {"emb.word": len(PIECES), "emb.pos": MAX_TOKENS, "emb.type": 1}.get(name)
        if rows:
            return rng.normal(0, 1, (rows, HIDDEN)).astype(np.float32)
        width = 48 if ".fi." in name else HIDDEN
        if kind == "b":
            return np.zeros(width, np.float32)
        if "ln." in name:
            return np.ones(HIDDEN, np.float32)
        return rng.normal(0, 0.4, (width, columns or HIDDEN)).astype(np.float32)


class Hashed:
    """Stands in for an embedder that is not here: the same text gives the same unit vector."""

    dimension = 16

    def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        seeds = [int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) for text in texts]
        return unit_rows(np.array([np.random.default_rng(seed).normal(0.1, 1, 16) for seed in seeds], dtype=np.float32))

    def embed_passages(self, texts: Sequence[str], titles: Sequence[str]) -> NDArray[np.float32]:
        return self.embed_queries(texts)

    embed_sentences = embed_passages


def save_cross_encoder(folder: Path) -> None:
    """An XLM-R encoder, and on its first token a layer, tanh, and one label. Its positions end at the bound."""
    weights, graph = Random(), GraphBuilder(quantise=False)
    x = encoder(graph, weights, np.arange(len(PIECES)), no_progress)
    first = graph.op("Squeeze", graph.op("Slice", x, graph.ints(0), graph.ints(1), graph.ints(1)), graph.ints(1))
    inner = graph.op("Tanh", graph.linear(first, "head.dense", weights.tensor("head.dense.w"), np.zeros(HIDDEN, "f4")))
    rng = np.random.default_rng(8)
    logits = graph.linear(inner, "head.out", rng.normal(0, 1, (1, HIDDEN)).astype("f4"), np.zeros(1, "f4"))
    folder.mkdir(parents=True)
    graph.save(folder / "model.onnx", ["input_ids", "attention_mask"], logits, "logits", ["batch", 1])
    tokenizer = Tokenizer(models.WordLevel({piece: row for row, piece in enumerate(PIECES)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def install(folder: Path) -> None:
    """Make the folder look as fetching leaves it."""
    model = load_catalog().profile("standard")["reranker"]
    names = ("model.onnx", "tokenizer.json")
    Manifest(
        model=model.name,
        recipe=model.recipe,
        recipe_version=RECIPE_VERSIONS[model.recipe],
        artefacts={artefact.name: Fetched(artefact.sha256 or "0" * 64, 1) for artefact in model.files},
        files={name: Fetched(file_sha256(folder / name), (folder / name).stat().st_size) for name in names},
        licence=model.licence,
        licence_note="",
    ).write(folder)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The standard profile with its cross-encoder, a fake embedder and a library in both languages."""
    settings = load_settings(tmp_path / "home", profile="standard", models_dir=str(tmp_path / "models"))
    folder = settings.places.models / load_catalog().profile("standard")["reranker"].name
    save_cross_encoder(folder)
    install(folder)
    embedder = load_catalog().profile("standard")["embedder"]
    monkeypatch.setattr(opening, "open_embedder", lambda *_: (Hashed(), embedder, "hashed"))
    return settings


@pytest.fixture
def store(settings: Settings) -> Iterator[LibraryStore]:
    rng = np.random.default_rng(4)
    settings.places.library_db.parent.mkdir(parents=True)
    with LibraryStore(settings.places.library_db) as store:
        with store.changing():
            for language in LANGUAGES:
                document = Document(language, "b.md", "Book", Metadata(language=language), "0", 0, 0, "", EACH)
                own = [made_passage(language, number, rng) for number in range(EACH)]
                store.put_document(document, own, [()] * EACH)
        yield store


def made_passage(language: BookLanguage, number: int, rng: np.random.Generator) -> Passage:
    """Half of them are longer than a pair may be."""
    words = rng.choice(PIECES[4:], 20 if number % 2 else 400)
    text = f"{' '.join(words)} {number}."
    return Passage(f"{language}{number}", language, "Book", "b.md", number, (), text, Metadata(language=language))


def test_the_retriever_is_opened_with_the_cross_encoder_of_the_profile(settings: Settings, store: LibraryStore) -> None:
    retriever = open_retriever(settings, store)[0]
    trace = Trace()
    found = retriever.retrieve(ASKED, "en", Scope(), trace=trace).candidates
    step = next(step for step in trace.steps if step["step"] == "rerank")
    assert (step["by"], step["model"]) == ("cross-encoder", "mmarco-minilm-l12")
    assert len(step["logits"]) == RERANKED == 16
    reranker = open_reranker(settings)
    assert reranker is not None
    said = reranker.logits(ASKED, [passage_text(candidate.passage) for candidate in found])
    for candidate, logit in zip(found, said, strict=True):
        assert candidate.score == pytest.approx(sigmoid(float(logit)) + sum(candidate.boosts.values()), abs=1e-5)
    assert len(set(said.tolist())) == len(found), "a model that says the same of all would prove nothing"
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)


def test_a_profile_without_one_says_so_in_the_trace(settings: Settings, store: LibraryStore) -> None:
    starter = load_settings(settings.places.home, profile="starter", models_dir=str(settings.places.models))
    trace = Trace()
    open_retriever(starter, store)[0].retrieve(ASKED, "en", Scope(), trace=trace)
    assert {"step": "rerank", "by": "dense"} in trace.steps
    assert open_reranker(starter) is None


def test_one_that_is_not_installed_is_said_in_both_languages(settings: Settings, store: LibraryStore) -> None:
    (settings.places.models / "mmarco-minilm-l12" / "model.onnx").unlink()
    said: list[tuple[str, str]] = []
    retriever = open_retriever(settings, store, lambda *both: said.append(both))[0]
    trace = Trace()
    assert retriever.retrieve(ASKED, "en", Scope(), trace=trace).candidates
    assert {"step": "rerank", "by": "dense"} in trace.steps
    english, swahili = next(both for both in said if "second reading" in both[0])
    assert "mmarco-minilm-l12" in english and "mmarco-minilm-l12" in swahili
