"""Exports weights published for torch to ONNX int8, once, on a connected PC.

    python scripts/export_models.py encoder       FOLDER OUT    (bge-m3: the dense head's encoder)
    python scripts/export_models.py cross-encoder FOLDER OUT    (a reranker with one label)

FOLDER holds the published `config.json`, weights and tokenizer; OUT gets `model.onnx` and `tokenizer.json`,
which our Embedder and Reranker load. `tutor models fetch --profile standard` does the same after fetching.
Needs the `export` extra: pip install ".[export]". Goes nowhere online.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tutor.core.errors import TutorError
from tutor.models.export import TASKS, export_int8


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=sorted(TASKS))
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    chosen = parser.parse_args()
    try:
        export_int8(chosen.kind, chosen.source, chosen.target)
    except (TutorError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 1
    size = (chosen.target / "model.onnx").stat().st_size / 1e6
    print(f"{chosen.target / 'model.onnx'}: {size:.1f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
