"""What of a book can be read by itself, and how much of it a lesson takes."""

from __future__ import annotations

from lesson_makers import section, topic

from tutor.curriculum.curriculum import Curriculum, Topic
from tutor.lessons.about import Fit, TopicWords, alike
from tutor.lessons.units import LEAST, MOST, chosen_units, leans_back, row_cells, units_of

CURRICULUM = Curriculum.load()


def texts(units: list) -> list[list[str]]:  # type: ignore[type-arg]
    return [[sentence.text for _, sentence in unit.sentences] for unit in units]


def test_what_leans_on_a_sentence_stays_with_it() -> None:
    own = section("A base is bitter.", "It turns red litmus blue.", "For example, soap does.", "Acids are sour.")
    assert texts(units_of(own)) == [
        ["A base is bitter.", "It turns red litmus blue.", "For example, soap does."], ["Acids are sour."]
    ]  # fmt: skip
    swahili = section("Dawa ilikuwa maji.", "Watu waliamini dawa hiyo.", "Aliishi Rufiji.", language="sw")
    assert len(units_of(swahili)) == 1
    assert leans_back("Photosynthesis also adds oxygen.", "en")
    assert not leans_back("The heart pumps blood.", "en") and not leans_back("Moyo husukuma damu.", "sw")


def test_an_announcement_stays_with_its_list_or_goes() -> None:
    own = section("There are two kinds:", "- positive", "- negative", "Like charges repel.", "The law is:",
                  kinds={1: "list_item", 2: "list_item"})  # fmt: skip
    assert texts(units_of(own)) == [["There are two kinds:", "- positive", "- negative"], ["Like charges repel."]]


def test_formulas_stay_with_what_introduces_them() -> None:
    own = section("Ohm's law is written as:", "$$V=IR$$", "Resistance is measured in ohms.")
    assert texts(units_of(own)) == [["Ohm's law is written as:", "$$V=IR$$"], ["Resistance is measured in ohms."]]


def test_questions_of_the_book_are_no_explanation() -> None:
    assert texts(units_of(section("How high does it reach?", "The ladder is long."))) == [["The ladder is long."]]


def test_an_explanation_has_150_to_300_words_where_the_books_have_so_many() -> None:
    words = TopicWords(topic("heart"), "en")
    long = [section(*(f"The heart of animal {n} pumps blood through many vessels every day." for n in range(30)),
                    name=f"book#{one}") for one in "abcdefg"]  # fmt: skip
    chosen = chosen_units(long, [], words, 22)
    assert LEAST <= sum(item.words for item in chosen) <= MOST
    assert len(chosen) == 5  # an overview: each of five sections has its share
    assert [item.section.place for item in chosen] == sorted(item.section.place for item in chosen)
    short = chosen_units([section("The heart pumps blood.")], [], words, 22)
    assert sum(item.words for item in short) == 4


def test_a_short_lesson_takes_sentences_that_name_the_topic_elsewhere() -> None:
    economy = CURRICULUM.topic("history", "colonial-economy")
    assert economy is not None
    touched = [section("The Germans used forced labour on plantations.", "The war began in 1905.", name="book#b")]
    chosen = chosen_units([section("Sisal was grown.")], touched, TopicWords(economy, "en"), 24)
    assert texts([unit for item in chosen for unit in item.units]) == [
        ["Sisal was grown."], ["The Germans used forced labour on plantations."]
    ]  # fmt: skip


def test_rows_are_cut_into_cells() -> None:
    assert row_cells(r"| Iron | Liver, greens | a\|b |") == ["Iron", "Liver, greens", "a|b"]


def fit(name: str, subject: str, language: str, heading: str, text: str, above: str = "") -> Fit:
    own: Topic | None = CURRICULUM.topic(subject, name)
    assert own is not None
    path = ["Chapter", *([above] if above else []), heading]
    return TopicWords(own, "sw" if language == "sw" else "en").fit(path, text)


