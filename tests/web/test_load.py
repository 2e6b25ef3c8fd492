"""A short form of scripts/bench_load.py: many pupils at once, no error, turns kept. No clock is asserted."""

from __future__ import annotations

import importlib
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest
from browser_server import served
from web_fakes import FakeTutor, writing_source

from tutor.core.places import PACKAGE
from tutor.web.service.source import LibrarySource

QUESTIONS = (
    "What is photosynthesis?",
    "Usanisinuru ni nini?",
    "What is blood?",
    "Moyo ni nini?",
    "What is a gene?",
    "Why did the Maji Maji war break out?",
    "What is osmosis?",
    "Eleza upumuaji.",
    "Who was Kinjekitile?",
    "What are the laws of exponents?",
    "What is the capital of Mars?",
    "What is respiration?",
)
SCRIPTS = PACKAGE.parent / "scripts"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    # At the end: `scripts/test.py` must not stand before the standard library's package `test`.
    if str(SCRIPTS) not in sys.path:
        sys.path.append(str(SCRIPTS))
    return importlib.import_module("bench_load")


def port_of(address: str) -> int:
    return int(address.rsplit(":", 1)[1])


def test_pupils_over_real_books_meet_no_error(bench: ModuleType, library_source: LibrarySource, tmp_path: Path) -> None:
    with served(library_source, tmp_path) as server:
        plans = bench.plans_from(QUESTIONS, pupils=12, each=3)
        done = bench.run_load("127.0.0.1", port_of(server.address), plans, pause=0.05)
        assert server.site.service.state().failed == 0
    assert [question.error for question in done if question.error] == []
    assert len(done) == 36 and all(question.evidence is not None for question in done)
    assert bench.figures(bench.Load(done))["errors"] == 0


def test_nobody_is_served_twice_while_another_waits(bench: ModuleType, tmp_path: Path) -> None:
    tutor = FakeTutor()
    tutor.hold = threading.Event()
    with served(writing_source(tutor), tmp_path) as server:
        pupils = 8
        threads = []
        for number in range(pupils):
            for tab in range(3):  # three tabs each, all opened before anything is written
                pupil = bench.Pupil(number, "127.0.0.1", port_of(server.address))
                pupil._cookie = f"tutor_device=device-of-pupil-{number}"
                thread = threading.Thread(target=pupil.ask, args=(tab, f"question {number} {tab}"))
                thread.start()
                threads.append(thread)
        service = server.site.service
        while (state := service.state()).waiting + state.writing < pupils * 3:
            threading.Event().wait(0.02)
        tutor.hold.set()
        for thread in threads:
            thread.join(60)
    order = [text.split()[1] for text in tutor.written]
    assert len(order) == pupils * 3
    # The first to be written was alone when it began; from then on everybody has one turn in each round.
    for begin in range(1, len(order) - pupils + 1):
        assert len(set(order[begin : begin + pupils])) >= pupils - 1
