"""What has been reached is held: the gate's sample with the starter models, against the shipped floors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tutor.core.places import default_cache
from tutor.core.settings import load_settings
from tutor.evaluation.gate import measured_parts, verdict
from tutor.evaluation.gate_floors import Floors

LASTING_CACHE = default_cache()
"""Read before any test has a cache of its own: the sample library's vectors are made once, not at every run."""


@pytest.mark.slow
@pytest.mark.timeout(3600)  # the first run embeds the sample library; later ones take a minute or two
def test_no_figure_slips_below_its_floor(starter_models: Path, home: Path) -> None:
    settings = load_settings(home, profile="starter", models_dir=str(starter_models), generator="off")
    settings = replace(settings, places=replace(settings.places, cache=LASTING_CACHE))
    # The floors say what each figure was when they were written: tutor/evaluation/floors.toml, `reached`.
    found = verdict(Floors.read(), measured_parts(settings))
    slipped = [f"{check.floor.key}: {check.value}, {check.floor.bound} {check.floor.limit}" for check in found.slipped]
    assert not slipped, "\n".join([*slipped, *found.notices])
