"""Questions that take for granted what the books deny, and true ones of the same words."""

from __future__ import annotations

import pytest

from tutor.answering.deciding.contradictions import contradicting
from tutor.answering.deciding.known_names import known_names_not_in
from tutor.answering.deciding.opposites import sides_said
from tutor.answering.deciding.premises import unmet_premise
from tutor.answering.question.terms import Form
from tutor.answering.question.understanding import Understanding, understand
from tutor.core.types import EvidenceSentence, Metadata, Passage, Question, Sentence
from tutor.curriculum.curriculum import Curriculum
from tutor.language.glossary import Glossary
from tutor.language.sentences import sentence_spans

METERS = "| Ammeter | Current in amperes | In series | Very low |"
GASES = "A noble gas such as neon is very unreactive because its outermost shell is full."
UNION = "Presidents Julius Nyerere and Abeid Amani Karume agreed on the union."
KIDNEY = "The pressure forces water into Bowman's capsule, but blood cells and proteins remain behind."
LAWS = "A written constitution is one document, as in Tanzania, while an unwritten one, as in Britain, is in many laws."
FORT = "Wareno walishindwa kwa sababu walikuwa wachache na magonjwa yaliwaua wengi wao."
CURRENT = "A copper wire is a good conductor, and its resistance is low."
METALS = "Iron is heavier than water and strong."
BRIDGE = "A bridge of steel expands on a hot day. Gaps are left so that it does not bend."
RAIN = "Mvua huongezeka kwenye miteremko ya kusini, na joto hupungua juu ya mlima."
RUBBER = "Rubber is not a good conductor."
RUST = "Iron does not rust in dry air. It rusts in wet air."
IONS = "Down the group the metals become more reactive because the electron is lost more easily by metals."
ICE = "Warm water sinks to the bottom, while colder water stays on top and turns to ice."
NGONI = "The Ngoni joined the war because German rule had ended their power."
HUNGER = "In the war the Germans burned the crops, so hunger forced people to surrender."
POLES = "Like charges repel."
CHUMA = "Chuma hakishiki kutu kwenye hewa kavu. Hushika kutu kwenye hewa mbichi."
CELLS = "A red blood cell in pure water swells and bursts. A plant cell becomes firm, but it does not burst."
SELI = "Seli nyekundu ya damu hupasuka kwenye maji safi. Seli ya mmea haipasuki."
PAGES = (
    METERS,
    GASES,
    UNION,
    KIDNEY,
    LAWS,
    FORT,
    CURRENT,
    METALS,
    BRIDGE,
    RAIN,
    RUBBER,
    RUST,
    IONS,
    ICE,
    POLES,
    CHUMA,
    CELLS,
    SELI,
)
SWAHILI = {FORT, RAIN, SELI, CHUMA}


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


def understood(text: str, glossary: Glossary) -> Understanding:
    return understand(Question(text), Curriculum.load(), glossary)


def quoted(text: str) -> list[EvidenceSentence]:
    language = "sw" if text in SWAHILI else "en"
    passage = Passage("p#1", "p", "P", "p.md", 0, (), text, Metadata(language=language))
    return [EvidenceSentence(Sentence(text[a:b], a, b, 1), passage, 1.0, 1.0, 1.0) for a, b in sentence_spans(text)]


def rarity_in(text: str):  # type: ignore[no-untyped-def]
    """Long words of the page are rare, short ones common, and what it has not is known to no book."""

    def rarity(form: Form, language: str) -> float:
        return 9.0 if form == ("\0",) else min(2.0 + 0.1 * sum(map(len, form)), 8.0)

    return rarity


