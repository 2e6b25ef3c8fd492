"""The language of questions, with the cases that made other detectors stumble, and a measure on real ones."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.core.places import shared_data
from tutor.core.types import Language
from tutor.language.detection import book_language, detect_language

LABELLED = shared_data() / "data" / "language_id" / "labelled.jsonl"
PASSAGES = shared_data() / "data" / "retrieval" / "passages.jsonl"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is Ujamaa?", "en"),
        ("Osmosis", "en"),
        ("Define soil", "en"),
        ("What was Azimio la Arusha?", "en"),
        ("Who founded TANU?", "en"),
        ("Maji Maji War", "en"),
        ("Vita vya Maji Maji", "sw"),
        ("How does ng'ombe digest food?", "en"),
        ("Mmea", "sw"),
        ("Habari", "sw"),
        ("Jua", "sw"),
        ("Je?", "sw"),
        ("Hawatatusaidia.", "sw"),
        ("Asante", "sw"),
        ("Rome iko wapi?", "sw"),
        ("The Weeknd alizaliwa lini?", "sw"),
        ("ELEZA MAANA YA DEMOKRASIA", "sw"),
        ("Kinjekitile Ngwale alikuwa nani?", "sw"),
        ("Photosynthesis ni nini?", "mixed"),
        ("Eleza photosynthesis", "mixed"),
        ("Eleza democracy", "mixed"),
        ("Photosynthesis hufanyikaje?", "mixed"),
        ("Nini maana ya Photosynthesis?", "mixed"),
        ("Define soil erosion na sababu zake", "mixed"),
        ("Explain sababu za vita vya pili vya dunia", "mixed"),
        ("Orodhesha types of soil", "mixed"),
        ("State Ohm's law na matumizi yake", "mixed"),
        ("Kazi ya nucleus ni nini?", "mixed"),
        ("Councillor na District Commissioner wanapatikanaje? What is the difference?", "mixed"),
        ("Why do farmers need umwagiliaji in many parts of Tanzania?", "mixed"),
        ("Who leads the mahakama in our country?", "mixed"),
        ("What is umwagiliaji?", "en"),
        ("how do volcano zinatokea", "mixed"),
        ("In which months do masika and vuli rains fall?", "en"),
        ("when do the masika rains come", "en"),
        ("What did the akida do for the boma?", "en"),
        ("masika inanyesha which months", "mixed"),
        ("vicious circle of poverty ni nn", "mixed"),
        ("where was gregor mendel born", "en"),
        ("After the war, what did serikali do about viwanda and vijiji?", "mixed"),
        ("Who were the manamba and the akida?", "en"),
        ("What did Nyerere say about ujamaa in 1967?", "en"),
    ],
)
def test_the_language_of_a_question(text: str, language: Language) -> None:
    found = detect_language(text)
    assert (found.language, found.requested) == (language, None)
    assert found.certainty >= 0.25


@pytest.mark.parametrize(
    "text", ["", " ", "123", "2x + 3 = 7", "H2O", "https://example.org/ni/nini", "\U0001f600", "?!"]
)
def test_where_nothing_can_be_told_the_last_turn_decides(text: str) -> None:
    for previous in ("en", "sw", "mixed"):
        assert detect_language(text, previous).language == previous
    assert detect_language(text).language == "en"
    assert detect_language(text).certainty < 0.25


def test_the_last_turn_does_not_outvote_a_clear_question() -> None:
    assert detect_language("What is soil erosion?", previous="sw").language == "en"
    assert detect_language("Mmea ni nini?", previous="en").language == "sw"


@given(st.text(alphabet=st.characters(), max_size=60))
@settings(deadline=None)
def test_any_text_gives_one_answer(text: str) -> None:
    found = detect_language(text)
    assert 0 <= found.certainty <= 1
    assert found == detect_language(text)
    assert book_language(text) in {"en", "sw", None}


def test_real_questions_and_sentences() -> None:
    if not LABELLED.is_file():
        pytest.skip("no labelled questions: set TUTOR_SHARED")
    right: Counter[tuple[str, str]] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    for row in map(json.loads, LABELLED.read_text(encoding="utf-8").splitlines()):
        kind = "short" if row["source"] == "tatoeba_short" else row["kind"]
        asked[row["language"], kind] += 1
        right[row["language"], kind] += detect_language(row["text"]).language == row["language"]
    share = {group: right[group] / count for group, count in asked.items()}
    # Measured: 1.0 in English throughout; in Swahili .993 of 1,065 questions, .999 of 803 sentences, .994 of 312 short
    # ones. What is left is called mixed, and most of it is: "Nani mmiliki wa universal studio?". The letters are
    # learnt from the glossary, so a change there moves a question or two.
    assert min(share["en", kind] for kind in ("question", "sentence", "short")) >= 0.997
    assert share["sw", "question"] >= 0.99
    assert share["sw", "sentence"] >= 0.995
    assert share["sw", "short"] >= 0.985


def test_the_language_of_passages() -> None:
    if not PASSAGES.is_file():
        pytest.skip("no passages: set TUTOR_SHARED")
    rows = [json.loads(line) for line in PASSAGES.read_text(encoding="utf-8").splitlines()]
    right = sum(book_language(row["text"]) == row["language"] for row in rows)
    # Measured: .998 of 7,382; most of the rest is English quoted in Swahili pages, or lists of names.
    assert right / len(rows) >= 0.996


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12.5 3.4 7.8",
        "Die Geometrie ist ein Teilgebiet der Mathematik, das sich mit den Eigenschaften von Figuren befasst.",
        "La photosynth\u00e8se est le processus par lequel les plantes vertes produisent leur nourriture au soleil.",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.",
        "Fotosintesis adalah proses pembuatan makanan oleh tumbuhan hijau dengan bantuan cahaya matahari.",
    ],
)
def test_passages_in_neither_language(text: str) -> None:
    assert book_language(text) is None
