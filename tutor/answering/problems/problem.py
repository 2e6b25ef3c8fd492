"""A problem as its words tell it: which quantities are given, and which is wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.answering.problems.plain_text import plain_units
from tutor.answering.problems.quantities import (
    is_dimensionless,
    named_quantities,
    quantities_in_unit,
    quantities_named,
    units_longest_first,
)

COUNT = "count"
"""A number of things that no unit measures."""
POINT = "point"
"""A point of a plane: (2, 3)."""
NUMBER = "number"
"""A number and nothing behind it."""

_NUMBER = r"(?<![\w.,-])(?:\d[\d,]*(?:\.\d+)?(?:/\d+)?|\.\d+)(?:\s*[x×]\s*10\s*\^?\s*-?\d+)?(?!\d|st\b|nd\b|rd\b|th\b)"
_NUMBER_WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred|"
    "mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|ishirini|thelathini|arobaini|hamsini|mia|"
    "wawili|watatu|wanne|watano|wanane"
)
_BEFORE = 24
"""Characters before a number within which its name is looked for."""
_NAME_ENDS = re.compile(r"\s*(?:\(?\w\)?\s*)?(?:of|is|=|:|ni|ya|wa|la|yenye|about|equal to)?\s*$", re.IGNORECASE)
_IN_DIGITS = re.compile(r"\d")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d$")
_MARKS = re.compile(
    r"[\[(]?\s*\b(?:marks?|alama)\s*[:.]?\s*\d+\s*[\])]?|[\[(]\s*\d+\s*(?:marks?|mks?)\.?\s*[\])]", re.IGNORECASE
)
_LABEL = re.compile(r"^\s*(?:Q\.?\s*)?\d{1,2}\s*[.)](?=\s*[A-Za-z(])|(?<!\S)\(?[a-e]\)(?=\s)|(?<=[A-Za-z])-\d+")
_CLAUSE_END = re.compile(r"(?<=[.?!;])\s+|\n+|,\s+(?=(?:what|find|calculate|how|je|kokotoa|tafuta)\b)", re.IGNORECASE)

_ORDER_EN = (
    r"find(?: out)?|calculate|compute|determine|work out|evaluate|what (?:is|was|are|were|will be|would be|must be)|"
    r"what's|give|state"
)
_ORDER_SW = r"(?:u|ni|ku)?(?:tafut|kokoto|hesab|pat|tambu)\w*(?:\s+kwa)?|nini|ni nini"
_WANTED_EN = re.compile(rf"\b(?:{_ORDER_EN})\s+(?:also\s+)?(?P<list>[^.?!;]+)", re.IGNORECASE)
_NOUN_FIRST_EN = re.compile(
    r"\bwhat\s+(?P<list>[a-z][a-z -]+?)\s+(?:is|was|does|do|did|will|can|must|has|would)\b", re.IGNORECASE
)
_HOW = tuple(
    (re.compile(pattern, re.IGNORECASE), quantity)
    for pattern, quantity in (
        (r"\bhow (?:far|much distance)\b", "distance"),
        (r"\bhow fast\b", "speed"),
        (r"\bhow (?:long|much time|many (?:seconds|minutes|hours|days))\b.*\b(?:takes?|last|needs?)\b", "time"),
        (r"\bhow deep\b.*\b(?:appears?|seems?|looks?)\b", "apparent depth"),
        (r"\bhow long (?:is|was)\b", "length"),
        (r"\bhow much\b.*\b(?:remains?|left)\b", "remaining"),
        (r"\bhow heavy\b", "weight"),
        (r"\bwhat(?: is the)? time\b.*\b(?:greenwich|longitude)\b", "local time"),
        (r"\bsaa ngapi\b.*\b(?:greenwich|longitudo)\b|\b(?:greenwich|longitudo)\b.*\bsaa ngapi\b", "local time"),
        (r"\b(?:share|divide|split|u?gawanye?a?|u?gawe)\b.*\b(?:ratio|uwiano)\b", "share"),
        (r"\bhow (?:high|tall|deep)\b", "height"),
        (r"\b(?:\w{1,3}tachukua|huchukua) (?:muda|siku|saa|dakika|sekunde)\b", "time"),
        (r"\bkwa (?:muda|siku) (?:gani|ngapi)\b", "time"),
    )
)
_HOW_MUCH = re.compile(
    r"\bhow (?:much|many)\s+(?P<list>[a-z][a-z -]+?)"
    r"(?=\s+(?:is|are|was|were|will|would|does|do|did|has|can|in|of|play|remain|remains|must)\b|[?.]|$)",
    re.IGNORECASE,
)
_ASKED_SW = re.compile(
    r"(?:yake|zake|lake|wake|chake|yao|hiyo|hilo|hii|huo)?\s*(?:ni|itakuwa|ilikuwa|utakuwa|litakuwa|kitakuwa)?\s*"
    r"(?:ngapi|kiasi gani|nini|ipi|upi|lipi|gani|zipi)\b",
    re.IGNORECASE,
)
_STOPS = re.compile(
    r"\b(?:of|on|in|at|for|if|when|that|which|after|between|under|needed|required|produced|obtained|done|exerted|"
    r"from|with|by|using|to|along|through|across|per|due|inside|outside|"
    r"acting|travelled|covered|moved|used|given|who|whose|it|ya|wa|la|za|cha|vya|kwa|katika|ambayo|iliyo\w*|ili\w+|kama)\b|[,:(=]",
    re.IGNORECASE,
)
_DETERMINERS = re.compile(
    r"^(?:the|its|his|her|their|a|an|this|each|also|then|average|total|final|initial|new|exact|numerical|value of the|"
    r"\d+(?:st|nd|rd|th)|value of|magnitude of the|magnitude of|size of the|amount of|quantity of|both|wake|yake)\s+",
    re.IGNORECASE,
)
_ORDERED = re.compile(r"\b(?:calculate|compute|find|determine|work out|u?kokotoa|u?tafuta|hesabu)\b", re.IGNORECASE)
_GIVEN_NEXT = re.compile(r"(?:is\b|are\b|=|about\b|ni\b)?\s*\d")
_ASKS = re.compile(
    r"\b(?:is|are|was|were|does|do|did|why|how|who|explain|define|describe|ni|nini|gani|eleza|taja)\b(?!\s+\d)",
    re.IGNORECASE,
)
_POINT = re.compile(r"\(\s*-?\d+(?:\.\d+)?\s*,\s*-?\d+(?:\.\d+)?\s*\)")
_AND = re.compile(r"\s+(?:and|na)\s+|\s*,\s*")


@dataclass(frozen=True)
class Given:
    """An amount that a problem gives: the quantities that it may be of."""

    kinds: frozenset[str]

    @property
    def has_unit(self) -> bool:
        return not self.kinds & {COUNT, NUMBER, POINT}


@dataclass(frozen=True)
class Problem:
    """What is given and what is wanted. `wanted`: for each thing asked, the quantities that its name may mean, or the
    name itself where no table has it; `ordered`: told to calculate in so many words."""

    wanted: tuple[frozenset[str], ...]
    givens: tuple[Given, ...]
    ordered: bool

    @property
    def is_certain(self) -> bool:
        """True when nothing but a calculation can answer it."""
        with_units = sum(given.has_unit for given in self.givens)
        known = any(map(_is_quantity, self.wanted))
        return (with_units >= 2 and (known or self.ordered)) or (self.ordered and (with_units > 0 or known))


def read_problem(text: str) -> Problem | None:
    """The problem that a text poses; None for a question without amounts, or that wants no quantity. Never raises."""
    plain = _LABEL.sub(" ", _MARKS.sub(" ", plain_units(text)))
    givens = given_amounts(plain)
    if not givens or not (any(given.has_unit for given in givens) or _IN_DIGITS.search(plain)):
        return None  # "the distance between two towns": what a word counts gives nothing to work with
    wanted = _wanted(plain)
    return Problem(wanted, givens, bool(_ORDERED.search(plain))) if wanted else None


def _is_quantity(wanted: frozenset[str]) -> bool:
    """True for a name of the table, and for one that ends in such a name: "kinetic energy"."""
    return any(quantities_named(name) or quantities_named(name.split()[-1]) for name in wanted)


def given_amounts(text: str) -> tuple[Given, ...]:
    """The amounts in a text, in order; years are none."""
    text = plain_units(text)
    points = tuple(Given(frozenset({POINT})) for _ in _POINT.findall(text))[:1]
    text = _POINT.sub(" ", text)
    units = "|".join(map(re.escape, units_longest_first()))
    pattern = re.compile(
        rf"(?:(?<!\w)(?P<before>{units})\s+)?(?P<number>{_NUMBER}|\b(?:{_NUMBER_WORDS})\b)"
        rf"(?:\s*(?P<after>{units})(?![\w/]))?(?:\s+(?P<thing>[A-Za-z]+))?",
        re.IGNORECASE,
    )
    found = []
    for one in pattern.finditer(text):
        unit = one["after"] or (one["before"] if one["before"] and len(one["before"]) > 1 else None)
        if unit is None and (_YEAR.match(one["number"]) and "," not in one["number"]):
            continue
        name = _name_before(text, one.start("before") if one["before"] and not one["after"] else one.start("number"))
        if name or unit:
            kinds = name | (quantities_in_unit(unit) if unit else frozenset())
        else:
            kinds = frozenset({COUNT if one["thing"] else NUMBER})
        if not unit and not name and not one["number"][0].isdecimal() and not one["thing"]:
            continue
        found.append(Given(kinds))
    # A list of numbers is one thing that is given.
    one_each = (one for one, before in zip(found, [None, *found], strict=False) if before != one or one.has_unit)
    return (*points, *one_each)


def _name_before(text: str, place: int) -> frozenset[str]:
    """The quantity named right before an amount: "of mass 20 g", "velocity ratio of 4"."""
    start = max(0, place - 2 * _BEFORE)
    names = named_quantities(text[start:place])
    if not names or not _NAME_ENDS.fullmatch(text[start + names[-1].end : place]):
        return frozenset()
    last = frozenset(name.quantity for name in names if name.end == names[-1].end)
    return frozenset() if any(map(is_dimensionless, last)) else last


def _wanted(text: str) -> tuple[frozenset[str], ...]:
    found: list[frozenset[str]] = []
    for clause in _CLAUSE_END.split(text):
        found += [frozenset({quantity}) for pattern, quantity in _HOW if pattern.search(clause)][:1]
        for pattern in (_HOW_MUCH, _NOUN_FIRST_EN, _WANTED_EN):
            match = pattern.search(clause)
            if match:
                found += _listed(match["list"], loose=pattern is not _WANTED_EN)
        found += _wanted_sw(clause)
    return tuple(dict.fromkeys(found)) or _named_first(text)


def _named_first(text: str) -> tuple[frozenset[str], ...]:
    """What a problem without a verb begins with: "Density of a stone of mass 20 g and volume 8 cm3"."""
    plain = _DETERMINERS.sub("", text.strip())
    names = [one for one in named_quantities(plain) if one.start == 0]
    if not names or not re.match(r"\s*(?:of|at|ya|za|la|wa|katika)\b", plain[names[0].end :]) or _ASKS.search(plain):
        return ()
    return (frozenset(one.quantity for one in names if one.end == names[0].end),)


def _listed(text: str, loose: bool = False) -> list[frozenset[str]]:
    """The things that an order names: "the current and the voltage across it". `loose`: a verb may follow the name."""
    found = []
    for part in _AND.split(text):
        name = part.strip().casefold().removeprefix("and ")
        while _DETERMINERS.match(name):
            name = _DETERMINERS.sub("", name, count=1)
        whole = re.match(r"[a-z.' -]+", name)
        known = [n for n in named_quantities(name) if n.start == 0]
        rest = name[known[0].end :].lstrip() if known else ""
        if known and _GIVEN_NEXT.match(rest):
            break  # "the density of a stone of mass 20 g and volume 8 cm3": from here on things are given
        if known and (loose or not rest or _STOPS.match(rest) or not rest[0].isalpha()):
            found.append(frozenset(n.quantity for n in known if n.end == known[0].end))
            continue
        if whole is None:
            continue
        name = _STOPS.split(whole.group())[0].strip()
        if len(name) > 1 or (name and not found):
            found.append(quantities_named(name) or frozenset({name}))
    return found


def _wanted_sw(clause: str) -> list[frozenset[str]]:
    order = re.search(rf"\b(?:{_ORDER_SW})\s+(?P<list>.+)", clause, re.IGNORECASE)
    if order:
        names = named_quantities(order["list"])
        if names and not order["list"][: names[0].start].strip():
            return [frozenset(n.quantity for n in names if n.end == names[0].end)]
    asked = list(_ASKED_SW.finditer(clause))
    if asked:
        names = [
            n
            for n in named_quantities(clause[: asked[-1].start()])
            if not re.match(r"\s*(?:ya|wa|la|ni|yenye)?\s*\d", clause[n.end :])
        ]
        if names:
            return [frozenset(n.quantity for n in names if n.end == names[-1].end)]
    return []
