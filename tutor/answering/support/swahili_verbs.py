"""Swahili verbs taken apart: root, voice, denial, relative and condition.

A root is read in more than one way where a prefix may be an object or part of the root; two verbs are the same when
they share a reading. That errs towards "the same word", and word order and the other checks still hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tutor.answering.support.marks import Kind
from tutor.answering.support.negation import is_negated_verb
from tutor.language.swahili import is_conjugated
from tutor.language.swahili_words import ROOTS_LIKE_RELATIVES
from tutor.language.wordlists import word_set

_S = "(?P<s>ni|tu|wa|li|ya|ki|vi|zi|mu|ku|pa|u|a|m|i)"
_SS = "(?:ni|tu|wa|li|ya|ki|vi|zi|mu|ku|pa|u|a|m|i)"
_O = "(?:ni|ku|mw|mu|tu|wa|li|ya|ki|vi|zi|ji|m|i|u)"
_R = f"(?!{'|'.join(sorted(ROOTS_LIKE_RELATIVES))})(?:ye|cho|vyo|lo|yo|zo|po|ko|mo|o)"
_LIMITS = (
    (Kind.BE, "be", re.compile(rf"{_S}(?:li|me|ta|na|ka)?kuwa|{_SS}kawa|hukuwa")),
    (Kind.HAVE, "have", re.compile(r"(?P<s>a|wa|u|i|zi|ya|li|ki|vi|ku)na")),
    (Kind.LIMIT, "can", re.compile(rf"{_S}(?:na|li|ta|nge)?(?:{_R})?weza|huweza|kuweza")),
    (Kind.LIMIT, "all", re.compile(r"(?:w|v|y|z|l|ch|vy|p)ote")),
    (Kind.LIMIT, "many", re.compile(r"(?:we|nyi|me|mi|vi|ki|m)ngi")),
    (Kind.LIMIT, "few", re.compile(r"(?:wa|ma|mi|vi)?chache")),
)
_DENIED = (
    (Kind.BE, "be", re.compile(rf"ha{_S}?kuwa|si|sio|siyo|siye")),
    (Kind.HAVE, "have", re.compile(r"ha(?:wa|u|i|zi|ya|li|ki|vi|pa)?na")),
    (Kind.LIMIT, "can", re.compile(rf"ha{_S}?(?:wezi|kuweza|taweza)")),
)
_RELATIVE_BE = re.compile(rf"{_S}li{_R}(?:kuwa)?|{_SS}na{_R}kuwa")

_RELATIVE = re.compile(rf"{_S}(?:na|li|taka)(?P<rel>{_R})(?P<root>[a-z']{{3,}})")
_NOT_RELATIVE = re.compile(rf"{_S}si(?P<rel>{_R})(?P<root>[a-z']{{3,}}a)")
_GENERAL_RELATIVE = re.compile(rf"{_S}(?P<root>[a-z']{{2,}}a)(?P<rel>ye|cho|vyo|lo|yo|zo|o)")
_CONDITION = re.compile(rf"{_S}ki(?P<root>[a-z']{{3,}}[aiu])")
_FINITE = (
    re.compile(rf"{_S}(?P<tense>na|li|ta|me|ka)(?P<root>[a-z']{{3,}})"),
    re.compile(r"hu(?P<root>[a-z']{3,})"),
)
_DENIED_VERB = (
    re.compile(rf"ha{_S}?(?:ku|ta|ja)(?P<root>[a-z']{{3,}}[aeiu])"),
    re.compile(rf"ha{_S}?(?P<root>[a-z']{{2,}})i"),
)
_INFINITIVE = re.compile(r"(?:ku|kw(?=[aei]))(?P<root>[a-z']{3,})")
_SHORT_VERB = re.compile(rf"(?:hu|{_SS}me)[a-z']{{2}}a")
_OTHER_VERB = re.compile(
    rf"(?:hu|ku|{_SS}(?:na|li|ta|me|ka))"
    "(?:baki|rithi|amuru|ajiri|shtaki|tumaini|asi|dumu|hukumu|sadifu|kusudi|himili|sogelea)"
)
"""Verbs that the stemmer leaves whole, and short ones behind prefixes that nouns have too."""
_WANTED = re.compile(rf"{_S}(?P<root>[a-z']{{3,}})e")
_SHORT = word_set("ua la pa fa ja nya uawa")
_PASSIVE = re.compile(r"[a-z']+(?:[^aeiouw']wa|[aie]wa|lewa)")
_NEVER_PASSIVE = word_set("elewa chelewa lewa zaliwa tawa kawa pagawa sawa ngekuwa kuwa elekewa")
_NO_VERBS = word_set(
    "mazao makao matao wao ambao hao mbao wanawake wanaume wanasayansi wanahistoria wakati utawala utamaduni mtazamo "
    "kusini kulia kushoto kuhusu utajiri kundi mlima linganisho walio iliyo yaliyo zilizo ulio lililo kilicho vilivyo "
    "huria huba umea mkao makazi kituo mikao vikao kikao mwanao watoao upendo kwao huo hayo hiyo hizo"
) - word_set("watoao")


@dataclass(frozen=True)
class VerbFacts:
    """What a verb says of itself. `roots`: its readings, active; `condition`: "if", "when" or nothing."""

    roots: frozenset[str]
    value: str
    finite: bool = True
    passive: bool = False
    infinitive: bool = False
    takes_object: bool = False
    concord: str = ""
    denied: bool = False
    relative: bool = False
    condition: str = ""
    past: bool = False


@dataclass(frozen=True)
class Little:
    """A little verb that has a mark of its own: to be, to have, can, and the quantities that agree with nouns."""

    kind: Kind
    value: str
    denied: bool = False
    relative: bool = False
    concord: str = ""


@lru_cache(maxsize=16_384)
def little_word(word: str) -> Little | None:
    """To be, to have, can, all, many, few in any agreement; None for every other word."""
    for kind, value, pattern in _LIMITS:
        found = pattern.fullmatch(word)
        if found:
            return Little(kind, value, concord=_concord(found))
    for kind, value, pattern in _DENIED:
        found = pattern.fullmatch(word)
        if found:
            return Little(kind, value, denied=True, concord=_concord(found))
    if _RELATIVE_BE.fullmatch(word):
        return Little(Kind.BE, "be", relative=True)
    return None


@lru_cache(maxsize=16_384)
def verb_facts(word: str) -> VerbFacts | None:
    """The verb taken apart; None for a word that is no verb as far as its form tells."""
    if word in _NO_VERBS or not word.isascii() or len(word) < 4:
        return None
    for pattern, denied in ((_NOT_RELATIVE, True), (_RELATIVE, False)):
        found = pattern.fullmatch(word)
        if found and found["root"][-1] in "aiu":
            condition = "when" if found["rel"] == "po" else ""
            return _facts(found, denied=denied, relative=not condition, condition=condition)
    if is_negated_verb(word):
        return _denied(word)
    if is_conjugated(word) or _SHORT_VERB.fullmatch(word) or _OTHER_VERB.fullmatch(word):
        return _conjugated(word)
    found = _GENERAL_RELATIVE.fullmatch(word)
    return _facts(found, relative=True) if found and len(word) >= 6 else None


@lru_cache(maxsize=4_096)
def wanted_verb(word: str) -> VerbFacts | None:
    """The verb behind "lazima": `athibitishwe` is thibitishwa."""
    found = _WANTED.fullmatch(word)
    return _facts(found, root=found["root"] + "a") if found else None


def _denied(word: str) -> VerbFacts | None:
    for pattern in _DENIED_VERB:
        found = pattern.fullmatch(word)
        if found:
            present = pattern is _DENIED_VERB[1]
            return _facts(found, root=found["root"] + ("a" if present else ""), denied=True)
    return None


def _conjugated(word: str) -> VerbFacts | None:
    infinitive = _INFINITIVE.fullmatch(word)
    if infinitive:
        return _facts(infinitive, infinitive=True)
    condition = _CONDITION.fullmatch(word)
    if condition and not word.startswith(("ki", "hu")):
        return _facts(condition, condition="if")
    for pattern in _FINITE:
        found = pattern.fullmatch(word)
        if found:
            return _facts(found)
    return None


def _concord(found: re.Match[str]) -> str:
    return found.groupdict().get("s") or ""


def _facts(
    found: re.Match[str], root: str = "", denied: bool = False, relative: bool = False, condition: str = "",
    infinitive: bool = False,
) -> VerbFacts:  # fmt: skip
    root = root or found["root"]
    readings = {root}
    with_object = re.fullmatch(rf"{_O}(?P<root>[a-z']+)", root)
    if with_object and (len(with_object["root"]) >= 3 or with_object["root"] in _SHORT):
        readings.add(with_object["root"])
    passive = root == "uawa" or (bool(_PASSIVE.fullmatch(root)) and root not in _NEVER_PASSIVE)
    if passive:
        readings = {active for reading in readings for active in _active_roots(reading)}
    takes_object = len(readings) > 1 and not root.startswith("ji")
    return VerbFacts(
        frozenset(readings), min(readings, key=lambda reading: (len(reading), reading)), finite=not infinitive,
        passive=passive, infinitive=infinitive, takes_object=takes_object, concord=_concord(found), denied=denied,
        relative=relative, condition=condition, past=found.groupdict().get("tense") in {"li", "me", "ka"},
    )  # fmt: skip


def _active_roots(root: str) -> set[str]:
    """The roots a passive may come from: `tekwa` from teka, `tumiwa` from tumia, `chukuliwa` from chukua."""
    if root == "uawa":
        return {"ua"}
    found = {root[:-2] + "a"} if root.endswith("wa") else {root}
    if root.endswith(("liwa", "lewa")):
        found.add(root[:-4] + "a")
    if root.endswith("iwa"):
        found |= {root[:-3] + "a", root[:-3] + "i", root[:-3] + "u", root[:-2] + "a"}
    if root.endswith("ewa"):
        found |= {root[:-3] + "a", root[:-2] + "a"}
    return {reading for reading in found if len(reading) >= 2}
