"""The reranker on a tiny graph whose logit can be told by hand: the share of the pair that is one certain word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tutor.core.errors import ModelError
from tutor.models.reranker import MAX_TOKENS, Reranker

PIECES = ["<s>", "<pad>", "</s>", "<unk>", "maji", "jua", "mto"]
MAJI = PIECES.index("maji")


def save_tokenizer(folder: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel({piece: row for row, piece in enumerate(PIECES)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))


def save_counter(folder: Path, *inputs: str) -> None:
    """A model that counts how often `maji` stands in the pair, and adds a hundredth for every token."""
    values = [("maji", np.array(MAJI)), ("last", np.array([1])), ("hundredth", np.array(0.01, dtype=np.float32))]
    nodes = [
        helper.make_node("Equal", ["input_ids", "maji"], ["same"]),
        helper.make_node("Cast", ["same"], ["ones"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["attention_mask"], ["there"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["there", "hundredth"], ["parts"]),
        helper.make_node("Add", ["ones", "parts"], ["all"]),
        helper.make_node("ReduceSum", ["all", "last"], ["logits"], keepdims=1),
    ]
    graph = helper.make_graph(
        nodes,
        "counter",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in inputs],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
        [numpy_helper.from_array(value, name) for name, value in values],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, folder / "model.onnx")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_tokenizer(tmp_path)
    save_counter(tmp_path, "input_ids", "attention_mask")
    return tmp_path


def opened(folder: Path, **run: Any) -> Reranker:
    return Reranker(folder, run, threads=2)


def test_a_logit_for_each_passage_in_the_order_given(folder: Path) -> None:
    found = opened(folder).logits("jua", ["mto", "maji maji mto jua", "maji"])
    assert found == pytest.approx([0.06, 2.09, 1.06])
    assert found.dtype == np.float32


def test_a_logit_does_not_depend_on_what_stands_beside_it(folder: Path) -> None:
    reranker = opened(folder)
    texts = ["mto", "maji " * 90, "jua jua"]
    alone = [float(reranker.logits("maji", [text])[0]) for text in texts]
    assert reranker.logits("maji", texts).tolist() == alone


def test_nothing_to_read(folder: Path) -> None:
    assert opened(folder).logits("maji", []).shape == (0,)


def test_a_pair_is_never_longer_than_192_tokens_whatever_the_catalogue_says(folder: Path) -> None:
    assert opened(folder, positions=5000).logits("jua", ["mto " * 900])[0] == pytest.approx(MAX_TOKENS / 100)
    assert opened(folder, positions=32).logits("jua", ["mto " * 900])[0] == pytest.approx(0.32)


def test_a_question_longer_than_the_pair_may_be_leaves_room_for_the_passage(folder: Path) -> None:
    found = opened(folder).logits("jua " * 400, ["maji mto", "mto mto"])
    assert found[0] - found[1] == pytest.approx(1.0)


def test_the_residual_is_the_catalogues_and_else_nothing(folder: Path) -> None:
    assert opened(folder).residual == 0.0
    assert opened(folder, residual=8).residual == 8.0


def test_a_folder_without_a_model_is_an_error_that_can_be_read(tmp_path: Path) -> None:
    save_tokenizer(tmp_path)
    with pytest.raises(ModelError) as caught:
        opened(tmp_path)
    assert caught.value.code == "model-unloadable"
