"""Builds EmbeddingGemma-300m as an ONNX graph: a Gemma 3 text encoder with bidirectional attention,
mean pooling and two dense layers. Sizes come from the model's own `config.json`."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open

from tutor.core.errors import ModelError
from tutor.models.graph import GraphBuilder
from tutor.models.progress import Progress

ROOT = "model_download/"
MEMBERS = (
    "config.json", "model.safetensors", "2_Dense/model.safetensors", "3_Dense/model.safetensors",
    "tokenizer.json", "README.md",
)  # fmt: skip
MAX_POSITIONS = 512  # below the attention window, so every layer attends to everything


@dataclass(frozen=True)
class GemmaShape:
    """The encoder's sizes."""

    hidden: int
    layers: int
    heads: int
    head_width: int
    feed_forward: int
    epsilon: float
    scale: float
    global_base: float
    local_base: float
    full_every: int

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> GemmaShape:
        """Raises KeyError for a config of another kind of model."""
        if config["num_key_value_heads"] != 1:
            raise KeyError("num_key_value_heads")
        return cls(
            hidden=config["hidden_size"],
            layers=config["num_hidden_layers"],
            heads=config["num_attention_heads"],
            head_width=config["head_dim"],
            feed_forward=config["intermediate_size"],
            epsilon=config["rms_norm_eps"],
            scale=config["query_pre_attn_scalar"] ** -0.5,
            global_base=config["rope_theta"],
            local_base=config["rope_local_base_freq"],
            full_every=config.get("sliding_window_pattern") or config["_sliding_window_pattern"],
        )


class GemmaWeights:
    """Tensors of the unpacked archive, read one at a time so that memory stays low."""

    def __init__(self, folder: Path) -> None:
        self.shape = GemmaShape.from_config(json.loads((folder / "config.json").read_text(encoding="utf-8")))
        self._main = safe_open(str(folder / "model.safetensors"), framework="numpy")
        self._names = set(self._main.keys())
        self._folder = folder

    def tensor(self, name: str) -> NDArray[np.float32]:
        """The float32 tensor of that name. Raises ModelError `model-damaged`."""
        if name not in self._names:
            raise ModelError("model-damaged", file=f"model.safetensors ({name})", profile="starter")
        return np.asarray(self._main.get_tensor(name), dtype=np.float32)

    def dense(self, layer: int) -> NDArray[np.float32]:
        """The weight [out, in] of one of the two dense layers after pooling."""
        with safe_open(str(self._folder / f"{layer}_Dense" / "model.safetensors"), framework="numpy") as file:
            return np.asarray(file.get_tensor("linear.weight"), dtype=np.float32)


def build_gemma(artefacts: Mapping[str, Path], folder: Path, progress: Progress) -> None:
    """Recipe `gemma-int8`: `model.onnx` (int8 per channel), `tokenizer.json` and the model card with its terms."""
    (archive,) = artefacts.values()
    unpacked = folder / "unpacked"
    unpack(archive, unpacked, progress)
    save_graph(GemmaWeights(unpacked), folder / "model.onnx", quantise=True, progress=progress)
    (unpacked / "tokenizer.json").replace(folder / "tokenizer.json")
    (unpacked / "README.md").replace(folder / "MODEL_CARD.md")
    shutil.rmtree(unpacked)


def unpack(archive: Path, folder: Path, progress: Progress) -> None:
    """Take the members needed out of the archive. Raises ModelError `model-damaged`."""
    try:
        with zipfile.ZipFile(archive) as packed:
            for number, member in enumerate(MEMBERS):
                progress("unpacking the embedder", number, len(MEMBERS))
                target = folder / member
                target.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(ROOT + member) as source, target.open("wb") as stream:
                    shutil.copyfileobj(source, stream, 1 << 20)
    except (zipfile.BadZipFile, KeyError) as error:
        raise ModelError("model-damaged", file=archive.name, profile="starter") from error


def save_graph(weights: GemmaWeights, path: Path, *, quantise: bool, progress: Progress) -> None:
    """Write the encoder with pooling and dense layers.

    Input `input_ids`: int64 [batch, length]; output `sentence_embedding`: float32 [batch, hidden], not normalised.
    There is no mask: every text is run alone, and a mask would cost time for nothing.
    """
    shape = weights.shape
    graph = GraphBuilder(quantise)
    x = graph.embedding("input_ids", "embed", weights.tensor("embed_tokens.weight"))
    x = graph.op("Mul", x, graph.floats(shape.hidden**0.5))
    tables = {base: _rotary_tables(graph, shape, base) for base in (shape.global_base, shape.local_base)}
    for layer in range(shape.layers):
        full = (layer + 1) % shape.full_every == 0
        x = _layer(graph, weights, x, tables[shape.global_base if full else shape.local_base], layer)
        progress("building the embedder", layer + 1, shape.layers)
    x = graph.rms_norm(x, "norm", 1 + weights.tensor("norm.weight"), shape.epsilon)
    pooled = graph.op("ReduceMean", x, graph.ints(1), keepdims=0)
    for layer in (2, 3):
        pooled = graph.linear(pooled, f"dense{layer}", weights.dense(layer), by_row=True)
    graph.save(path, ["input_ids"], pooled, "sentence_embedding", ["batch", shape.hidden])


def _rotary_tables(graph: GraphBuilder, shape: GemmaShape, base: float) -> tuple[str, str]:
    """Cosines and sines [positions, head width / 2] of the rotary positions."""
    width = shape.head_width
    frequencies = base ** (-np.arange(0, width, 2, dtype=np.float64) / width)
    angles = np.outer(np.arange(MAX_POSITIONS), frequencies)
    return graph.constant(np.cos(angles).astype(np.float32)), graph.constant(np.sin(angles).astype(np.float32))


def _layer(graph: GraphBuilder, weights: GemmaWeights, x: str, tables: tuple[str, str], layer: int) -> str:
    shape = weights.shape
    prefix = f"layers.{layer}"

    def linear(source: str, part: str, by_row: bool = False) -> str:
        return graph.linear(source, f"{prefix}.{part}", weights.tensor(f"{prefix}.{part}.weight"), by_row=by_row)

    def products(source: str, *parts: str) -> list[str]:
        return graph.products(source, {f"{prefix}.{part}": weights.tensor(f"{prefix}.{part}.weight") for part in parts})

    def norm(source: str, part: str) -> str:
        name = f"{prefix}.{part}"
        return graph.rms_norm(source, name, 1 + weights.tensor(f"{name}.weight"), shape.epsilon)

    heads, width = shape.heads, shape.head_width
    query, key, value = products(norm(x, "input_layernorm"), "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj")
    query = norm(graph.op("Reshape", query, graph.ints(0, 0, heads, width)), "self_attn.q_norm")
    query = graph.rotate(graph.op("Reshape", query, graph.ints(0, 0, heads * width)), tables, heads)
    key = graph.rotate(norm(key, "self_attn.k_norm"), tables, 1)
    context = graph.attend_to_one(query, key, value, shape.scale, heads, width)
    attended = linear(context, "self_attn.o_proj")
    x = graph.op("Add", x, norm(attended, "post_attention_layernorm"))
    gate, up = products(norm(x, "pre_feedforward_layernorm"), "mlp.gate_proj", "mlp.up_proj")
    inner = graph.op("Mul", graph.op("Gelu", gate, approximate="tanh"), up)
    # What the gate lets through differs a hundredfold between tokens; what attention brings is a mean and does not.
    fed = linear(inner, "mlp.down_proj", by_row=True)
    return graph.op("Add", x, norm(fed, "post_feedforward_layernorm"))
