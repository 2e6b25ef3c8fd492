"""A book's sentence with a turn of phrase said the other way: "smaller than" as "larger than", "used to measure" as
"for measuring". Each way says neither more nor less."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.answering.support.english_synonyms import FORMS
from tutor.answering.support.filled_in import filled_readings

_SHORT_NAME = re.compile(
    r"(?:[Tt]he )?((?:[A-Z][\w']+ (?:(?:of|cha|ya|wa|la|za|the|and|na) )*)+[A-Z][\w']+) \(([A-Z]{2,6})\)"
)
_SHORT_THING = re.compile(r"\b([a-z])[a-z]+(?: [a-z]+){0,3} \((?=(?i:\1))([A-Z]{2,6}s?)\)")
"""The short name begins with the letter that the thing's does: "antiretroviral drugs (ARVs)"."""
_BE_SOMEWHERE = "is located|is situated|are located|are situated"
_MORE = "thicker|thinner|stronger|weaker|smaller|larger|bigger|wider|narrower|longer|shorter|higher|lower|deeper"
_SAID_ALSO = (
    (_SHORT_NAME, r"\2"),
    (_SHORT_THING, r"\2"),
    (re.compile(r"\b(?:which|that) (?:is|are) used to ([a-z]+?)e?\b"), r"for \1ing"),
    (re.compile(r"\bused to ([a-z]+?)e?\b"), r"for \1ing"),
    (re.compile(r"\boccur (as|in|at|near|on)\b"), r"are found \1"),
    (re.compile(r"\boccurs (as|in|at|near|on)\b"), r"is found \1"),
    (re.compile(r"\b(?:are|is) found (as|in|at|near|on)\b"), r"occur \1"),
    (re.compile(r"^(?:The|[A-Z][\w']+'s) (?:law|principle|theorem)s?(?: of [a-z ]+)? (?:states?|says?) that "), ""),
    (re.compile(r"^([^,;]{2,60}?) (?:use|uses|used) ([^,;]{2,60}?) to ([a-z]+ [^,;.]{2,80})\."), r"\1 \3 by using \2."),
    (re.compile(r"^([^,;]{2,60}?) (?:is|was) made up of ([^;.(]{2,100})\."), r"\2 make up \1."),
    (re.compile(r"\b([A-Z]\w+|[a-z]+)'s ([a-z]+)\b"), r"\2 of \1"),
    (re.compile(r"\b[Bb]oth (?=[\w-]+(?: [\w-]+){0,3} and )"), ""),
    (re.compile(r"\b(?:gained|got|won|obtained|achieved|attained) independence\b"), "became independent"),
    (re.compile(r"\bbecame independent\b"), "gained independence"),
    (re.compile(r"\b(is|are) held\b"), "take place"),
    (re.compile(r"\b(was|were) held\b"), "took place"),
    (re.compile(r"\btakes? place\b"), "is held"),
    (re.compile(r"\btook place\b"), "was held"),
    (re.compile(rf"\b(?:lie|lies|{_BE_SOMEWHERE}) (in|on|at|near|between)\b"), r"is found \1"),
    (re.compile(r"\b(is|are|was|were) due to\b"), r"\1 caused by"),
    (re.compile(r"\bresults? from\b"), "is caused by"),
    (re.compile(r"\bresulted from\b"), "was caused by"),
    (re.compile(r"\bdisliked\b"), "did not like"),
    (re.compile(r"\bdislike\b"), "do not like"),
    (re.compile(rf"\b(is|are|was|were) made ({_MORE})\b(?= (?:at|in|by|so|because|than)\b|\.)"), r"\1 \2"),
    (re.compile(r"\bin order to\b"), "to"),
    (re.compile(r"^((?:(?!\bwere\b).)+ was .+?),? with ([A-Z][\w ]+?) as (its|their|his|her) ([a-z]+(?: [a-z]+)?)\.$"),
     r"\1, and \2 was \3 \4."),
)  # fmt: skip
_SAID_PLAINLY = (
    (re.compile(r"^([^,;.]{2,60}?) (?:means|refers to|is defined as|can be defined as) "), r"\1 is "),
    (re.compile(r"^([^,;.]{2,60}?) (?:maana yake ni|humaanisha|inamaanisha|ina maana ya) "), r"\1 ni "),
    (re.compile(r"\b(?:gained|got|won|obtained|achieved|attained) independence\b"), "became independent"),
    (re.compile(rf"\b(?:lie|lies|{_BE_SOMEWHERE}) (in|on|at|near|between)\b"), r"is found \1"),
    (re.compile(r"\b(is|are|was|were) due to\b"), r"\1 caused by"),
    (re.compile(r"\bresults? from\b"), "is caused by"),
    (re.compile(r"\bresulted from\b"), "was caused by"),
    (re.compile(r"\b([A-Z]\w+|[a-z]+)'s ([a-z]+)\b"), r"\2 of \1"),
    (re.compile(r"\b[Bb]oth (?=[\w-]+(?: [\w-]+){0,3} and )"), ""),
    (re.compile(r"\bin order to\b"), "to"),
    (re.compile(r"\b(is|are|was|were)((?: \w+ly)?) carried out (?=every|each|once)"), r"\1\2 held "),
    (re.compile(r"\bgave up\b"), "resigned from"),
    (re.compile(r"\b([a-z]+) (it|them|him|her) (back|up|out|off|down|away)\b"), r"\1 \3 \2"),
    (re.compile(r"\b(increases?|reduces?|lowers?|raises?|decreases?) the (?:number|amount) of\b"), r"\1"),
    (re.compile(r"\b(?:is|are) harmful to\b"), "harms"),
    (re.compile(r"\b(?:came into force|came into effect)\b"), "took effect"),
    (re.compile(r"\b(?:goes|end up|go) into\b"), "ends up in"),
    (
        re.compile(r"^([A-Z][\w ]{1,40}), (?:which|who) (?:is|was) (an?|the) ([\w -]{3,60}), (?!and\b|or\b)"),
        r"\1, \2 \3, ",
    ),
)
"""What a sentence may be brought to before it is held against a book that says it plainly."""
_ACTS = {
    "movement": ("moves", ""), "flow": ("flows", ""), "growth": ("grows", ""), "increase": ("increases", ""),
    "decrease": ("decreases", ""), "loss": ("", "lost"), "removal": ("", "removed"), "formation": ("", "formed"),
    "production": ("", "produced"), "absorption": ("", "absorbed"), "destruction": ("", "destroyed"),
    "exchange": ("", "exchanged"), "transfer": ("", "transferred"), "control": ("", "controlled"),
}  # fmt: skip
_ACT = re.compile(
    rf"^(?P<name>[A-Z][\w -]{{2,40}}?) is the (?P<act>{'|'.join(_ACTS)}) of (?P<what>[\w -]{{2,60}}?)"
    r"(?P<rest>(?: (?:from|into|through|in|by|to|out of|with|between) [^;]*)?\.)$"
)
_DOING = re.compile(
    r"^(?P<name>[A-Z][\w -]{2,40}?) is (?P<the>the )(?P<act>[a-z]{2,}ing) of (?P<what>[\w' -]{2,60}?)"
    r"(?P<rest>(?: (?:from|into|through|in|by|to|out of|with|between) [^;]*)?\.)$"
)
_USED_TO = re.compile(
    r"^(?P<by>[A-Z][a-z -]*?(?:tion|sis|ing|ment)) is used to (?P<do>[a-z]+) (?P<what>[^,;]{2,60})\.$"
)
_TURNS_COLOUR = re.compile(
    r"^(?P<by>[A-Z][\w -]{1,40}?) turns? (?P<what>[\w -]{3,40}) "
    r"(?P<colour>red|blue|yellow|pink|green|white|black|brown|purple|orange|colourless|milky|cloudy|blue-black)\.$"
)
_NEEDED = re.compile(r"^(?P<thing>[A-Z][\w -]{2,60}?) (?:is|are) needed for (?P<use>[\w -]{3,40})\.$")
_EITHER_CONDITION = re.compile(
    r"^(?P<said>[^,;]{4,80}?) (?P<link>when|if) (?P<one>[^,;]{4,80}?) or (?P=link) (?P<other>[^,;]{4,80})\.$"
)
_MEANS_THAT = re.compile(r"^(?P<name>[A-Z][\w -]{2,40}?) (?:means that|is when) (?P<what>[^;]+\.)$")
_SUCH_AS = re.compile(r", such as [^,;]{2,40},")
_REACTS = re.compile(
    r"^(?P<one>[A-Z][\w -]{1,40}?) (?P<react>reacts?) with (?P<other>[^;:]{2,60}?),? to "
    r"(?P<verb>give|form|make|produce) (?P<what>[^;:,]{2,80})\.$"
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
    yield from _acts_said(text)
    yield from _doings_said(text)
    yield from filled_readings(text)
    yield from _reactions_said(text)
    needed = _NEEDED.match(text)
    if needed:
        yield f"{needed['use'][:1].upper()}{needed['use'][1:]} needs {_lower(needed['thing'])}."
    coloured = _TURNS_COLOUR.match(text)
    if coloured:
        what = coloured["what"]
        yield f"{what[:1].upper()}{what[1:]} becomes {coloured['colour']} in {_lower(coloured['by'])}."
    either = _EITHER_CONDITION.match(text)
    if either:
        yield f"{either['said']} {either['link']} {either['one']}."
        yield f"{either['said']} {either['link']} {either['other']}."
    found = _COMPARES.match(text)
    if found and (bool(found["what"]) == (found["how"] in _DEGREE)) and found["how"] in _REVERSE:
        one = (
            found["one"][0].lower() + found["one"][1:]
            if found["one"].startswith(("The ", "A ", "An "))
            else found["one"]
        )
        yield f"{found['other']} {found['be']} {found['much']}{_REVERSE[found['how']]}{found['what']} than {one}."


def plain_readings(sentence: str) -> Iterator[str]:
    """The sentence, then the sentence without "both" before a pair and with "of" for the owner's ending."""
    yield sentence
    meant = _MEANS_THAT.match(sentence)
    if meant:
        what = meant["what"]
        yield f"In {meant['name'][:1].lower()}{meant['name'][1:]}, {what}"
    used = _USED_TO.match(sentence)
    if used:
        what = used["what"]
        for be in ("is", "are"):
            yield f"{what[:1].upper()}{what[1:]} {be} {_done_of(used['do'])} by {_lower(used['by'])}."
    plain, steps = sentence, 0
    for pattern, said in _SAID_PLAINLY:
        other = pattern.sub(said, sentence)
        if other != sentence:
            yield other
            plain, steps = pattern.sub(said, plain), steps + 1
    if steps > 1:
        yield plain


def _reactions_said(text: str) -> Iterator[str]:
    """ "An acid reacts with a metal to give a salt" as what forms when it reacts; the example may be left out."""
    for told in dict.fromkeys((text, _SUCH_AS.sub("", text))):
        found = _REACTS.match(told)
        if found is None:
            continue
        opener = found["one"] if found["one"].split()[0] not in {"A", "An", "The"} else _lower(found["one"])
        formed = {"give": "formed", "form": "formed", "make": "made", "produce": "produced"}[found["verb"]]
        when, what = f"when {opener} {found['react']} with {found['other']}", found["what"]
        yield f"W{when[1:]}, it {found['verb']}s {what}."
        yield f"W{when[1:]}, {what} are {formed}."
        yield f"{what[:1].upper()}{what[1:]} are {formed} {when}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _acts_said(text: str) -> Iterator[str]:
    """ "Osmosis is the movement of water from ..." as "In osmosis water moves from ..."."""
    found = _ACT.match(text)
    if found is None:
        return
    moves, done = _ACTS[found["act"]]
    said = moves or f"is {done}"
    yield f"In {found['name'].lower()}, {found['what']} {said}{found['rest']}"


def _doings_said(text: str) -> Iterator[str]:
    """ "Folding is the bending of rock layers by compression" as "In folding, rock layers are bent by compression"."""
    found = _DOING.match(text)
    if found is None:
        return
    for be in ("is", "are"):
        for base in dict.fromkeys((found["act"][:-3], f"{found['act'][:-3]}e", found["act"][:-4])):
            if base in _DONE_FORMS or base == found["act"][:-3] or base.endswith("e"):
                yield f"In {found['name'].lower()}, {found['what']} {be} {_done_of(base)}{found['rest']}"


_DONE_FORMS = {group.split()[0]: group.split()[-1] for group in FORMS.split(";") if group.strip()}


def _done_of(verb: str) -> str:
    """The past participle."""
    return _DONE_FORMS.get(verb) or (f"{verb}d" if verb.endswith("e") else f"{verb}ed")
