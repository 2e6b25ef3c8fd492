"""Tutors over the whole sample library, imported once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tutor.answering.opening import open_tutor, open_vectors
from tutor.answering.tutor import Tutor
from tutor.core.events import Answered, Declined, Event, SentenceReady, Traced
from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.settings import Settings, load_settings
from tutor.core.types import Answer, Decline, Question, Scope
from tutor.curriculum.curriculum import Curriculum
from tutor.index.builder import build_index
from tutor.library.importer import Importer, PreparedBook
from tutor.library.store import LibraryStore
from tutor.models.progress import no_progress


@dataclass
class Outcome:
    """What came of a question."""

    events: list[Event] = field(default_factory=list)
    answer: Answer | None = None
    decline: Decline | None = None
    trace: Traced | None = None

    @property
    def quotes(self) -> str:
        return " ".join(citation.quote for citation in self.answer.citations) if self.answer else ""


Ask = Callable[..., Outcome]


def asker(tutor: Tutor) -> Ask:
    """A function that asks and collects."""

    def ask(text: str, subject: str | None = None, form: int | None = None, **question: Any) -> Outcome:
        scope = Scope(subjects=(subject,) if subject else (), forms=(form,) if form else ())
        outcome = Outcome(list(tutor.ask(Question(text, scope, **question))))
        for event in outcome.events:
            if isinstance(event, Answered):
                outcome.answer = event.answer
            elif isinstance(event, Declined):
                outcome.decline = event.decline
            elif isinstance(event, Traced):
                outcome.trace = event
        return outcome

    return ask


KeepVectors = Callable[[LibraryStore, str], AbstractContextManager[None]]


def import_sample(settings: Settings, lasting_vectors: KeepVectors) -> None:
    """The sample library, imported and indexed in the settings' home."""
    with LibraryStore(settings.places.library_db) as store:
        vectors, _, model = open_vectors(settings, store)

        def prepare(books: list[PreparedBook]) -> None:
            vectors.prepare([pair for b in books for pair in zip(b.passages, b.sentences, strict=True)], no_progress)

        with lasting_vectors(store, vectors.model_hash):
            Importer(store, Curriculum.load()).add(SAMPLE_LIBRARY, prepare)
            build_index(store, vectors, settings.places.index, model.name, no_progress)


@pytest.fixture(scope="session")
def sample_settings(
    tmp_path_factory: pytest.TempPathFactory,
    models_dir: Path,
    small_embedder_folder: Path,
    lasting_vectors: KeepVectors,
) -> Settings:
    """Settings of the small profile, answers quoted, with the sample library imported."""
    home = tmp_path_factory.mktemp("sample home")
    settings = load_settings(home, profile="small", models_dir=str(models_dir), generator="off")
    import_sample(settings, lasting_vectors)
    return settings


@pytest.fixture(scope="session")
def sample_ask(sample_settings: Settings) -> Ask:
    """Asks a tutor of the small profile."""
    return asker(open_tutor(sample_settings))


@pytest.fixture(scope="session")
def starter_tutor(
    tmp_path_factory: pytest.TempPathFactory, starter_models: Path, lasting_vectors: KeepVectors
) -> Tutor:
    """A tutor of the starter profile, with its generator where that can run."""
    home = tmp_path_factory.mktemp("starter home")
    settings = load_settings(home, profile="starter", models_dir=str(starter_models))
    import_sample(settings, lasting_vectors)
    return open_tutor(settings)


@pytest.fixture(scope="session")
def starter_ask(starter_tutor: Tutor) -> Ask:
    """Asks the tutor of the starter profile."""
    return asker(starter_tutor)


def sentences_of(outcome: Outcome) -> list[str]:
    """The sentences as they were streamed."""
    return [event.sentence.text for event in outcome.events if isinstance(event, SentenceReady)]
