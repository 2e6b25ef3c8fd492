"""EmbeddingGemma as we build it: the graph against torch on a tiny model, the real weights against torch's vectors."""

from __future__ import annotations

import importlib.util
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tutor.core.errors import ModelError
from tutor.models.catalog import load_catalog
from tutor.models.embedder import Embedder
from tutor.models.gemma_graph import MEMBERS, ROOT, GemmaWeights, build_gemma, save_graph, unpack
from tutor.models.progress import no_progress
from tutor.models.sessions import open_session

REFERENCE = Path(__file__).parent / "data" / "gemma_reference.json"


def write_dense(folder: Path, shape: tuple[int, int], seed: int) -> None:
    from safetensors.numpy import save_file

    folder.mkdir()
    weight = np.random.default_rng(seed).normal(0, 0.2, shape).astype(np.float32)
    save_file({"linear.weight": weight}, str(folder / "model.safetensors"))


@pytest.mark.torch
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("quantise, floor", [(False, 0.9999), (True, 0.97)])
def test_the_graph_agrees_with_torch(tmp_path: Path, quantise: bool, floor: float) -> None:
    """A tiny random model of the same architecture: rotary bases, both kinds of layer, norms, pooling, dense layers."""
    for name in ("torch", "transformers"):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed: pip install '.[export]'")
    import torch
    from safetensors.numpy import load_file
    from transformers import Gemma3TextConfig, Gemma3TextModel

    torch.manual_seed(3)
    config = Gemma3TextConfig(
        vocab_size=120, hidden_size=48, intermediate_size=80, num_hidden_layers=6, num_attention_heads=3,
        num_key_value_heads=1, head_dim=16, query_pre_attn_scalar=16, sliding_window=512, rope_theta=1_000_000.0,
        rope_local_base_freq=10_000.0, use_bidirectional_attention=True, pad_token_id=0, initializer_range=0.2,
        attn_implementation="eager",
    )  # fmt: skip
    model = Gemma3TextModel(config).eval()
    with torch.no_grad():  # norms start as ones; random ones show that each is used where it should be
        for name, parameter in model.named_parameters():
            if "norm" in name:
                parameter.copy_(torch.randn_like(parameter) * 0.3)
    model.save_pretrained(tmp_path)
    settings = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    settings |= {"rope_theta": 1e6, "rope_local_base_freq": 1e4, "_sliding_window_pattern": 6}
    (tmp_path / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    write_dense(tmp_path / "2_Dense", (96, 48), 1)
    write_dense(tmp_path / "3_Dense", (48, 96), 2)
    save_graph(GemmaWeights(tmp_path), tmp_path / "model.onnx", quantise=quantise, progress=no_progress)
    session = open_session(tmp_path / "model.onnx", 1)
    second, third = (load_file(str(tmp_path / f"{n}_Dense" / "model.safetensors"))["linear.weight"] for n in (2, 3))
    for row in [list(range(2, 30)), [5, 9, 5], list(range(100, 2, -1))]:
        vector = session.run(None, {"input_ids": np.array([row])})[0][0]
        with torch.no_grad():
            hidden = model(torch.tensor([row])).last_hidden_state[0].numpy()
        expected = third @ (second @ hidden.mean(axis=0))
        cosine = float(vector @ expected / np.linalg.norm(vector) / np.linalg.norm(expected))
        assert cosine > floor


@pytest.mark.slow
def test_the_installed_int8_model_is_close_to_torch(starter_models: Path) -> None:
    model = load_catalog().model("embeddinggemma-300m")
    run = dict(model.run)
    embedder = Embedder(starter_models / model.name, run)
    cosines = []
    for row in json.loads(REFERENCE.read_text(encoding="utf-8"))["rows"]:
        query = row["prompt"].startswith(run["query_prefix"])
        if query:
            vector = embedder.embed_queries([row["prompt"].removeprefix(run["query_prefix"])])[0]
        else:
            title, text = row["prompt"].removeprefix("title: ").split(" | text: ")
            vector = embedder.embed_passages([text], ["" if title == "none" else title])[0]
        expected = np.array(row["vector"], dtype=np.float32)
        cosines.append(float(vector @ expected / np.linalg.norm(expected)))
    assert np.mean(cosines) >= 0.98  # measured 0.995
    assert min(cosines) >= 0.97


def test_an_archive_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.zip"
    path.write_bytes(b"no archive")
    with pytest.raises(ModelError) as caught:
        build_gemma({"weights.zip": path}, tmp_path, no_progress)
    assert caught.value.code == "model-damaged"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(ROOT + MEMBERS[0], "{}")
    with pytest.raises(ModelError):
        unpack(path, tmp_path / "out", no_progress)
