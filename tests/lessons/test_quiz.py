"""Questions: every answer stands in its quoted sentence, and no other option is right."""

from __future__ import annotations

from lesson_makers import alike, evidence

from tutor.core.types import BookLanguage, EvidenceSentence
from tutor.language.glossary import Glossary
from tutor.lessons.definitions import definition_of
from tutor.lessons.gaps import gaps_in, like
from tutor.lessons.lesson import QuizItem
from tutor.lessons.quiz import QuizMaker, Row, Source
from tutor.lessons.rivals import Rivals
from tutor.lessons.worked import Worked, new_numbers, plain_result

GLOSSARY = Glossary.load()
CELLS = (
    "Diffusion is the movement of particles from a region of higher concentration to a region of lower concentration. "
    "Osmosis is the movement of water molecules through a semi-permeable membrane. "
    "Transpiration is the loss of water vapour from the leaves of a plant. "
    "An enzyme is a protein that speeds up a chemical reaction. "
    "Respiration is the breakdown of food to release energy. "
    "In 1628 William Harvey published the discovery that blood circulates in the body. "
    "The human heart beats about 72 times in every minute of rest."
)
VITA = (
    "Ukoloni ni hali ya nchi moja kuitawala nchi nyingine kwa faida ya kiuchumi. "
    "Upinzani ni mapambano ya watu dhidi ya utawala wa kigeni. "
    "Kinjekitile Ngwale alikuwa kiongozi wa dini ya jadi aliyeishi Ngarambe. "
    "Songea Mbano alikuwa jemadari wa Wangoni waliopigana na Wajerumani. "
    "Carl Peters alikuwa Mjerumani aliyefanya mikataba na viongozi wa bara. "
    "Wajerumani walianzisha kodi ya nyumba katika koloni lao mwaka 1898. "
    "Vita vilianza katika Milima ya Matumbi mwezi Julai mwaka 1905."
)


def maker(
    text: str,
    language: BookLanguage = "en",
    topic: str = "cells",
    rows: tuple[Row, ...] = (),
    pupil: BookLanguage = "en",
) -> tuple[QuizMaker, list[EvidenceSentence]]:
    own = evidence(text, language)
    sources = [Source(item.sentence.text, at) for at, item in enumerate(own)]
    rivals = Rivals(own, language, GLOSSARY, alike)
    subject = "biology" if language == "en" else "history"
    return QuizMaker(topic, subject, pupil, language, sources, [], rows, GLOSSARY, rivals), own


def stands_in_quote(item: QuizItem, quotes: list[str]) -> bool:
    quote = quotes[item.citation].casefold()
    if item.kind == "matching":
        return all(
            pair.left.casefold() in quotes[pair.citation].casefold()
            and pair.right.casefold() in quotes[pair.citation].casefold()
            for pair in item.pairs
        )
    if item.kind == "true-false" and item.answer == "true":
        return quote in item.prompt.casefold()
    return (item.correction or item.answer).casefold() in quote


def test_every_answer_stands_in_its_quote() -> None:
    for text, language in ((CELLS, "en"), (VITA, "sw")):
        for number in range(12):
            made, own = maker(text, language, f"topic-{number}")  # type: ignore[arg-type]
            items = made.items()
            assert 3 <= len(items) <= 5
            quotes = [item.sentence.text for item in own]
            assert all(stands_in_quote(item, quotes) for item in items)
            used = [item.citation for item in items if item.kind != "matching"]
            assert len(used) == len(set(used)), "no question gives another one's answer away"


def test_the_same_topic_always_asks_the_same_and_another_one_does_not() -> None:
    assert maker(CELLS)[0].items() == maker(CELLS)[0].items()
    prompts = {maker(CELLS, topic=f"t{n}")[0].items()[0].prompt for n in range(8)}
    assert len(prompts) > 1


def test_several_kinds_are_asked() -> None:
    kinds = {item.kind for n in range(8) for item in maker(CELLS, topic=f"t{n}")[0].items()}
    assert kinds == {"choice", "true-false", "short", "matching"}


def test_no_wrong_option_is_a_second_right_answer() -> None:
    rivals = Rivals(evidence(CELLS), "en", GLOSSARY, alike)
    for number in range(20):
        for item in maker(CELLS, topic=f"t{number}")[0].items():
            if item.kind != "choice":
                continue
            assert item.answer in item.options and len(set(item.options)) == len(item.options) >= 3
            statement = item.prompt.split("? ", 1)[1]
            for option in item.options:
                if option != item.answer:
                    assert not rivals.is_said(statement.replace("____", option))


def test_what_the_evidence_says_of_both_is_not_offered() -> None:
    text = (
        "Producers are organisms that make their own food. Green plants are organisms that make their own food. "
        "Consumers are animals that eat other living things. Decomposers are bacteria that return minerals to the soil."
    )
    own = evidence(text)
    rivals = Rivals(own, "en", GLOSSARY, alike)
    found = {one.term: one for n, e in enumerate(own) if (one := definition_of(e.sentence.text, n, "en"))}
    assert not rivals.means_otherwise(found["Green plants"], found["Producers"])
    assert rivals.means_otherwise(found["Consumers"], found["Producers"])


def test_synonyms_of_the_answer_are_not_offered() -> None:
    rivals = Rivals(evidence(CELLS), "en", GLOSSARY, alike)
    assert not rivals.fills_wrongly("Cellular respiration", "Respiration", "breakdown of food", "x")
    assert rivals.fills_wrongly("Osmosis", "Respiration", "the breakdown of food to release energy", "x")


