"""Reads multilingual-e5-small from its packed 4-bit file (magic `E5S1`, little endian)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tutor.core.errors import ModelError

MAGIC = b"E5S1"
BLOCK = 32
BLOCK_BYTES = 18  # one float16 scale and 16 bytes of two nibbles each
FLOAT32, FOUR_BIT = 0, 1


@dataclass(frozen=True)
class E5Shape:
    """The encoder's sizes."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    rows: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True)
class E5Vocabulary:
    """A unigram vocabulary: piece i has `scores[i]`; `normalisation` maps code points to texts."""

    pieces: list[str]
    scores: NDArray[np.float32]
    bos: int
    eos: int
    pad: int
    unknown: int
    normalisation: dict[str, str]


class E5File:
    """The open file. Raises ModelError `model-damaged` when it does not have the layout."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._data = np.memmap(path, dtype=np.uint8, mode="r")
        try:
            self._read_headers()
        except (struct.error, UnicodeDecodeError, ValueError, IndexError) as error:
            raise ModelError("model-damaged", file=path.name, profile="small") from error

    def _read_headers(self) -> None:
        self._at = 0
        if self._bytes(4) != MAGIC or self._take("I") != (1,):
            raise ValueError("not a packed e5 file of version 1")
        hidden, layers, heads, feed_forward, rows, positions, token_types = self._take("7i")
        (epsilon,) = self._take("f")
        if self._take("i") != (BLOCK,):
            raise ValueError("unexpected block size")
        self.shape = E5Shape(hidden, layers, heads, feed_forward, rows, positions, token_types, float(epsilon))
        self.vocabulary = self._read_vocabulary()
        self._tensors: dict[str, tuple[int, int, int, int]] = {}
        for _ in range(self._take("i")[0]):
            name = self._bytes(self._take("H")[0]).decode("utf-8")
            kind, elements, offset, size = self._take("BIQQ")
            if offset + size > len(self._data):
                raise ValueError("tensor beyond the end of the file")
            self._tensors[name] = (kind, elements, offset, size)

    def _take(self, layout: str) -> tuple[Any, ...]:
        size = struct.calcsize("<" + layout)
        return struct.unpack("<" + layout, self._bytes(size))

    def _bytes(self, size: int) -> bytes:
        block = self._data[self._at : self._at + size].tobytes()
        if len(block) != size:
            raise ValueError("file ends early")
        self._at += size
        return block

    def _read_vocabulary(self) -> E5Vocabulary:
        count, bos, eos, pad, unknown = self._take("5i")
        (blob_size,) = self._take("Q")
        offsets = np.frombuffer(self._bytes(4 * (count + 1)), "<u4")
        scores = np.frombuffer(self._bytes(4 * count), "<f4").astype(np.float32)
        blob = self._bytes(blob_size)
        pieces = [blob[offsets[i] : offsets[i + 1]].decode("utf-8") for i in range(count)]
        entries, _ = self._take("iI")
        normalisation = {}
        for _ in range(entries):
            code_point, outputs = self._take("IB")
            normalisation[chr(code_point)] = "".join(map(chr, self._take(f"{outputs}I")))
        return E5Vocabulary(pieces, scores, bos, eos, pad, unknown, normalisation)

    def tensor(self, name: str, columns: int | None = None) -> NDArray[np.float32]:
        """The tensor as float32: [elements], or [elements / columns, columns]. Raises ModelError."""
        if name not in self._tensors:
            raise ModelError("model-damaged", file=self._path.name, profile="small")
        kind, elements, offset, size = self._tensors[name]
        raw = np.frombuffer(self._data[offset : offset + size].tobytes(), np.uint8)
        values = raw.view("<f4").astype(np.float32) if kind == FLOAT32 else unpack_four_bit(raw)
        values = values[:elements]
        return values.reshape(-1, columns) if columns else values


def unpack_four_bit(raw: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Blocks of 18 bytes -> 32 floats each: value = (nibble - 8) * scale; low nibbles come first."""
    blocks = raw.reshape(-1, BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
    values = np.empty((len(blocks), BLOCK), dtype=np.float32)
    for start in range(0, len(blocks), 1 << 18):
        part = slice(start, start + (1 << 18))
        packed = blocks[part, 2:]
        values[part, :16] = (packed & 15).astype(np.float32) - 8
        values[part, 16:] = (packed >> 4).astype(np.float32) - 8
        values[part] *= scales[part]
    return values.reshape(-1)
