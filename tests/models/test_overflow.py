"""Quantised products are exact on processors whose quick kernels overflow: tried on emulated ones where qemu is."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from tutor.core.places import PACKAGE
from tutor.models.graph import GraphBuilder
from tutor.models.overflow import RIGHT, probe_graph, products_overflow
from tutor.models.sessions import open_session

CODE = """
import sys
from pathlib import Path
import numpy as np
from tutor.models.overflow import products_overflow
from tutor.models.sessions import open_session
session = open_session(Path(sys.argv[1]), 1)
rows = np.random.default_rng(8).uniform(0.0, 1.0, (5, 64)).astype(np.float32)
print(products_overflow(), *session.run(None, {"x": rows})[0].ravel().tolist())
"""


def test_the_probe_is_a_product_that_overflows_sixteen_bits() -> None:
    graph = onnx.load_from_string(probe_graph()).graph
    weights = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    assert [node.op_type for node in graph.node] == ["DynamicQuantizeMatMul"]
    assert 2 * 255 * int(weights["w"].max()) > 2**15
    assert float(weights["w"][:, 0].sum() * weights["s"]) == pytest.approx(RIGHT)


def positive_products(folder: Path, kind: str) -> Path:
    """A graph of one quantised product whose weights and inputs are all large and positive: the worst case."""
    weights = np.random.default_rng(7).uniform(0.5, 1.0, (16, 64)).astype(np.float32)
    graph = GraphBuilder(quantise=True)
    product = (
        graph.linear("x", "w", weights) if kind == "linear" else graph.products("x", {"w": weights, "v": -weights})[0]
    )
    inputs = [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [5, 64])]
    output = onnx.helper.make_tensor_value_info(product, onnx.TensorProto.FLOAT, [5, 16])
    whole = onnx.helper.make_graph(graph._nodes, "worst", inputs, [output], graph._weights)
    opsets = [onnx.helper.make_opsetid("", 20), onnx.helper.make_opsetid("com.microsoft", 1)]
    onnx.save(onnx.helper.make_model(whole, opset_imports=opsets, ir_version=9), folder / "worst.onnx")
    return folder / "worst.onnx"


def expected() -> np.ndarray:
    weights = np.random.default_rng(7).uniform(0.5, 1.0, (16, 64))
    return np.random.default_rng(8).uniform(0.0, 1.0, (5, 64)) @ weights.T


@pytest.mark.parametrize("kind", ["linear", "products"])
def test_products_are_right_here(kind: str, tmp_path: Path) -> None:
    session = open_session(positive_products(tmp_path, kind), 1)
    rows = np.random.default_rng(8).uniform(0.0, 1.0, (5, 64)).astype(np.float32)
    assert session.run(None, {"x": rows})[0] == pytest.approx(expected(), rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["linear", "products"])
@pytest.mark.parametrize(("processor", "overflows"), [("Haswell", True), ("Nehalem", False)])
def test_products_are_right_on_older_processors(processor: str, overflows: bool, kind: str, tmp_path: Path) -> None:
    emulator = shutil.which("qemu-x86_64")
    if emulator is None or platform.machine() != "x86_64":
        pytest.skip("qemu-x86_64 (Debian's qemu-user) is not installed")
    places = [str(PACKAGE.parent), *(path for path in sys.path if path.endswith("site-packages"))]
    done = subprocess.run(
        [emulator, "-cpu", processor, Path(sys.executable).resolve(), "-c", CODE, positive_products(tmp_path, kind)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    told, *values = done.stdout.split()
    assert told == str(overflows)
    assert np.array(values, float).reshape(5, 16) == pytest.approx(expected(), rel=0.02)


def test_the_processor_is_tried_once() -> None:
    assert products_overflow() is products_overflow()
    assert products_overflow.cache_info().misses <= 1
