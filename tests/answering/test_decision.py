"""The raw signals that decide between answer and decline, on evidence made up for them."""

from __future__ import annotations

import pytest

from tutor.answering.decision import SIGNALS, Signals, load_calibration, signals_of
from tutor.answering.understanding import understand
from tutor.core.types import Candidate, EvidenceSentence, Metadata, Passage, Question, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary
from tutor.models.catalog import load_catalog

BOOK = "The HADO project started in Dodoma. It was led by John Mushi."


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


def signals(text: str, glossary: Glossary, book: str = BOOK, language: str = "en") -> Signals:
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Soil projects",), book, Metadata(language=language))
    evidence = [EvidenceSentence(Sentence(book, 0, len(book), 1), passage, 0.6, 0.6, 1.0)]
    asked = understand(Question(text), Curriculum.load(), glossary)
    return signals_of(asked, [Candidate(passage)], evidence, lambda form, language: 3.0)


def test_words_that_say_the_same_cover_a_question(glossary: Glossary) -> None:
    same = signals("Where did the HADO project begin?", glossary)
    other = signals("Where did the HADO project fail?", glossary)
    assert same.meant > other.meant and same.meant_missed < other.meant_missed


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


@pytest.mark.parametrize("profile", ["starter", "small"])
def test_every_signal_has_a_fitted_weight(profile: str) -> None:
    calibration = load_calibration(load_catalog().profile(profile)["embedder"].name)
    for weights in calibration.weights.values():
        assert set(weights) == set(SIGNALS)
    assert any(calibration.weights["any"][name] for name in ("meant", "names", "near_and_covered"))
