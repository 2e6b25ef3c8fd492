"""The raw signals that decide between answer and decline, on evidence made up for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tutor.answering.decision import SIGNALS, Signals, load_calibration, signals_of
from tutor.answering.leaning import MOST, leanings, without
from tutor.answering.understanding import understand
from tutor.core.types import Candidate, EvidenceSentence, Metadata, Passage, Question, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary
from tutor.language.tokens import words
from tutor.models.catalog import load_catalog

BOOK = "The HADO project started in Dodoma. It was led by John Mushi."


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


def near_by_words(texts: Sequence[str]) -> NDArray[np.float32]:
    """Near are texts that are asked in few different words of which the book has many."""
    own = set(words(BOOK))
    said = [set(words(text)) for text in texts]
    return np.array([[len(own & one) / (1 + len(one))] for one in said], dtype=np.float32)


def signals(text: str, glossary: Glossary, book: str = BOOK, language: str = "en") -> Signals:
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Soil projects",), book, Metadata(language=language))
    evidence = [EvidenceSentence(Sentence(book, 0, len(book), 1), passage, 0.6, 0.6, 1.0)]
    asked = understand(Question(text), Curriculum.load(), glossary)
    return signals_of(asked, [Candidate(passage)], evidence, lambda form, language: 3.0, near_by_words)


def test_words_that_say_the_same_cover_a_question(glossary: Glossary) -> None:
    same = signals("Where did the HADO project begin?", glossary)
    other = signals("Where did the HADO project fail?", glossary)
    assert same.meant > other.meant and same.thing_missed < other.thing_missed


def test_swahili_words_are_covered_by_an_english_page(glossary: Glossary) -> None:
    assert (
        signals("Mradi wa HADO ulianza wapi?", glossary).meant > signals("Ziwa la HADO lilikauka wapi?", glossary).meant
    )


def test_names_of_terms_are_no_names(glossary: Glossary) -> None:
    assert signals("When did Kinjekitile meet Hongo and Bokero?", glossary).names == 2
    assert signals("When was the Universal Declaration of Human Rights adopted?", glossary).names == 0


@pytest.mark.parametrize(
    "text, missing",
    [("Mradi ulidumu miaka mingapi?", 1.0), ("Mradi ulianza wapi?", 0.0), ("How many years did it last?", 1.0)],
)
def test_a_number_asked_for_and_not_held_is_seen(glossary: Glossary, text: str, missing: float) -> None:
    assert signals(text, glossary).number_missing == missing


def test_in_how_many_sentences_it_is_asked_answers_nothing(glossary: Glossary) -> None:
    """A base rate of how labelled questions were written: it made nonsense in three sentences answerable."""
    told = signals("Who led the project", glossary).as_dict()
    cut = signals("Who led the project? Who led the project? Who led the project?", glossary).as_dict()
    assert {name for name in told if told[name] != cut[name]} <= {"words", "terms", "names"}


@pytest.mark.parametrize(
    "book, missing",
    [
        ("TASAF, which began in 2000, supports poor households.", 1.0),
        ("TASAF supports 300 poor households.", 0.0),
        ("It began with two offices and helps households.", 1.0),
    ],
)
def test_a_number_counts_what_stands_beside_it(glossary: Glossary, book: str, missing: float) -> None:
    assert signals("How many households does TASAF support?", glossary, book).count_missing == missing


def test_things_are_counted_in_swahili_too(glossary: Glossary) -> None:
    asked = "Mradi ulijenga visima vingapi?"
    built = "Mradi ulijenga visima 40 mwaka 1973."
    assert signals(asked, glossary, built, "sw").count_missing == 0.0
    assert signals(asked, glossary, "Mradi ulijenga visima mwaka 1973.", "sw").count_missing == 1.0
    assert signals("Mradi ulianza wapi?", glossary, built, "sw").count_missing == 0.0


def test_the_commands_of_a_formula_are_no_words(glossary: Glossary) -> None:
    """The Greek letter of a change in length is no river's delta."""
    formula = r"The increase in length is $$\Delta L=\alpha L\Delta\theta$$"
    assert signals("What is a delta?", glossary, formula).meant == 0.0
    assert signals("What is a delta?", glossary, "A delta is land at a river's mouth.").meant == 1.0


def test_words_for_the_kind_of_answer_are_not_missed(glossary: Glossary) -> None:
    """A book that says "Dodoma" need not say that it is a city."""
    assert signals("In which city did the HADO project start?", glossary).thing_missed == 0.0
    assert signals("In which city did the HADO dam start?", glossary).thing_missed > 0.0


def test_a_question_is_read_again_without_its_rarest_terms() -> None:
    asked: list[str] = []

    def nearness(texts: Sequence[str]) -> NDArray[np.float32]:
        asked.extend(texts)
        return np.array([[0.2, 0.9], [0.3, 0.4]], dtype=np.float32)

    found = leanings("What is the density of gold?", ["gold", "density"], [0.1, 0.6], nearness)
    assert asked == ["What is the density of ?", "What is the of gold?"]
    assert found == pytest.approx([0.6 - 0.9, 0.6 - 0.4])
    assert leanings("What is it?", [], [0.5], nearness) == []


def test_no_more_terms_are_read_again_than_allowed() -> None:
    terms = "alpha beta gamma delta epsilon".split()
    found = leanings(" ".join(terms), terms, [0.5], lambda texts: np.zeros((len(texts), 1), dtype=np.float32))
    assert len(found) == MOST


@pytest.mark.parametrize(
    "text, term, left",
    [
        ("Nini maana ya mgawanyo wa madaraka?", "mgawanyo wa madaraka", "Nini maana ya ?"),
        ("What is soil-erosion and soil?", "soil erosion", "What is and soil?"),
        ("Is goldfish gold?", "gold", "Is goldfish ?"),
        ("Who led it? Who led it?", "led", "Who it? Who it?"),
    ],
)
def test_a_term_is_taken_out_whole(text: str, term: str, left: str) -> None:
    assert without(text, term) == left


@pytest.mark.parametrize("profile", ["starter", "small"])
def test_every_signal_has_a_fitted_weight(profile: str) -> None:
    calibration = load_calibration(load_catalog().profile(profile)["embedder"].name)
    for weights in calibration.weights.values():
        assert set(weights) == set(SIGNALS)
    assert any(calibration.weights["any"][name] for name in ("meant", "names", "near_and_covered"))
