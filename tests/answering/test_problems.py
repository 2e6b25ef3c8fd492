"""Problems with given quantities: how they are read, and which of a book's formulas and examples fit them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tutor.answering.problems.equations import equation_shape
from tutor.answering.problems.formulas import Formula, formulas_of
from tutor.answering.problems.plain_text import plain_mathematics
from tutor.answering.problems.problem import Problem, read_problem
from tutor.answering.problems.sequences import sequence_kind
from tutor.answering.question.exam_marks import without_exam_marks
from tutor.core.types import Reason, Sentence
from tutor.language.sentences import sentence_spans

pytestmark = pytest.mark.timeout(600)  # the first test imports the whole library where its vectors are not kept yet

Ask = Callable[..., Any]


def problem(text: str) -> Problem:
    found = read_problem(text)
    assert found is not None, text
    return found


def wanted(text: str) -> list[str]:
    return [name for one in problem(text).wanted for name in sorted(one)]


@pytest.mark.parametrize(
    "text, names",
    [
        ("A car travels 100 m in 5 s. What is its speed?", ["speed"]),
        ("Gari linasafiri mita 100 kwa sekunde 5, kasi yake ni ngapi?", ["speed"]),
        ("Calculate the density of a stone of mass 20 g and volume 8 cm3", ["density"]),
        ("Kokotoa densiti ya jiwe lenye masi ya gramu 20 na ujazo wa sentimita za ujazo 8", ["density"]),
        ("Find the resistance of a bulb if the voltage is 12V and the current is 2A", ["resistance"]),
        ("An effort of 150 N lifts 480 N. Find the mechanical advantage and the efficiency.",
         ["mechanical advantage", "efficiency"]),
        ("Find the HCF and LCM of 24 and 36", ["hcf", "lcm"]),
        ("How far does a bus go in 3 hours at 60 km/h?", ["distance"]),
        ("How much of a 40 g sample remains after 15 days?", ["remaining"]),
        ("A body of 5 kg moves at 20 m/s. What is its kinetic energy?", ["kinetic energy"]),
        ("Find the pressure due to water at a depth of 8 m", ["pressure"]),
        ("Local time at 60E when it is 12 noon at Greenwich", ["local time"]),
        ("Saa ngapi mahali palipo longitudo 60 mashariki ikiwa Greenwich ni saa 6 mchana?", ["local time"]),
        ("Divide 400 shillings between Asha and Juma in the ratio 3:5", ["share"]),
        ("Density of a stone of mass 20 g and volume 8 cm3", ["density"]),
        ("Kani ya nyutoni 50 inatenda kwenye eneo la mita za mraba 2. Shinikizo ni kiasi gani?", ["pressure"]),
    ],
)  # fmt: skip
def test_what_a_problem_wants_is_told_from_what_it_gives(text: str, names: list[str]) -> None:
    assert wanted(text) == names


@pytest.mark.parametrize(
    "text, kinds",
    [
        ("Calculate the density of a stone of mass 20 g and volume 8 cm3", ["mass", "volume"]),
        ("A gas at 100 kPa and 300 K is heated. Find its pressure.", ["pressure", "temperature"]),
        ("A machine has a velocity ratio of 5 and a load of 400 N. Find the efficiency.", ["velocity ratio", "load"]),
        ("Gari linasafiri mita 100 kwa sekunde 5, kasi yake ni ngapi?", ["distance", "time"]),
        ("Find the mean of 4, 6, 8, 10", ["number"]),
    ],
)  # fmt: skip
def test_amounts_are_known_by_their_units_or_names(text: str, kinds: list[str]) -> None:
    givens = problem(text).givens
    assert len(givens) == len(kinds)
    assert all(kind in given.kinds for kind, given in zip(kinds, givens, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "What is photosynthesis?",
        "How many people died in the war of 1905?",
        "Explain the causes of the First World War of 1914 to 1918.",
        "Je, uhuru ulipatikana mwaka 1961?",
    ],
)
def test_a_year_gives_nothing_to_calculate_with(text: str) -> None:
    assert read_problem(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "How do we calculate the distance in kilometres between two towns on the same meridian?",
        "How do you find the area of a shape with four sides?",
        "Umbali kati ya miji miwili ni nini?",
        "What is the force between two magnets?",
    ],
)
def test_things_counted_in_words_are_no_problem(text: str) -> None:
    assert read_problem(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Find two causes of soil erosion",
        "State three characteristics of living things.",
        "What is the density of water at 4 °C?",
        "A farmer has 2 kg of seeds and 5 litres of water. What is crop rotation?",
    ],
)
def test_what_may_be_answered_without_a_calculation_is_no_certain_problem(text: str) -> None:
    found = read_problem(text)
    assert found is None or not found.is_certain


@pytest.mark.parametrize(
    "text, shape",
    [
        ("Solve 3x + 4 = 19", "linear"),
        ("Tatua x² + 7x + 12 = 0", "quadratic"),
        ("Solve $2x^2-7x+3=0$.", "quadratic"),
        ("Solve x + y = 10 and x - y = 2", "simultaneous"),
        ("Solve $2^{x+1}=32$.", "exponential"),
        ("Solve the problem of soil erosion", None),
        ("What is 3 + 4?", None),
        ("What does E = mc2 mean?", None),
    ],
)
def test_equations_have_shapes(text: str, shape: str | None) -> None:
    assert equation_shape(text) == shape


def formulas(text: str) -> list[Formula]:
    sentences = [Sentence(text[a:b], a, b, None) for a, b in sentence_spans(text)]
    return formulas_of(sentences, text)


@pytest.mark.parametrize(
    "text, subject, others",
    [
        (r"Density $\rho$ is calculated from mass $m$ and volume $V$ by this formula: $\rho=\frac{m}{V}$",
         {"density"}, [{"mass"}, {"volume"}]),
        ("Pressure P is force F divided by area A: P = F/A", {"pressure"}, [{"force"}, {"area"}]),
        ("Density = mass/volume", {"density"}, [{"mass"}, {"volume"}]),
        ("Speed is the distance moved in a unit time.", {"speed"}, [{"distance"}, {"time"}]),
        ("Momentum is the product of mass and velocity.", {"momentum"}, [{"mass"}, {"speed"}]),
        ("Shinikizo ni kani gawanya kwa eneo.", {"pressure"}, [{"force"}, {"area"}]),
        ("Weight $W$ of a mass $m$ is found from the formula $W=mg$.", {"weight"}, [{"mass"}]),
        ("The energy used in time $t$ is $E=Pt$. Power $P$ is in watts.", {"energy"}, [{"power"}, {"time"}]),
    ],
)  # fmt: skip
def test_a_formula_tells_which_quantities_it_ties(text: str, subject: set[str], others: list[set[str]]) -> None:
    found = [one for one in formulas(text) if one.subject == subject]
    assert any([set(other) for other in one.others] == others for one in found), formulas(text)


def test_numbers_put_in_are_no_formula() -> None:
    assert formulas(r"The pressure is $\frac{30}{0.02}=1500\ \mathrm{Pa}$.") == []
    assert plain_mathematics(r"$50\ \mathrm{cm^3}$") == "50 cm3"


@pytest.mark.parametrize(
    "text, asked",
    [
        ("State three characteristics of living things. (3 marks)", "State three characteristics of living things."),
        ("Taja sababu tano za mmomonyoko wa udongo (alama 5)", "Taja sababu tano za mmomonyoko wa udongo"),
        ("Q1 what is a cell [02 marks]", "what is a cell"),
        ("2. (a) Define osmosis. (2 marks) (b) Define diffusion.", "(a) Define osmosis.  (b) Define diffusion."),
        ("(a) Define osmosis", "Define osmosis"),
        ("1. What is osmosis? 2. What is diffusion?", "1. What is osmosis? 2. What is diffusion?"),
        ("3/4 + 1/2", "3/4 + 1/2"),
        ("What is H2O (water)?", "What is H2O (water)?"),
        ("5 workers dig a trench", "5 workers dig a trench"),
    ],
)
def test_what_a_paper_prints_around_a_question_is_left_out(text: str, asked: str) -> None:
    assert without_exam_marks(text) == asked


@pytest.mark.parametrize(
    "text, quotes",
    [
        ("A car travels 100 m in 5 s. What is its speed?", ["Speed is the distance moved in a unit time."]),
        ("Gari linasafiri mita 100 kwa sekunde 5, kasi yake ni ngapi?", ["Speed is the distance"]),
        ("Calculate the density of a stone of mass 20 g and volume 8 cm3", [r"\rho=\frac{m}{V}", "2.7"]),
        ("What pressure does a force of 50 N exert on an area of 2 m²?", [r"P=\frac{F}{A}"]),
        ("Find the pressure due to water at a depth of 8 m if the density of water is 1000 kg/m3", [r"P=h\rho g"]),
        ("Chaji ya kulombu 90 inapita kwa sekunde 30. Tafuta mkondo wa umeme.", [r"I=\frac{Q}{t}", "60 C"]),
        ("Find the HCF and LCM of 24 and 36", ["The HCF is 6 and the LCM is 36."]),
        ("Solve x² + 7x + 12 = 0 by factors", ["Solve $x^2+5x+6=0$."]),
        ("Solve x² + 7x + 12 = 0 using the quadratic formula", ["Solve $2x^2-7x+3=0$."]),
        ("Tatua 3x + 4 = 19", ["Solve $5x-7=2x+11$."]),
        ("Find the number of moles in 54 g of water, molar mass 18 g/mol", [r"n=\frac{m}{M}"]),
        ("A trader buys a goat for 50,000 shillings and sells it for 60,000 shillings. Find the percentage profit.",
         ["percentage profit"]),
    ],
)  # fmt: skip
def test_a_problem_is_answered_with_the_books_formula_and_example(
    sample_ask: Ask, text: str, quotes: list[str]
) -> None:
    outcome = sample_ask(text)
    assert outcome.answer is not None, outcome.decline
    assert outcome.answer.method == "extracted"
    for quote in quotes:
        assert quote in outcome.quotes
    # What tutor says itself holds no figure: no result that the book does not show.
    own = [sentence.text for sentence in outcome.answer.sentences[1:] if not sentence.citations]
    assert own and not any(character.isdigit() for text in own for character in text)


@pytest.mark.parametrize(
    "text",
    [
        "A body of mass 1000 kg moves at 20 m/s. Find the kinetic energy",
        "Calculate the potential energy of a stone of mass 2 kg at a height of 10 m",
        "Kokotoa kazi iliyofanywa na kani ya nyutoni 20 kwa umbali wa mita 5",
        "Calculate the area of a rectangle 5 m by 3 m",
        "Calculate the moment of a force of 20 N at 3 m from the pivot",
        "Find the standard deviation of 2, 4, 6 and 8",
        "Calculate the acceleration due to gravity from a pendulum of length 1 m and period 2 s",
        "Kokotoa nishati mwendo ya gari lenye masi ya kilogramu 1000 likienda kwa kasi ya mita 20 kwa sekunde",
    ],
)
def test_a_problem_whose_formula_no_book_has_is_declined(sample_ask: Ask, text: str) -> None:
    outcome = sample_ask(text)
    assert outcome.answer is None, outcome.quotes
    assert outcome.decline.reason == Reason.WEAK_EVIDENCE


def test_a_problem_of_another_subject_is_pointed_to(sample_ask: Ask) -> None:
    outcome = sample_ask("A car travels 100 m in 5 s. What is its speed?", subject="biology")
    assert outcome.decline.reason == Reason.OUTSIDE_SCOPE
    assert outcome.decline.pointers[0].subject == "physics"


@pytest.mark.parametrize(
    "text, kind",
    [
        ("What is the nth term of 3, 7, 11, 15?", "arithmetic"),
        ("Find the 6th term of $3,6,12$.", "geometric"),
        ("Find the mean of 4, 6, 10", None),
        ("Find the 4th term", None),
        ("Find the next number: 0, 0, 0", "arithmetic"),
    ],
)
def test_numbers_make_a_kind_of_sequence(text: str, kind: str | None) -> None:
    assert sequence_kind(text) == kind


@pytest.mark.parametrize(
    "text, quoted, language",
    [
        ("What is the nth term of 3, 7, 11, 15?", "An arithmetic progression begins $5,8,11$.", "en"),
        ("Find the 10th term of the sequence 5, 9, 13, ...", "An arithmetic progression begins $5,8,11$.", "en"),
        ("Local time at 60E when it is 12 noon at Greenwich", "45 ÷ 15 = 3 hours", "en"),
        ("Saa ngapi mahali palipo longitudo 60 mashariki ikiwa Greenwich ni saa 6 mchana?", "45 ÷ 15 = saa 3", "sw"),
        ("Divide 400 shillings between Asha and Juma in the ratio 3:5", "To share 30,000 shillings", "en"),
        ("Find the distance between (2,3) and (5,7)", "The distance between two points is:", "en"),
    ],
)  # fmt: skip
def test_a_case_that_the_book_works_out_shows_how(sample_ask: Ask, text: str, quoted: str, language: str) -> None:
    answer = sample_ask(text).answer
    assert answer is not None and quoted in answer.text
    own = {"en": "with your own numbers", "sw": "ukitumia namba zako"}[language]
    assert own in answer.notes[0]


@pytest.mark.parametrize(
    "text, rule",
    [
        ("What is the 6th term of the geometric sequence 3, 6, 12?", "$G_n=G_1r^{n-1}$"),
        ("Find the 6th term of 3, 6, 12, 24", "$G_n=G_1r^{n-1}$"),
        ("Find the sum of the first 5 terms of 2, 6, 18", "r^n-1"),
    ],
)
def test_the_book_gives_the_rule_where_it_works_no_such_sequence_out(sample_ask: Ask, text: str, rule: str) -> None:
    answer = sample_ask(text).answer
    assert answer is not None and rule in answer.text and "geometric progression is" in answer.text
    assert "5,8,11" not in answer.text


def test_another_kind_of_sequence_or_of_distance_shows_nothing(sample_ask: Ask) -> None:
    geometric = sample_ask("Find the 6th term of 3, 6, 12, 24").answer
    assert geometric is None or "5,8,11" not in geometric.text
    on_a_plane = sample_ask("Find the distance between (2,3) and (5,7)").answer
    assert on_a_plane is not None and "meridian" not in on_a_plane.text
