"""Words of which a thing has one and never the other, in both languages, and which of them a text says.

Only what a sentence says of its subject: a page on cold air, the north or private schools is on another thing than a
question on hot air, the south or public schools, and says nothing against it.

Words are read as marks, so that every form of a verb or an adjective counts. A denied word says the other side: what
does not react is inert. A mixed question is read in both languages, and its Swahili verbs with an English root
("inareact") as English ones.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from tutor.answering.support.english import ENGLISH
from tutor.answering.support.marks import Kind, Mark
from tutor.answering.support.reading import marks_of
from tutor.answering.support.swahili_verbs import verb_facts
from tutor.answering.support.synonyms import noun_keys
from tutor.core.types import Language
from tutor.language.stems import stem

_PASSIVE_TURNS = "win won victory defeat beat conquer / lose lost surrender | kushinda ushindi / kujisalimisha kusalimu"
"""The passive says the other side: who was defeated has lost."""
_SHARP = f"""
{_PASSIVE_TURNS}
series / parallel | mfululizo / sambamba
unwritten / written | /
react reactive / unreactive inert | kumenyuka /
refuse reject / agree accept approve | kukataa / kukubali kukubaliana
enter / behind | kuingia kupita / kubaki
return / away left leave fled flee | kurudi kurejea / kuondoka kukimbia kuhama
join / oppose | kujiunga kuungana / kupinga
expand / contract shrink | kutanuka kupanuka / kusinyaa kunywea
attract / repel | kuvutana / kusukumana
float / sink sank | kuelea / kuzama
soluble / insoluble | /
conductor / insulator | /
erupt eruption / extinct dormant | kulipuka /
upright / inverted | /
legal / illegal | halali / haramu
export / import | /
acidic / alkaline | /
gain / lose lost loss | / kupoteza
elect / appoint | kuchagua / kuteua
melt / freeze froze solidify | kuyeyuka / kuganda
evaporate / condense | / kutonesha
vertebrate / invertebrate | /
herbivore / carnivore | /
endothermic / exothermic | /
transparent / opaque | /
"""
_BROAD = """
increase rise rose / decrease fall fell drop decline lessen | kuongezeka kupanda / kupungua kushuka
high large big great / low small tiny | kubwa / dogo
long tall / short low | refu / fupi
positive positively / negative negatively neutral | chanya / hasi
negative negatively / positive positively neutral | hasi / chanya
thick / thin | nene / embamba
fast quickly rapidly / slow slowly | haraka / polepole taratibu
strong / weak | imara hodari / dhaifu hafifu
"""
_PAIRS = _SHARP.strip().splitlines() + _BROAD.strip().splitlines()
_FIRST_BROAD = len(_SHARP.strip().splitlines()) + 1
_PREFIXED = re.compile(
    r"(?P<denied>ha)?(?:ni|u|a|tu|wa|m|i|zi|li|ya|ki|vi|hu)(?:li|na|me|ta|ka|ki)?(?:cho|vyo|yo|zo|po|o|ye)?(?P<root>[a-z]{3,})"
)
_REFUSES = frozenset({stem("refuse", "en"), stem("fail", "en"), "v:kataa"})
"""Whoever refuses to join does not join."""
_ENDS_DENIAL = {Kind.BREAK, Kind.COMMA, Kind.LINK, Kind.AND, Kind.OR}


def is_broad(side: int) -> bool:
    """True for what is said of one thing in one respect and not in another: a high price, a low yield."""
    return abs(side) >= _FIRST_BROAD


@lru_cache(maxsize=2_048)
def sides_said(text: str, asked_in: Language) -> frozenset[int]:
    """The sides that the text says: the number of a pair, below zero for its second side."""
    found: set[int] = set()
    for language in ("en", "sw") if asked_in == "mixed" else (asked_in,):
        denied = first = refused = False
        before: Mark | None = None
        for mark in marks_of(text, language):
            if mark.kind is Kind.NOT or mark.kind in _ENDS_DENIAL:
                denied = first = mark.kind is Kind.NOT
            if refused and mark.infinitive:
                denied = first = True
            refused = bool(mark.keys & _REFUSES) or (refused and mark.kind is Kind.PREP)
            sides = _sides_of(mark, before, language, asked_in)
            found |= {-side for side in sides} if denied else sides
            if denied and not first:
                found |= sides  # "is not a good conductor": how far the denial goes is not known
            first = first and mark.kind is not Kind.WORD
            before = mark
    return frozenset(found)


def _sides_of(mark: Mark, before: Mark | None, language: str, asked_in: Language) -> set[int]:
    listed = _listed(language)
    sides = {side for key in mark.keys for side in listed.get(key, ())}
    passive = mark.participle and (language == "sw" or (before is not None and before.kind is Kind.BE))
    if passive and sides & {1, -1}:
        sides = {-1} if 1 in sides else sides - {-1}  # what was lost says nothing of winning
    mixed = _PREFIXED.fullmatch(mark.word) if asked_in == "mixed" else None
    if mixed and mixed["root"] in ENGLISH.verbs:
        sign = -1 if mixed["denied"] else 1
        sides |= {sign * side for side in _listed("en").get(stem(mixed["root"], "en"), ())}
    return sides


@cache
def _listed(language: str) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate(_PAIRS, start=1):
        for sign, words in zip((1, -1), line.split("|")[language == "sw"].split("/"), strict=True):
            for word in words.split():
                for key in _listed_keys(word, language):
                    found.setdefault(key, set()).add(sign * number)
    return {key: frozenset(sides) for key, sides in found.items()}


def _listed_keys(word: str, language: str) -> frozenset[str]:
    if language == "en":
        return frozenset({stem(word, "en")})
    facts = verb_facts(word) if word.startswith("ku") else None
    return frozenset(f"v:{root}" for root in facts.roots) if facts else noun_keys(word)