def test_sections_are_about_what_their_heading_and_text_name() -> None:
    assert fit("nutrition", "biology", "en", "Photosynthesis", "Photosynthesis makes glucose.").is_about
    assert not fit("nutrition", "biology", "en", "The Heart", "Photosynthesis is not done by hearts.").is_about
    assert fit("regulation", "biology", "en", "Regulation of Body Temperature", "Sweat cools the skin.").is_about
    assert fit("introduction-to-chemistry", "chemistry", "en", "What Chemistry Is", "It studies matter.").is_about
    assert not fit("colonial-social-services", "history", "en", "Causes of the War", "Taxes were hated.").is_about


def test_words_with_one_stem_are_not_one_keyword() -> None:
    assert not alike("utaifa", "utaifishaji") and alike("koloni", "makoloni") and alike("clove", "cloves")
    changes = "changes-after-independence"
    assert fit(changes, "history", "sw", "Kukua kwa utaifa", "Utaifa ulikua.").heading == 0


def test_a_long_table_is_taken_where_there_would_be_too_little_without() -> None:
    words = TopicWords(topic("heart"), "en")
    rows = [f"| animal {n} | a heart of {n} parts that beats slowly |" for n in range(2, 16)]
    own = section("The heart pumps blood.", "Hearts differ:", *rows, kinds=dict.fromkeys(range(2, 16), "table_row"))
    assert sum(unit.words for unit in units_of(own)) > 100
    assert sum(item.words for item in chosen_units([own], [], words, 22)) > 100
    plenty = section(*(f"The heart of animal {n} pumps blood every day of its life." for n in range(20)), name="book#b")
    chosen = chosen_units([own, plenty], [], words, 22)
    assert not any(unit.is_table for item in chosen for unit in item.units)


def test_worked_examples_explain_where_sentences_are_few() -> None:
    words = TopicWords(topic("heart"), "en")
    told = section(*(f"The heart of animal {n} pumps blood every day." for n in range(9)))
    example = section(*(f"Step {n} finds how much blood the heart pumps in a minute." for n in range(9)), name="book#e")
    alone = chosen_units([told], [], words, 22)
    both = chosen_units([told], [], words, 22, [example])
    assert sum(item.words for item in alone) < LEAST <= sum(item.words for item in both) <= MOST
    assert len(both[-1].units) == 1 and len(both[-1].units[0].sentences) == 9, "an example is taken whole"
    little = chosen_units([section("The heart pumps blood.")], [], words, 22, [example])
    assert all(item.section is not example for item in little), "an example alone is no explanation"
    enough = [section(*(f"The heart of animal {n} pumps blood every day of its life." for n in range(30)))]
    assert all(item.section is not example for item in chosen_units(enough, [], words, 22, [example]))


def test_a_sentence_that_begins_with_the_topics_one_word_name_is_about_it() -> None:
    tourism = CURRICULUM.topic("geography", "tourism")
    assert tourism is not None
    words = TopicWords(tourism, "en")
    assert words.tells("Tourism brings money from abroad.")
    assert not words.tells("Bees, cattle and in some places even tourism are kept.")


def test_what_is_other_than_something_before_leans_on_it() -> None:
    assert leans_back("Sababu nyingine za mabadiliko zilikuwa shinikizo la wahisani.", "sw")
    assert not leans_back("Mimea hutengeneza chakula na vitu vingine.", "sw")


def test_an_opening_too_long_for_its_share_gives_its_first_sentence() -> None:
    words = TopicWords(topic("heart"), "en")
    tail = [f"It also pumps blood to organ {n} of the body, which needs it by day and by night." for n in range(6)]
    sections = [
        section(f"The heart number {one} is a pump of muscle.", *tail,
                *(f"Blood vessel {n} of heart {one} is wide and strong." for n in range(6)), name=f"book#{one}")
        for one in "abcde"
    ]  # fmt: skip
    for item in chosen_units(sections, [], words, 22):
        assert "is a pump of muscle" in item.units[0].text
