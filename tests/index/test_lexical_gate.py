"""The gate of the lexical search equals an exact search over the admissible set, however large the set is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.index.analysis import Terms
from tutor.index.lexical import MOST_OF, LexicalIndex, write_lexical

COUNT = 240
WORDS = tuple("cell heart iron trade pressure density energy soil rain king tax cotton river metal acid".split())
Hits = list[tuple[int, float]]


def terms_of(words: tuple[str, ...]) -> Terms:
    return Terms(surface=words, stems=words, glossary=())


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    rng = np.random.default_rng(11)
    made = [(n * 3, terms_of(tuple(rng.choice(WORDS, int(rng.integers(3, 40)))))) for n in range(COUNT)]
    folder = tmp_path_factory.mktemp("gate") / "en"
    write_lexical(folder, made)
    return LexicalIndex(folder)


asked = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True).map(tuple)
shares = st.sampled_from([0.0, 0.02, 0.9 / MOST_OF, 1.1 / MOST_OF, 0.5, 1.0])


def exact(index: LexicalIndex, words: tuple[str, ...], admissible: set[int], depth: int) -> Hits:
    return [hit for hit in index.search(terms_of(words), COUNT, None) if hit[0] in admissible][:depth]


@given(words=asked, share=shares, depth=st.integers(1, 60), seed=st.integers(0, 99), best_barred=st.booleans())
def test_a_gated_search_is_an_exact_search_over_the_set(
    index: LexicalIndex, words: tuple[str, ...], share: float, depth: int, seed: int, best_barred: bool
) -> None:
    """Also where the gate bars just what ranks best, so that the list must be read on for long."""
    ranked = [number for number, _ in index.search(terms_of(words), COUNT, None)]
    chance = np.random.default_rng(seed)
    numbers = np.arange(COUNT) * 3
    size = int(COUNT * share)
    if best_barred:
        places = {number: place for place, number in enumerate(ranked)}
        numbers = np.array(sorted(numbers, key=lambda number: -places.get(int(number), COUNT)))
        allowed = np.sort(numbers[:size])
    else:
        allowed = np.sort(chance.choice(numbers, size, replace=False))
    found = index.search(terms_of(words), depth, allowed.astype(np.int64))
    expected = exact(index, words, {int(number) for number in allowed}, depth)
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], rel=1e-5)
    # Where scores are equal either may stand at the end of the list.
    last = expected[-1][1] if expected else 0.0
    clear = {number for number, score in expected if score > last * (1 + 1e-5)}
    assert clear <= {number for number, _ in found} <= {int(number) for number in allowed}


def test_a_filter_is_made_once_for_one_array_and_never_taken_for_another(index: LexicalIndex) -> None:
    first, second = np.array([0, 3, 6], dtype=np.int64), np.array([0, 3, 6], dtype=np.int64)
    assert index._filter(first) is index._filter(first)
    assert index._filter(second) is not index._filter(first)
    assert {number for number, _ in index.search(terms_of(WORDS), 9, second)} <= {0, 3, 6}


def test_a_list_that_changes_is_read_anew(index: LexicalIndex) -> None:
    allowed = [0, 3]
    assert {number for number, _ in index.search(terms_of(WORDS), 9, allowed)} == {0, 3}
    allowed[1] = 9
    assert {number for number, _ in index.search(terms_of(WORDS), 9, allowed)} == {0, 9}


def test_many_scopes_do_not_grow_the_memory_without_end(index: LexicalIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.index.lexical.REMEMBERED", 4)
    kept = [np.array([3 * number], dtype=np.int64) for number in range(20)]
    for allowed in kept:
        found = index.search(terms_of(WORDS), 5, allowed)
        assert [number for number, _ in found] == allowed.tolist()
        assert len(index._filters) <= 4
