"""Names of links: easy to copy from a board, hard to guess."""

from __future__ import annotations

from tutor.core.link_names import LETTERS, names_as_typed, new_link_name


def test_names_are_small_letters_that_look_like_no_other() -> None:
    names = {new_link_name() for _ in range(500)}
    assert len(names) == 500
    assert {len(name) for name in names} == {8}
    assert set("".join(names)) <= set(LETTERS)
    assert not set("il1o0IO") & set(LETTERS)


def test_what_a_phone_makes_large_is_understood() -> None:
    assert names_as_typed("Abcd2345") == ("Abcd2345", "abcd2345")
    assert names_as_typed("abcd2345") == ("abcd2345",)
