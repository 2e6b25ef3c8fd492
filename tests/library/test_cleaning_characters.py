"""Letters stay, their disguises go; running text is whole again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.library.cleaning.characters import clean_text, is_readable, letters_in, mended_mojibake
from tutor.library.cleaning.hyphenation import joined_lines


@pytest.mark.parametrize(
    "written, clean",
    [
        ("of\ufb01ce \ufb02ow", "office flow"),
        ("\ufb05reet \u017fong", "street song"),
        ("soil\u200berosion in\u00adside", "soil erosion inside"),
        ("cafe\u0301", "caf\u00e9"),
        ("\U0001d465 \u2208 \u211d", "x \u2208 R"),
        ("Caf\u00c3\u00a9 ya Jos\u00c3\u00a9", "Caf\u00e9 ya Jos\u00e9"),
        ("It\u00e2\u20ac\u2122s here", "It's here"),
        ("\uf0b7 item", "\u2022 item"),
        ("gone\ue123 \ufffd here", "gone here"),
        ("\u0627\u0644\u0645\u0627\u0621", "\u0627\u0644\u0645\u0627\u0621"),
        ("\ufee3\ufe8e\u0621", "\u0645\u0627\u0621"),
        ("x\u00b2 and H\u2082O, 5 \u00b0C, \u00bd", "x\u00b2 and H\u2082O, 5 \u00b0C, \u00bd"),
        ("Na\u00efve \u00c9lan \u2013 \u00bfqu\u00e9?", "Na\u00efve \u00c9lan \u2013 \u00bfqu\u00e9?"),
    ],
)
def test_clean_text(written: str, clean: str) -> None:
    assert clean_text(written) == clean


@given(st.text(max_size=80))
@settings(deadline=None)
def test_any_text_is_cleaned(text: str) -> None:
    cleaned = clean_text(text)
    assert not set(cleaned) & set("\u200b\u00ad\ufeff\ufffd\u017f")


@given(st.text(alphabet="abcdefghij \u00e9\u00e8\u00fc\u00f1\u00df", max_size=80))
def test_good_letters_are_never_mended(text: str) -> None:
    assert mended_mojibake(text) == text


@pytest.mark.parametrize(
    "text, readable",
    [
        ('"7+%-', False),
        ("\ue001\ue002\ue003\ue004 ab", False),
        ("\x01\x02\x03\x04\x05", False),
        ("Name ................. Class ______", True),
        ("3 + 4 = 7", True),
        ("y = 2x + 3 (a > 0)", True),
        ("\u0627\u0644\u0645\u0627\u0621", True),
        ("ok?", True),
        ("", True),
    ],
)
def test_text_of_a_font_without_letters_is_known(text: str, readable: bool) -> None:
    assert is_readable(text) is readable


def test_letters_in() -> None:
    assert letters_in("H\u2082O, 3.5 kg \u2014 !") == 7


@pytest.mark.parametrize(
    "lines, joined",
    [
        (["the soil is com-", "pletely dry"], "the soil is completely dry"),
        (["a semi-", "arid land"], "a semi-arid land"),
        (["the FAA-", "approved list"], "the FAA-approved list"),
        (["a dynamically-typed one is", "dynamically-", "typed"], "a dynamically-typed one is dynamically-typed"),
        (["from Dar-", "Es Salaam"], "from Dar-Es Salaam"),
        (["pages 10-", "12"], "pages 10-12"),
        (["mmo\u00ad", "monyoko"], "mmomonyoko"),
        (["a line", "", " and more "], "a line and more"),
        (["- a", "- b"], "- a - b"),
        (["\u6c34\u662f", "\u751f\u547d"], "\u6c34\u662f\u751f\u547d"),
        (["one"], "one"),
        ([], ""),
    ],
)
def test_joined_lines(lines: list[str], joined: str) -> None:
    assert joined_lines(lines) == joined
