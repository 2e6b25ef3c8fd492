"""What a part of a question is about, and the next part told with that in place of its pronouns.

A part that says "it" or `yake` finds nothing alone. Only what the search and the evidence look at is told anew; the
pupil reads the part as it was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor.language.stopwords import content_words
from tutor.language.tokens import words

LONGEST_TOPIC = 7
"""Words of a topic that can stand in the place of a pronoun; a longer one is put behind, in brackets."""

_ORDERS = (
    "explain|describe|discuss|define|list|name|mention|state|give|outline|identify|eleza|elezea|fafanua|taja|orodhesha|"
    "bainisha|jadili|toa|nitajie|nieleze|niambie|tell me about"
)
_HEADS = (
    "causes?|effects?|results?|consequences|advantages?|disadvantages?|importance|uses|functions?|characteristics|"
    "features|types|kinds|examples|parts|stages|reasons|benefits"
)
_HEADS_SW = (
    "sababu|athari|faida|hasara|matokeo|madhara|umuhimu|kazi|sifa|aina|dalili|chanzo|vyanzo|visababishi|malengo|"
    "madhumuni|sehemu|hatua|mifano"
)
_HEAD_EN = (
    r"(?:(?:main|major|chief|important|two|three|four|five|six|\d+|some|any)\s+){0,3}"
    rf"(?:{_HEADS}|meaning|definition|term|word|concept|process)\s+(?:of|for|behind)\s+"
)
_HEAD_SW = (
    rf"(?:{_HEADS_SW}|maana|neno|dhana)(?:\s+(?:kuu|mbili|tatu|nne|tano|\d+))?\s+"
    r"(?:ya|za|wa|la|cha|vya)\s+"
)
_ARTICLE = r"(?:the|a|an)\s+"
_OPENING = re.compile(
    rf"^(?:je,?\s+)?(?:(?:what|who)\s+(?:is|are|was|were)\s+|(?:ni\s+)?nini\s+|(?:{_ORDERS})\s+(?:what\s+(?:is|are)\s+)?|what\s+(?:causes?|caused)\s+)?"
    rf"(?:{_ARTICLE})?(?:(?:{_HEAD_EN})(?:{_ARTICLE})?|{_HEAD_SW})?",
    re.IGNORECASE,
)
VERB_SW = (
    r"(?:ni|ina|ana|una|zina|yana|lina|kina|vina|iko|yuko|ziko|yako\s+wapi|(?:hu)[a-z]{3,}|"
    r"(?:a|wa|i|zi|li|ya|ki|vi|u|tu|m)(?:na|li|me|ta|ka|nge)[a-z']{2,})"
)
_BEGINS_WITH_VERB_SW = re.compile(
    rf"^(?:(?:kwa\s?nini|kwanini|jinsi|vipi|mbona|lini|wapi|nani|nini|je|{_ORDERS}),?\s+)*{VERB_SW}(?=\s|[?.!]|$)",
    re.IGNORECASE,
)
_CUT = re.compile(
    rf"\s+(?:is|are|was|were|does|do|did|works?|happens?|occurs?|means?|{VERB_SW}|nini|gani|lini|wapi|vipi|nani|"
    rf"which|that|who|and\s+why|inaitwaje)(?=\s|[?.!,]|$).*$",
    re.IGNORECASE,
)
_POSSESSIVE_SW = re.compile(r"\b(?P<of>ya|za|wa|la|cha|vya|kwa|pa)(?:ke|o)\b", re.IGNORECASE)
_OWNED_EN = re.compile(r"\b(?:its|their|his|her)\s+(?P<owned>\w+)", re.IGNORECASE)
_SUBJECT_EN = re.compile(r"\b(?:it|they|them|he|she|him)\b", re.IGNORECASE)
_ASKS_FIRST = re.compile(r"(?:what|why|how|when|where|who|which|whose|in|on|at|from)\b", re.IGNORECASE)
_ENDS_IN_HEAD = re.compile(
    rf"^(?:{_ORDERS})\s+(?:(?!its\b|their\b|his\b|her\b)\w+\s+){{0,3}}?(?P<head>{_HEADS}|(?:{_HEADS_SW})(?:\s+(?:kuu|[mw]\w*(?:ili|tatu|nne|tano)|mbili|tatu|nne|tano|\d+))?)$",
    re.IGNORECASE,
)
_LEANS_EN = re.compile(
    r"\b(?:it|its|they|them|their|he|him|his|she|her|this|these|those|each|ones?|both|there|examples?)\b|"
    r"\b(?:name|give|list|mention|state)\s+(?:any\s+)?(?:one|two|three|four|five|\d+)\s*(?:that|which|$|[.?])",
    re.IGNORECASE,
)
_LEANS_SW = re.compile(
    r"\b(?:(?:ya|za|wa|la|cha|vya|kwa|pa)(?:ke|o)|(?:na|nda)(?:yo|zo|cho|vyo|lo|ye|o)|hii|hiyo|hizo|huyo|hao|hilo|hayo|"
    r"hicho|hivyo|huo|mfano|mifano|kila\s+(?:m|ki|li|u)?moja|"
    r"ku(?:i|u|zi)[bcdfghjklmnprstvwyz][a-z]{2,}|(?:m|ki)?moja(?:wapo)?(?=\s*[.?!]*$))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Topic:
    """What a part is about. `is_name`: it can stand where a pronoun stood; else it is the part as it was asked."""

    text: str
    is_name: bool


def topic_of(part: str) -> Topic:
    """What the part is about: "What is photosynthesis" is about "photosynthesis"."""
    bare = part.strip(" ?.!,;")
    opening = _OPENING.match(bare)
    rest = bare[opening.end() :] if opening else bare
    subject = _CUT.sub("", f" {rest}").strip()
    names = bool(content_words(subject, "mixed")) and len(words(subject)) <= LONGEST_TOPIC
    if names and (rest != bare or not _ASKS_FIRST.match(bare)):
        return Topic(subject, True)
    return Topic(bare, False)


def told_whole(part: str, topic: Topic) -> str:
    """The part with the topic in place of its pronouns, or behind it; as it is where it needs none."""
    bare = part.strip(" ?.!,;")
    headed = _ENDS_IN_HEAD.match(bare)
    leans = bool(headed or _LEANS_EN.search(part) or _LEANS_SW.search(part) or _BEGINS_WITH_VERB_SW.match(part))
    if not leans or set(content_words(topic.text, "mixed")) <= set(content_words(part, "mixed")):
        return part
    if headed and topic.is_name and re.fullmatch(_HEADS, headed["head"], re.IGNORECASE):
        return f"{bare} of {topic.text}{part.rstrip()[len(bare) :]}"
    if topic.is_name:
        written = topic.text.replace("\\", r"\\")
        for pattern, by in (
            (_POSSESSIVE_SW, rf"\g<of> {written}"),
            (_OWNED_EN, rf"\g<owned> of {written}"),
            (_SUBJECT_EN, written),
        ):
            told, count = pattern.subn(by, part, count=1)
            if count:
                return told
    asked = part.rstrip(" ?.!")
    return f"{asked} ({topic.text}){part[len(asked) :]}"


def possessed_head(part: str, sentence: str) -> str:
    """ "Its importance" as an order or question of its own, in the manner of the sentence it was asked in."""
    order = re.match(rf"(?:{_ORDERS})\b", sentence, re.IGNORECASE)
    if order:
        return f"{order.group().lower()} {part}"
    english = re.match(r"(?:its|their|his|her)\b", part, re.IGNORECASE)
    return f"what is {part}" if english else f"{part} ni nini"
