"""One question that asks several things, told apart by rule in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.answering.evidence.compared import compared_sides
from tutor.answering.question.question_parts import MOST_PARTS, question_parts

SPLIT = [
    ("What is photosynthesis and why is it important?", ["What is photosynthesis", "why is photosynthesis important?"]),
    ("Taja sababu za vita vya Maji Maji na eleza matokeo yake",
     ["Taja sababu za vita vya Maji Maji", "eleza matokeo ya vita vya Maji Maji"]),
    ("(a) What is soil? (b) Explain how it is formed. (c) Name two types of soil",
     ["What is soil?", "Explain how soil is formed.", "Name two types of soil"]),
    ("Explain the following: (a) osmosis (b) diffusion", ["Explain osmosis", "Explain diffusion"]),
    ("1. Define soil 2. Define rock", ["Define soil", "Define rock"]),
    ("What are the causes and effects of soil erosion?",
     ["What are the causes of soil erosion?", "What are the effects of soil erosion?"]),
    ("Eleza sababu na matokeo ya vita vya Maji Maji",
     ["Eleza sababu za vita vya Maji Maji", "Eleza matokeo ya vita vya Maji Maji"]),
    ("Homoni ni nini na hutengenezwa wapi?", ["Homoni ni nini", "hutengenezwa wapi (Homoni)?"]),
    ("VVU ni nini, na UKIMWI ni nini?", ["VVU ni nini", "UKIMWI ni nini?"]),
    ("Nini chanzo cha vita vya Maji Maji na vilianza lini?",
     ["Nini chanzo cha vita vya Maji Maji", "vilianza lini (vita vya Maji Maji)?"]),
    ("Define democracy, list its types and explain why it is important.",
     ["Define democracy", "list types of democracy", "explain why democracy is important."]),
    ("Why was OAU formed, na kwa nini leo tuna AU?", ["Why was OAU formed", "kwa nini leo tuna AU?"]),
    ("What is photosynthesis and its importance?",
     ["What is photosynthesis", "what is importance of photosynthesis"]),
    ("Define diffusion, osmosis and active transport",
     ["Define diffusion", "Define osmosis", "Define active transport"]),
    ("Osmosis ni nini na kwa nini ni muhimu? Eleza.",
     ["Osmosis ni nini", "kwa nini ni muhimu? Eleza (Osmosis)."]),
    ("What causes earthquakes? Give two effects.", ["What causes earthquakes?", "Give two effects of earthquakes."]),
    ("Nini chanzo cha mafuriko? Taja athari mbili.",
     ["Nini chanzo cha mafuriko?", "Taja athari mbili (mafuriko)."]),
    ("What is an organ? Give one example.", ["What is an organ?", "Give one example (organ)."]),
    ("Nini maana ya homoni? toa mifano miwili", ["Nini maana ya homoni?", "toa mifano miwili (homoni)"]),
    ("Give two advantages and two disadvantages of tourism",
     ["Give two advantages of tourism", "Give two disadvantages of tourism"]),
    ("Taja faida mbili na hasara mbili za utalii", ["Taja faida za utalii", "Taja hasara za utalii"]),
    ("Taja alama za taifa na maana ya rangi za bendera",
     ["Taja alama za taifa", "taja maana ya rangi za bendera"]),
    ("Muungano wa Tanganyika na Zanzibar ulitokea lini na kwa nini?",
     ["Muungano wa Tanganyika na Zanzibar ulitokea lini",
      "kwa nini Muungano wa Tanganyika na Zanzibar ulitokea?"]),
    ("What is rusting na jinsi ya kuizuia", ["What is rusting", "jinsi ya kuizuia (rusting)"]),
    ("Acid ni nini na toa mifano", ["Acid ni nini", "toa mifano (Acid)"]),
    ("Seli ni nini na ina sehemu gani?", ["Seli ni nini", "ina sehemu gani (Seli)?"]),
]  # fmt: skip

WHOLE = [
    "Define checks and balances",
    "Define democracy, with examples",
    "Tanganyika and Zanzibar united in which year?",
    "Why did Tanganyika and Zanzibar unite?",
    "Explain how and why leaves fall",
    "Name the people who lived in caves and who hunted animals",
    "Nani alianzisha TANU na lini?",
    "Where and when did the Germans hang Kinjekitile?",
    "Bacteria waligunduliwa na nani, mwaka gani?",
    "Usanisinuru ni nini? Kwa nini?",
    "Taja vyanzo vya historia na eleza kimoja",
    "List the types of rocks and explain each",
    "What is osmosis? Explain with examples.",
    "Vita vilitokea lini na sehemu gani?",
    "What is the difference between weather and climate?",
    "Tofauti kati ya magma na lava ni nini?",
    "TANU came out of TAA. What made the two different?",
    "The clock shows midday at Greenwich. What time is it at longitude 45 degrees east, and how do you work it out?",
    "If you see two cells, how can you tell which one is from a plant and which one is from an animal?",
    "Vita vilisababishwa na nini?",
    "What does DNA stand for (in full)?",
    "Explain the jobs of the nucleus and the mitochondria inside a cell.",
]


@pytest.mark.parametrize("text, parts", SPLIT, ids=[text for text, _ in SPLIT])
def test_each_part_says_all_by_itself(text: str, parts: list[str]) -> None:
    assert [part.whole for part in question_parts(text)] == parts


@pytest.mark.parametrize("text", WHOLE)
def test_one_thing_stays_one(text: str) -> None:
    assert [part.whole for part in question_parts(text)] == [text]


def test_the_pupil_reads_the_part_as_it_was_written() -> None:
    assert question_parts("What is osmosis and why is it important?")[1].written == "why is it important?"


def test_a_whole_sheet_is_not_taken_apart() -> None:
    sheet = " ".join(f"{number}. Define term{number}." for number in range(1, MOST_PARTS + 2))
    assert len(question_parts(sheet)) == 1


@settings(deadline=None)
@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            "what is soil and why it na eleza taja nini , . ? (a) (b) 1. 2. causes effects of sababu ya yake".split()
        ),
        max_size=30,
    ).map(" ".join)
)
def test_no_text_raises_and_no_part_is_empty(text: str) -> None:
    parts = question_parts(text)
    assert 1 <= len(parts) <= MOST_PARTS
    assert len(parts) == 1 or all(part.written.strip() and part.whole.strip() for part in parts)


@pytest.mark.parametrize(
    "text, sides",
    [
        ("What is the difference between mitosis and meiosis?", ("mitosis", "meiosis")),
        ("Tofauti kati ya mitosisi na meiosisi ni nini?", ("mitosisi", "meiosisi")),
        ("Magma na lava zina tofauti gani?", ("Magma", "lava")),
        ("Botania na zuolojia zinatofautianaje?", ("Botania", "zuolojia")),
        ("Mahakama ya Mwanzo inatofautianaje na Mahakama ya Rufani?", ("Mahakama ya Mwanzo", "Mahakama ya Rufani")),
        ("How is the outer core different from the inner core?", ("outer core", "inner core")),
        ("Distinguish speed from velocity", ("speed", "velocity")),
        ("Differentiate between acids and bases with examples", ("acids", "bases")),
        ("Speed vs velocity", ("Speed", "velocity")),
        ("TANU came out of TAA. What made the two different?", ()),
        ("What is osmosis?", ()),
        ("", ()),
    ],
)
def test_the_sides_of_a_comparison(text: str, sides: tuple[str, ...]) -> None:
    assert compared_sides(text) == sides
