"""The path of weights published for torch: export, int8, and our own classes on the result.

Tiny randomly initialised models of the right architecture stand in for the published ones, so this says that
the path works, not how good any model is.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tutor.core.places import PACKAGE
from tutor.models.build import build_model
from tutor.models.catalog import load_catalog
from tutor.models.embedder import Embedder
from tutor.models.progress import no_progress
from tutor.models.reranker import Reranker

pytestmark = [
    pytest.mark.torch,
    pytest.mark.slow,
    # The export libraries warn about each other's versions; nothing of ours is in these warnings.
    pytest.mark.filterwarnings("ignore"),
]
TEXTS = ["maji ni uhai", "photosynthesis makes food", "vita vya maji maji vilianza mwaka 1905"]
WIDTH = 32


@pytest.fixture(scope="module", autouse=True)
def needs_torch() -> None:
    for name in ("torch", "transformers", "optimum"):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed: pip install '.[export]'")


@pytest.fixture(scope="module")
def export_models() -> ModuleType:
    path = PACKAGE.parent / "scripts" / "export_models.py"
    spec = importlib.util.spec_from_file_location("export_models", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Any]]:
    """Saves a tiny random XLM-R of the asked kind with a unigram tokenizer. Returns (folder, torch model)."""

    def save(kind: str) -> tuple[Path, Any]:
        import torch
        from tokenizers import Tokenizer, models, pre_tokenizers, processors
        from transformers import (
            PreTrainedTokenizerFast,
            XLMRobertaConfig,
            XLMRobertaForSequenceClassification,
            XLMRobertaModel,
        )

        folder = tmp_path_factory.mktemp(kind)
        pieces = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), ("▁", -1.0)]
        pieces += [(letter, -3.0) for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
        tokenizer = Tokenizer(models.Unigram(pieces, unk_id=3))
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        tokenizer.post_processor = processors.TemplateProcessing(
            single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
        )
        PreTrainedTokenizerFast(
            tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>",
            cls_token="<s>", sep_token="</s>", model_max_length=128,
        ).save_pretrained(folder)  # fmt: skip
        torch.manual_seed(0)
        config = XLMRobertaConfig(
            vocab_size=len(pieces), hidden_size=WIDTH, num_hidden_layers=2, num_attention_heads=2,
            intermediate_size=64, max_position_embeddings=130, type_vocab_size=1, pad_token_id=1, bos_token_id=0,
            eos_token_id=2, num_labels=1, initializer_range=0.4,
        )  # fmt: skip
        model = (XLMRobertaModel if kind == "encoder" else XLMRobertaForSequenceClassification)(config).eval()
        model.save_pretrained(folder)
        return folder, model

    return save


def test_an_encoder_like_bge_m3(tiny: Callable[[str], tuple[Path, Any]], tmp_path: Path) -> None:
    import torch
    from tokenizers import Tokenizer

    source, model = tiny("encoder")
    named = {f"bge-m3-{name}": source / name for name in ("config.json", "model.safetensors", "tokenizer.json")}
    build_model("hub-encoder-int8", named, tmp_path, no_progress)
    run = {**load_catalog().model("bge-m3").run, "dimension": WIDTH, "positions": 128}
    assert run["pooling"] == "cls" and run["query_prefix"] == ""
    ours = Embedder(tmp_path, run).embed_queries(TEXTS)
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    for text, vector in zip(TEXTS, ours, strict=True):
        with torch.no_grad():
            expected = model(torch.tensor([tokenizer.encode(text).ids])).last_hidden_state[0, 0].numpy()
        assert float(vector @ expected / np.linalg.norm(expected)) > 0.97


def test_a_cross_encoder(tiny: Callable[[str], tuple[Path, Any]], export_models: ModuleType, tmp_path: Path) -> None:
    import torch
    from tokenizers import Tokenizer

    source, model = tiny("cross-encoder")
    export_models.export_int8("cross-encoder", source, tmp_path)
    reranker = Reranker(tmp_path, {"positions": 128})
    logits = reranker.logits("maji ni nini", TEXTS)
    assert logits.shape == (3,) and logits.dtype == np.float32
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    with torch.no_grad():
        expected = [
            float(model(torch.tensor([tokenizer.encode("maji ni nini", text).ids])).logits[0, 0]) for text in TEXTS
        ]
    assert np.abs(logits - np.array(expected)).max() < 0.3 * max(1.0, np.abs(expected).max())
    assert reranker.logits("maji", []).shape == (0,)


def test_a_folder_that_is_no_model_is_named(export_models: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"config\.json"):
        export_models.export_int8("encoder", tmp_path, tmp_path / "out")
