"""Finds the material: all pairs, and for each a list mined by our own retriever."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from reranker_training.mining import TrainingList, mined_lists, write_lists
from reranker_training.pairs import (
    PASSAGES,
    TRAINING,
    Pair,
    external_questions,
    golden_pairs,
    library_pairs,
    published_pairs,
    read_rows,
    require_disjoint,
    translated_pairs,
    without_external,
)
from tutor.answering.opening import open_retriever
from tutor.core.files import file_sha256
from tutor.core.places import shared_data
from tutor.core.settings import Settings, load_settings
from tutor.core.trace import Trace
from tutor.core.types import Candidate, Language, Passage, Scope
from tutor.evaluation.golden import load_rows, tuning_rows
from tutor.evaluation.homes import passages_home, sample_home
from tutor.library.store import LibraryStore
from tutor.models.progress import no_progress
from tutor.retrieval.boosts import Boosts
from tutor.retrieval.retriever import Retriever

LISTS = "lists.jsonl"
TRANSLATED = "translated.jsonl"
"""Questions of the published pairs in the other language, where somebody has written them into the work folder: they
are of the licence of what they translate, and no part of this project."""
ALL = 400
"""More candidates than both pools give together: every one of them is listed."""
HEADINGS = 800
"""Of headings and first sentences so many: they are easy, and would outnumber real questions."""


def mine(profile: str, work: Path) -> int:
    """Write `lists.jsonl` and return how many lists it holds. Raises what opening a home raises."""
    settings, folder = load_settings(profile=profile), shared_data() / "data"
    forbidden = external_questions(folder)

    def all_lists() -> Iterator[TrainingList]:
        for home, pairs_of in (
            (published_home(settings, folder), lambda passages: published(folder, work, passages)),
            (sample_home(settings), own),
        ):
            with opened(home) as (retriever, passages):
                pairs = without_external(pairs_of(passages), forbidden)
                require_disjoint(pairs, forbidden)
                yield from mined_lists(pairs, finder(retriever), passages)

    part = work / f"{LISTS}.part"
    count = write_lists(all_lists(), part)
    part.replace(work / LISTS)
    return count


def published_home(settings: Settings, folder: Path) -> Settings:
    """A home with the passages of the test data and those of the training file that are not among them."""
    rows = read_rows(folder / PASSAGES)
    known = {row["text"].strip() for row in rows}
    for row in read_rows(folder / TRAINING):
        if row["passage"].strip() not in known:
            known.add(row["passage"].strip())
            rows.append({"id": row["id"], "title": row["title"], "text": row["passage"], "language": row["language"]})
    content = file_sha256(folder / TRAINING)
    return passages_home(settings, rows, content, no_progress)


def published(folder: Path, work: Path, passages: Mapping[str, Passage]) -> list[Pair]:
    """The pairs of the training file, by the ids of the home, and those of them that were translated."""
    pairs = published_pairs(
        read_rows(folder / TRAINING), {passage.text.strip(): name for name, passage in passages.items()}
    )
    file = work / TRANSLATED
    return pairs + (translated_pairs(read_rows(file), pairs) if file.is_file() else [])


def own(passages: Mapping[str, Passage]) -> list[Pair]:
    """What we make ourselves of the sample library: golden dev rows, headings and first sentences."""
    easy = library_pairs(list(passages.values()))
    random.Random(0).shuffle(easy)
    return golden_pairs(tuning_rows(load_rows(), "dev"), passages) + easy[:HEADINGS]


@contextmanager
def opened(home: Settings) -> Iterator[tuple[Retriever, Mapping[str, Passage]]]:
    """The retriever of a home and its passages by id."""
    with LibraryStore(home.places.library_db) as store:
        retriever = open_retriever(home, store)[0]
        yield retriever, {item.passage.id: item.passage for item in store.passages()}


def finder(retriever: Retriever) -> Callable[[str, str], Sequence[Candidate]]:
    """All candidates of a question as the retriever merges them, without a boost or a limit of length."""

    def find(question: str, language: str) -> Sequence[Candidate]:
        asked: Language = "en" if language == "en" else "sw"
        return retriever.retrieve(question, asked, Scope(), Boosts(), Trace(), keep=ALL).candidates

    return find
