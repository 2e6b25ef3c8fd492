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
italy italia waitaliano; germany german germans ujerumani mjerumani wajerumani;
britain british england uingereza mwingereza waingereza; france ufaransa wafaransa;
portugal portuguese ureno mreno wareno; spain hispania; belgium belgian belgians ubelgiji wabelgiji;
netherlands holland uholanzi waholanzi; usa america marekani mmarekani wamarekani;
china uchina wachina; india wahindi mhindi; japan japani wajapani;
russia urusi warusi; egypt misri wamisri; sudan; somalia; malawi nyasaland;
zambia; mozambique msumbiji; nigeria; ghana; zimbabwe rhodesia; namibia; botswana; angola; lesotho;
oman omani omanis waomani; turkey uturuki; zanzibar unguja zanzibari wazanzibari; hehe wahehe uhehe;
ngoni wangoni ungoni; zulu wazulu; nyamwezi wanyamwezi unyamwezi; chagga wachagga; sambaa shambaa wasambaa;
maasai masai wamasai wamaasai; makonde wamakonde; sukuma wasukuma; matumbi wamatumbi; ngindo wangindo; nandi wanandi;
kikuyu wakikuyu; buganda baganda; khoisan; venus zuhura; mars mirihi; jupiter mshtarii; saturn zohali; neptune; uranus
"""


def known_names_not_in(text: str, question: str) -> list[str]:
    """The names in the question, in its order, of which the text has no form in either language."""
    told = set(words(text))
    groups = _groups()
    return [word for word in dict.fromkeys(words(question)) if word in groups and not groups[word] & told]


@cache
def _groups() -> dict[str, frozenset[str]]:
    groups = [frozenset(group.split()) for group in _NAMED.split(";")]
    return {word: group for group in groups for word in group}
