"""A version tries itself: a small book is taken in and asked about, in a home that is thrown away."""

from __future__ import annotations

import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tutor.answering.opening import open_tutor, open_vectors
from tutor.core.events import Answered, Declined
from tutor.core.settings import Settings
from tutor.core.types import Question
from tutor.curriculum.curriculum import Curriculum
from tutor.index.updates import IndexUpdate
from tutor.index.vectors import VectorCache
from tutor.library.importer import Importer
from tutor.library.store import LibraryStore

QUESTION = "What is photosynthesis?"
BOOK = """---
title: Plants
subject: biology
form: 2
language: en
type: textbook
---
<!-- page: 3 -->
# Plants

## Photosynthesis

Photosynthesis is the process by which green plants make their food from water and carbon dioxide, using sunlight.
It takes place in the leaves, which hold chlorophyll. Oxygen is given off.

## Roots

Roots hold the plant in the soil. They take up water and mineral salts.
"""


def trial_events(settings: Settings) -> list[str]:
    """The names of the closing events of a question: "Answered" or "Declined". Whatever is broken is raised."""
    with tempfile.TemporaryDirectory(prefix="tutor-trial-", ignore_cleanup_errors=True) as name:
        place = Path(name)
        own = replace(settings, places=replace(settings.places, home=place / "home"))
        (place / "plants.md").write_text(BOOK, encoding="utf-8")
        with closing(LibraryStore(own.places.library_db)) as store:

            def opened() -> tuple[VectorCache, str]:
                vectors, _, model = open_vectors(own, store)
                return vectors, model.name

            index = IndexUpdate(store, opened, own.places.index)
            Importer(store, Curriculum.load(), index).add(place / "plants.md")
        events = list(open_tutor(own, with_generator=False).ask(Question(QUESTION)))
    return [type(event).__name__ for event in events if isinstance(event, Answered | Declined)]
