"""A small builder of ONNX graphs: float32, or int8 with one scale per output channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from tutor.core.files import flush_to_disk

Array = NDArray[np.float32]
OPSET = 20
RUNTIME = "com.microsoft"
"""The domain of the runtime's own operators."""
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
        return self.ops(kind, 1, *inputs, domain=domain, **attributes)[0]

    def ops(self, kind: str, count: int, *inputs: str, domain: str = "", **attributes: Any) -> list[str]:
        """Add a node with `count` outputs."""
        outputs = [self._fresh(kind.lower()) for _ in range(count)]
        self._nodes.append(helper.make_node(kind, list(inputs), outputs, domain=domain, **attributes))
        return outputs

    def linear(
        self, x: str, name: str, weight: Array, bias: Array | None = None, by_row: bool = False,
        lowest: float | None = None,
    ) -> str:  # fmt: skip
        """x @ weight.T + bias for a weight of shape [out, in].

        The quantised product has one activation scale for the whole batch, so one token with a huge
        value costs all others their precision. `by_row` scales each row to [-1, 1] first: worth its
        price where activations are not normalised. Where `x` is nowhere below -`lowest`, one step less tells the scale.
        """
        if not self.quantise:
            product = self.op("MatMul", x, self.weight(f"{name}.w", weight.T))
            return self.op("Add", product, self.weight(f"{name}.b", bias)) if bias is not None else product
        if by_row:
            size = x if lowest is not None else self.op("Abs", x)
            peak = self.op("ReduceMax", size, self.ints(-1), keepdims=1)
            peak = self.op("Max", peak, self.floats(lowest or 1e-9))
            product = self.op("Mul", self.linear(self.op("Div", x, peak), name, weight), peak)
            return self.op("Add", product, self.weight(f"{name}.b", bias)) if bias is not None else product
        inputs = [x, *self._quantised(name, weight)]
        if bias is not None:
            inputs.append(self.weight(f"{name}.b", bias))
        return self.op("DynamicQuantizeMatMul", *inputs, domain=RUNTIME)

    def products(
        self, x: str, weights: Mapping[str, Array], biases: Mapping[str, Array] = MappingProxyType({})
    ) -> list[str]:
        """x @ weight.T + bias for each weight [out, in] by its name: the input, common to all, is quantised once."""
        if not self.quantise:
            return [self.linear(x, name, weight, biases.get(name)) for name, weight in weights.items()]
        row, scale, zero = self.ops("DynamicQuantizeLinear", 3, x)
        found = []
        for name, weight in weights.items():
            integers, scales, zeros = self._quantised(name, weight)
            inputs = [row, integers, scale, scales, zero, zeros]
            if name in biases:
                inputs.append(self.weight(f"{name}.b", biases[name]))
            found.append(self.op("MatMulIntegerToFloat", *inputs, domain=RUNTIME))
        return found

    def _quantised(self, name: str, weight: Array) -> tuple[str, str, str]:
        """Stored integers [in, out], scales [out] and zero points [out] of a weight [out, in]."""
        scales, integers = quantise_rows(weight)
        return (
            self.weight(f"{name}.q", np.ascontiguousarray(integers.T)),
            self.weight(f"{name}.s", scales),
            self.weight(f"{name}.z", np.zeros(len(scales), dtype=np.int8)),
        )

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

    def attend_unmasked(self, query: str, key: str, value: str, scale: float) -> str:
        """softmax(query @ key^T * scale) @ value, all [batch, heads, length, width], for a text that is alone."""
        scores = self.op("FusedMatMul", query, key, domain=RUNTIME, transB=1, alpha=scale)
        return self.op("MatMul", self.op("Softmax", scores, axis=-1), value)

    def rotate(self, x: str, tables: tuple[str, str], heads: int) -> str:
        """Rotary positions for [batch, length, heads * width]; `tables`: cosines and sines [positions, width / 2]."""
        return self.op("RotaryEmbedding", x, self.ints(0), *tables, domain=RUNTIME, num_heads=heads)

    def attend_to_one(self, query: str, key: str, value: str, scale: float, heads: int, width: int) -> str:
        """Attention of several heads to one key head that they share, without a mask.

        `query` [batch, length, heads * width], `key` and `value` [batch, length, width]. The heads of a token stand
        one under the other, so that they are one product with the key and nothing is transposed.
        """
        rows = self.op("Reshape", query, self.ints(0, -1, width))
        scores = self.op("FusedMatMul", rows, key, domain=RUNTIME, transB=1, alpha=scale)
        context = self.op("MatMul", self.op("Softmax", scores, axis=-1), value)
        return self.op("Reshape", context, self.ints(0, -1, heads * width))

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
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIME, 1)]
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
