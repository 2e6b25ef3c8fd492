"""Words of questions that break other tokenisers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.language.tokens import word_spans, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ng'ombe ni nini?", ["ng'ombe", "ni", "nini"]),
        ("NG\u2019AMBO ya ng\u02bcombe", ["ng'ambo", "ya", "ng'ombe"]),
        ("sauti ya ng' na 'ng'", ["sauti", "ya", "ng'", "na", "ng'"]),
        ("Don't say 'plants' or pupils'", ["don't", "say", "plants", "or", "pupils"]),
        ("What is 3:4?", ["what", "is", "3", "4"]),
        ('"unclosed', ["unclosed"]),
        ("f(x)=2x+3", ["f", "x", "2x", "3"]),
        ("3/4 + 1/2 = ?", ["3", "4", "1", "2"]),
        ("AND", ["and"]),
        ("C:\\path", ["c", "path"]),
        ("<b>", ["b"]),
        ("'", []),
        ("{}", []),
        ("[1 TO", ["1", "to"]),
        ("3.5 kg, 1,000 m, 1,250,000.75", ["3.5", "kg", "1000", "m", "1250000.75"]),
        ("1, 2,3 and 3,45", ["1", "2", "3", "and", "3", "45"]),
        ("in 1905-07, the 1960s", ["in", "1905", "07", "the", "1960s"]),
        ("H2O, CO2 and H\u2082SO\u2084", ["h2o", "co2", "and", "h2so4"]),
        ("10\u00b2 m/s\u00b2", ["10", "2", "m", "s2"]),
        ("of\ufb01ce so\u00adil cafe\u0301", ["office", "soil", "caf\u00e9"]),
        ("maji\u200bmaji", ["maji", "maji"]),
        ("semi-arid snake_case", ["semi", "arid", "snake", "case"]),
        ("", []),
        ("\U0001f600 \u00bd", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text(alphabet=st.characters(), max_size=80))
@settings(deadline=None)
def test_any_text_gives_words_that_stand_where_they_are_said_to(text: str) -> None:
    end_before = 0
    for word, start, end in word_spans(text):
        assert word
        assert end_before <= start < end <= len(text)
        assert not any(character.isspace() for character in text[start:end])
        end_before = end
