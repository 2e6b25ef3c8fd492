"""ONNX Runtime sessions with explicit threads, and the tokenizers beside them.

The runtime guesses threads wrongly in containers, so nothing is guessed.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import onnxruntime as ort
from onnxruntime.capi import onnxruntime_pybind11_state as faults
from tokenizers import Tokenizer

from tutor.core.cpu import usable_cores
from tutor.core.errors import ModelError
from tutor.models.overflow import EXACT_PRODUCTS, products_overflow

UNLOADABLE = (
    faults.Fail,
    faults.InvalidArgument,
    faults.InvalidGraph,
    faults.InvalidProtobuf,
    faults.NoSuchFile,
    faults.NotImplemented,
    faults.RuntimeException,
)
"""What the runtime raises for a file that is no model, or one with operators it does not have."""


def open_session(path: Path, threads: int = 0) -> ort.InferenceSession:
    """A CPU session on `threads` threads (0: the usable cores).

    Raises ModelError `model-unloadable` when the file is no model this runtime can run.
    """
    if not path.is_file():
        raise ModelError("model-unloadable", name=path.name, why="the file is not there")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads or usable_cores()
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Idle threads that spin would take the two cores from the generator and the pages.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if products_overflow():
        options.add_session_config_entry(EXACT_PRODUCTS, "1")
    # Reading by path keeps Windows paths with spaces and accents working.
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except UNLOADABLE as error:
        raise ModelError("model-unloadable", name=path.name, why=str(error).splitlines()[0]) from error


def open_tokenizer(folder: Path) -> Tokenizer:
    """The model's own tokenizer, without padding. Raises ModelError `model-unloadable`."""
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as error:  # the tokenizer library raises nothing narrower
        raise ModelError("model-unloadable", name=folder.name, why=str(error)) from error
    tokenizer.no_padding()
    return tokenizer


def at_once(threads: int = 0) -> ThreadPoolExecutor:
    """Workers that run one text each, as many as the session has threads (0: the usable cores)."""
    return ThreadPoolExecutor(threads or usable_cores(), thread_name_prefix="model")
