"""The trained cross-encoder as ONNX int8, on the vocabulary of the embedder it came from."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from reranker_training.encoder import EPSILON, HEADS, TOKENS, CrossEncoder, read_encoder
from reranker_training.training import CHECKPOINT, put_learnt
from tutor.core.files import file_sha256
from tutor.models.e5_graph import encoder
from tutor.models.e5_weights import E5Shape
from tutor.models.graph import GraphBuilder
from tutor.models.progress import no_progress

NAME = "starter-cross-encoder"
LIMIT_BYTES = 70_000_000
POSITIONS = 192


@dataclass(frozen=True)
class TorchWeights:
    """A torch model's weights under the names that the builder of the small embedder asks for."""

    model: CrossEncoder

    @property
    def shape(self) -> E5Shape:
        rows, hidden = self.model.words.shape
        inner = self.model.layers[0].fi.out_features
        return E5Shape(
            hidden, len(self.model.layers), HEADS, inner, rows, len(self.model.positions), 1, EPSILON
        )  # fmt: skip

    def tensor(self, name: str, columns: int | None = None) -> NDArray[np.float32]:
        """The tensor of that name; the token type is folded into the positions already. Raises KeyError."""
        if name == "emb.type":
            return np.zeros((1, self.shape.hidden), dtype=np.float32)
        known = {"emb.word": self.model.words, "emb.pos": self.model.positions[:POSITIONS]}
        if name in known:
            return _array(known[name])
        first, *middle, kind = name.split(".")
        path = ["ln"] if first == "emb" else ["layers", first[1:], *middle]
        found = self.model.get_parameter(".".join([*path, {"w": "weight", "b": "bias"}[kind]]))
        return _array(found)


def export_checkpoint(work: Path, embedder: Path, target: Path) -> str:
    """Write the model of the last checkpoint to `target`; returns its entry for the catalogue, as TOML.

    Raises ValueError when the file is larger than an entry of the catalogue may be.
    """
    state = torch.load(work / CHECKPOINT, weights_only=True)
    model = read_encoder(embedder)
    put_learnt(model, state["model"])
    target.mkdir(parents=True, exist_ok=True)
    save_cross_encoder(model, target / "model.onnx")
    shutil.copyfile(embedder / "tokenizer.json", target / "tokenizer.json")
    run = {"positions": TOKENS, "residual": state["scale"], "together": state["together"]}
    (target / "run.json").write_text(json.dumps(run) + "\n", encoding="utf-8")
    size = (target / "model.onnx").stat().st_size
    if size > LIMIT_BYTES:
        raise ValueError(f"model.onnx has {size} bytes, more than {LIMIT_BYTES}")
    return published(target, run)


def published(target: Path, run: dict[str, Any]) -> str:
    """Put the files of `target` into its `published` folder under the names that the catalogue gives them; returns
    their entry there, as TOML. `tutor models fetch --from target/published` then installs them."""
    folder = target / "published"
    folder.mkdir(exist_ok=True)
    names = {"model.onnx": f"{NAME}.onnx", "tokenizer.json": f"{NAME}-tokenizer.json"}
    for own, name in names.items():
        shutil.copyfile(target / own, folder / name)
    lines = [
        f"[models.{NAME}]",
        'role = "reranker"',
        'title = "The starter cross-encoder of this project"',
        'licence = "Apache-2.0"',
        'recipe = "ready-onnx"',
        f"files = {json.dumps(list(names.values()))}",
        f"[models.{NAME}.run]",
        *(f"{key} = {json.dumps(value)}" for key, value in run.items()),
    ]
    for name in names.values():
        size, digest = (folder / name).stat().st_size, file_sha256(folder / name)
        lines += [f'[artefacts."{name}"]', f"bytes = {size}", f'sha256 = "{digest}"']
    return "\n".join(lines)


def save_cross_encoder(model: CrossEncoder, path: Path, *, quantise: bool = True) -> None:
    """Input `input_ids`: int64 [batch, length]; output `logits`: float32 [batch, 1].

    There is no mask: every pair is run alone, and a mask would cost time for nothing.
    """
    graph = GraphBuilder(quantise)
    x = encoder(graph, TorchWeights(model), np.arange(len(model.words)), no_progress, alone=True)
    mean = graph.op("ReduceMean", x, graph.ints(1), keepdims=0)
    first = graph.op("Squeeze", graph.op("Slice", x, graph.ints(0), graph.ints(1), graph.ints(1)), graph.ints(1))
    pooled = graph.op("Concat", mean, first, axis=1)
    inner = graph.op("Tanh", graph.linear(pooled, "head.inner", *_linear(model.inner)))
    graph.quantise = False  # the last product is tiny, and float32 keeps the order of close candidates
    logits = graph.linear(inner, "head.out", *_linear(model.out))
    graph.save(path, ["input_ids"], logits, "logits", ["batch", 1])


def _linear(part: torch.nn.Linear) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return _array(part.weight), _array(part.bias)


def _array(values: torch.Tensor) -> NDArray[np.float32]:
    array: NDArray[np.float32] = values.detach().numpy()
    return array
