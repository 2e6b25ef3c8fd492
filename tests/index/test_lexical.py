"""The lexical index: no question can be an error, the filter applies before ranking, terms cross languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.core.errors import IndexStateError
from tutor.index.analysis import passage_terms, question_terms
from tutor.index.lexical import FIELD_WEIGHTS, LexicalIndex, write_lexical
from tutor.language.glossary import Glossary

TEXTS = [
    "Photosynthesis is the process by which green plants make food.",
    "Respiration releases energy from food in every living cell.",
    "Plants lose water by transpiration from their leaves.",
    "The cow is kept for milk; keeping cows needs grass and water.",
]
AWKWARD = [
    "Ng'ombe ni nini?", "What is 3:4?", '"unclosed', "f(x)=2x+3", "3/4 + 1/2 = ?", "AND", "OR NOT", "C:\\path",
    "<b>", "'", "{}", "[1 TO", "a^2~3", "*", "+-&&||!(){}[]^\"~*?:\\/", "food AND NOT water", "",
]  # fmt: skip


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    folder = tmp_path_factory.mktemp("lexical") / "en"
    assert write_lexical(folder, ((n, passage_terms((), text, "en")) for n, text in enumerate(TEXTS))) == 4
    return LexicalIndex(folder)


@pytest.mark.parametrize("question", AWKWARD)
def test_no_question_is_an_error(index: LexicalIndex, glossary: Glossary, question: str) -> None:
    terms = question_terms(question, "en", "en", glossary)
    assert isinstance(index.search(terms, 5, None), list)


@given(st.text(max_size=200))
def test_no_text_at_all_is_an_error(index: LexicalIndex, glossary: Glossary, question: str) -> None:
    index.search(question_terms(question, "mixed", "en", glossary), 5, [1, 2])


def test_the_curly_apostrophe_is_the_straight_one(tmp_path: Path, glossary: Glossary) -> None:
    folder = tmp_path / "sw"
    write_lexical(folder, [(7, passage_terms((), "Ng'ombe hula nyasi.", "sw")), (8, passage_terms((), "Mbuzi.", "sw"))])
    index = LexicalIndex(folder)
    for written in ("Ng'ombe ni nini?", "Ng’ombe ni nini?", "ngʼombe"):
        hits = index.search(question_terms(written, "sw", "sw", glossary), 5, None)
        assert [number for number, _ in hits] == [7], written


def test_stems_meet(index: LexicalIndex, glossary: Glossary) -> None:
    hits = index.search(question_terms("How do cows keep?", "en", "en", glossary), 5, None)
    assert hits[0][0] == 3


def test_a_swahili_term_finds_the_english_passage(index: LexicalIndex, glossary: Glossary) -> None:
    hits = index.search(question_terms("Usanisinuru ni nini?", "sw", "en", glossary), 5, None)
    assert hits[0][0] == 0


def test_the_gate_restricts_before_ranking(index: LexicalIndex, glossary: Glossary) -> None:
    terms = question_terms("food water plants", "en", "en", glossary)
    everything = index.search(terms, 10, None)
    for allowed in ([1], [1, 3], [], [99]):
        gated = index.search(terms, 1, allowed)
        expected = [hit for hit in everything if hit[0] in allowed][:1]
        assert [n for n, _ in gated] == [n for n, _ in expected]
        assert [s for _, s in gated] == pytest.approx([s for _, s in expected], rel=1e-5)


def test_a_missing_index_is_said(tmp_path: Path) -> None:
    with pytest.raises(IndexStateError):
        LexicalIndex(tmp_path / "nowhere")


def test_a_slip_of_the_pen_finds_the_word_only_where_nothing_matches(index: LexicalIndex, glossary: Glossary) -> None:
    slipped = index.search(question_terms("What is fotosynthesis and photosyntesis?", "en", "en", glossary), 5, None)
    right = index.search(question_terms("What is photosynthesis?", "en", "en", glossary), 5, None)
    assert slipped[0][0] == right[0][0]
    assert slipped[0][1] < right[0][1] * 2
    known = question_terms("What is photosynthesis?", "en", "en", glossary)
    assert list(index._slips(known)) == []


def test_a_swahili_word_is_no_misspelt_english_one(glossary: Glossary) -> None:
    assert question_terms("Mimea hutengeneza chakula?", "sw", "en", glossary).slips == ()
    assert "hutengeneza" in question_terms("Mimea hutengeneza chakula?", "sw", "sw", glossary).slips


@pytest.mark.parametrize("written", ["v^2 = u^2 + 2as", "$v^{2} = u^{2} + 2as$", "v² = u² + 2as"])
def test_a_formula_is_found_however_it_is_written(tmp_path: Path, glossary: Glossary, written: str) -> None:
    folder = tmp_path / "en"
    texts = ["The third equation is $v^{2}=u^{2}+2as$.", "Energy is $E=mc^{2}$.", "Speed is distance over time."]
    write_lexical(folder, ((n, passage_terms((), text, "en")) for n, text in enumerate(texts)))
    hits = LexicalIndex(folder).search(question_terms(f"What is {written}?", "en", "en", glossary), 5, None)
    assert hits[0][0] == 0


@pytest.mark.parametrize(
    ("question", "translated"),
    [
        ("Nani alizaliwa Tabora?", False),
        ("Mzalishaji ni nini?", True),
        ("Wazalishaji hufanya nini?", True),
    ],
)
def test_a_word_that_only_looks_like_a_term_is_not_translated(
    glossary: Glossary, question: str, translated: bool
) -> None:
    """`alizaliwa` has the stem of `mzalishaji`: English books were searched for the producer of a food chain."""
    assert ("produc" in question_terms(question, "sw", "en", glossary).glossary) == translated


def test_a_term_in_another_number_is_translated(glossary: Glossary) -> None:

    assert "river" in question_terms("Mito ya Tanzania ni ipi?", "sw", "en", glossary).glossary


def test_a_field_of_no_weight_finds_nothing_and_one_of_more_scores_more(
    index: LexicalIndex, tmp_path: Path, glossary: Glossary
) -> None:
    folder = tmp_path / "en"
    write_lexical(folder, ((n, passage_terms((), text, "en")) for n, text in enumerate(TEXTS)))
    asked = question_terms("cows", "en", "en", glossary)
    assert not LexicalIndex(folder, dict.fromkeys(FIELD_WEIGHTS, 0.0)).search(asked, 5, None)
    shipped = dict(index.search(asked, 5, None))
    only = {name: dict(LexicalIndex(folder, dict.fromkeys(FIELD_WEIGHTS, 0.0) | {name: 1.0}).search(asked, 5, None))
            for name in FIELD_WEIGHTS}  # fmt: skip
    assert only["surface"] != only["stem"], "a surface form is not its stem"
    number, score = next(iter(shipped.items()))
    summed = sum(FIELD_WEIGHTS[name] * found.get(number, 0.0) for name, found in only.items())
    assert score == pytest.approx(summed, rel=1e-5)
