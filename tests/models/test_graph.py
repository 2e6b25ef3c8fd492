"""The builder of graphs: what it joins for speed computes what the plain steps compute."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from tutor.models.graph import GraphBuilder

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
