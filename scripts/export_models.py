"""Exports weights published for torch to ONNX int8, once, on a connected PC.

    python scripts/export_models.py encoder       FOLDER OUT    (bge-m3: the dense head's encoder)
    python scripts/export_models.py cross-encoder FOLDER OUT    (a reranker with one label)

FOLDER holds the published `config.json`, weights and tokenizer; OUT gets `model.onnx` and `tokenizer.json`,
which our Embedder and Reranker load. Needs the `export` extra: pip install ".[export]". Goes nowhere online.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

TASKS = {"encoder": "feature-extraction", "cross-encoder": "text-classification"}


def export_int8(kind: str, source: Path, target: Path) -> None:
    """Write `target/model.onnx` (dynamic int8, one scale per output channel) and `target/tokenizer.json`.

    Raises FileNotFoundError when the source is no published model, ImportError without the extra.
    """
    for needed in ("config.json", "tokenizer.json"):
        if not (source / needed).is_file():
            raise FileNotFoundError(f"{source} has no {needed}")
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


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=sorted(TASKS))
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    chosen = parser.parse_args()
    try:
        export_int8(chosen.kind, chosen.source, chosen.target)
    except ImportError as error:
        print(f"The export needs more than tutor brings ({error}). Run: pip install '.[export]'", file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    size = (chosen.target / "model.onnx").stat().st_size / 1e6
    print(f"{chosen.target / 'model.onnx'}: {size:.1f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
