"""The retriever over a small library: what the gate lets through, nothing else, and what widening adds with a label."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.trace import Trace
from tutor.core.types import Metadata, Passage, Scope
from tutor.evaluation.systems import CHOICES
from tutor.index.analysis import passage_terms
from tutor.index.dense import write_dense
from tutor.index.lexical import write_lexical
from tutor.language.glossary import Glossary
from tutor.library.store import Document, LibraryStore
from tutor.models.embedder import unit_rows
from tutor.retrieval.choices import RetrieverSettings
from tutor.retrieval.retriever import Retriever
from tutor.retrieval.widening import leakage_label

WIDTH = 16
WORDS = "cell heart iron trade pressure density energy soil rain king tax cotton river metal acid".split()
KINDS = (None, "textbook", "past-paper")
ASKED = "What is the pressure of a metal cell?"


class Hashed:
    """Stands in for an embedder: the same text gives the same unit vector."""

    dimension = WIDTH

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._rows(texts)

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        return self._rows(texts)

    def _rows(self, texts: Sequence[str]) -> np.ndarray:
        seeds = [int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) for text in texts]
        rows = [np.random.default_rng(seed).normal(0.1, 1, WIDTH) for seed in seeds]
        return unit_rows(np.array(rows, dtype=np.float32))


def made_passages() -> list[Passage]:
    rng = np.random.default_rng(42)
    made = []
    for number in range(160):
        language = "en" if number % 3 else "sw"
        subject = ("physics", "history", None)[int(rng.integers(3))]
        form = (1, 2, 3, None)[int(rng.integers(4))]
        kind = KINDS[int(rng.integers(3))]
        topic = ("pressure", "energy", None)[int(rng.integers(3))]
        text = " ".join(rng.choice(WORDS, 12)) + f" number {number}."
        known = Metadata(subject, form, language, topic, kind)
        made.append(Passage(f"book-{language}#{number}", f"book-{language}", "Book", "b.md", number, (), text, known))
    return made


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LibraryStore, Retriever]]:
    folder = tmp_path_factory.mktemp("retriever")
    embedder = Hashed()
    with LibraryStore(folder / "library.db") as store:
        passages = made_passages()
        with store.changing():
            for language in ("en", "sw"):
                own = [passage for passage in passages if passage.metadata.language == language]
                document = Document(f"book-{language}", "b.md", "Book", Metadata(language=language), "0", 0, 0, "")
                store.put_document(document, own, [()] * len(own))
        for language in ("en", "sw"):
            stored = [item for item in store.passages() if item.passage.metadata.language == language]
            place = folder / "gen" / language
            write_dense(
                place / "dense", [i.number for i in stored], embedder.embed_passages([i.passage.text for i in stored])
            )
            write_lexical(place / "lexical", ((i.number, passage_terms((), i.passage.text, language)) for i in stored))
        yield store, retriever(store, folder / "gen")


def retriever(store: LibraryStore, generation: Path) -> Retriever:
    settings = RetrieverSettings(pool_depth=200, keep=200)
    return Retriever(store, generation, Hashed(), Glossary.load(), settings)  # type: ignore[arg-type]


scopes = st.builds(
    Scope,
    subjects=st.sampled_from([(), ("physics",), ("physics", "history"), ("biology",)]),
    forms=st.sampled_from([(), (1,), (2, 3), (4,)]),
    languages=st.sampled_from([(), ("en",), ("sw",)]),
    topics=st.sampled_from([(), ("pressure",), ("optics",)]),
    document_types=st.sampled_from([(), ("textbook",), ("syllabus",)]),
    without_types=st.sampled_from([(), ("past-paper",)]),
)


def admits(scope: Scope, passage: Passage) -> bool:
    """The gate's rule, written out by hand."""
    known = passage.metadata
    pairs = [
        (scope.subjects, known.subject), (scope.forms, known.form), (scope.languages, known.language),
        (scope.topics, known.topic), (scope.document_types, known.document_type),
    ]  # fmt: skip
    return all(not wanted or value in wanted for wanted, value in pairs) and (
        known.document_type is None or known.document_type not in scope.without_types
    )


@given(scope=scopes, limit=scopes)
def test_gated_retrieval_equals_an_exact_search_over_the_admissible_set(
    library: tuple[LibraryStore, Retriever], scope: Scope, limit: Scope
) -> None:
    store, found_by = library
    everything = found_by.retrieve(ASKED, "en", Scope())
    expected = [c.passage.id for c in everything.candidates if admits(scope, c.passage) and admits(limit, c.passage)]
    found = found_by.retrieve(ASKED, "en", scope, limit=limit)
    inside = [c for c in found.candidates if not c.label]
    assert len(everything.candidates) == store.passage_count(), "the exact search ranks all"
    assert {c.passage.id for c in inside if admits(scope, c.passage)} == set(expected)
    assert all(admits(limit, c.passage) for c in found.candidates), "nothing leaves the limit, widened or not"
    dense = {c.passage.id: c.dense for c in everything.candidates}
    assert all(c.dense == pytest.approx(dense[c.passage.id], abs=1e-5) for c in inside)


@given(scope=scopes)
def test_nothing_outside_the_scope_comes_without_a_label(library: tuple[LibraryStore, Retriever], scope: Scope) -> None:
    trace = Trace()
    found = library[1].retrieve(ASKED, "en", scope, trace=trace)
    for candidate in found.candidates:
        assert candidate.label == leakage_label(candidate.passage.metadata, scope)
    widened = [step["name"] for step in trace.steps if step["step"] == "widen"]
    assert len(widened) <= 2 and bool(widened) >= any(c.label for c in found.candidates)
    assert found.escaped == ("W3" in widened)