def is_contradicted(text: str, page: str, glossary: Glossary) -> bool:
    return contradicting(understood(text, glossary), quoted(page), rarity_in(page)) is not None


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Why is an ammeter connected in parallel?", METERS),
        ("kwa nini ammeter inaunganishwa in parallel", METERS),
        ("kwa nini neon inareact haraka", GASES),
        ("Why does neon react?", GASES),
        ("Why did Nyerere refuse the union with Karume?", UNION),
        ("Why did Nyerere alikataa union na Karume", UNION),
        ("kwa nini blood cells zinaingia kwenye Bowman's capsule", KIDNEY),
        ("why is the constitution of Tanzania unwritten", LAWS),
        ("kwa nini constitution ya Tanzania ni unwritten kama ya Britain", LAWS),
        ("Kwa nini Wareno walishinda?", FORT),
        ("Why does a copper wire have a high resistance?", CURRENT),
        ("Why does a bridge of steel contract on a hot day?", BRIDGE),
        ("Why is a noble gas reactive?", GASES),
        ("Why did the Ngoni refuse to join the war?", NGONI),
        ("kwa nini Ngoni walikataa kujiunga na war", NGONI),
        ("Why do like charges attract?", POLES),
        ("Why does a plant cell burst?", CELLS),
        ("Why does iron rust in dry air?", RUST.replace(" It rusts in wet air.", "")),
        ("Kwa nini seli ya mmea hupasuka?", SELI),
    ],
)
def test_the_book_says_the_opposite(glossary: Glossary, text: str, page: str) -> None:
    assert is_contradicted(text, page, glossary)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Why is an ammeter connected in series?", METERS),
        ("Why is an ammeter connected in series and not in parallel?", METERS),
        ("Why must an ammeter never be connected in parallel?", METERS),
        ("Should an ammeter be connected in series or in parallel, and why?", METERS),
        ("Why does neon not react?", GASES),
        ("kwa nini neon haireact", GASES),
        ("Why did Nyerere agree to the union with Karume?", UNION),
        ("Why do blood cells remain behind and not enter Bowman's capsule?", KIDNEY),
        ("why is the constitution of Britain unwritten", LAWS),
        ("why is the constitution of Tanzania written, unlike Britain's unwritten one", LAWS),
        ("Kwa nini Wareno walishindwa?", FORT),
        ("Kwa nini Wareno hawakushinda?", FORT),
        ("How can we stop a copper wire from having a high resistance?", CURRENT),
        ("How high is the resistance of a copper wire?", CURRENT),
        ("Which wire has a high resistance, copper or iron?", CURRENT),
        ("Why is water light?", METALS),
        ("Why does a bridge of steel expand?", BRIDGE),
        ("Kwa nini joto hupungua juu ya mlima?", RAIN),
        ("Kwa nini mvua huongezeka?", RAIN),
        ("Why is rubber an insulator?", RUBBER),
        ("Why does iron rust in wet air?", RUST),
        ("Kwa nini chuma hushika kutu kwenye hewa mbichi?", CHUMA),
        ("Why do metals lose an electron?", IONS),
        ("Why does ice float on water?", ICE),
        ("Why do like charges repel?", POLES),
        ("Why did the Ngoni join the war?", NGONI),
        ("Why did the Germans win the war?", HUNGER),
        ("Why did the Hehe refuse to join the war?", NGONI.replace("Ngoni joined", "Hehe did not join")),
        ("Why does a red blood cell burst?", CELLS),
        ("Why does a plant cell not burst?", CELLS),
        ("Why does a plant cell become firm?", CELLS),
        ("When does a plant cell burst?", CELLS),
        ("Kwa nini seli nyekundu ya damu hupasuka?", SELI),
        ("Kwa nini seli ya mmea haipasuki?", SELI),
    ],
)
def test_a_true_question_of_the_same_words_is_none(glossary: Glossary, text: str, page: str) -> None:
    assert not is_contradicted(text, page, glossary)


def test_of_one_thing_in_another_respect_is_no_contradiction(glossary: Glossary) -> None:
    assert not is_contradicted("Why does a copper wire carry a large current?", CURRENT, glossary)


def test_the_quote_is_the_one_that_tells_most_of_what_is_asked(glossary: Glossary) -> None:
    page = "The Ngoni fled from Shaka. Zwangendaba led the Ngoni away from Shaka about 1820."
    found = contradicting(understood("Why did Zwangendaba return to Shaka?", glossary), quoted(page), rarity_in(page))
    assert found is not None and found.sentence.text.startswith("Zwangendaba")


