"""A book's sentence with what it only hints at filled in ("when lit" as "when it is lit"), with an aside left out, or
with a place or time told by what happens there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.answering.support.english import PARTICIPLES

_DONE = rf"(?:[a-z]{{3,}}ed|{'|'.join(sorted(PARTICIPLES))})"
_REDUCED = re.compile(rf"\b(when|once|if|until|unless) (?=(?:not )?{_DONE}\b(?:[.,;]| (?:in|to|with|by|from|at)\b))")
_FURTHER = re.compile(r"^(?P<place>[A-Z][a-z]+)(?P<said> (?:is|was) [^,;]+ because [^,;]+) there\.")
_ASIDES = (
    re.compile(r"^(?P<kept>[^,;]{2,60}), (?:with|unlike|like) [^,;]{2,60},(?= [a-z])"),
    re.compile(rf"(?P<kept>), {_DONE} (?:on|in|by|from|at|with|to) [^,;]{{2,50}},(?= (?:that|which|who) )"),
)
_CONTRAST_IN_FRONT = re.compile(r"^(?:Unlike|Like|Besides|Apart from) [^,;]{2,40}, (?=\w)")
_EVENT_IN_FRONT = re.compile(r"^After (?:the |a |this )?[A-Za-z][\w' ]{2,40}, (?=[A-Z][\w' ]+ [a-z]+ed\b)")
_HAS_NONE = re.compile(r"^(?P<whose>[^,;]{2,60}?) (?:has|have) no (?P<what>[^,;]{2,40}?)(?P<yet> yet)?(?=[.,])")
_BY_UNION = re.compile(r"^(?P<made>[^,;]{2,60}?) was formed by the (?:union|merger|joining) of (?P<parts>[^;]+)\.$")
_WITHOUT = re.compile(r"\b(?:that|which|who) (?:has|have|had) no\b")
_FAR_TOO = re.compile(r"\b(?:far|much) too (?=[a-z]+ (?:to|for)\b)")
_TWICE = re.compile(r"^(?P<first>[^;]+? in \d{4}) and (?!in\b)[^,;]+ in \d{4}\.$")
_HAPPENS_THERE = re.compile(
    r"^(?P<name>[A-Z][\w -]{2,40}?) (?:is|was) (?:the|an?) [\w' -]{2,60}? (?:in which|where|(?<=period )when) "
    r"(?P<what>[^;]+)$"
)
_DOES_BUT_NOT = re.compile(
    r"^(?P<one>[^,;]{2,40}?) (?P<verb>[a-z]+s) (?P<rest>[^,;]{2,60}), but (?P<other>[^,;]{2,40}?) does not(?=[,.])"
)


def filled_readings(text: str) -> Iterator[str]:
    """The other ways in which the text says neither more nor less of what they keep."""
    if _REDUCED.search(text):
        yield _REDUCED.sub(r"\1 it is ", text)
        yield _REDUCED.sub(r"\1 they are ", text)
    further = _FURTHER.match(text)
    if further:
        yield f"{further['place']}{further['said']} in {further['place']}."
    for aside in _ASIDES:
        if aside.search(text):
            yield aside.sub(r"\g<kept>", text)
    for front in (_CONTRAST_IN_FRONT, _EVENT_IN_FRONT):
        if front.match(text):
            yield _raised(front.sub("", text))
    if _FAR_TOO.search(text):
        yield _FAR_TOO.sub("too ", text)
    twice = _TWICE.match(text)
    if twice:
        yield f"{twice['first']}."
    if _WITHOUT.search(text):
        yield _WITHOUT.sub("without", text)
    yield from _denied_readings(text)
    united = _BY_UNION.match(text)
    if united:
        parts = united["parts"] + ("," if "," in united["parts"] else "")
        yield f"{_raised(parts)} united to form {_lowered_article(united['made'])}."
    happens = _HAPPENS_THERE.match(text)
    if happens:
        name = happens["name"]
        yield f"In {name if name[1:] != name[1:].lower() else _lowered(name)}, {happens['what']}"


def _denied_readings(text: str) -> Iterator[str]:
    none = _HAS_NONE.match(text)
    if none:
        yield f"There is no {none['what']} for {_lowered_article(none['whose'])}{none['yet'] or ''}."
    but = _DOES_BUT_NOT.match(text)
    if but:
        yield f"{_raised(but['other'])} does not {_base_of(but['verb'])} {but['rest']}."


def _base_of(verb: str) -> str:
    """The verb without its -s: "does not pass" of "passes"."""
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "oes")) else verb[:-1]


def _lowered_article(text: str) -> str:
    return _lowered(text) if text.startswith(("The ", "A ", "An ")) else text


def _raised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lowered(text: str) -> str:
    """The text with a small letter where only the start of the sentence made it a large one."""
    return text if text[1:2].isupper() or not text[:1].isupper() else text[:1].lower() + text[1:]
