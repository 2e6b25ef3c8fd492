"""Countries, peoples and planets by their names in both languages.

A capital tells a name only where the question has capitals and the page is in its language. These few are told by
themselves: "rwanda" in a message typed in small letters, "Wareno" beside an English page. A people stands with its
country, since a book that tells of the Germans tells of Germany. Nothing
is listed that is a common word as well (the Yao, "yao") or a language ("kwa Kiingereza"), nor what only describes
somebody whom a book may name without it (an American president).
"""

from __future__ import annotations

from functools import cache

from tutor.language.tokens import words

_NAMED = """
burundi warundi; rwanda wanyarwanda; kenya wakenya; uganda waganda; congo kongo drc; ethiopia uhabeshi;
italy italia waitaliano | italian kiitalia kiitaliano;
germany german germans ujerumani mjerumani wajerumani | kijerumani;
britain british england uingereza mwingereza waingereza | english kiingereza briton britons;
france ufaransa wafaransa | french kifaransa mfaransa; portugal portuguese ureno mreno wareno | kireno;
spain hispania | spanish spaniard spaniards kihispania; belgium belgian belgians ubelgiji wabelgiji;
netherlands holland uholanzi waholanzi | dutch kiholanzi; usa america marekani mmarekani wamarekani | states kimarekani;
china uchina wachina | chinese kichina mchina; india wahindi mhindi | uhindi uhindini kihindi;
japan japani wajapani | kijapani mjapani; russia urusi warusi | soviet kirusi mrusi;
egypt misri wamisri | kimisri mmisri; sudan; somalia | somali; malawi nyasaland;
zambia; mozambique msumbiji; nigeria; ghana; zimbabwe rhodesia; namibia; botswana; angola; lesotho | basotho;
oman omani omanis waomani; turkey uturuki | turkish turks ottoman kituruki waturuki;
zanzibar unguja zanzibari wazanzibari; hehe wahehe uhehe | mhehe;
ngoni wangoni ungoni | mngoni; zulu wazulu; nyamwezi wanyamwezi unyamwezi; chagga wachagga | mchagga;
sambaa shambaa wasambaa; maasai masai wamasai wamaasai | mmasai; makonde wamakonde; sukuma wasukuma; matumbi wamatumbi;
ngindo wangindo; nandi wanandi; kikuyu wakikuyu; buganda baganda; khoisan; venus zuhura; mars mirihi; jupiter mshtarii;
saturn zohali; neptune; uranus
"""
"""Each with its people; behind a bar what tells of them in a text, but names nobody in a question."""
LONG = 5
"""Letters from which on a name is told by every word that begins with it: Kenya's, Kenyan, Nigerians."""


def known_names_not_in(text: str, question: str) -> list[str]:
    """The names in the question, in its order, of which the text has no form in either language."""
    told = frozenset(words(text))
    groups = _groups()
    return [word for word in dict.fromkeys(words(question)) if word in groups and not _is_told(groups[word], told)]


def _is_told(forms: frozenset[str], told: frozenset[str]) -> bool:
    beginnings = tuple(form for form in forms if len(form) >= LONG)
    return bool(forms & told) or any(word.startswith(beginnings) for word in told)


@cache
def _groups() -> dict[str, frozenset[str]]:
    """A name that a question may hold -> every word that tells of it."""
    groups: dict[str, frozenset[str]] = {}
    for group in _NAMED.split(";"):
        asked, _, told = group.partition("|")
        whole = frozenset([*asked.split(), *told.split()])
        groups |= dict.fromkeys(asked.split(), whole)
    return groups
