"""The embedder: texts to unit vectors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tutor.core.errors import ModelError
from tutor.models.progress import Progress, no_progress
from tutor.models.sessions import at_once, open_session, open_tokenizer

Vectors = NDArray[np.float32]
Pooling = Literal["mean", "cls", "graph"]
TOLD_EVERY = 32
MAX_TOKENS = 256


class Embedder:
    """Runs an ONNX encoder with its own tokenizer; safe to use from several threads.

    Every text is run alone, several at once. In a padded batch int8 models share one activation scale, so a
    text's vector would change with what stands beside it; and on few cores this is no slower (measured on two with the
    small model: 9,318 passage tokens/s against 7,351 in batches by length). The starter model's graph takes no mask.

    `many` is for importing: each text runs on one thread, which wastes none of them waiting, and a text alone takes
    longer. Vectors are the same either way.

    `pooling`: "mean" or "cls" over the graph's token vectors, or "graph" when the graph pools itself.
    `run` holds the catalogue's prefixes and dimension. Raises ModelError when the files do not fit.
    """

    def __init__(
        self, folder: Path, run: dict[str, Any], threads: int = 0, max_tokens: int = MAX_TOKENS, many: bool = False
    ) -> None:
        self.dimension = int(run["dimension"])
        self.pooling: Pooling = run["pooling"]
        if self.pooling not in ("mean", "cls", "graph"):
            raise ModelError("model-unloadable", name=folder.name, why=f"unknown pooling {self.pooling!r}")
        self._run = run
        self._session = open_session(folder / "model.onnx", 1 if many else threads)
        self._tokenizer = open_tokenizer(folder)
        self._tokenizer.enable_truncation(min(max_tokens, int(run.get("positions", max_tokens))))
        self._together = at_once(threads)
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
        # The longest first: at the end no core waits long for another one's last text.
        order = sorted(range(len(texts)), key=lambda row: -len(texts[row]))
        found = self._together.map(self._vector, (texts[row] for row in order))
        for done, (row, vector) in enumerate(zip(order, found, strict=True), start=1):
            vectors[row] = vector
            if done % TOLD_EVERY == 0 or done == len(texts):
                progress("embedding", done, len(texts))
        return vectors

    def _vector(self, text: str) -> Vectors:
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], dtype=np.int64)
        mask = np.ones_like(ids)
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(
            [self._output], {name: value for name, value in feeds.items() if name in self._inputs}
        )[0]
        vector: Vectors = unit_rows(pool(hidden, mask, self.pooling))[0]
        return vector


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
