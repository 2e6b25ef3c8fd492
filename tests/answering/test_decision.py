"""The raw signals that decide between answer and decline, on evidence made up for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tutor.answering.deciding.decision import SIGNALS, Signals, load_calibration, signals_of
from tutor.answering.evidence.leaning import MOST, leanings, without
from tutor.answering.question.asking_words import names_something
from tutor.answering.question.understanding import understand
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
    """Near are texts that are asked in few different words of which the book has many, and to the first text those that
    share its words."""
    own = set(words(BOOK))
    said = [set(words(text)) for text in texts]
    return np.array(
        [[len(own & one) / (1 + len(one)), len(said[0] & one) / max(1, len(said[0]))] for one in said], dtype=np.float32
    )


def signals(text: str, glossary: Glossary, book: str = BOOK, language: str = "en") -> Signals:
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Soil projects",), book, Metadata(language=language))
    evidence = [EvidenceSentence(Sentence(book, 0, len(book), 1), passage, 0.6, 0.6, 1.0)]
    asked = understand(Question(text), Curriculum.load(), glossary)
    return signals_of(asked, [Candidate(passage)], evidence, lambda form, language: 3.0, near_by_words, 0.2)


def test_words_that_say_the_same_cover_a_question(glossary: Glossary) -> None:
    same = signals("Where did the HADO project begin?", glossary)
    other = signals("Where did the HADO project fail?", glossary)
    assert same.meant > other.meant


@pytest.mark.parametrize(
    "text, is_missed",
    [
        ("Where did the HADO project start?", False),
        ("Where did the HADO project fail?", False),
        ("Where did the HADO festival start?", True),
        ("Mradi wa HADO ulianza wapi?", False),
        ("Mradi wa HADO ulikauka wapi?", False),
        ("Mradi wa HADO unapanuliwaje?", False),
        ("Tamasha la HADO lilianza wapi?", True),
    ],
)
def test_a_deed_told_otherwise_is_no_thing_that_is_missing(glossary: Glossary, text: str, is_missed: bool) -> None:
    assert (signals(text, glossary).thing_missed > 0) is is_missed


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


@pytest.mark.parametrize(
    "asked, book, language, missing",
    [
        ("How many members must agree?", "It needs two-thirds of all members.", "en", 0.0),
        ("The angle is how many degrees?", "The angle is $90^\\circ$.", "en", 0.0),
        ("The angle is how many degrees?", "The angle is right.", "en", 1.0),
        ("Hewa ina asilimia ngapi ya oksijeni?", "The air contains 21% oxygen.", "en", 0.0),
        ("Kilomita moja ni sawa na mita ngapi?", "One kilometre equals 1000 metres.", "en", 0.0),
        ("Why does nobody know how many people died?", "Nobody counted the dead.", "en", 0.0),
    ],
)
def test_shares_signs_and_units_count(glossary: Glossary, asked: str, book: str, language: str, missing: float) -> None:
    assert signals(asked, glossary, book, language).count_missing == missing


@pytest.mark.parametrize(
    "asked, book, missing",
    [
        ("Who were manamba?", "Migrant workers were called manamba.", 0.0),
        ("Who was Mkomanile?", "Mkomanile was a woman leader.", 0.0),
        ("Who was the first leader?", "They had a woman leader.", 1.0),
        ("Who was president before Nyerere took over?", "Julius Nyerere became president.", 1.0),
        ("Who was president before Nyerere took over?", "Julius Nyerere followed Thomas Marealle.", 0.0),
        ("Who leads the courts?", "They are led. The Chief Justice leads them.", 0.0),
        ("Who leads the courts?", "They are led. It is so by law.", 1.0),
        ("Who led the workers?", "Workers were called manamba.", 1.0),
    ],
)
def test_what_people_are_is_told_without_a_name(glossary: Glossary, asked: str, book: str, missing: float) -> None:
    assert signals(asked, glossary, book).name_missing == missing


@pytest.mark.parametrize(
    "asked, book, missing",
    [
        ("When do we fly the flag at half-mast?", "It flies at half-mast when the nation mourns.", 0.0),
        ("When was the flag first flown?", "It flies at half-mast when the nation mourns.", 1.0),
        ("When is the long rain?", "The long rain lasts from March to May.", 0.0),
        ("When was it founded?", "It may be that it was founded late.", 1.0),
    ],
)
def test_an_occasion_is_no_date(glossary: Glossary, asked: str, book: str, missing: float) -> None:
    assert signals(asked, glossary, book).number_missing == missing


def test_the_commands_of_a_formula_are_no_words(glossary: Glossary) -> None:
    """The Greek letter of a change in length is no river's delta."""
    formula = r"The increase in length is $$\Delta L=\alpha L\Delta\theta$$"
    assert signals("What is a delta?", glossary, formula).meant == 0.0
    assert signals("What is a delta?", glossary, "A delta is land at a river's mouth.").meant == 1.0


def test_words_for_the_kind_of_answer_are_not_missed(glossary: Glossary) -> None:
    """A book that says "Dodoma" need not say that it is a city."""
    assert signals("In which city did the HADO project start?", glossary).thing_missed == 0.0
    assert signals("In which city did the HADO dam start?", glossary).thing_missed > 0.0


@pytest.mark.parametrize(
    "plain, asked",
    [
        ("HADO project?", "Please tell me three different things that happen in the HADO project?"),
        ("Mradi wa HADO?", "Naomba nieleze mambo matatu kuhusu mradi wa HADO ilikuaje?"),
    ],
)
def test_words_that_only_ask_are_not_missed(glossary: Glossary, plain: str, asked: str) -> None:
    short, long = signals(plain, glossary), signals(asked, glossary)
    assert (short.meant, short.coverage, short.thing_missed) == (long.meant, long.coverage, long.thing_missed)


@pytest.mark.parametrize(
    "word", ["ilikuwa", "alikua", "inafanyaje", "huitwa", "yanatokea", "tofauti", "two", "happens"]
)
def test_what_only_asks(word: str) -> None:
    assert not names_something(word)


@pytest.mark.parametrize(
    "word", ["alizaliwa", "mfalme", "kupatwa", "hutetemeka", "density", "hado", "power plant", "mauaji"]
)
def test_what_names_something(word: str) -> None:
    assert names_something(word)


def test_a_question_is_read_again_without_its_rarest_terms() -> None:
    asked: list[str] = []

    def nearness(texts: Sequence[str]) -> NDArray[np.float32]:
        asked.extend(texts)
        return np.array([[0.1, 0.6, 1.0], [0.2, 0.9, 0.5], [0.3, 0.4, 1.0]], dtype=np.float32)

    found = leanings("What is the density of gold?", ["gold", "density"], 1, nearness)
    assert asked == ["What is the density of gold?", "What is the density of ?", "What is the of gold?"]
    assert [one.nearer for one in found] == pytest.approx([0.6 - 0.9, 0.6 - 0.4])
    assert found[0].pull == pytest.approx(0.6 - 0.9)  # 0.5 away from the first text: what is added has length 1
    assert found[1].pull == 0.0  # nothing is added
    assert leanings("What is it?", [], 0, nearness) == []


def test_no_more_terms_are_read_again_than_allowed() -> None:
    terms = "alpha beta gamma delta epsilon".split()
    found = leanings(" ".join(terms), terms, 0, lambda texts: np.zeros((len(texts), 2), dtype=np.float32))
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
    assert any(calibration.weights["any"][name] for name in ("meant", "names", "near_but_missed"))
