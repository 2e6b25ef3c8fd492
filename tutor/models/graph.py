"""A small builder of ONNX graphs: float32, or int8 with one scale per output channel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from tutor.core.files import flush_to_disk

Array = NDArray[np.float32]
OPSET = 20
IR_VERSION = 9


class GraphBuilder:
    """Collects nodes and weights. Every method returns the name of its output tensor.

    With `quantise`, matrices are stored as int8 with one symmetric scale per output channel and
    multiplied by onnxruntime's dynamically quantised product; embedding rows get one scale each.
    """

    def __init__(self, quantise: bool) -> None:
        self.quantise = quantise
        self._nodes: list[onnx.NodeProto] = []
        self._weights: list[onnx.TensorProto] = []
        self._constants: dict[tuple[str, bytes, tuple[int, ...]], str] = {}
        self._count = 0

    def _fresh(self, kind: str) -> str:
        self._count += 1
        return f"{kind}_{self._count}"

    def weight(self, name: str, values: NDArray[Any]) -> str:
        """Store an array under a name."""
        self._weights.append(numpy_helper.from_array(np.asarray(values, order="C"), name))
        return name

    def constant(self, values: NDArray[Any]) -> str:
        """Store a small array once."""
        key = (values.dtype.str, values.tobytes(), values.shape)
        if key not in self._constants:
            self._constants[key] = self.weight(self._fresh("const"), values)
        return self._constants[key]

    def floats(self, *values: float) -> str:
        """A float32 constant: a scalar for one value, else a vector."""
        return self.constant(np.array(values[0] if len(values) == 1 else values, dtype=np.float32))

    def ints(self, *values: int) -> str:
        """An int64 vector constant, as shapes and axes want it."""
        return self.constant(np.array(values, dtype=np.int64))

    def op(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Add a node with one output."""
        output = self._fresh(kind.lower())
        self._nodes.append(helper.make_node(kind, list(inputs), [output], domain=domain, **attributes))
        return output

    def linear(self, x: str, name: str, weight: Array, bias: Array | None = None, by_row: bool = False) -> str:
        """x @ weight.T + bias for a weight of shape [out, in].

        The quantised product has one activation scale for the whole batch, so one token with a huge
        value costs all others their precision. `by_row` scales each row to [-1, 1] first: worth its
        price where activations are not normalised.
        """
        if not self.quantise:
            product = self.op("MatMul", x, self.weight(f"{name}.w", weight.T))
            return self.op("Add", product, self.weight(f"{name}.b", bias)) if bias is not None else product
        if by_row:
            peak = self.op("ReduceMax", self.op("Abs", x), self.ints(-1), keepdims=1)
            peak = self.op("Max", peak, self.floats(1e-9))
            product = self.op("Mul", self.linear(self.op("Div", x, peak), name, weight), peak)
            return self.op("Add", product, self.weight(f"{name}.b", bias)) if bias is not None else product
        scales, integers = quantise_rows(weight)
        inputs = [
            x,
            self.weight(f"{name}.q", np.ascontiguousarray(integers.T)),
            self.weight(f"{name}.s", scales),
            self.weight(f"{name}.z", np.zeros(len(scales), dtype=np.int8)),
        ]
        if bias is not None:
            inputs.append(self.weight(f"{name}.b", bias))
        return self.op("DynamicQuantizeMatMul", *inputs, domain="com.microsoft")

    def split(self, x: str, sizes: Sequence[int]) -> list[str]:
        """Cut the last axis into parts of the given sizes."""
        outputs = [self._fresh("part") for _ in sizes]
        self._nodes.append(helper.make_node("Split", [x, self.ints(*sizes)], outputs, axis=-1))
        return outputs

    def embedding(self, ids: str, name: str, table: Array) -> str:
        """Rows of `table` [rows, width] by int64 ids."""
        if not self.quantise:
            return self.op("Gather", self.weight(name, table), ids)
        scales, integers = quantise_rows(table)
        rows = self.op("Cast", self.op("Gather", self.weight(f"{name}.q", integers), ids), to=TensorProto.FLOAT)
        scale = self.op("Gather", self.weight(f"{name}.s", scales[:, None]), ids)
        return self.op("Mul", rows, scale)

    def layer_norm(self, x: str, name: str, scale: Array, bias: Array, epsilon: float) -> str:
        """Layer normalisation over the last axis."""
        return self.op(
            "LayerNormalization", x, self.weight(f"{name}.w", scale), self.weight(f"{name}.b", bias),
            axis=-1, epsilon=epsilon,
        )  # fmt: skip

    def rms_norm(self, x: str, name: str, scale: Array, epsilon: float) -> str:
        """x / sqrt(mean(x^2) + epsilon) * scale over the last axis."""
        square = self.op("Pow", x, self.floats(2.0))
        mean = self.op("ReduceMean", square, self.ints(-1), keepdims=1)
        root = self.op("Sqrt", self.op("Add", mean, self.floats(epsilon)))
        return self.op("Mul", self.op("Div", x, root), self.weight(f"{name}.w", scale))

    def split_heads(self, x: str, heads: int, width: int) -> str:
        """[batch, length, heads * width] -> [batch, heads, length, width]."""
        return self.op("Transpose", self.op("Reshape", x, self.ints(0, 0, heads, width)), perm=[0, 2, 1, 3])

    def merge_heads(self, x: str, width: int) -> str:
        """[batch, heads, length, head width] -> [batch, length, width]."""
        return self.op("Reshape", self.op("Transpose", x, perm=[0, 2, 1, 3]), self.ints(0, 0, width))

    def attention_bias(self, mask: str) -> str:
        """[batch, length] of ones and zeros -> [batch, 1, 1, length] of 0 and a large negative number."""
        unsqueezed = self.op("Unsqueeze", self.op("Cast", mask, to=TensorProto.FLOAT), self.ints(1, 2))
        return self.op("Mul", self.op("Sub", self.floats(1.0), unsqueezed), self.floats(-1e9))

    def attend(self, query: str, key: str, value: str, bias: str, scale: float) -> str:
        """softmax(query @ key^T * scale + bias) @ value, all [batch, heads, length, width]."""
        scores = self.op("MatMul", query, self.op("Transpose", key, perm=[0, 1, 3, 2]))
        scores = self.op("Add", self.op("Mul", scores, self.floats(scale)), bias)
        return self.op("MatMul", self.op("Softmax", scores, axis=-1), value)

    def save(
        self, path: Path, inputs: Sequence[str], output: str, output_name: str, output_shape: Sequence[Any]
    ) -> None:
        """Write the model with int64 [batch, length] inputs, checked and flushed. Raises OSError."""
        self._nodes.append(helper.make_node("Identity", [output], [output_name]))
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"]) for n in inputs],
            [helper.make_tensor_value_info(output_name, TensorProto.FLOAT, list(output_shape))],
            self._weights,
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="tutor")
        self._weights = []
        with path.open("wb") as stream:
            stream.write(model.SerializeToString(deterministic=True))
        flush_to_disk(path)


def quantise_rows(weight: Array) -> tuple[Array, NDArray[np.int8]]:
    """Symmetric int8 with one scale per row: ([rows], [rows, columns]), weight ~ scale * integer."""
    largest = np.abs(weight).max(axis=1)
    scales = np.where(largest > 0, largest / 127.0, 1.0).astype(np.float32)
    integers = np.empty(weight.shape, dtype=np.int8)
    for start in range(0, len(weight), 8192):
        rows = slice(start, start + 8192)
        integers[rows] = np.clip(np.rint(weight[rows] / scales[rows, None]), -127, 127)
    return scales, integers
