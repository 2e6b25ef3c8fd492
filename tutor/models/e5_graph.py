"""Builds multilingual-e5-small as an ONNX graph: a post-LN BERT encoder with erf GELU."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tutor.models.e5_vocabulary import latin_rows, save_tokenizer
from tutor.models.e5_weights import E5File, E5Shape
from tutor.models.graph import GraphBuilder
from tutor.models.progress import Progress

GELU_LOWEST = 0.17
"""GELU is nowhere below -0.16998."""


class E5Weights(Protocol):
    """Weights by name, as `E5File` reads them."""

    @property
    def shape(self) -> E5Shape: ...

    def tensor(self, name: str, columns: int | None = None) -> NDArray[np.float32]: ...


def build_e5(artefacts: Mapping[str, Path], folder: Path, progress: Progress) -> None:
    """Recipe `e5-int8`: `model.onnx` (int8 per channel, Latin vocabulary) and `tokenizer.json`."""
    (source,) = artefacts.values()
    weights = E5File(source)
    rows = latin_rows(weights.vocabulary)
    save_tokenizer(weights.vocabulary, rows, folder / "tokenizer.json")
    save_graph(weights, rows, folder / "model.onnx", quantise=True, progress=progress)


def save_graph(weights: E5File, rows: NDArray[np.int64], path: Path, *, quantise: bool, progress: Progress) -> None:
    """Write the encoder with the given rows of the embedding table.

    Inputs `input_ids`, `attention_mask`: int64 [batch, length]; output `last_hidden_state`:
    float32 [batch, length, hidden].
    """
    graph = GraphBuilder(quantise)
    hidden = encoder(graph, weights, rows, progress)
    graph.save(
        path, ["input_ids", "attention_mask"], hidden, "last_hidden_state", ["batch", "length", weights.shape.hidden]
    )


def encoder(
    graph: GraphBuilder, weights: E5Weights, rows: NDArray[np.int64], progress: Progress, *, alone: bool = False
) -> str:
    """Add the encoder over `input_ids` and `attention_mask`; returns its token vectors, [batch, length, hidden].

    `alone`: every text is run alone, so there is no mask, and what need not be computed apart is not.
    """
    shape = weights.shape
    words = graph.embedding("input_ids", "emb.word", weights.tensor("emb.word", shape.hidden)[rows])
    zero, one = (graph.constant(np.array(value, dtype=np.int64)) for value in (0, 1))
    length = graph.op("Gather", graph.op("Shape", "input_ids"), one)
    positions = graph.op("Range", zero, length, one)
    # Token type 0 is the only one used, so its row is folded into every position.
    table = weights.tensor("emb.pos", shape.hidden) + weights.tensor("emb.type", shape.hidden)[0]
    x = graph.op("Add", words, graph.op("Gather", graph.weight("emb.pos", table), positions))
    x = graph.layer_norm(x, "emb.ln", weights.tensor("emb.ln.w"), weights.tensor("emb.ln.b"), shape.epsilon)
    bias = None if alone else graph.attention_bias("attention_mask")
    for layer in range(shape.layers):
        x = _layer(graph, weights, x, bias, layer)
        progress("building the embedder", layer + 1, shape.layers)
    return x


def _layer(graph: GraphBuilder, weights: E5Weights, x: str, bias: str | None, layer: int) -> str:
    shape = weights.shape
    width = shape.hidden // shape.heads
    alone = bias is None

    def parts(part: str, inputs: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        name = f"l{layer}.{part}"
        return weights.tensor(f"{name}.w", inputs), weights.tensor(f"{name}.b")

    def linear(source: str, part: str, inputs: int) -> str:
        lowest = GELU_LOWEST if alone and part == "fo" else None
        return graph.linear(source, f"l{layer}.{part}", *parts(part, inputs), by_row=part == "fo", lowest=lowest)

    def norm(source: str, part: str) -> str:
        name = f"l{layer}.{part}"
        scale, shift = weights.tensor(f"{name}.w"), weights.tensor(f"{name}.b")
        return graph.layer_norm(source, name, scale, shift, shape.epsilon)

    def heads(product: str) -> str:
        return graph.split_heads(product, shape.heads, width)

    if bias is None:
        known = {f"l{layer}.{part}": parts(part, shape.hidden) for part in ("q", "k", "v")}
        weight, shift = ({name: pair[at] for name, pair in known.items()} for at in (0, 1))
        query, key, value = map(heads, graph.products(x, weight, shift))
        attended = graph.attend_unmasked(query, key, value, width**-0.5)
    else:
        query, key, value = (heads(linear(x, part, shape.hidden)) for part in ("q", "k", "v"))
        attended = graph.attend(query, key, value, bias, width**-0.5)
    x = norm(graph.op("Add", x, linear(graph.merge_heads(attended, shape.hidden), "ao", shape.hidden)), "aln")
    inner = graph.op("Gelu", linear(x, "fi", shape.hidden), approximate="none")
    return norm(graph.op("Add", x, linear(inner, "fo", shape.feed_forward)), "oln")
