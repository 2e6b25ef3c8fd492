"""Opens everything a tutor needs from the settings: models, library, index, curriculum, glossary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tutor.answering.deciding.decision import load_calibration
from tutor.answering.evidence.selection import EvidenceSelector
from tutor.answering.question.understanding import understand
from tutor.answering.tutor import Parts, Tutor
from tutor.core.errors import LibraryError, ModelError
from tutor.core.settings import Settings
from tutor.core.types import Question
from tutor.curriculum.curriculum import Curriculum
from tutor.index.builder import build_index
from tutor.index.generations import Manifest, current_generation
from tutor.index.updates import switch_to_pending
from tutor.index.vectors import VectorCache
from tutor.language.glossary import Glossary
from tutor.library.importer import library_lock
from tutor.library.store import LibraryStore
from tutor.models.catalog import Model, load_catalog
from tutor.models.embedder import Embedder
from tutor.models.generator import Generator
from tutor.models.installed import require_model
from tutor.models.progress import Progress, no_progress
from tutor.models.reranker import Reranker
from tutor.retrieval.choices import RetrieverSettings
from tutor.retrieval.retriever import Retriever

Notice = Callable[[str, str], None]
"""Told something a person should know, in English and in Swahili."""


def say_nothing(english: str, swahili: str) -> None:
    """Tells nobody."""


def open_embedder(settings: Settings, many: bool = False) -> tuple[Embedder, Model, str]:
    """The profile's embedder, its catalogue entry and its hash; `many`: for importing, not for questions.

    Raises ModelError when it is not installed.
    """
    profile = settings.text("profile")
    model = load_catalog().profile(profile)["embedder"]
    installed = require_model(settings.places.models, model, profile)
    embedder = Embedder(installed.folder, dict(model.run), settings.whole("threads"), many=many)
    return embedder, model, installed.hash


def open_vectors(settings: Settings, store: LibraryStore, many: bool = False) -> tuple[VectorCache, Embedder, Model]:
    """The library's vectors for the profile's embedder. Raises ModelError when it is not installed."""
    embedder, model, model_hash = open_embedder(settings, many)
    return VectorCache(store, embedder, model_hash), embedder, model


def open_generator(settings: Settings, notice: Notice = say_nothing) -> Generator | None:
    """The profile's generator, or None, with a notice, where answers can only be quoted."""
    profile = settings.text("profile")
    model = load_catalog().profile(profile).get("generator")
    if settings.text("generator") == "off" or model is None:
        return None
    try:
        installed = require_model(settings.places.models, model, profile)
        return Generator(
            installed.file("model.gguf"),
            dict(model.run),
            threads=settings.whole("threads"),
            context_tokens=settings.whole("context_tokens"),
            answer_tokens=settings.whole("answer_tokens"),
            seed=settings.whole("seed"),
        )
    except ModelError as error:
        notice(
            f"Answers are quoted, not rewritten. {error.what('en')}",
            f"Majibu yananukuliwa, hayaandikwi upya. {error.what('sw')}",
        )
        return None


def open_reranker(settings: Settings, notice: Notice = say_nothing) -> Reranker | None:
    """The profile's cross-encoder; None where the profile has none and, with a notice, where it is not installed."""
    profile = settings.text("profile")
    model = load_catalog().profile(profile).get("reranker")
    if model is None:
        return None
    try:
        installed = require_model(settings.places.models, model, profile)
        return Reranker(installed.folder, dict(model.run), settings.whole("threads"))
    except ModelError as error:
        notice(
            f"Passages are ordered without the second reading. {error.what('en')}",
            f"Vifungu vinapangwa bila kusomwa mara ya pili. {error.what('sw')}",
        )
        return None


def live_generation(
    settings: Settings,
    store: LibraryStore,
    vectors: VectorCache,
    model: Model,
    notice: Notice = say_nothing,
    progress: Progress = no_progress,
) -> Path:
    """The folder of an index that is whole and matches the library; built anew, and said so, when it is not.

    Raises IndexStateError or LibraryError `library-busy` when it cannot be built now.
    """
    index = settings.places.index
    generation, broken = current_generation(index)
    for damage in broken:
        notice(f"A damaged index was set aside: {damage}.", f"Faharasa iliyoharibika imewekwa kando: {damage}.")
    if generation is not None and _matches(generation, store, vectors):
        return generation
    usable = generation is not None and Manifest.read(generation).embedder_hash == vectors.model_hash
    try:
        with library_lock(store.file):
            pending = switch_to_pending(store, index)
            if pending is not None and _matches(pending, store, vectors):
                return pending
            if generation is not None:
                notice("The index is not up to date and is built anew.", "Faharasa si ya sasa, inajengwa upya.")
            else:
                notice("The index is being built.", "Faharasa inajengwa.")
            return build_index(store, vectors, index, model.name, progress)
    except LibraryError as error:
        if error.code != "library-busy" or generation is None or not usable:
            raise
        # An import is running: what was last whole still answers.
        notice("Books are being added; the books from before answer.", "Vitabu vinaongezwa; vya awali vinajibu.")
        return generation


def _matches(generation: Path, store: LibraryStore, vectors: VectorCache) -> bool:
    manifest = Manifest.read(generation)
    same_library = (manifest.library_id, manifest.revision) == store.identity()
    return same_library and manifest.embedder_hash == vectors.model_hash


def open_tutor(
    settings: Settings, notice: Notice = say_nothing, progress: Progress = no_progress, with_generator: bool = True
) -> Tutor:
    """A tutor ready to answer.

    Raises ModelError, LibraryError (`library-empty` when there is no book) or IndexStateError.
    """
    store = LibraryStore(settings.places.library_db)
    if store.passage_count() == 0:
        raise LibraryError("library-empty")
    retriever, vectors, embedder, model = open_retriever(settings, store, notice, progress)
    parts = Parts(
        store=store,
        embedder=embedder,
        retriever=retriever,
        selector=EvidenceSelector(store, vectors),
        curriculum=Curriculum.load(),
        glossary=retriever.glossary,
        calibration=load_calibration(model.name),
        generator=open_generator(settings, notice) if with_generator else None,
    )
    # What is learnt at first use is learnt here, so that no pupil waits for it.
    understand(Question("What is water? Maji ni nini?"), parts.curriculum, parts.glossary)
    return Tutor(parts)


def open_retriever(
    settings: Settings, store: LibraryStore, notice: Notice = say_nothing, progress: Progress = no_progress
) -> tuple[Retriever, VectorCache, Embedder, Model]:
    """The retriever over the live index, with the profile's cross-encoder, and what it is made of."""
    vectors, embedder, model = open_vectors(settings, store)
    generation = live_generation(settings, store, vectors, model, notice, progress)
    retriever_settings = RetrieverSettings(
        alpha=settings.number("fusion_alpha"), fusion=settings.text("fusion"), pool_depth=settings.whole("pool_depth")
    )
    reranker = open_reranker(settings, notice)
    retriever = Retriever(store, generation, embedder, Glossary.load(), retriever_settings, reranker)
    return retriever, vectors, embedder, model
