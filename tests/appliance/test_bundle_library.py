"""The index that goes along with a stick was made with the model that goes along."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.appliance.build import Plan, require_index_of
from tutor.appliance.errors import ApplianceError
from tutor.appliance.signing import new_key
from tutor.index.generations import Manifest
from tutor.models.catalog import load_catalog
from tutor.models.installed import require_model


def test_an_index_of_another_profile_is_named_with_the_command_that_mends_it(
    tmp_path: Path, models_dir: Path, small_embedder_folder: Path
) -> None:
    embedder = load_catalog().profile("small")["embedder"]
    plan = Plan(tmp_path / "stick", "small", (), new_key(), models_dir, tmp_path)
    right = require_model(models_dir, embedder, "small").hash
    require_index_of(Manifest("an-id", 1, embedder.name, right, 384, {}, {}), plan)
    with pytest.raises(ApplianceError) as caught:
        require_index_of(Manifest("an-id", 1, "another-model", "00" * 32, 768, {}, {}), plan)
    assert caught.value.code == "index-of-another"
    for language in ("en", "sw"):
        assert "another-model" in caught.value.what(language) and embedder.name in caught.value.what(language)
        assert "rebuild --profile small" in caught.value.hint(language)
