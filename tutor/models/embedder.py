"""The embedder: texts to unit vectors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding

from tutor.core.errors import ModelError
from tutor.models.progress import Progress, no_progress
from tutor.models.sessions import open_session, open_tokenizer

Vectors = NDArray[np.float32]
Pooling = Literal["mean", "cls", "graph"]
BATCH_TOKENS = 1024
MAX_TOKENS = 256


class Embedder:
    """Runs an ONNX encoder with its own tokenizer.

    `pooling`: "mean" or "cls" over the graph's token vectors, or "graph" when the graph pools itself.
    `run` holds the catalogue's prefixes and dimension. Raises ModelError when the files do not fit.
    """

    def __init__(self, folder: Path, run: dict[str, Any], threads: int = 0, max_tokens: int = MAX_TOKENS) -> None:
        self.dimension = int(run["dimension"])
        self.pooling: Pooling = run["pooling"]
        if self.pooling not in ("mean", "cls", "graph"):
            raise ModelError("model-unloadable", name=folder.name, why=f"unknown pooling {self.pooling!r}")
        self._run = run
        self._session = open_session(folder / "model.onnx", threads)
        self._tokenizer = open_tokenizer(folder)
        self._tokenizer.enable_truncation(min(max_tokens, int(run.get("positions", max_tokens))))
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._output = self._session.get_outputs()[0].name

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors [n, dimension] of questions."""
        return self._embed([self._run["query_prefix"] + text for text in texts], no_progress)

    def embed_passages(
        self, texts: Sequence[str], titles: Sequence[str] | None = None, progress: Progress = no_progress
    ) -> Vectors:
        """Unit vectors [n, dimension] of passages; `titles` go where the model's prompt wants them."""
        return self._embed(self._prefixed("passage_prefix", texts, titles), progress)

    def embed_sentences(
        self, texts: Sequence[str], titles: Sequence[str] | None = None, progress: Progress = no_progress
    ) -> Vectors:
        """Unit vectors [n, dimension] of single sentences of passages."""
        return self._embed(self._prefixed("sentence_prefix", texts, titles), progress)

    def count_tokens(self, text: str) -> int:
        """How many tokens the text takes, special ones included, at most the limit."""
        return len(self._tokenizer.encode(text).ids)

    def _prefixed(self, kind: str, texts: Sequence[str], titles: Sequence[str] | None) -> list[str]:
        prefix = str(self._run[kind])
        names = titles if titles is not None else [""] * len(texts)
        if "{title}" in prefix:
            blank = str(self._run.get("no_title", ""))
            return [prefix.replace("{title}", name or blank) + text for name, text in zip(names, texts, strict=True)]
        joined = [f"{name}. {text}" if name else text for name, text in zip(names, texts, strict=True)]
        return [prefix + text for text in joined]

    def _embed(self, texts: Sequence[str], progress: Progress) -> Vectors:
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        encodings = self._tokenizer.encode_batch(list(texts))
        done = 0
        for batch in batches_by_length([len(encoding.ids) for encoding in encodings]):
            vectors[batch] = self._forward([encodings[index] for index in batch])
            done += len(batch)
            progress("embedding", done, len(texts))
        return vectors

    def _forward(self, encodings: Sequence[Encoding]) -> Vectors:
        length = max(len(encoding.ids) for encoding in encodings)
        ids = np.zeros((len(encodings), length), dtype=np.int64)
        mask = np.zeros((len(encodings), length), dtype=np.int64)
        for row, encoding in enumerate(encodings):
            ids[row, : len(encoding.ids)] = encoding.ids
            mask[row, : len(encoding.ids)] = 1
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(
            [self._output], {name: value for name, value in feeds.items() if name in self._inputs}
        )[0]
        return unit_rows(pool(hidden, mask, self.pooling))


def pool(hidden: NDArray[np.float32], mask: NDArray[np.int64], pooling: Pooling) -> Vectors:
    """[batch, length, width] and [batch, length] -> [batch, width]; "graph" is already pooled."""
    if pooling == "graph":
        return hidden
    if pooling == "cls":
        return hidden[:, 0]
    weights = mask[:, :, None].astype(np.float32)
    pooled: Vectors = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    return pooled


def unit_rows(vectors: Vectors) -> Vectors:
    """Rows scaled to length one; a zero row stays zero."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = (vectors / np.maximum(norms, 1e-12)).astype(np.float32)
    return scaled


def batches_by_length(lengths: Sequence[int], batch_tokens: int = BATCH_TOKENS) -> list[list[int]]:
    """Indices grouped so that texts of like length go together, with at most `batch_tokens` padded tokens each."""
    order = sorted(range(len(lengths)), key=lambda index: (lengths[index], index))
    batches: list[list[int]] = []
    for index in order:
        fits = batches and lengths[index] * (len(batches[-1]) + 1) <= batch_tokens
        if fits:
            batches[-1].append(index)
        else:
            batches.append([index])
    return batches
