"""The builder of graphs: what it joins for speed computes what the plain steps compute."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray

from tutor.models.e5_graph import GELU_LOWEST, encoder
from tutor.models.e5_weights import E5Shape
from tutor.models.graph import GraphBuilder
from tutor.models.progress import no_progress

HEADS, WIDTH, LENGTH, POSITIONS = 3, 8, 5, 16
IDS = np.arange(LENGTH)[None]
DRAW = np.random.default_rng(5)


def computed(graph: GraphBuilder, output: str, folder: Path) -> NDArray[np.float32]:
    graph.save(folder / "g.onnx", ["input_ids"], output, "out", ["batch", "length", "width"])
    session = ort.InferenceSession(folder / "g.onnx", providers=["CPUExecutionProvider"])
    found: NDArray[np.float32] = session.run(None, {"input_ids": IDS})[0]
    return found


def drawn(*shape: int) -> NDArray[np.float32]:
    return DRAW.normal(0, 1, shape).astype(np.float32)


def test_products_of_one_input_are_those_of_each_alone_to_the_last_bit(tmp_path: Path) -> None:
    table, first, second = drawn(LENGTH, 32), drawn(12, 32), drawn(20, 32)
    together = []
    for number in range(2):
        graph = GraphBuilder(quantise=True)
        products = graph.products(graph.embedding("input_ids", "table", table), {"a": first, "b": second})
        together.append(computed(graph, products[number], tmp_path))
    for weight, found in zip((first, second), together, strict=True):
        graph = GraphBuilder(quantise=True)
        alone = graph.linear(graph.embedding("input_ids", "table", table), "w", weight)
        assert (computed(graph, alone, tmp_path) == found).all()
        assert np.abs(found[0] - table @ weight.T).max() < 0.3  # eight bits


def test_heads_that_share_a_key_attend_to_it(tmp_path: Path) -> None:
    query, key, value = drawn(LENGTH, HEADS * WIDTH), drawn(LENGTH, WIDTH), drawn(LENGTH, WIDTH)
    graph = GraphBuilder(quantise=False)
    rows = [graph.embedding("input_ids", name, table) for name, table in zip("qkv", (query, key, value), strict=True)]
    found = computed(graph, graph.attend_to_one(rows[0], rows[1], rows[2], 0.25, HEADS, WIDTH), tmp_path)[0]
    for head in range(HEADS):
        part = slice(head * WIDTH, (head + 1) * WIDTH)
        scores = np.exp(query[:, part] @ key.T * 0.25)
        assert np.allclose(found[:, part], scores / scores.sum(axis=1, keepdims=True) @ value, atol=1e-5)


def test_each_head_is_turned_by_its_position(tmp_path: Path) -> None:
    rows = drawn(LENGTH, HEADS * WIDTH)
    angles = np.outer(np.arange(POSITIONS), 100.0 ** -(np.arange(WIDTH // 2) / WIDTH)).astype(np.float32)
    graph = GraphBuilder(quantise=False)
    tables = graph.constant(np.cos(angles)), graph.constant(np.sin(angles))
    found = computed(graph, graph.rotate(graph.embedding("input_ids", "x", rows), tables, HEADS), tmp_path)[0]
    for position in range(LENGTH):
        for head in range(HEADS):
            part = rows[position, head * WIDTH : (head + 1) * WIDTH]
            turned = (part[: WIDTH // 2] + 1j * part[WIDTH // 2 :]) * np.exp(1j * angles[position])
            expected = np.concatenate([turned.real, turned.imag])
            assert np.allclose(found[position, head * WIDTH : (head + 1) * WIDTH], expected, atol=1e-5)


def test_products_with_biases_are_those_of_each_alone_to_the_last_bit(tmp_path: Path) -> None:
    table, weight, bias = drawn(LENGTH, 32), drawn(12, 32), drawn(12)
    graph = GraphBuilder(quantise=True)
    (joined,) = graph.products(graph.embedding("input_ids", "table", table), {"a": weight}, {"a": bias})
    found = computed(graph, joined, tmp_path)
    graph = GraphBuilder(quantise=True)
    alone = graph.linear(graph.embedding("input_ids", "table", table), "w", weight, bias)
    assert (computed(graph, alone, tmp_path) == found).all()


def test_rows_whose_lowest_value_is_known_are_scaled_alike(tmp_path: Path) -> None:
    table, weight = np.maximum(drawn(LENGTH, 32) * 5, -GELU_LOWEST), drawn(12, 32)
    found = []
    for lowest in (None, GELU_LOWEST):
        graph = GraphBuilder(quantise=True)
        rows = graph.embedding("input_ids", "table", table)
        found.append(computed(graph, graph.linear(rows, "w", weight, by_row=True, lowest=lowest), tmp_path))
    assert np.allclose(found[0], found[1], atol=1e-5) and np.abs(found[0][0] - table @ weight.T).max() < 1.5


class Drawn:
    """A small encoder's weights, the same for the same name."""

    shape = E5Shape(24, 2, 3, 48, LENGTH, 16, 1, 1e-12)

    def tensor(self, name: str, columns: int | None = None) -> NDArray[np.float32]:
        hidden, inner = self.shape.hidden, self.shape.feed_forward
        sizes: dict[str, tuple[int, ...]] = {
            "emb.word": (LENGTH, hidden),
            "emb.pos": (16, hidden),
            "emb.type": (1, hidden),
        }
        part = name.split(".")[-2] if name.count(".") > 1 else name
        if name not in sizes:
            rows = inner if part == "fi" else hidden
            sizes[name] = (
                (rows, inner if part == "fo" else hidden) if part in ("q", "k", "v", "ao", "fi", "fo") else (rows,)
            )
            if name.endswith(".b"):
                sizes[name] = sizes[name][:1]
        rng = np.random.default_rng(sum(name.encode()))
        return rng.normal(0, 1, sizes[name]).astype(np.float32)


