"""Easier sentences of the book in place of harder ones, as far as the words allow."""

from __future__ import annotations

from lesson_makers import section, topic

from tutor.curriculum.curriculum import Curriculum
from tutor.lessons.about import TopicWords
from tutor.lessons.levelling import SWAHILI_MOST, levelled, reading_of
from tutor.lessons.units import LEAST, MOST, Chosen, Unit, chosen_units, units_of

CURRICULUM = Curriculum.load()
FORM = CURRICULUM.form_details(1)
HARD = (
    "The characteristically intermittent circulation of oxygenated blood throughout extraordinarily differentiated "
    "organs necessitates continuous muscular contraction, notwithstanding considerable environmental variation, "
    "number {n}."
)
EASY = "The heart of animal {n} sends the red blood round the body day and night."


def chosen_of(hard: int, easy: int) -> list[Chosen]:
    own = section("The heart is a pump.", *(HARD.format(n=n) for n in range(hard)),
                  *(EASY.format(n=n) for n in range(easy)))  # fmt: skip
    return [Chosen(own, tuple(units_of(own)))]


def words_in(chosen: list[Chosen]) -> int:
    return sum(item.words for item in chosen)


def test_hard_sentences_go_while_enough_is_left() -> None:
    before = chosen_of(3, 14)
    after, reading = levelled(before, "en", FORM)
    assert reading is not None and reading.measure == "ari"
    assert reading.before > reading.most >= reading.value and reading.is_met
    assert LEAST <= words_in(after) < words_in(before)
    assert all(unit in before[0].units for unit in after[0].units), "only what the book says, whole"
    assert after[0].units[0] == before[0].units[0], "what a section opens with stays"


def test_a_hard_sentence_is_exchanged_for_an_easier_one_of_its_section() -> None:
    own = section("The heart is a pump.", *(HARD.format(n=n) for n in range(2)), *(EASY.format(n=n) for n in range(16)))
    units = units_of(own)
    start = [Chosen(own, (units[0], *units[1:3], *units[3:11]))]
    after, reading = levelled(start, "en", FORM)
    assert reading is not None and reading.value < reading.before
    assert LEAST <= words_in(after) <= MOST
    order = [unit.text for unit in units]
    places = [order.index(unit.text) for unit in after[0].units]
    assert places == sorted(places), "the book's order stays"


def test_an_easy_explanation_and_one_without_spare_words_stay_as_they_are() -> None:
    easy = chosen_of(0, 14)
    assert levelled(easy, "en", FORM)[0] == easy
    short = chosen_of(3, 2)
    after, reading = levelled(short, "en", FORM)
    assert after == short and reading is not None and not reading.is_met


def test_a_text_too_short_to_judge_has_no_measure() -> None:
    own = section("The heart pumps blood.")
    chosen = [Chosen(own, (Unit(own.sentences),))]
    assert levelled(chosen, "en", FORM) == (chosen, None)


def test_swahili_is_measured_against_the_forms_own_books() -> None:
    text = "Moyo husukuma damu mwilini. Damu hupeleka chakula na hewa safi. Mishipa hubeba damu kila siku."
    reading = reading_of(text, "sw", FORM)
    assert reading is not None and reading.measure == "percentile" and reading.most == SWAHILI_MOST
    long = " ".join(["Moyo", *(["unaosukuma damu inayopelekwa mwilini kwa kupitia mishipa"] * 8)]) + "."
    harder = reading_of(long, "sw", FORM)
    assert harder is not None and harder.value > reading.value


def test_formulas_are_not_counted() -> None:
    plain = "\n".join(EASY.format(n=n) for n in range(8))
    assert reading_of(f"{plain}\n$$E=mc^2$$", "en", FORM) == reading_of(plain, "en", FORM)


def test_the_makers_of_these_tests_give_what_a_lesson_would() -> None:
    own = section(*(EASY.format(n=n) for n in range(40)))
    assert LEAST <= words_in(chosen_units([own], [], TopicWords(topic("heart"), "en"), 20)) <= MOST