def test_an_empty_topic_is_given_up_before_the_form(library: tuple[LibraryStore, Retriever]) -> None:
    trace = Trace()
    scope = Scope(subjects=("physics",), forms=(1,), topics=("optics",))
    found = library[1].retrieve(ASKED, "en", scope, trace=trace)
    assert [step["name"] for step in trace.steps if step["step"] == "widen"] == ["W1"]
    assert found.candidates and not found.escaped
    assert {c.passage.metadata.form for c in found.candidates} == {1}
    assert all(c.label.startswith("topic:") for c in found.candidates)


def test_an_exact_paper_that_is_not_there_is_only_a_place_to_look(library: tuple[LibraryStore, Retriever]) -> None:
    found = library[1].retrieve(ASKED, "en", Scope(subjects=("physics",), years=(1999,)))
    assert found.escaped and found.candidates and all("year:unknown" in c.label for c in found.candidates)


def test_a_wide_filter_and_a_narrow_one_rank_alike(library: tuple[LibraryStore, Retriever]) -> None:
    """Both ways of filtering the lexical search give what an ungated search gives, in its order."""
    found_by = library[1]
    free = [c for c in found_by.retrieve(ASKED, "en", Scope()).candidates if c.lexical > 0]
    for scope in (Scope(without_types=("past-paper",)), Scope(subjects=("physics",), forms=(1,))):
        own = {c.passage.id: c.lexical for c in found_by.retrieve(ASKED, "en", scope).candidates if c.lexical > 0}
        expected = {c.passage.id: c.lexical for c in free if admits(scope, c.passage)}
        assert own == pytest.approx(expected, rel=1e-5)


WAR = (
    "Sababu za Vita vya Maji Maji", "Sababu za kushindwa kwa Vita vya Maji Maji", "Mwenendo wa Vita vya Maji Maji",
    "Matokeo ya Vita vya Maji Maji", "Wangoni katika Vita vya Maji Maji", "Habari za Vita vya Maji Maji",
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(WAR)))
def test_a_section_that_is_asked_for_by_its_heading_comes_first(tmp_path: Path, number: int) -> None:
    """All sections of the chapter are near to the question and hold its words; one is named by it."""
    embedder = Hashed()
    with LibraryStore(tmp_path / "library.db") as store:
        own = [
            Passage(f"b#{n}", "b", "B", "b.md", n, ("Vita vya Maji Maji", heading), f"Vita vya Maji Maji {n}.",
                    Metadata(language="sw"))
            for n, heading in enumerate(WAR)
        ]  # fmt: skip
        with store.changing():
            store.put_document(Document("b", "b.md", "B", Metadata(language="sw"), "0", 0, 0, ""), own, [()] * len(own))
        stored = list(store.passages())
        place = tmp_path / "gen" / "sw"
        vectors = embedder.embed_passages([item.passage.text for item in stored])
        write_dense(place / "dense", [item.number for item in stored], vectors)
        terms = ((i.number, passage_terms(i.passage.heading_path, i.passage.text, "sw")) for i in stored)
        write_lexical(place / "lexical", terms)
        question = f"{WAR[number]} ni yapi?"
        found = retriever(store, tmp_path / "gen").retrieve(question, "sw", Scope())
    assert found.candidates[0].passage.heading_path[-1] == WAR[number]


def test_every_other_choice_that_the_lab_measures_is_one_and_what_ships_is_none(
    library: tuple[LibraryStore, Retriever],
) -> None:
    """Here the library is small and its embedder knows no meaning, so not every choice can show."""
    _, found_by = library
    shipped = RetrieverSettings()
    others = {(what, name): settings for what, own in CHOICES.items() for name, settings in own.items()}
    assert all(settings != shipped for settings in others.values())
    assert len({repr(settings) for settings in others.values()}) == len(others), "no choice stands there twice"
    questions = [(ASKED, "en"), ("Shinikizo la kioevu ni nini?", "sw"), ("pressure katika kioevu", "mixed")]

    def values(settings: RetrieverSettings) -> list[list[tuple[str, float]]]:
        own = found_by.choosing(settings)
        return [
            [(c.passage.id, c.score) for c in own.retrieve(text, language, Scope()).candidates]  # type: ignore[arg-type]
            for text, language in questions
        ]

    expected = values(shipped)
    assert values(RetrieverSettings()) == expected
    moved = {what for (what, _), settings in others.items() if values(settings) != expected}
    assert {"fusion of meaning and words where a question crosses", "words in the merging of pools",
            "the question's own language", "fields of the lexical index"} <= moved  # fmt: skip


def test_centring_can_be_chosen(library: tuple[LibraryStore, Retriever]) -> None:
    _, found_by = library
    found = {
        name: found_by.choosing(RetrieverSettings(centring=name, pool_depth=2, keep=4)).retrieve(ASKED, "sw", Scope())
        for name in ("crossing", "always", "never")
    }
    dense = {name: {c.passage.id: (c.dense, c.centred) for c in own.candidates} for name, own in found.items()}
    shared = dense["always"].keys() & dense["never"].keys()
    assert shared, "the best are the same, whichever way they were found"
    for name in shared:
        assert dense["always"][name] == pytest.approx(dense["never"][name], abs=1e-5), "both cosines keep their names"
