"""Hard sentences said in easier ones by rule: what is cut, and what stays whole."""

from __future__ import annotations

import pytest

from tutor.answering.composing.simplifying import simpler_sentences
from tutor.language.tokens import words

CUT = [
    ("Carbon forms a very large number of compounds because its atoms can join together in chains and rings.", "en",
     ("Carbon forms a very large number of compounds.",
      "This is because its atoms can join together in chains and rings.")),
    ("Wangoni walijiunga na Vita vya Maji Maji kwa sababu utawala wa Wajerumani ulikuwa umevunja nguvu zao.", "sw",
     ("Wangoni walijiunga na Vita vya Maji Maji.",
      "Hii ni kwa sababu utawala wa Wajerumani ulikuwa umevunja nguvu zao.")),
    ("A transistor has an emitter, a base and a collector, and works as an amplifier or a switch.", "en",
     ("A transistor has an emitter, a base and a collector.",
      "A transistor works as an amplifier or a switch.")),
]  # fmt: skip


@pytest.mark.parametrize("text, language, pieces", CUT)
def test_a_reason_and_a_second_verb_get_a_sentence_of_their_own(
    text: str, language: str, pieces: tuple[str, ...]
) -> None:
    assert simpler_sentences(text, language, 8) == pieces
    assert simpler_sentences(text, language, 40) == (text,), "what is easy enough stays as the book has it"


@pytest.mark.parametrize(
    "text, language",
    [
        # Denied: the war may have failed, though not for this reason.
        ("The war did not fail because the people were weak but because they had no guns at all.", "en"),
        ("People say that the rains failed because the spirits of the ancestors were very angry.", "en"),
        ("The disease is the stage in which the body cannot fight because too few cells remain.", "en"),
        ("The crops failed because of the long drought and the hard rule of the foreign governors.", "en"),
        ("If the soil is lost because nobody planted trees, the farmers of the village will be hungry.", "en"),
        ("Vita havikushindwa kwa sababu watu walikuwa dhaifu, bali walikosa silaha za kisasa kabisa.", "sw"),
        ("Mazao yalikauka kwa sababu ya ukame wa muda mrefu uliokumba mikoa yote ya kati nchini.", "sw"),
        # "and" joins what the verb is said of, or hangs on a condition.
        ("Farmers who keep cattle and grow maize in dry regions need help from the government.", "en"),
        (r"The speed is found as $v=u+at$ because the body moves and gains speed with every second.", "en"),
    ],
)
def test_what_would_say_something_else_stays_whole(text: str, language: str) -> None:
    assert simpler_sentences(text, language, 8) == (text,)


@pytest.mark.parametrize("text, language, pieces", CUT)
def test_no_word_of_the_book_is_lost(text: str, language: str, pieces: tuple[str, ...]) -> None:
    said = {word for piece in pieces for word in words(piece)}
    assert set(words(text)) - said <= {"and"}
