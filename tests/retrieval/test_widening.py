"""The widening tree: each case and step by hand, and what must hold for every scope."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.types import Metadata, Scope
from tutor.retrieval.widening import FIELDS, MOST, STRICT, is_strict, leakage_label, reason_to_widen, widen

PHYSICS = Metadata(subject="physics", form=2, topic="pressure")
HISTORY = Metadata(subject="history", form=2)
FORM_2 = Scope(subjects=("physics",), forms=(2,))


@pytest.mark.parametrize(
    ("found", "asked", "reason"),
    [
        ([], ("physics",), "nothing-found"),
        ([], (), "nothing-found"),
        ([PHYSICS], ("physics",), None),
        ([HISTORY, PHYSICS], ("physics",), None),
        ([HISTORY], ("physics",), "another-subject"),
        ([HISTORY] * 9, ("physics", "chemistry"), "another-subject"),
        ([PHYSICS] * 2, (), "too-few"),
        ([PHYSICS] * 3, (), None),
    ],
)
def test_the_four_cases(found: list[Metadata], asked: tuple[str, ...], reason: str | None) -> None:
    assert reason_to_widen(found, asked) == reason
    assert (widen(FORM_2, found, asked, 0) is None) == (reason is None)


def test_the_order_of_the_steps() -> None:
    scope = Scope(("physics",), (2,), topics=("pressure",), authorities=("NECTA",))
    first = widen(scope, [], scope.subjects, 0)
    assert first is not None and (first.name, first.drops) == ("W1", ("topics",))
    assert first.scope == Scope(("physics",), (2,), authorities=("NECTA",))
    second = widen(first.scope, [], scope.subjects, 1)
    assert second is not None and (second.name, second.drops) == ("W2", ("forms",))
    assert second.scope == Scope(("physics",), authorities=("NECTA",)), "subject and authority are kept"
    assert widen(second.scope, [], scope.subjects, 2) is None, "two are the most"


def test_the_escape_comes_last_and_only_where_nothing_was_found() -> None:
    narrowed = Scope(("physics",), languages=("en",))
    escape = widen(narrowed, [], ("physics",), 1)
    assert escape is not None and escape.is_escape and escape.scope == Scope(languages=("en",))
    assert escape.drops == ("subjects",) and escape.because == "nothing-found"
    assert widen(narrowed, [HISTORY], ("physics",), 1) is None
    assert widen(Scope(languages=("en",)), [], (), 0) is None, "nothing is left to open"
    assert widen(Scope(), [], (), 0) is None


@pytest.mark.parametrize("strict", [{"papers": ("1",)}, {"years": (2024,)}, {"questions": ("3",)},
                                    {"document_types": ("past-paper",)}])  # fmt: skip
def test_an_exact_paper_is_not_looked_for_in_other_forms(strict: dict[str, tuple[object, ...]]) -> None:
    scope = Scope(("physics",), (2,), **strict)  # type: ignore[arg-type]
    assert is_strict(scope) and not is_strict(FORM_2)
    assert widen(scope, [HISTORY], ("physics",), 0) is None
    widened = widen(scope, [], ("physics",), 0)
    assert widened is not None and widened.is_escape


def test_attempts_count_from_nought() -> None:
    with pytest.raises(ValueError, match="-1"):
        widen(FORM_2, [], (), -1)


def test_labels() -> None:
    assert leakage_label(PHYSICS, FORM_2) == ""
    assert leakage_label(PHYSICS, Scope()) == ""
    assert leakage_label(PHYSICS, Scope(("physics",), (3,))) == "form:2"
    assert leakage_label(HISTORY, Scope(("physics",), (3,), years=(2024,))) == "subject:history, form:2, year:unknown"
    assert leakage_label(Metadata(language="sw"), Scope(languages=("en",))) == "language:sw"


def some(*values: object) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(st.sampled_from(values), unique=True, max_size=2).map(tuple)


subjects, forms, topics = ("physics", "history"), (1, 2), ("pressure", "trade")
scopes = st.builds(
    Scope, subjects=some(*subjects), forms=some(*forms), languages=some("en", "sw"), topics=some(*topics),
    document_types=some("past-paper"), authorities=some("NECTA"), papers=some("1"), years=some(2024),
    questions=some("3"),
)  # fmt: skip
books = st.builds(
    Metadata, subject=st.sampled_from([*subjects, None]), form=st.sampled_from([*forms, None]),
    language=st.sampled_from(["en", "sw"]), topic=st.sampled_from([*topics, None]),
    document_type=st.sampled_from(["past-paper", None]), authority=st.sampled_from(["NECTA", None]),
    paper=st.sampled_from(["1", None]), year=st.sampled_from([2024, None]), question=st.sampled_from(["3", None]),
)  # fmt: skip


@given(scopes, st.lists(books, max_size=12), some(*subjects), st.integers(0, 4))
def test_each_scope_admits_all_that_the_one_before_did(
    scope: Scope, library: list[Metadata], asked: tuple[str, ...], few: int
) -> None:
    """Whole questions: search the library, widen, search again, as a retriever does."""
    first, steps, attempt = scope, [], 0
    admitted = [book for book in library if not leakage_label(book, scope)]
    while (widening := widen(scope, admitted, asked, attempt, fewest=few)) is not None:
        wider = [book for book in library if not leakage_label(book, widening.scope)]
        assert all(book in wider for book in admitted)
        assert widening.scope != scope and widening.drops
        assert all(not getattr(widening.scope, name) for name in widening.drops)
        assert widening.scope.languages == scope.languages
        if widening.name == "W2":
            assert not is_strict(scope)
        if widening.is_escape:
            assert not admitted
        else:
            kept = (*STRICT, "subjects", "authorities")
            assert all(getattr(widening.scope, name) == getattr(first, name) for name in kept)
        steps.append(widening.name)
        scope, admitted, attempt = widening.scope, wider, attempt + 1
        assert attempt <= MOST
    assert len(steps) <= 2 and steps == sorted(set(steps))


@given(books, scopes)
def test_a_label_is_empty_only_inside(book: Metadata, scope: Scope) -> None:
    inside = all(
        not getattr(scope, asked) or getattr(book, known) in getattr(scope, asked) for asked, known in FIELDS.items()
    )
    assert (leakage_label(book, scope) == "") == inside
