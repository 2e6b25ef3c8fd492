"""Libraries that evaluation builds for itself, kept in the cache by content: the books of TUTOR_HOME never matter.

Vectors are kept by text and model inside, so that when code changes only what is cheap is made again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tutor.answering.opening import open_vectors
from tutor.core.files import write_json_atomically
from tutor.core.places import SAMPLE_LIBRARY
from tutor.core.settings import Settings
from tutor.core.types import LANGUAGES, Metadata, Passage, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.evaluation.errors import EvaluationError
from tutor.evaluation.identity import code_sha256, files_sha256
from tutor.index.analysis import Terms
from tutor.index.builder import build_index
from tutor.index.lexical import write_lexical
from tutor.language.sentences import sentence_spans
from tutor.language.tokens import words
from tutor.library.importer import Importer, library_lock
from tutor.library.store import Document, LibraryStore
from tutor.models.catalog import load_catalog
from tutor.models.installed import require_model
from tutor.models.progress import Progress, no_progress

BUILT = "built.json"
KEPT_SECONDS = 7 * 24 * 3600
MIXED = "mixed-lexical"
ROOMS = ("core", "language", "curriculum", "library", "index", "evaluation")
"""The rooms whose code decides what is in a library and its index."""

Fill = Callable[[LibraryStore], None]


@dataclass(frozen=True)
class Shelf:
    """A folder of books, and the curriculum by which its forms and kinds of document are read."""

    books: Path
    curriculum: str = "tanzania"


def sample_home(settings: Settings, progress: Progress = no_progress, books: Path = SAMPLE_LIBRARY) -> Settings:
    """The settings with a home that holds the sample library, indexed for the profile's embedder.

    Raises ModelError when that is not installed, LibraryError `library-busy` while another run builds it.
    """
    return shelves_home(settings, "sample", [Shelf(books)], progress)


def shelves_home(settings: Settings, name: str, shelves: Sequence[Shelf], progress: Progress = no_progress) -> Settings:
    """The settings with a home that holds the books of all shelves. Raises what `sample_home` raises."""
    hashes = [
        f"{shelf.curriculum} {files_sha256(shelf.books, (file for file in shelf.books.rglob('*') if file.is_file()))}"
        for shelf in shelves
    ]
    content = hashlib.sha256("\n".join(hashes).encode("utf-8")).hexdigest()
    return _home(settings, name, content, lambda store: fill_shelves(store, shelves), progress)


def fill_shelves(store: LibraryStore, shelves: Sequence[Shelf]) -> None:
    """Import the shelves, each by its own curriculum. Raises LibraryError."""
    for shelf in shelves:
        Importer(store, Curriculum.load(shelf.curriculum)).add(shelf.books, lambda prepared: None)


def passages_home(
    settings: Settings,
    rows: Sequence[Mapping[str, Any]],
    content: str,
    progress: Progress,
    *,
    sentences: bool = False,
) -> Settings:
    """The settings with a home that holds the rows of a passages file, one document a language.

    Without `sentences` the passages have none: a tenth of the embedding is left, and ranking needs no more.

    Rows have `id`, `text`, `language` and `title`, which may be null; `content` is the file's hash. Raises as
    `sample_home` does, and EvaluationError `rows-unreadable` for a language other than en and sw.
    """
    by_language: dict[str, list[Passage]] = defaultdict(list)
    for number, row in enumerate(rows, start=1):
        language = str(row["language"])
        if language not in LANGUAGES:
            raise EvaluationError("rows-unreadable", file="passages.jsonl", line=number, why=f"language {language!r}")
        heading = (str(row["title"]),) if row.get("title") else ()
        known = Metadata(language=language)
        ordinal = len(by_language[language])
        by_language[language].append(
            Passage(str(row["id"]), language, "", "passages.jsonl", ordinal, heading, str(row["text"]), known)
        )

    def fill(store: LibraryStore) -> None:
        with store.changing():
            for language, passages in sorted(by_language.items()):
                known = Metadata(language=language)
                document = Document(language, "passages.jsonl", "", known, content, 0, 0, "", len(passages))
                own = [_sentences(passage.text) if sentences else () for passage in passages]
                store.put_document(document, passages, own)

    return _home(settings, "sentences" if sentences else "passages", content, fill, progress)


def _sentences(text: str) -> tuple[Sentence, ...]:
    return tuple(Sentence(text[start:end], start, end, None) for start, end in sentence_spans(text))


def mixed_lexical(settings: Settings) -> Path:
    """The folder of the lexical index over both languages together, which published pipelines search."""
    return settings.places.home / MIXED


def _home(settings: Settings, name: str, content: str, fill: Fill, progress: Progress) -> Settings:
    profile = settings.text("profile")
    embedder = load_catalog().profile(profile)["embedder"]
    embedder_hash = require_model(settings.places.models, embedder, profile).hash
    code = code_sha256(ROOMS)
    # Another state of the code has a home of its own: a run of it may be going on.
    folder = settings.places.cache / "evaluation" / f"{name}-{content[:12]}-{code[:8]}-{embedder_hash[:12]}"
    own = replace(settings, places=replace(settings.places, home=folder))
    wanted = {"content": content, "embedder": embedder_hash, "code": code}
    with library_lock(folder / "building"):
        if _built(folder) != wanted:
            (folder / BUILT).unlink(missing_ok=True)
            _take_vectors(own, embedder_hash)
            _build(own, fill, progress)
            write_json_atomically(folder / BUILT, wanted)
    _drop_old_homes(folder, f"{name}-*-{embedder_hash[:12]}")
    return own


def _drop_old_homes(folder: Path, pattern: str) -> None:
    """Remove homes of other states of the books or the code that nobody has built for a week."""
    for other in folder.parent.glob(pattern):
        built = other / BUILT
        if other != folder and built.is_file() and time.time() - built.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


def _take_vectors(own: Settings, embedder_hash: str) -> None:
    """Vectors of the same texts from the other homes of this embedder: a book that changed costs only itself."""
    here = own.places.home
    with LibraryStore(own.places.library_db) as store:
        for other in sorted(here.parent.glob(f"*-{embedder_hash[:12]}")):
            file = other / own.places.library_db.relative_to(here)
            if other != here and file.is_file():
                store.take_vectors(file, embedder_hash)


def _built(folder: Path) -> Any:
    try:
        return json.loads((folder / BUILT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _build(own: Settings, fill: Fill, progress: Progress) -> None:
    with LibraryStore(own.places.library_db) as store:
        with store.changing():
            for document in store.documents():
                store.remove_document(document.id)
        fill(store)
        vectors, _, model = open_vectors(own, store)
        build_index(store, vectors, own.places.index, model.name, progress)
        folder = mixed_lexical(own)
        shutil.rmtree(folder, ignore_errors=True)
        write_lexical(
            folder,
            ((item.number, plain_terms(item.passage.heading_path, item.passage.text)) for item in store.passages()),
        )


def plain_terms(heading_path: Sequence[str], text: str) -> Terms:
    """The words as they are written, without stems or glossary, as a plain BM25 sees them."""
    return Terms(surface=tuple(words(" ".join([*heading_path, text]))), stems=(), glossary=())
