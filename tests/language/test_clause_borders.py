"""Long sentences cut at clause borders: the same words, and never a fragment."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.language.clause_borders import shorter_sentences
from tutor.language.tokens import words


@pytest.mark.parametrize(
    "text, language, pieces",
    [
        ("Weather can change within hours, but climate changes very slowly.", "en",
         ("Weather can change within hours.", "But climate changes very slowly.")),
        ("Latitude is the angle north or south of the equator, and longitude is the angle east or west of Greenwich.",
         "en", ("Latitude is the angle north or south of the equator.",
                "Longitude is the angle east or west of Greenwich.")),
        ("Maji hufunika asilimia 71 ya uso wa Dunia, na nchi kavu hufunika takribani asilimia 29.", "sw",
         ("Maji hufunika asilimia 71 ya uso wa Dunia.", "Nchi kavu hufunika takribani asilimia 29.")),
        ("Hali ya hewa inaweza kubadilika ndani ya saa chache, lakini tabianchi hubadilika polepole sana.", "sw",
         ("Hali ya hewa inaweza kubadilika ndani ya saa chache.", "Lakini tabianchi hubadilika polepole sana.")),
        # A contrast with "while" or `ilhali` is two plain statements.
        ("Income poverty is a shortage of money, while non-income poverty is a lack of services.", "en",
         ("Income poverty is a shortage of money.", "Non-income poverty is a lack of services.")),
        ("Katiba ya jamhuri huweka mkuu wa nchi, ilhali katiba ya kifalme huweka mfalme au malkia.", "sw",
         ("Katiba ya jamhuri huweka mkuu wa nchi.", "Katiba ya kifalme huweka mfalme au malkia.")),
        # A list of subjects or a phrase in front is no list of clauses.
        ("Iron ore, coke and limestone are fed in at the top, and hot air is blown in near the bottom.", "en",
         ("Iron ore, coke and limestone are fed in at the top.", "Hot air is blown in near the bottom.")),
        ("In telophase, a new membrane forms around each group, and the cytoplasm then divides.", "en",
         ("In telophase, a new membrane forms around each group.", "The cytoplasm then divides.")),
    ],
)  # fmt: skip
def test_two_clauses_become_two_sentences(text: str, language: str, pieces: tuple[str, ...]) -> None:
    assert shorter_sentences(text, language, 8) == pieces


@pytest.mark.parametrize(
    "text, language",
    [
        ("The forest gives wood for fuel, medicine from bark, and honey from the bees that live there.", "en"),
        ("Powers are separated into three arms, so that no single person or group holds all the power.", "en"),
        ("The farm failed because the rain did not come, and the cattle were weak from hunger that year.", "en"),
        ("Darwin said that the species had changed over time, and the fittest animals were the ones to live.", "en"),
        ("When the sun is low, the shadow is long, and the air is cool in the morning for most people.", "en"),
        ("The coast is hot and humid, the plateau is dry, and the highlands are cool and wet all year.", "en"),
        ("In the rock cycle, rock is broken into sediments, sediments become rock, and rock may melt again.", "en"),
        ("The area is $A=bh$ for a rectangle, and the volume is $V=bhl$ for the box that stands on it.", "en"),
        ("Wakulima walilima pamba, kahawa, katani na chai katika mashamba makubwa ya walowezi wa kigeni.", "sw"),
        ("Mazao yalikauka kwa sababu mvua haikunyesha, na ng'ombe walikuwa dhaifu kutokana na njaa kubwa.", "sw"),
        ("Alisema kwamba nchi itakuwa huru, na watu watafanya kazi kwa bidii katika vijiji vyao vyote.", "sw"),
    ],
)
def test_what_would_change_its_meaning_or_break_stays_whole(text: str, language: str) -> None:
    assert shorter_sentences(text, language, 8) == (text,)


def test_a_short_sentence_is_not_touched() -> None:
    text = "Weather can change within hours, but climate changes very slowly."
    assert shorter_sentences(text, "en", 20) == (text,)


CLAUSES = st.sampled_from([
    "the rain is heavy", "it is cold", "plants need water", "mvua hunyesha", "watu walikufa", "but", "and", "na",
    "lakini", ",", ";", "(see page 4)", '"', "which is old",
])  # fmt: skip


@settings(deadline=None)
@given(st.lists(CLAUSES, max_size=14).map(" ".join), st.sampled_from(["en", "sw"]), st.integers(1, 30))
def test_no_word_is_added_or_lost_but_the_joining_one(text: str, language: str, most: int) -> None:
    pieces = shorter_sentences(text, language, most)
    before, after = words(text), [word for piece in pieces for word in words(piece)]
    for joiner in ("and", "na"):
        before = [word for word in before if word != joiner]
        after = [word for word in after if word != joiner]
    assert after == before
