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
    """Runs an ONNX cross-encoder with its own tokenizer. Raises ModelError when the files do not fit."""

    def __init__(self, folder: Path, run: dict[str, Any], threads: int = 0) -> None:
        self._session = open_session(folder / "model.onnx", threads)
        self._tokenizer = open_tokenizer(folder)
        self._tokenizer.enable_truncation(int(run.get("positions", MAX_TOKENS)), strategy="only_second")
        self._together = at_once(threads)
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._output = self._session.get_outputs()[0].name

    def logits(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        """One raw logit a passage, [n]; the higher, the better it answers. Equation 5 takes their sigmoid."""
        scores = self._together.map(lambda passage: self._logit(question, passage), passages)
        return np.fromiter(scores, dtype=np.float32, count=len(passages))

    def _logit(self, question: str, passage: str) -> float:
        encoding = self._tokenizer.encode(question, passage)
        feeds = {
            "input_ids": encoding.ids, "attention_mask": encoding.attention_mask, "token_type_ids": encoding.type_ids,
        }  # fmt: skip
        wanted = {name: np.array([row], dtype=np.int64) for name, row in feeds.items() if name in self._inputs}
        return float(self._session.run([self._output], wanted)[0][0, 0])
