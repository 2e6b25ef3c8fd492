"""The reranker: a cross-encoder that reads a question and a passage together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.models.embedder import batches_by_length
from tutor.models.sessions import open_session, open_tokenizer

MAX_TOKENS = 192


class Reranker:
    """Runs an ONNX cross-encoder with its own tokenizer. Raises ModelError when the files do not fit."""

    def __init__(self, folder: Path, run: dict[str, Any], threads: int = 0) -> None:
        self._session = open_session(folder / "model.onnx", threads)
        self._tokenizer = open_tokenizer(folder)
        self._tokenizer.enable_truncation(int(run.get("positions", MAX_TOKENS)), strategy="only_second")
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._output = self._session.get_outputs()[0].name

    def logits(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        """One raw logit a passage, [n]; the higher, the better it answers. Equation 5 takes their sigmoid."""
        scores = np.empty(len(passages), dtype=np.float32)
        encodings = self._tokenizer.encode_batch([(question, passage) for passage in passages])
        for batch in batches_by_length([len(encoding.ids) for encoding in encodings]):
            length = max(len(encodings[index].ids) for index in batch)
            feeds = {
                name: np.zeros((len(batch), length), dtype=np.int64)
                for name in ("input_ids", "attention_mask", "token_type_ids")
            }
            for row, index in enumerate(batch):
                encoding = encodings[index]
                feeds["input_ids"][row, : len(encoding.ids)] = encoding.ids
                feeds["attention_mask"][row, : len(encoding.ids)] = 1
                feeds["token_type_ids"][row, : len(encoding.ids)] = encoding.type_ids
            wanted = {name: value for name, value in feeds.items() if name in self._inputs}
            scores[batch] = self._session.run([self._output], wanted)[0][:, 0]
        return scores
