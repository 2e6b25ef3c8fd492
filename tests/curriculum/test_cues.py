"""The small language of cue phrases."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.curriculum.cues import clauses, cue, cues
from tutor.curriculum.words import plain_words, squeezed


def found(phrase: str, text: str, **groups: str) -> bool:
    return cue(phrase, groups).search(clauses(text)) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What's osmosis? Define it.", "¶ what is osmosis ¶ define it ¶"),
        ("Ng\u2019ombe ni nini", "¶ ng'ombe ni nini ¶"),
        ("a density of 3.5 g", "¶ a density of 3 5 g ¶"),
        ("osmosis\u200bni nini", "¶ osmosis ni nini ¶"),
        ("", "¶"),
        ("?! ...", "¶"),
    ],
)
def test_clauses_mark_where_sentences_begin_and_end(text: str, expected: str) -> None:
    assert clauses(text) == expected


@pytest.mark.parametrize(
    ("phrase", "text", "matches"),
    [
        ("why", "Explain why", True),
        ("why", "whyever", False),
        ("kwa+nini|why", "eleza kwa nini", True),
        ("kwa+nini|why", "kwa sababu nini", False),
        ("what the? cause", "what cause", True),
        ("what the? cause", "what the cause", True),
        ("what the? cause", "what a cause", False),
        ("*ngapi", "watu wangapi", True),
        ("*ngapi", "ngapi", False),
        ("vi* vipi", "viungo vipi", True),
        ("difference ~2 between", "difference in mass between", True),
        ("difference ~2 between", "difference in the mass between", False),
        ("difference ~2 between", "difference. Between", False),
        ("^ list", "list the parts", True),
        ("^ list", "Define it and list the parts", True),
        ("^ list", "the list of parts", False),
        ("^^ list", "Define it and list the parts", False),
        ("^^ list", "Define it. List the parts", True),
        ("when $", "It happened when?", True),
        ("when $", "when it happened", False),
        ("beats me !at|in", "he beats me daily", True),
        ("beats me !at|in", "he beats me at chess", False),
        ("what _ is", "what thing is", True),
        ("what _ is", "what is", False),
    ],
)
def test_each_sign_of_the_language(phrase: str, text: str, matches: bool) -> None:
    assert found(phrase, text) is matches


def test_groups_may_name_other_groups() -> None:
    groups = {"be": "is|are", "ask": "what+<be>|which"}
    assert cue("<ask> you", groups).search(clauses("what are you"))
    with pytest.raises(KeyError):
        cue("<nothing>", groups)


def test_any_of_several_cues() -> None:
    pattern = cues(["why", "kwa nini"])
    assert pattern.search(clauses("kwa nini"))
    assert not pattern.search(clauses("nini"))


@settings(deadline=None)
@given(st.text())
def test_no_text_raises(text: str) -> None:
    assert clauses(text).startswith("¶")
    assert "".join(plain_words(text)) == squeezed(text)
