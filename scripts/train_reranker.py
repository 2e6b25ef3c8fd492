"""Trains the starter cross-encoder from the small embedder's weights, on the CPU, and measures it.

    python scripts/train_reranker.py mine    --work DIR    (questions, right passages and mined negatives)
    python scripts/train_reranker.py train   --work DIR [--until 03:45] [--steps N]
    python scripts/train_reranker.py export  --work DIR --export OUT
    python scripts/train_reranker.py measure --work DIR --export OUT

`mine` and `measure` need the test data and the models of the profile (`--profile`, whose embedder the residual adds
to), `train` the `export` extra. Training writes a checkpoint every few minutes and goes on from the last one. OUT gets
`model.onnx` (int8, Latin-script vocabulary, under 70 MB), `tokenizer.json` and `run.json`, and in OUT/published the
files under the names of the entry for the catalogue that is printed: `tutor models fetch --from OUT/published` installs
them. The model ships only where `measure` says that it may.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tutor.core.cpu import prepare_environment

prepare_environment()

STEPS = 6000
"""Lists: somewhat more than one epoch of what `mine` finds."""


def main() -> int:
    chosen = arguments()
    chosen.work.mkdir(parents=True, exist_ok=True)
    # Mining needs no torch and training no index: each part is imported where it is used.
    if chosen.command == "mine":
        from reranker_training.material import mine

        print(f"{mine(chosen.profile, chosen.work)} lists")
    elif chosen.command == "train":
        # Threads that spin while they wait cost four fifths of the time on a computer that does something else too.
        os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
        from reranker_training.training import Plan, train

        plan = Plan(
            steps=chosen.steps, seed=chosen.seed, until=chosen.until, threads=chosen.threads, together=chosen.together
        )
        train(chosen.work, chosen.embedder, plan)
    elif chosen.command == "export":
        from reranker_training.exporting import export_checkpoint

        print(export_checkpoint(chosen.work, chosen.embedder, chosen.export))
    else:
        from reranker_training.measuring import measure

        print(measure(chosen.profile, chosen.work, chosen.export))
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("command", choices=("mine", "train", "export", "measure"))
    parser.add_argument("--work", type=Path, required=True, help="lists, checkpoints and the log of training")
    parser.add_argument("--profile", default="starter", help="whose embedder finds the candidates")
    parser.add_argument("--embedder", type=Path, default=Path("models/multilingual-e5-small"), help="its folder")
    parser.add_argument("--export", type=Path, help="folder of the finished model")
    parser.add_argument("--steps", type=int, default=STEPS, help="how many lists to learn from")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--until", help="stop at this time of the clock, HH:MM, whatever was reached")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--together", action="store_true", help="compare corrections across languages too")
    chosen = parser.parse_args()
    if chosen.command in ("export", "measure") and chosen.export is None:
        parser.error(f"{chosen.command} needs --export DIR")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
