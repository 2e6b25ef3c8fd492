"""A book's sentence with a turn of phrase said the other way: "smaller than" as "larger than", "used to measure" as
"for measuring". Each way says neither more nor less."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SHORT_NAME = re.compile(
    r"(?:[Tt]he )?((?:[A-Z][\w']+ (?:(?:of|cha|ya|wa|la|za|the|and|na) )*)+[A-Z][\w']+) \(([A-Z]{2,6})\)"
)
_SAID_ALSO = (
    (_SHORT_NAME, r"\2"),
    (re.compile(r"\b(?:which|that) (?:is|are) used to ([a-z]+?)e?\b"), r"for \1ing"),
    (re.compile(r"\bused to ([a-z]+?)e?\b"), r"for \1ing"),
    (re.compile(r"\boccur (as|in|at|near|on)\b"), r"are found \1"),
    (re.compile(r"\boccurs (as|in|at|near|on)\b"), r"is found \1"),
    (re.compile(r"\b(?:are|is) found (as|in|at|near|on)\b"), r"occur \1"),
    (re.compile(r"^(?:The|[A-Z][\w']+'s) (?:law|principle|theorem)s?(?: of [a-z ]+)? (?:states?|says?) that "), ""),
    (re.compile(r"\bdisliked\b"), "did not like"),
    (re.compile(r"\bdislike\b"), "do not like"),
)
_PAIRS = dict(
    pair.split("/")
    for pair in "smaller/larger bigger/smaller shorter/longer taller/shorter lower/higher lighter/heavier "
    "colder/hotter cooler/warmer younger/older slower/faster weaker/stronger poorer/richer thinner/thicker "
    "narrower/wider less/more earlier/later fewer/more".split()
)
_REVERSE = {**{more: less for less, more in _PAIRS.items() if less != "fewer"}, **_PAIRS}
_COMPARES = re.compile(
    r"^(?P<one>[^,;:.]{2,80}?) (?P<be>is|are|was|were) (?P<much>much |far |slightly |)"
    rf"(?P<how>{'|'.join(sorted(_REVERSE))})(?P<what>(?: [a-z]+)?) than (?P<other>[^,;:.]{{2,80}}?)"
    r"(?P<rest>\.$|$|[,;] | and [a-z]+)"
)
_DEGREE = {"less", "more"}


def readings(text: str) -> Iterator[str]:
    """The text, then the text said in other turns, or with an abbreviation in its name's place."""
    yield text
    for pattern, said in _SAID_ALSO:
        other = pattern.sub(said, text)
        if other != text:
            yield other
    found = _COMPARES.match(text)
    if found and (bool(found["what"]) == (found["how"] in _DEGREE)) and found["how"] in _REVERSE:
        one = (
            found["one"][0].lower() + found["one"][1:]
            if found["one"].startswith(("The ", "A ", "An "))
            else found["one"]
        )
        yield f"{found['other']} {found['be']} {found['much']}{_REVERSE[found['how']]}{found['what']} than {one}."
