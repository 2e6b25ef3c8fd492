"""Weights published for torch become ONNX int8, once, where torch is installed. Goes nowhere online."""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tutor.core.errors import ModelError

TASKS = {"encoder": "feature-extraction", "cross-encoder": "text-classification"}
NEEDED = ("torch", "transformers", "optimum")
FILE_NAMES = {
    "config.json": "config.json",
    "tokenizer.json": "tokenizer.json",
    "model.bin": "pytorch_model.bin",
    "model.safetensors": "model.safetensors",
}
"""How an artefact's name ends, and the name its file must have for the export."""


def require_export(name: str) -> None:
    """Raise ModelError `export-missing` unless what the export needs is installed."""
    missing = [package for package in NEEDED if importlib.util.find_spec(package) is None]
    if missing:
        raise ModelError("export-missing", name=name, missing=", ".join(missing))


def export_int8(kind: str, source: Path, target: Path) -> None:
    """Write `target/model.onnx` (dynamic int8, one scale per output channel) and `target/tokenizer.json`.

    `kind` is "encoder" or "cross-encoder"; `source` holds the published files under their own names.
    Raises FileNotFoundError when it is no published model, ModelError `export-missing` without torch.
    """
    for needed in ("config.json", "tokenizer.json"):
        if not (source / needed).is_file():
            raise FileNotFoundError(f"{source} has no {needed}")
    require_export(source.name)
    os.environ["HF_HUB_OFFLINE"] = "1"
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from optimum.exporters.onnx import main_export

    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target) as work:
        main_export(str(source), output=work, task=TASKS[kind], do_validation=False, no_post_process=True)
        quantize_dynamic(
            Path(work) / "model.onnx", target / "model.onnx.part", per_channel=True, weight_type=QuantType.QInt8
        )
    (target / "model.onnx.part").replace(target / "model.onnx")
    shutil.copyfile(source / "tokenizer.json", target / "tokenizer.json")


def export_artefacts(kind: str, artefacts: Mapping[str, Path], folder: Path) -> None:
    """The same for artefacts of the catalogue, which carry the model's name before the file's."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        for name, path in artefacts.items():
            ending = next(ending for ending in FILE_NAMES if name.endswith(ending))
            try:
                (Path(work) / FILE_NAMES[ending]).hardlink_to(path)
            except OSError:
                shutil.copyfile(path, Path(work) / FILE_NAMES[ending])
        export_int8(kind, Path(work), folder)
