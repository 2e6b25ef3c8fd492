"""Which sentences define, and how quotes are shown."""

from __future__ import annotations

import pytest

from tutor.answering import wording
from tutor.answering.composing.extract import _asks_for_a_deed, shown_text
from tutor.answering.evidence.definitions import defines
from tutor.answering.question.terms import covered_share, question_terms, rarest_missed
from tutor.core.types import EvidenceSentence, Metadata, Passage, Sentence
from tutor.curriculum.questions import QuestionType
from tutor.language.glossary import Glossary
from tutor.library.readers.markdown import markdown_blocks
from tutor.library.segmentation import segment_blocks


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


@pytest.mark.parametrize(
    "question, language, sentence, expected",
    [
        ("What is osmosis?", "en", "Osmosis is the movement of water through a membrane.", 1.0),
        ("What is osmosis?", "en", "Osmosis is important because plants need water.", 0.0),
        ("What is osmosis?", "en", "Water moves into roots by osmosis.", 0.0),
        ("What is osmosis?", "en", "This movement of water is called osmosis.", 0.5),
        ("Usanisinuru ni nini?", "sw", "Usanisinuru ni mchakato wa mimea kutengeneza chakula.", 1.0),
        ("Usanisinuru ni nini?", "sw", "Usanisinuru ni muhimu kwa viumbe hai.", 0.0),
        ("Ohm's law ni nini?", "mixed", "Ohm's law states that current grows with potential difference.", 1.0),
        ("Kanuni ya Ohm ni nini?", "sw", "Kanuni ya Ohm inasema kuwa mkondo huongezeka na volteji.", 1.0),
        ("Kanuni ya Ohm ni nini?", "sw", "Mwalimu anasema kuwa Kanuni ya Ohm inatumika.", 0.0),
        ("Photosynthesis ni nini?", "mixed", "Usanisinuru ni mchakato wa mimea kutengeneza chakula.", 1.0),
    ],
)
def test_definitions(glossary: Glossary, question: str, language: str, sentence: str, expected: float) -> None:
    terms = question_terms(question, language, glossary)  # type: ignore[arg-type]
    book = "en" if sentence.startswith(("Osmosis", "Water", "This", "Ohm")) else "sw"
    assert defines(sentence, terms, book) == expected


def test_coverage_crosses_the_languages(glossary: Glossary) -> None:
    terms = question_terms("Usanisinuru hutokea wapi?", "sw", glossary)
    assert covered_share(terms, "Photosynthesis takes place in leaves.", "en") >= 0.5
    assert covered_share(terms, "The war began in 1905.", "en") == 0.0
    assert covered_share((), "anything", "en") == 0.0


def test_words_of_the_frame_are_no_terms(glossary: Glossary) -> None:
    """`katika` (in) shares its stem with `kata` (ward)."""
    terms = question_terms("Watu walipigana katika vita", "sw", glossary)
    assert not any(("ward",) in term.en for term in terms)


def test_rare_terms_weigh_more(glossary: Glossary) -> None:
    terms = question_terms("people of Kenya", "en", glossary)

    def rarity(form: tuple[str, ...], language: str) -> float:
        return 5.0 if "kenya" in form else 1.0

    assert covered_share(terms, "The people came.", "en", rarity) == pytest.approx(1 / 6)
    assert rarest_missed(terms, "The people came.", "en", rarity) == 5.0
    assert rarest_missed(terms, "The people of Kenya came.", "en", rarity) == 0.0


def test_a_table_row_is_read_with_its_columns() -> None:
    text = "# T\n\nTable 1: Wars\n\n| War | Began |\n|---|---|\n| Maji Maji | 1905 |\n| Hehe | 1891 |\n"
    (segment,) = segment_blocks(markdown_blocks(text))
    passage = Passage("p#1", "p", "P", "p.md", 0, ("T",), segment.text, Metadata())
    row = segment.sentences[-1]
    assert row.kind == "table_row"
    shown = shown_text(EvidenceSentence(Sentence(row.text, row.start, row.end, 1, row.kind), passage, 1, 1, 1))
    assert shown == "War: Hehe; Began: 1891."


@pytest.mark.parametrize(
    "question, deed",
    [
        ("Kinjekitile alifanya nini?", True),
        ("Damu hubeba nini?", True),
        ("Mimea hutumia nini kutengeneza chakula?", True),
        ("Uhuru ni nini?", False),
        ("Demokrasia inamaanisha nini?", False),
        ("Nini maana ya demokrasia?", False),
    ],
)
def test_who_asks_for_a_deed_is_told_no_meaning(question: str, deed: bool) -> None:
    assert _asks_for_a_deed(question) is deed


@pytest.mark.parametrize("kind", sorted(wording.FRAME_KINDS))
def test_the_frame_fits_the_kind_of_question_in_both_languages(kind: str) -> None:
    assert QuestionType(kind)
    for language in ("en", "sw"):
        frame = wording.FRAME_KINDS[kind][language]
        assert frame.startswith("{book} ") and frame.endswith(":") and frame != wording.FRAME_SAME[language]
