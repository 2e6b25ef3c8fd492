"""The tutor that answers now: opened when it can be, renewed when the books change, with the reason when it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from web_fakes import Clock

from tutor.answering.opening import open_vectors
from tutor.core.errors import TutorError
from tutor.core.events import Answered, Declined
from tutor.core.settings import Settings, load_settings
from tutor.core.types import Question
from tutor.curriculum.curriculum import Curriculum
from tutor.index.builder import build_index
from tutor.library.importer import Importer, PreparedBook
from tutor.library.store import LibraryStore
from tutor.models.progress import no_progress
from tutor.web.service.source import LOOK_AGAIN_SECONDS, LibrarySource

BOOK = """---
title: {title}
subject: biology
form: 1
language: en
type: textbook
---
# {title}

## {title}

{text}
"""
BAOBAB = "A baobab is a large tree with a thick trunk that stores water. Its fruit is rich in vitamin C."
MANGROVE = "A mangrove is a tree that grows in salty water at the coast. Its roots stand above the mud."


@pytest.fixture
def settings(home: Path, models_dir: Path, small_embedder_folder: Path) -> Settings:
    return load_settings(home, profile="small", models_dir=str(models_dir), generator="off")


def add(settings: Settings, title: str, text: str) -> None:
    file = settings.places.home / "books" / f"{title}.md"
    file.parent.mkdir(exist_ok=True)
    file.write_text(BOOK.format(title=title, text=text), encoding="utf-8")
    with LibraryStore(settings.places.library_db) as store:
        vectors, _, model = open_vectors(settings, store)

        def prepare(books: list[PreparedBook]) -> None:
            vectors.prepare([pair for b in books for pair in zip(b.passages, b.sentences, strict=True)], no_progress)

        Importer(store, Curriculum.load()).add(file.parent, prepare)
        build_index(store, vectors, settings.places.index, model.name, no_progress)


def is_answered(source: LibrarySource, question: str) -> bool:
    events = list(source.current().tutor.ask(Question(question)))
    assert any(isinstance(event, Answered | Declined) for event in events)
    return any(isinstance(event, Answered) for event in events)


def test_new_books_answer_without_a_restart_and_old_answers_are_void(settings: Settings) -> None:
    clock = Clock()
    source = LibrarySource(settings, clock=clock)
    with pytest.raises(TutorError) as caught:
        source.current()
    assert caught.value.code == "library-empty"
    add(settings, "The Baobab", BAOBAB)
    clock.now += LOOK_AGAIN_SECONDS
    assert is_answered(source, "What is a baobab?") and not is_answered(source, "What is a mangrove?")
    before = source.current()
    add(settings, "The Mangrove", MANGROVE)
    assert source.current() is before  # it does not look at every question
    clock.now += LOOK_AGAIN_SECONDS
    after = source.current()
    assert is_answered(source, "What is a mangrove?")
    assert after.stamp != before.stamp
    assert before.parts is not None and after.parts is not None and before.parts.embedder is after.parts.embedder


def test_without_a_model_it_says_which(home: Path, tmp_path: Path) -> None:
    settings = load_settings(home, profile="small", models_dir=str(tmp_path / "none"), generator="off")
    with pytest.raises(TutorError) as caught:
        LibrarySource(settings).current()
    assert caught.value.code in {"library-empty", "model-missing"}
