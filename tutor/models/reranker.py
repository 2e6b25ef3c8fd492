"""The reranker: a cross-encoder that reads a question and a passage together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.models.sessions import at_once, open_session, open_tokenizer

MAX_TOKENS = 192


class Reranker:
    """Runs an ONNX cross-encoder with its own tokenizer. Raises ModelError when the files do not fit.

    `run`: `positions`, the most tokens of a pair, and `residual`: how many times the relevance that retrieval found is
    added to the logit (`tutor.retrieval.reranking`); 0 where it is missing, as for every published cross-encoder;
    `together`: whether a residual logit may be compared across languages.
    Each pair is run alone, several at once, for the reason `Embedder` gives: in a padded batch an int8 model's logit
    would change with what stands beside it. Each runs on one thread, which waits for no other: 16 pairs of 192 tokens
    take 366 ms so and 487 ms on two each (medians of 12, two cores that others used too).
    """

    def __init__(self, folder: Path, run: dict[str, Any], threads: int = 0) -> None:
        self.name = folder.name
        self.residual = float(run.get("residual", 0.0))
        self.together = bool(run.get("together", False))
        self._session = open_session(folder / "model.onnx", 1)
        self._tokenizer = open_tokenizer(folder)
        # Cutting only the passage would fail for a question that is longer than the whole pair may be.
        most = min(int(run.get("positions", MAX_TOKENS)), MAX_TOKENS)
        self._tokenizer.enable_truncation(most, strategy="longest_first")
        self._together = at_once(threads)
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._output = self._session.get_outputs()[0].name

    def logits(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        """One raw logit a passage, [n]; the higher, the better it answers. Equation 5 takes their sigmoid."""
        # The longest first, so that no worker is left alone with a long one at the end.
        order = sorted(range(len(passages)), key=lambda row: -len(passages[row]))
        found = self._together.map(lambda row: self._logit(question, passages[row]), order)
        logits = np.empty(len(passages), dtype=np.float32)
        logits[order] = np.fromiter(found, dtype=np.float32, count=len(order))
        return logits

    def _logit(self, question: str, passage: str) -> float:
        encoding = self._tokenizer.encode(question, passage)
        feeds = {
            "input_ids": encoding.ids, "attention_mask": encoding.attention_mask, "token_type_ids": encoding.type_ids,
        }  # fmt: skip
        wanted = {name: np.array([row], dtype=np.int64) for name, row in feeds.items() if name in self._inputs}
        return float(self._session.run([self._output], wanted)[0][0, 0])
