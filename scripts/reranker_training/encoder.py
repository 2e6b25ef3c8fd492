"""The cross-encoder in torch: the small embedder's encoder over question and passage together, and a small head.

The lower half is frozen: it halves the time of a step, and what a word means is known already.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

Array = NDArray[np.float32]

HEADS, EPSILON = 12, 1e-12
FROZEN = 6
TOKENS = 128
"""Of question and passage together; longer passages are cut. A step of 20 pairs takes 1.9 CPU seconds, in float32 2.8;
with 160 tokens 2.4 and 3.6, with 96 1.4 and 2.1."""


class Layer(nn.Module):  # type: ignore[misc]
    """A post-LN BERT layer with erf GELU."""

    def __init__(self, hidden: int, inner: int) -> None:
        super().__init__()
        self.q, self.k, self.v, self.ao = (nn.Linear(hidden, hidden) for _ in range(4))
        self.fi, self.fo = nn.Linear(hidden, inner), nn.Linear(inner, hidden)
        self.aln, self.oln = nn.LayerNorm(hidden, EPSILON), nn.LayerNorm(hidden, EPSILON)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """[batch, length, hidden] and [batch, 1, 1, length], True where a token is."""
        batch, length, hidden = x.shape
        query, key, value = (
            part(x).view(batch, length, HEADS, hidden // HEADS).transpose(1, 2) for part in (self.q, self.k, self.v)
        )
        context = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        x = self.aln(x + self.ao(context.transpose(1, 2).reshape(batch, length, hidden)))
        return self.oln(x + self.fo(functional.gelu(self.fi(x))))


class CrossEncoder(nn.Module):  # type: ignore[misc]
    """One number a pair: how much better or worse the passage answers than retrieval thought.

    The last layer of the head starts at zero, so an untrained model leaves the order of retrieval as it is.
    """

    def __init__(self, words: Tensor, positions: Tensor, layers: int, inner: int) -> None:
        super().__init__()
        hidden = words.shape[1]
        self.words, self.positions = nn.Buffer(words, persistent=False), nn.Buffer(positions, persistent=False)
        self.ln = nn.LayerNorm(hidden, EPSILON)
        self.layers = nn.ModuleList(Layer(hidden, inner) for _ in range(layers))
        self.inner, self.out = nn.Linear(2 * hidden, hidden), nn.Linear(hidden, 1)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)
        for part in (self.ln, *self.layers[:FROZEN]):
            part.requires_grad_(False)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """int64 [batch, length] twice -> float32 [batch]."""
        seen = mask.bool()[:, None, None, :]
        with torch.no_grad():
            x = self.ln(self.words[ids] + self.positions[: ids.shape[1]])
            # From here on in the type of the frozen layers, so that nothing is converted back and forth.
            x = x.to(self.layers[0].q.weight.dtype)
            for layer in self.layers[:FROZEN]:
                x = layer(x, seen)
        for layer in self.layers[FROZEN:]:
            x = layer(x, seen)
        x = x.float()
        weights = mask[:, :, None].to(x.dtype)
        mean = (x * weights).sum(dim=1) / weights.sum(dim=1)
        pooled = torch.cat([mean, x[:, 0]], dim=-1)
        return self.out(torch.tanh(self.inner(pooled)))[:, 0].float()

    def learnt(self) -> dict[str, Tensor]:
        """What training changes, by name."""
        return {name: value for name, value in self.named_parameters() if value.requires_grad}


def read_encoder(folder: Path) -> CrossEncoder:
    """The cross-encoder before training, from the installed small embedder. Raises KeyError for another model."""
    weights = {item.name: numpy_helper.to_array(item) for item in onnx.load(folder / "model.onnx").graph.initializer}
    count = sum(name.endswith(".aln.w") for name in weights)
    words = weights["emb.word.q"].astype(np.float32) * weights["emb.word.s"]
    inner = weights["l0.fi.s"].shape[0]
    model = CrossEncoder(torch.from_numpy(words), _tensor(weights["emb.pos"]), count, inner)
    _put_norm(model.ln, weights, "emb.ln")
    for number, layer in enumerate(model.layers):
        for part in ("q", "k", "v", "ao", "fi", "fo"):
            name = f"l{number}.{part}"
            linear = getattr(layer, part)
            # Rows of the graph are inputs; the scale is one an output.
            linear.weight.data = _tensor(weights[f"{name}.q"].astype(np.float32) * weights[f"{name}.s"]).T.contiguous()
            linear.bias.data = _tensor(weights[f"{name}.b"])
        for part in ("aln", "oln"):
            _put_norm(getattr(layer, part), weights, f"l{number}.{part}")
    return model


def read_tokenizer(folder: Path, tokens: int = TOKENS) -> Tokenizer:
    """The embedder's tokenizer, which cuts whichever of the two is longer."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(tokens, strategy="longest_first")
    return tokenizer


def corrections(
    model: CrossEncoder, tokenizer: Tokenizer, pairs: Sequence[tuple[str, str]], together: int = 16
) -> Tensor:
    """float32 [pairs], in their order; run in parts of one length each, in bfloat16 where the processor has it."""
    encoded = tokenizer.encode_batch(list(pairs))
    order = sorted(range(len(pairs)), key=lambda row: len(encoded[row].ids))
    found: list[Tensor] = []
    with torch.autocast("cpu", dtype=torch.bfloat16):
        for start in range(0, len(order), together):
            part = [encoded[row].ids for row in order[start : start + together]]
            longest = max(map(len, part))
            ids = torch.tensor([row + [1] * (longest - len(row)) for row in part])
            mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in part])
            found.append(model(ids, mask))
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(found)[back]


def _tensor(values: Array) -> Tensor:
    return torch.from_numpy(np.array(values, dtype=np.float32))


def _put_norm(norm: nn.LayerNorm, weights: dict[str, Array], name: str) -> None:
    norm.weight.data, norm.bias.data = _tensor(weights[f"{name}.w"]), _tensor(weights[f"{name}.b"])
