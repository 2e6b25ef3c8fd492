"""What the model runtime does by itself: nothing. Some of its versions tell their maker about every model opened."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tutor.core.places import PACKAGE

# The report goes out about ten seconds after a model was opened.
OPENING = """
import sys, time
from pathlib import Path
from tutor.models.sessions import open_session
session = open_session(Path(sys.argv[1]), 1)
time.sleep(13)
"""


@pytest.mark.slow
def test_opening_a_model_looks_up_no_name(small_embedder_folder: Path, tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    log = tmp_path / "calls.log"
    # Under CI the runtime is quiet of itself, so the child must not know of it.
    told = {"CI", "ORT_DISABLE_TELEMETRY", "GITHUB_ACTIONS"}
    environ = {name: value for name, value in os.environ.items() if name not in told}
    subprocess.run(
        [strace, "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", log, sys.executable, "-c", OPENING,
         small_embedder_folder / "model.onnx"],
        env={**environ, "PYTHONPATH": str(PACKAGE.parent)}, check=True, capture_output=True,
    )  # fmt: skip
    assert "AF_INET" not in log.read_text(errors="replace")
