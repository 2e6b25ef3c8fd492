"""Names and denials that the quoted passages do not hold."""

from __future__ import annotations

import pytest

from tutor.answering.premises import asked_names, unmet_premise
from tutor.answering.understanding import understand
from tutor.core.types import EvidenceSentence, Metadata, Passage, Question, Sentence
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
