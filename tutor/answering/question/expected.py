"""What a question waits for, a date, a number, a name or a place, and whether a sentence holds one that is new.

"Nani", "mwaka gani", "wangapi", "in which country": the answer is of a known kind, and a sentence without any of that
kind can hardly be it. Seen by letters alone: no list of names is needed.
"""

from __future__ import annotations

import re
from typing import Literal

from tutor.language.stopwords import content_words
from tutor.language.tokens import words

Expected = Literal["date", "number", "name", "place"]

_PLACES_EN = (
    "country|city|town|place|region|continent|state|district|county|constituency|island|village|ocean|university"
)
_PLACES_SW = "nchi|mji|jiji|mkoa|bara|kisiwa|eneo|wilaya|kijiji|jimbo|sehemu|mahali|chuo|shule|kata|ziwa|bahari"
_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "januari|februari|machi|aprili|mei|juni|julai|agosti|septemba|oktoba|novemba|desemba"
)

_ASKED: dict[Expected, re.Pattern[str]] = {
    "date": re.compile(
        r"\b(when|(?:what|which) (?:year|date|century)|lini|mwaka (?:gani|upi|wa ngapi)|tarehe (?:gani|ngapi|ipi)|"
        r"miaka (?:gani|ipi)|siku gani|karne gani)\b",
        re.IGNORECASE,
    ),
    "number": re.compile(
        r"\b(how (?:many|much|long|old|far|tall|big|large|high|deep|wide|fast)|what (?:percentage|number|population|"
        r"size|area|height|age)|\w*ngapi|kiasi gani|ukubwa (?:gani|wa)|urefu (?:gani|wa)|umri (?:gani|wa)|idadi|"
        r"asilimia|muda (?:gani|upi))\b",
        re.IGNORECASE,
    ),
    "name": re.compile(
        r"\b(who|whom|whose|nani|mwanzilishi|what (?:is|was) the name|(?:was|is|were) .* called|"
        r"\w*itwaje|kuitwa|jina)\b",
        re.IGNORECASE,
    ),
    "place": re.compile(
        rf"\b(where|wapi|(?:which|what) (?:{_PLACES_EN})|(?:{_PLACES_SW})(?: \w+)? (?:gani|ipi|upi|lipi|kipi))\b",
        re.IGNORECASE,
    ),
}
_WHENEVER = re.compile(
    r"\bwhen (?:do|does|should|must|can)\b|\b(?:hu|ina|zina|una|wana|yana|tuna|kina|vina)[a-z']{2,} lini\b",
    re.IGNORECASE,
)
"""Asks on what occasion something happens, not on which day it did: "when do we fly the flag at half-mast?"."""
_DATE_NAMED = re.compile(r"\b(?:year|date|century|mwaka|tarehe|karne)\b", re.IGNORECASE)
_MONTH = re.compile(rf"\b(?:{_MONTHS.title()})\b")
"""With its capital: "may" is a verb as well."""
_DATE = re.compile(
    rf"\b(?:1[0-9]{{3}}|20[0-9]{{2}})s?\b|\b(?:{_MONTHS}) \d|\d (?:{_MONTHS})\b|\b(?:century|karne)\b", re.IGNORECASE
)
NUMBER_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|million|billion|moja|mbili|wawili|tatu|"
    "watatu|nne|wanne|tano|watano|sita|saba|nane|wanane|tisa|kumi|ishirini|mia|elfu|milioni|bilioni"
)
"""The plainest numbers of both languages, as alternatives of a pattern."""
_NUMBER = re.compile(rf"\d|\b({NUMBER_WORDS})\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][\w'’-]{2,}(?: [A-Z][\w'’-]+)+|(?<=[\w,;(] )[A-Z][\w'’-]{2,}")
"""Two capitals in a row, or one within a sentence: the first word of a sentence is always written with one."""
_LIFE = re.compile(r"\([^)]*(?:born|alizaliwa|1\d{3}\s*[-–—]|19\d\d|20\d\d)[^)]*\)")
_LIFE_ASKED = re.compile(
    r"\b(born|birth|die[ds]?|death|old|age|\w*zaliwa|kuzaliwa|alifariki|alikufa|kufa|kifo|umri)\b", re.IGNORECASE
)
_ONE_NAME = re.compile(
    r"(?:(?P<before>[\w']+)[ (\"“]+)?(?P<name>[A-Z][\w'’-]{2,}(?: (?:[A-Z]\.|bin|al|de|von|van|[A-Z][\w'’-]+))*)"
)
_CAPITALS = re.compile(r"\b[A-Z][\w'’-]+(?: (?:[A-Z]\.|bin|al|de|von|van|[A-Z][\w'’-]+))*")
_ENDS_A_SENTENCE = ("", ".", "!", "?", ":")
_BEFORE_PLACES = {
    "en": frozenset("in at from to near of into across throughout the between".split()),
    "sw": frozenset(
        "katika nchini huko mjini jijini mkoani kutoka hadi wa ya la za cha vya nchi mji mkoa bara kwenye wilaya "
        "kisiwa".split()
    ),
}
_BEFORE_BOTH = frozenset("of to from the wa ya".split())
"""Words that stand before people as well: "the work of Julius Nyerere", but "the people of Kenya"."""
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
MOST_PEOPLE = 3
_ORDINALS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in ("first|kwanza", "second|pili", "third|tatu")
)


