"""The embedder: unit vectors, the same alone or with others, pooled as the catalogue says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tutor.core.errors import ModelError
from tutor.models.catalog import load_catalog
from tutor.models.embedder import Embedder, pool, unit_rows

TEXTS = ["Maji", "Usanisinuru ni mchakato wa mimea kutengeneza chakula.", "Plants make food. " * 40, "", "x"]


@pytest.fixture(scope="module")
def embedder(small_embedder_folder: Path) -> Embedder:
    return Embedder(small_embedder_folder, dict(load_catalog().model("multilingual-e5-small").run), threads=1)


def test_unit_vectors_in_the_order_of_the_texts(embedder: Embedder) -> None:
    together = embedder.embed_passages(TEXTS, ["T"] * len(TEXTS))
    assert together.shape == (5, 384) and together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(np.ones(5), abs=1e-5)


def test_a_vector_does_not_change_with_what_stands_beside_it(embedder: Embedder) -> None:
    """Or the answer would change with the order in which books were imported."""
    together = embedder.embed_passages(TEXTS * 3)
    alone = np.vstack([embedder.embed_passages([text]) for text in TEXTS])
    for part in range(3):
        assert (together[part * len(TEXTS) : (part + 1) * len(TEXTS)] == alone).all()


def test_the_same_text_gives_the_same_vector(embedder: Embedder) -> None:
    first = embedder.embed_queries(["Kwa nini mvua hunyesha?"])
    for _ in range(5):
        assert (embedder.embed_queries(["Kwa nini mvua hunyesha?"]) == first).all()


def test_meaning_crosses_the_languages(embedder: Embedder) -> None:
    query = embedder.embed_queries(["Moyo hufanya kazi gani?"])[0]
    near, far = embedder.embed_passages(
        ["The heart pumps blood around the body.", "The Berlin Conference divided Africa among European powers."]
    )
    assert query @ near > query @ far


def test_long_texts_are_cut_to_the_limit(embedder: Embedder) -> None:
    assert embedder.count_tokens("maji " * 5000) == 256


def test_nothing_gives_no_rows(embedder: Embedder) -> None:
    assert embedder.embed_queries([]).shape == (0, 384)


def test_pooling() -> None:
    hidden = np.array([[[1.0, 0.0], [3.0, 2.0], [9.0, 9.0]]], dtype=np.float32)
    mask = np.array([[1, 1, 0]])
    assert pool(hidden, mask, "mean").tolist() == [[2.0, 1.0]]
    assert pool(hidden, mask, "cls").tolist() == [[1.0, 0.0]]
    assert pool(hidden[:, 0], mask, "graph").tolist() == [[1.0, 0.0]]
    assert unit_rows(np.zeros((1, 2), np.float32)).tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize("change", [{"pooling": "sum"}])
def test_an_unknown_pooling_is_refused(small_embedder_folder: Path, change: dict[str, str]) -> None:
    run = {**load_catalog().model("multilingual-e5-small").run, **change}
    with pytest.raises(ModelError, match="sum"):
        Embedder(small_embedder_folder, run)


def test_missing_and_damaged_files_are_said(tmp_path: Path, small_embedder_folder: Path) -> None:
    run = dict(load_catalog().model("multilingual-e5-small").run)
    with pytest.raises(ModelError) as caught:
        Embedder(tmp_path, run)
    assert caught.value.code == "model-unloadable"
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(ModelError):
        Embedder(tmp_path, run)


def test_a_path_with_a_space_and_an_accent(tmp_path: Path, small_embedder_folder: Path) -> None:
    folder = tmp_path / "José Mwl" / "tutor models"
    folder.mkdir(parents=True)
    for name in ("model.onnx", "tokenizer.json"):
        (folder / name).write_bytes((small_embedder_folder / name).read_bytes())
    run = dict(load_catalog().model("multilingual-e5-small").run)
    assert Embedder(folder, run).embed_queries(["maji"]).shape == (1, 384)


def test_importing_gives_the_same_vectors_as_asking(small_embedder_folder: Path, embedder: Embedder) -> None:
    run = dict(load_catalog().model("multilingual-e5-small").run)
    many = Embedder(small_embedder_folder, run, threads=2, many=True)
    assert (many.embed_passages(TEXTS * 3) == embedder.embed_passages(TEXTS * 3)).all()
