"""Names and denials that the quoted passages do not hold."""

from __future__ import annotations

import pytest

from tutor.answering.deciding.premises import asked_names, passages_with_names, unmet_premise
from tutor.answering.question.understanding import understand
from tutor.core.types import BookLanguage, Candidate, EvidenceSentence, Metadata, Passage, Question, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary

TEXT = "The leaders who took part in the war were Kinjekitile and Songea Mbano. The Germans did not win at once."


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


def unmet(text: str, glossary: Glossary, rarity: float = 5.0) -> str | None:
    passage = Passage("p#1", "p", "P", "p.md", 0, ("The war",), TEXT, Metadata(language="en"))
    evidence = [EvidenceSentence(Sentence(TEXT[:71], 0, 71, 1), passage, 1.0, 1.0, 1.0)]
    asked = understand(Question(text), Curriculum.load(), glossary)
    return unmet_premise(asked, evidence, lambda form, language: rarity)


@pytest.mark.parametrize(
    "text, met",
    [
        ("Did Kinjekitile take part in the war?", True),
        ("Which role did Germany have in the war?", True),
        ("Did Mkwawa take part in the war?", False),
        ("Who did NOT take part in the war?", False),
        ("Who did not win the war?", True),
        ("A boy has no book on the war. Who were its leaders?", True),
        ("The war was long. Who did not take part in it?", False),
        ("What happened in the war? Explain.", True),
        ("Which role did Kinje Peter Mbano have in the war?", True),
        ("Which role did Songea Mbano and Chabruma Mbano have?", True),
        ("Which role did Songea Chabruma have in the war?", False),
        ("WHAT DID MKWAWA DO IN THE WAR", True),
    ],
)
def test_premises(glossary: Glossary, text: str, met: bool) -> None:
    assert (unmet(text, glossary) is None) is met


def test_a_mixed_question_may_name_in_the_other_language(glossary: Glossary) -> None:
    text = "Wajerumani walimuua Songea Mbano huko Songea mwaka 1906."
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Vita",), text, Metadata(language="sw"))
    evidence = [EvidenceSentence(Sentence(text, 0, len(text), 1), passage, 1.0, 1.0, 1.0)]

    def unmet_in(question: str) -> str | None:
        asked = understand(Question(question), Curriculum.load(), glossary)
        return unmet_premise(asked, evidence, lambda form, language: 5.0)

    assert unmet_in("Songea Mbano aliuawa na Germans wapi, na who killed him?") is None
    assert unmet_in("Songea Mbano aliuawa na Portuguese wapi, na who killed him?") is not None


def test_a_name_that_stands_everywhere_is_no_premise(glossary: Glossary) -> None:
    assert unmet("Did Tanzania take part in the war?", glossary, rarity=0.5) is None


def test_names_are_capitals_inside_sentences() -> None:
    assert asked_names("Why did Mkwawa fight? Explain how Songea died.") == ["mkwawa", "songea"]
    assert asked_names("WHY DID MKWAWA FIGHT") == []
    assert asked_names("") == []


@pytest.mark.parametrize(
    "text, met",
    [
        ("Which disease comes when there is no vitamin C?", True),
        ("Which disease comes to those who lack vitamin C?", True),
        ("Which disease does not come from a shortage of vitamin C?", False),
    ],
)
def test_what_is_not_there_is_short(glossary: Glossary, text: str, met: bool) -> None:
    table = "Vitamin C keeps gums healthy. Effect of shortage: scurvy, a disease."
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Nutrients",), table, Metadata(language="en"))
    evidence = [EvidenceSentence(Sentence(table[:29], 0, 29, 1), passage, 1.0, 1.0, 1.0)]
    asked = understand(Question(text), Curriculum.load(), glossary)
    assert (unmet_premise(asked, evidence, lambda form, language: 5.0) is None) is met


def test_passages_that_have_the_name_are_looked_at(glossary: Glossary) -> None:
    def candidate(name: str, text: str) -> Candidate:
        return Candidate(Passage(name, "p", "P", "p.md", 0, ("Rights",), text, Metadata(language="en")))

    basic = candidate("p#1", "The constitution in use was made in 1977.")
    rights = candidate("p#2", "In 1984 the Bill of Rights was added to the constitution.")
    asked = understand(Question("In which year was the Bill of Rights added?"), Curriculum.load(), glossary)
    quoted = [EvidenceSentence(Sentence("The constitution", 0, 16, 1), basic.passage, 1.0, 1.0, 1.0)]

    def named(rarity: float) -> list[Candidate]:
        return passages_with_names(asked, quoted, [basic, rights], lambda form, language: rarity)

    assert named(5.0) == [rights]
    assert named(0.5) == []


@pytest.mark.parametrize(
    "text, told, language, met",
    [
        ("how many fundamental quantities does SI have", "There are seven fundamental quantities.", "en", True),
        ("Which germs do not die any more from antibiotics?", "Bacteria that resist them survive.", "en", True),
        ("Which germs do not die from antibiotics?", "Bacteria die from antibiotics.", "en", False),
        ("when should you not raise the leg", "Raise the leg, unless a bone may be broken.", "en", True),
        ("when should you not raise the leg", "Raise the leg above the heart.", "en", False),
        ("Muswada husomwa mara ngapi kabla haujasainiwa?", "Muswada husomwa mara tatu.", "sw", True),
        ("Ni kabila gani halikuingia vita?", "Baadhi ya jamii, kama Wahehe, hazikujiunga.", "sw", True),
        ("Ni kabila gani halikuingia vita?", "Makabila mengi yaliingia vita.", "sw", False),
        ("Muhogo tunapanda nini maana hauna mbegu?", "Muhogo hupandwa kwa vipande vya shina.", "sw", True),
    ],
)
def test_only_a_denial_that_is_asked_about_must_be_told(
    glossary: Glossary, text: str, told: str, language: BookLanguage, met: bool
) -> None:
    passage = Passage("p#1", "p", "P", "p.md", 0, (), told, Metadata(language=language))
    evidence = [EvidenceSentence(Sentence(told, 0, len(told), 1), passage, 1.0, 1.0, 1.0)]
    asked = understand(Question(text), Curriculum.load(), glossary)
    assert (unmet_premise(asked, evidence, lambda form, language: 1.0) is None) is met


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("Eleza water cycle", False),
        ("Explain the water cycle", False),
        ("Eleza mzunguko wa maji", False),
        ("Explain a semi-permeable membrane", True),
        ("Eleza water molecules", True),
        ("Eleza utando", True),
    ],
)
def test_one_word_of_a_term_is_another_topic(glossary: Glossary, text: str, met: bool) -> None:
    told = "Osmosis is the movement of water molecules through a semi-permeable membrane."
    passage = Passage("p#1", "p", "P", "p.md", 0, ("Osmosis",), told, Metadata(language="en"))
    evidence = [EvidenceSentence(Sentence(told, 0, len(told), 1), passage, 1.0, 1.0, 1.0)]
    asked = understand(Question(text), Curriculum.load(), glossary)
    assert (unmet_premise(asked, evidence, lambda form, language: 5.0) is None) is met
