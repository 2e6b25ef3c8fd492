"""The small embedder as we build it: the package's own vectors, and a vocabulary that loses nothing Latin."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from tutor.core.errors import ModelError
from tutor.models.catalog import load_catalog
from tutor.models.e5_graph import save_graph
from tutor.models.e5_vocabulary import all_rows, is_latin_piece, latin_rows, make_tokenizer, save_tokenizer
from tutor.models.e5_weights import E5File, unpack_four_bit
from tutor.models.embedder import Embedder
from tutor.models.progress import no_progress

REFERENCE = Path(__file__).parent / "data" / "e5_reference.json"


@pytest.fixture(scope="module")
def artefact(kept_artefact: Path) -> E5File:
    return E5File(kept_artefact)


def reference_cosines(embedder: Embedder) -> np.ndarray:
    cosines = []
    for row in json.loads(REFERENCE.read_text(encoding="utf-8"))["rows"]:
        embed = embedder.embed_queries if row["kind"] == "query" else embedder.embed_passages
        expected = np.array(row["vector"], dtype=np.float32)
        cosines.append(float(embed([row["text"]])[0] @ expected / np.linalg.norm(expected)))
    return np.array(cosines)


def built(artefact: E5File, folder: Path, quantise: bool) -> Embedder:
    rows = latin_rows(artefact.vocabulary)
    save_tokenizer(artefact.vocabulary, rows, folder / "tokenizer.json")
    save_graph(artefact, rows, folder / "model.onnx", quantise=quantise, progress=no_progress)
    return Embedder(folder, dict(load_catalog().model("multilingual-e5-small").run))


def test_float32_gives_the_packages_own_vectors(artefact: E5File, tmp_path: Path) -> None:
    cosines = reference_cosines(built(artefact, tmp_path, quantise=False))
    assert cosines.min() >= 0.999  # measured 0.9999


def test_int8_stays_close_and_pruned_is_small(artefact: E5File, tmp_path: Path) -> None:
    cosines = reference_cosines(built(artefact, tmp_path, quantise=True))
    assert cosines.mean() >= 0.99  # measured 0.999
    assert (tmp_path / "model.onnx").stat().st_size < 80e6


def test_pruning_changes_no_segmentation(artefact: E5File, shared: Path) -> None:
    """Identical pieces on 1,000 English and Swahili sentences: ids differ by renumbering only."""
    rows = latin_rows(artefact.vocabulary)
    whole = make_tokenizer(artefact.vocabulary, all_rows(artefact.vocabulary))
    pruned = make_tokenizer(artefact.vocabulary, rows)
    lines = (shared / "language_id" / "labelled.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines][:: max(1, len(lines) // 1000)][:1000]
    texts = [text for text in texts if all(is_latin_piece(character) for character in text)]
    assert len(texts) > 900
    for text in texts:
        assert [int(rows[number]) for number in pruned.encode(text).ids] == whole.encode(text).ids, text
    assert 100_000 < len(rows) < 130_000


def test_the_tokenizer_is_the_packages(artefact: E5File) -> None:
    """Pair template, odd spaces and control characters, as XLM-R has them."""
    tokenizer = make_tokenizer(artefact.vocabulary, all_rows(artefact.vocabulary))
    pair = tokenizer.encode("maji", "moto")
    assert [pair.tokens[0], pair.tokens[-1]] == ["<s>", "</s>"] and pair.tokens.count("</s>") == 3
    assert tokenizer.encode("a\tb\u200bc").ids == tokenizer.encode("a b c").ids
    assert tokenizer.encode("ﬁsh \x07x").ids == tokenizer.encode("fish x").ids
    assert tokenizer.encode("").ids == [0, 2]


def test_four_bit_blocks_unpack() -> None:
    scale = struct.pack("<e", 0.5)
    packed = bytes((j % 16) | ((15 - j) << 4) for j in range(16))
    values = unpack_four_bit(np.frombuffer(scale + packed, np.uint8))
    assert values[:16].tolist() == [(j - 8) * 0.5 for j in range(16)]
    assert values[16:].tolist() == [(15 - j - 8) * 0.5 for j in range(16)]


@pytest.mark.parametrize("data", [b"", b"E5S1", b"XXXX" + b"\0" * 200, b"E5S1\1\0\0\0" + b"\xff" * 60])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(data or b"\0")
    with pytest.raises(ModelError) as caught:
        E5File(path)
    assert caught.value.code == "model-damaged"