def test_a_row_is_read_with_the_names_of_its_columns(glossary: Glossary) -> None:
    table = f"| Meter | Measures | Connection | Resistance |\n|---|---|---|---|\n{METERS}"
    passage = Passage("p#1", "p", "P", "p.md", 0, (), table, Metadata(language="en"))
    start = table.index(METERS)
    row = EvidenceSentence(Sentence(METERS, start, len(table), 1, "table_row"), passage, 1.0, 1.0, 1.0)
    asked = understood("Why does an ammeter have a high resistance?", glossary)
    assert contradicting(asked, [row], rarity_in(table)) is row


def test_the_cells_of_a_row_are_no_names(glossary: Glossary) -> None:
    row = "| Mkwawa | Wahehe | Alilishinda jeshi la Wajerumani. Alijipiga risasi. |"
    table = f"| Kiongozi | Watu | Kilichotokea |\n|---|---|---|\n| Bwana Heri | Uzigua | Alijisalimisha. |\n{row}"
    passage = Passage("p#1", "p", "P", "p.md", 0, (), table, Metadata(language="sw"))
    quote = EvidenceSentence(Sentence(row, table.index(row), len(table), 1, "table_row"), passage, 1.0, 1.0, 1.0)
    for text, against in (("Kwa nini Mkwawa alijisalimisha?", quote), ("Kwa nini Mkwawa alishinda?", None)):
        assert contradicting(understood(text, glossary), [quote], rarity_in(table)) is against


@pytest.mark.parametrize("page", PAGES)
def test_no_page_contradicts_itself(glossary: Glossary, page: str) -> None:
    assert not is_contradicted(f"Why is it said: {page}", page, glossary)


def test_sides() -> None:
    assert sides_said("It reacts", "en") == {-side for side in sides_said("It does not react", "en")}
    assert sides_said("Walishindwa", "sw") == {-side for side in sides_said("Walishinda", "sw")}
    assert sides_said("They were defeated", "en") == {-side for side in sides_said("They defeated", "en")}
    assert sides_said("Inaunganishwa sambamba", "sw") == sides_said("Connected in parallel", "en")
    assert sides_said("", "mixed") == frozenset()


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("kwa nini rwanda na burundi zilianzisha community", ["rwanda", "burundi"]),
        ("why was the community founded by kenya and rwanda", ["rwanda"]),
        ("kwa nini Wakenya na Waganda waliunda jumuiya", []),
        ("yao ni watu gani", []),
        ("jumuiya kwa kiingereza huitwaje", []),
    ],
)
def test_known_names_are_seen_in_small_letters_and_across_languages(question: str, missing: list[str]) -> None:
    page = "The Community was founded by Kenya, Tanzania and Uganda."
    assert known_names_not_in(page, question) == missing


def test_both_are_premises(glossary: Glossary) -> None:
    def unmet(text: str, page: str) -> str | None:
        return unmet_premise(understood(text, glossary), quoted(page), rarity_in(page))

    assert "otherwise" in (unmet("Why is an ammeter connected in parallel?", METERS) or "")
    assert unmet("Why is an ammeter connected in series?", METERS) is None
    assert unmet("why did rwanda agree on the union", UNION) == "names not there: rwanda"
    assert unmet("Kwa nini Waingereza walishindwa?", FORT) == "names not there: waingereza"
    assert unmet("Taja marais wa wakati wa Wajerumani", UNION) is None


@pytest.mark.parametrize(
    ("question", "page"),
    [
        ("who was president of Kenya in 2010", "Kenya's new constitution was adopted in 2010."),
        ("which calendar is used in ethiopia", "In the Ethiopian calendar the year has thirteen months."),
        ("Nani alikuwa waziri mkuu wa India?", "Nehru alikuwa waziri mkuu wa Uhindi."),
        ("rais wa marekani ni nani", "The President of the United States is elected for four years."),
        ("what did spain trade", "Spanish ships carried gold."),
    ],
)
def test_a_known_name_is_told_by_every_form_of_it(question: str, page: str) -> None:
    assert known_names_not_in(page, question) == []


def test_a_language_or_an_ocean_names_nobody_in_a_question() -> None:
    assert known_names_not_in("Water is a liquid.", "neno hili kwa kiingereza ni nini") == []