def expected_kinds(question: str) -> frozenset[Expected]:
    """The kinds of thing that the question's words wait for; a date is no other number as well."""
    found = {kind for kind, pattern in _ASKED.items() if pattern.search(question)}
    if asks_for_an_occasion(question):
        found.discard("date")
    return frozenset(found - {"number"} if "date" in found else found)


def asks_for_an_occasion(question: str) -> bool:
    """True for a "when" that no date answers: when a flag is flown, when an eclipse comes about."""
    return bool(_WHENEVER.search(question)) and not _DATE_NAMED.search(question)


def names_a_month(text: str) -> bool:
    return bool(_MONTH.search(text))


def held_kinds(question: str, sentence: str, kinds: frozenset[Expected] | None = None) -> frozenset[Expected]:
    """Those of the expected kinds of which the sentence holds one; numbers and names that the question itself names
    do not count, nor do the years in brackets behind a name, unless a birth or a death is asked about."""
    asked = question.casefold()
    if not _LIFE_ASKED.search(question):
        sentence = _LIFE.sub(" ", sentence)
    held: set[Expected] = set()
    for kind in expected_kinds(question) if kinds is None else kinds:
        if kind == "date":
            holds = bool(_DATE.search(sentence))
        elif kind == "number":
            holds = bool(_NUMBER.search(" ".join(w for w in sentence.split() if w.casefold() not in asked)))
        else:
            names = (name.casefold().split() for name in _NAME.findall(sentence))
            holds = any(part not in asked for name in names for part in name)
        if holds:
            held.add(kind)
    return frozenset(held)


def new_people(question: str, heading: str, sentence: str, language: str) -> float:
    """How many names that may be people's, and stand in neither question nor heading, the sentence holds: 0 to 1, from
    three on 1. A name behind "in" or `huko` is a place's."""
    known = {*words(question), *words(heading), *_DAYS, *_MONTHS.split("|")}
    before = _BEFORE_PLACES["sw" if language == "sw" else "en"]
    count = 0.0
    place = False
    for found in _ONE_NAME.finditer(sentence):
        parts = words(found["name"])
        if (found.start("name") == 0 and len(parts) < 2) or all(part in known for part in parts):
            continue
        word = (found["before"] or "").casefold()
        place = word in before or (place and word in {"and", "na", "or", "au"})
        if place:
            count += 0.5 if len(parts) > 1 and word in _BEFORE_BOTH else 0.0
        else:
            count += 1.0
    return min(count, MOST_PEOPLE) / MOST_PEOPLE


def holds_a_new_name(question: str, text: str) -> bool:
    """True when the text names somebody or something whose name shares no word with the question: of the president
    before Nyerere, "Julius Nyerere" tells nothing. A single word that begins a sentence is no name."""
    known = set(content_words(question, "mixed"))
    for run in _CAPITALS.finditer(text):
        parts = words(run.group())
        begins = text[: run.start()].rstrip()[-1:] in _ENDS_A_SENTENCE
        if not (begins and len(parts) == 1) and not any(part in known for part in parts):
            return True
    return False


def same_ordinal(question: str, sentence: str) -> bool:
    """True when both say first, second or third, in whichever language: the first president is not the second."""
    return any(ordinal.search(question) and ordinal.search(sentence) for ordinal in _ORDINALS)