def test_a_text_alone_needs_no_mask(tmp_path: Path) -> None:
    found = []
    for alone in (False, True):
        graph = GraphBuilder(quantise=False)
        hidden = encoder(graph, Drawn(), np.arange(LENGTH), no_progress, alone=alone)
        inputs = ["input_ids"] if alone else ["input_ids", "attention_mask"]
        graph.save(tmp_path / "g.onnx", inputs, hidden, "out", ["batch", "length", 24])
        session = ort.InferenceSession(tmp_path / "g.onnx", providers=["CPUExecutionProvider"])
        feeds = {"input_ids": IDS, "attention_mask": np.ones_like(IDS)}
        found.append(session.run(None, {name: feeds[name] for name in inputs})[0])
    assert np.allclose(found[0], found[1], atol=1e-4) and found[0].std() > 0.1


LAYER = (
    *("DynamicQuantizeMatMul Reshape Transpose " * 3).split(),
    *"Transpose MatMul Mul Add Softmax MatMul Transpose Reshape DynamicQuantizeMatMul Add LayerNormalization".split(),
    *"DynamicQuantizeMatMul Gelu Abs ReduceMax Max Div DynamicQuantizeMatMul Mul Add Add LayerNormalization".split(),
)
"""The steps of a layer of the small embedder, in the order of its file: another order is another file, whose hash no
library's vectors would fit."""


def test_the_small_embedders_file_is_made_of_the_same_steps_in_the_same_order(tmp_path: Path) -> None:
    graph = GraphBuilder(quantise=True)
    hidden = encoder(graph, Drawn(), np.arange(LENGTH), no_progress)
    graph.save(tmp_path / "g.onnx", ["input_ids", "attention_mask"], hidden, "out", ["batch", "length", 24])
    steps = [node.op_type for node in onnx.load(tmp_path / "g.onnx").graph.node]
    assert steps[-1] == "Identity" and tuple(steps[-1 - 2 * len(LAYER) : -1]) == LAYER * 2