def test_false_statements_are_not_what_the_book_says() -> None:
    rivals = Rivals(evidence(CELLS), "en", GLOSSARY, alike)
    false = [
        item for n in range(20) for item in maker(CELLS, topic=f"t{n}")[0].items()
        if item.kind == "true-false" and item.answer == "false"
    ]  # fmt: skip
    assert false
    for item in false:
        assert item.correction
        assert not rivals.is_said(item.prompt.split("? ", 1)[1])


def test_rows_of_a_table_are_matched_when_nothing_overlaps() -> None:
    rows = (
        Row("Iron", "Liver", 0),
        Row("Vitamin C", "Oranges", 1),
        Row("Proteins", "Beans", 2),
        Row("Fats", "Liver oil", 3),
    )
    made, _ = maker("The body needs food. Food is eaten daily by all animals that live.", rows=rows)
    matching = [item for item in made.items() if item.kind == "matching"]
    assert len(matching) == 1 and len(matching[0].pairs) == 3
    rights = [pair.right for pair in matching[0].pairs]
    assert not {"Liver", "Liver oil"} <= set(rights)


def test_definitions_are_read_and_other_sentences_are_not() -> None:
    found = definition_of("An enzyme is a protein that speeds up a reaction.", 0, "en")
    assert found is not None and (found.before, found.term) == ("An", "enzyme")
    swahili = definition_of("Ukoloni ni hali ya nchi moja kuitawala nchi nyingine.", 0, "sw")
    assert swahili is not None and swahili.term == "Ukoloni"
    for text in (
        "Photosynthesis is important because it makes food.", "It is the process of making food in plants.",
        "Air is a mixture because its gases are not combined.", "There is a gas in the flask of the chemist.",
        "Latitude is the angle north of the equator, and longitude is the angle east of Greenwich.",
    ):  # fmt: skip
        assert definition_of(text, 0, "en") is None, text
    assert definition_of("Matatizo mengine ni barabara mbovu na bei ndogo.", 0, "sw") is None


def test_gaps_are_numbers_names_and_terms() -> None:
    years = gaps_in(
        "In 1628 William Harvey published the discovery that blood circulates.", 0, "en", "biology", GLOSSARY
    )
    assert [(gap.kind, gap.answer) for gap in years][:2] == [("year", "1628"), ("name", "William Harvey")]
    assert gaps_in("The force $F=ma$ acts on the moving body of mass 20 kg.", 0, "en", "physics", GLOSSARY) == []
    place = gaps_in("The governor in Dar es Salaam ruled the whole colony alone.", 0, "en", "history", GLOSSARY)
    assert "Dar es Salaam" in [gap.answer for gap in place]


def gaps(sentence: str, language: BookLanguage = "en", subject: str = "chemistry") -> list[tuple[str, str]]:
    return [(gap.kind, gap.answer) for gap in gaps_in(sentence, 0, language, subject, GLOSSARY)]


def test_a_word_that_only_describes_the_next_one_is_not_asked_for() -> None:
    assert ("term", "burning") not in gaps("Bring a burning splint to the mouth of a test tube of the gas.")
    assert ("term", "molecule") in gaps("In a water molecule oxygen shares one pair of electrons with each atom.")


def test_one_of_a_list_is_not_asked_for() -> None:
    found = gaps("Management reduces pressure by crop rotation, rotational grazing and destocking.", "en", "geography")
    assert not any(kind in {"term", "name"} for kind, _ in found)


def test_wrong_numbers_are_near_the_right_one() -> None:
    right = gaps_in("One leap year has about 366 days in the calendar.".replace("about ", ""), 0, "en", "geography",
                    GLOSSARY)[0]  # fmt: skip
    others = [
        gaps_in(f"The journey from the coast to the lake took {n} days of walking.", 1, "en", "geography", GLOSSARY)[0]
        for n in (12, 90, 400, 5000)
    ]
    assert set(like(right, others)) == {"90", "400"}


def test_a_sentence_without_its_term_is_asked_where_nothing_else_can_be() -> None:
    text = (
        "Much less is lost in dry places at night because fine hairs hold back transpiration. "
        "The noon sun over open country is trapped by something green called chlorophyll."
    )
    made, own = maker(text)
    items = made.items()
    shorts = [item for item in items if item.kind == "short"]
    assert shorts and {item.answer for item in shorts} <= {"transpiration", "chlorophyll"}
    assert all(stands_in_quote(item, [one.sentence.text for one in own]) for item in items)
    assert all(item.answer not in item.prompt for item in shorts)


def test_a_result_is_asked_for_where_it_can_be_typed() -> None:
    assert new_numbers(Worked("Solve $x^2-7x+12=0$.", "The solutions are $x=3$ and $x=4$.", 0)) == ["3", "4"]
    assert new_numbers(Worked("Find the angle of 10 pupils out of 40.", "It is $90^\\circ$.", 0)) == ["90"]
    assert plain_result("The mass is $5\\ \\mathrm{kg}$.") is not None
    for written in ("It is $\\frac{1}{2}$.", "So $x^2=4$.", "The solution is $x=-3$.", "It is \u22123."):
        assert plain_result(written) is None, written


def test_a_part_of_a_longer_name_is_not_asked_for() -> None:
    law = gaps("Bunge la Tanzania lilipitisha Sheria ya Usimamizi wa Mazingira mwaka huo.", "sw", "geography")
    assert ("name", "Mazingira") not in law and ("name", "Tanzania") not in law
    river = gaps("Bwawa la Nyumba ya Mungu huhifadhi maji katika bonde la Mto Pangani.", "sw", "geography")
    assert ("name", "Mto Pangani") in river
