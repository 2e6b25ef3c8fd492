"""Texts that differ only in how they are written become the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.language.normalise import match_form, normalise_text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Maji\u200bMaji\u200bWar", "Maji Maji War"),
        ("Maji \u200bMaji\u200b War", "Maji Maji War"),
        ("ng\u2019ombe, ng\u02bcambo, ng\u00b4ara", "ng'ombe, ng'ambo, ng'ara"),
        ("ng\u200b'ombe", "ng'ombe"),
        ("\u201cUhuru na Umoja\u201d", '"Uhuru na Umoja"'),
        ("photo\u00adsynthesis", "photosynthesis"),
        ("photo\u00ad\nsynthesis", "photosynthesis"),
        ("di\ufb00usion, \ufb01ltration, \ufb02ower", "diffusion, filtration, flower"),
        ("zero\u200dwidth\u2060joiner\ufeff", "zerowidthjoiner"),
        ("cafe\u0301", "caf\u00e9"),
        ("e\u200d\u0301", "\u00e9"),
        ("a\u00a0\u00a0 b\t c", "a b c"),
        ("one \r\n two\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("a\x00b\x07c\u202e", "abc"),
        ("\ud800lone", "lone"),
        ("5\u2032 10\u00b2", "5\u2032 10\u00b2"),
        ("  ", ""),
    ],
)
def test_what_is_written_differently_is_normalised(written: str, meant: str) -> None:
    assert normalise_text(written) == meant


@given(st.text(alphabet=st.characters(), max_size=60))
@settings(deadline=None)
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise_text(text)
    assert normalise_text(once) == once


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("The Maji\u00a0Maji WAR", "the maji maji war"),
        ("\u2018Uhuru\u2019\nna kazi", "'uhuru' na kazi"),
        ("1905\u20131907", "1905-1907"),
        ("\u22125 \u00b0C", "-5 \u00b0c"),
        ("of\ufb01ce", "OFFICE"),
    ],
)
def test_a_quote_matches_however_it_is_written(quote: str, passage: str) -> None:
    assert match_form(quote) == match_form(passage)


def test_other_words_do_not_match() -> None:
    assert match_form("Maji Maji War of 1905") != match_form("Maji Maji War of 1906")
