"""Where sentences end, and where they only seem to."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.language.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["Plants make their own food.", "They use light!", "How?", "By photosynthesis."],
        ["Mimea hutengeneza chakula chake.", "Je, hutumia nini?", "Mwanga!"],
        ["Dr. Livingstone met Mr. Stanley at Ujiji.", "They talked."],
        ["Mwl. J. K. Nyerere alizaliwa Butiama.", "Alikuwa mwalimu."],
        ["He lived near Mt. Meru and St. Peter's.", "It was cold."],
        ["It is shown in Fig. 2 and in No. 5.", "Look at it."],
        ["No.", "That is wrong."],
        ["Wanyama, k.m. Ng'ombe, na ndege, k.v. Kuku, hula.", "Hunywa pia."],
        ["Miti n.k. Huota hapa.", "Mvua hunyesha."],
        ["It began in 500 B.C. The city fell in A.D. 70.", "Then peace came."],
        ["Mwaka 300 K.K. Wamisri walijua hivyo.", "Baadaye 100 B.K. Warumi walifika."],
        ["Some plants, e.g. Acacia, have thorns, i.e. Sharp points.", "Others do not."],
        ["The mass is 3.5 kg.", "The price is 1.250 shillings."],
        ["Alizaliwa mwaka 1922.", "Baba yake alikuwa chifu."],
        ["It is a vitamin C.", "It helps."],
        ["Plants (see Fig. 2. It shows one.) grow.", "They need water."],
        ['He said, "Come here."', "Then he left."],
        ["\u201cNani?\u201d aliuliza mama.", "\u201cMimi.\u201d", "Akajibu."],
        ["He waited... Then he left.", "Nobody came."],
        ["1. Mizizi hufyonza maji.", "2. Majani hutengeneza chakula."],
        ["a. The root takes in water.", "b. The stem carries it."],
    ],
)
def test_a_paragraph_splits_into_its_sentences(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


def test_a_lost_space_still_parts_two_sentences() -> None:
    assert sentences("Tulipata uhuru.Tanzania ni nchi huru.") == ["Tulipata uhuru.", "Tanzania ni nchi huru."]
    assert sentences("The U.S.A. is large.") == ["The U.S.A. is large."]


def test_lines_part_sentences_but_wrapped_lines_do_not() -> None:
    text = (
        "Sehemu za mmea\n- Mizizi\n- Shina\n\nMimea hutumia mwanga wa jua, maji na hewa\nkutengeneza chakula. Mwisho."
    )
    assert sentences(text) == [
        "Sehemu za mmea",
        "- Mizizi",
        "- Shina",
        "Mimea hutumia mwanga wa jua, maji na hewa\nkutengeneza chakula.",
        "Mwisho.",
    ]


def test_a_list_label_after_a_long_line_begins_a_sentence() -> None:
    text = "The parts of a plant that take in water and minerals\na) roots\nb) root hairs"
    assert len(sentences(text)) == 3


@pytest.mark.parametrize("text", ["", " ", "\n\n", "..."])
def test_texts_without_words(text: str) -> None:
    assert sentences(text) == ([text] if text.strip() else [])


@given(st.text(alphabet=st.sampled_from("abAB .?!\n\"')(0123\u2026\u201d"), max_size=80))
@settings(deadline=None)
def test_sentences_cover_the_text_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    kept = "".join(text[start:end] for start, end in spans)
    assert "".join(kept.split()) == "".join(text.split())
