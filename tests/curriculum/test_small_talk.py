"""What is no question for the books, and above all what is one after all."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tutor
from tutor.core.places import shared_data
from tutor.curriculum.noise import is_noise
from tutor.curriculum.sayings import FILLERS, SAYINGS
from tutor.curriculum.small_talk import small_talk_kind
from tutor.curriculum.sums import bare_sum

KINDS = {"greeting", "thanks", "identity", "insult", "acknowledgement", "rules", "unsafe", "arithmetic", "noise"}
LINES = Path(__file__).with_name("labelled_small_talk.tsv").read_text(encoding="utf-8").split("\n")
LABELLED = [line.split("\t") for line in LINES if line]
QUESTIONS = Path(__file__).with_name("labelled_questions.tsv").read_text(encoding="utf-8").splitlines()
GOLDEN = sorted((Path(tutor.__file__).parent / "evaluation" / "golden").glob("*.jsonl"))
REAL = [
    shared_data() / "data" / name
    for name in (
        "training/question_passage_pairs.jsonl",
        "retrieval/queries_sw_to_en.jsonl",
        "retrieval/queries_sw_to_sw.jsonl",
        "decline/no_answer_questions.jsonl",
    )
]


def test_the_table_holds_every_kind_and_many_traps() -> None:
    counts = Counter(kind for kind, _ in LABELLED)
    assert set(counts) == KINDS | {"question"}
    assert sum(counts.values()) >= 80
    assert counts["question"] >= 80


@pytest.mark.parametrize(("kind", "text"), LABELLED, ids=[f"{kind}: {text}" for kind, text in LABELLED])
def test_kind_of_small_talk(kind: str, text: str) -> None:
    assert small_talk_kind(text) == (None if kind == "question" else kind)


@pytest.mark.parametrize("line", QUESTIONS)
def test_no_school_question_is_small_talk(line: str) -> None:
    assert small_talk_kind(line.split("\t")[2]) is None


@pytest.mark.parametrize("kind", ["greeting", "thanks", "identity", "insult", "acknowledgement"])
@pytest.mark.parametrize("question", ["what is osmosis", "osmosis ni nini"])
def test_a_saying_before_a_question_never_hides_it(kind: str, question: str) -> None:
    for words, text in ((phrase, " ".join(phrase)) for phrase in SAYINGS[kind]):  # type: ignore[index]
        assert small_talk_kind(text) == kind, words
        assert small_talk_kind(f"{text}, {question}?") is None, text


def test_fillers_alone_say_nothing() -> None:
    for phrase in FILLERS:
        assert small_talk_kind(" ".join(phrase)) is None, phrase


@pytest.mark.parametrize("text", ["Nataka kujua osmosis", "nataka kujifunza", "Nataka kufaulu", "I want to diet"])
def test_one_letter_from_danger_is_no_danger(text: str) -> None:
    assert small_talk_kind(text) is None


@pytest.mark.parametrize(
    "text",
    ["NATAKA KUJIUA", "nataka  kujiua!!!", "Habari mwalimu. Nataka kujiua", "I want to kill myself, what is osmosis?"],
)
def test_danger_is_heard_in_any_writing_and_beside_anything(text: str) -> None:
    assert small_talk_kind(text) == "unsafe"


@pytest.mark.skipif(not all(path.is_file() for path in REAL), reason="the shared real questions are not here")
def test_no_real_question_is_swallowed() -> None:
    rows = [json.loads(line) for path in REAL for line in path.read_text(encoding="utf-8").splitlines()]
    texts = [row[key] for row in rows for key in ("question", "sw", "en") if key in row]
    assert len(texts) > 4000
    # Measured: none of 4,099.
    assert [text for text in texts if small_talk_kind(text) is not None] == []


def test_no_golden_question_is_swallowed_and_no_golden_danger_missed() -> None:
    rows = [json.loads(line) for path in GOLDEN for line in path.read_text(encoding="utf-8").splitlines()]
    asked = [row["question"] for row in rows if row["kind"] in {"answerable", "unanswerable", "outside", "trap"}]
    danger = [row["question"] for row in rows if row["kind"] == "unsafe"]
    assert len(asked) >= 700 and danger
    # Measured: none of 720, and all of 8.
    assert [text for text in asked if small_talk_kind(text) is not None] == []
    assert [text for text in danger if small_talk_kind(text) != "unsafe"] == []


@pytest.mark.parametrize("text", ["2x + 3 = 7", "y = 3x", "3:4:x", "2 apples + 3 apples", "1905-1907", "12", "x + 2"])
def test_what_is_no_bare_sum(text: str) -> None:
    assert bare_sum(text) is None


@pytest.mark.parametrize(
    "text", ["5 x 3", "2 + (3 - 1)", "What is 7 × 8?", "2²+1", "1/2", "6 ÷ 2 = ___", "ni ngapi 2+2"]
)
def test_what_is_a_bare_sum(text: str) -> None:
    assert bare_sum(text)


@settings(deadline=None)
@given(st.text())
def test_no_text_raises(text: str) -> None:
    assert small_talk_kind(text) in KINDS | {None}


@settings(deadline=None)
@given(st.text(alphabet="0123456789+-*/ ()=?!.,;:#@&%<>", max_size=30))
def test_signs_and_digits_alone_are_never_a_question(text: str) -> None:
    assert small_talk_kind(text) in {"arithmetic", "noise"}


@settings(deadline=None)
@given(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), st.integers(min_value=4, max_value=200))
def test_one_letter_repeated_is_noise(letter: str, times: int) -> None:
    assert is_noise(letter * times)
