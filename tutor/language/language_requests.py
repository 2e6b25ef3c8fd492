"""Pupils say which language they want: "kwa Kiswahili", "in English". This finds it."""

from __future__ import annotations

import re

from tutor.core.types import BookLanguage, Language

_NAMES: dict[str, BookLanguage] = {
    "kiswahili": "sw",
    "swahili": "sw",
    "kiingereza": "en",
    "kingereza": "en",
    "english": "en",
}
_NAME = rf"(?P<name>{'|'.join(_NAMES)})"
_WISH = re.compile(
    rf"\b(?:kwa|katika|ukitumia|kutumia|in|into|using)\s+(?:lugha\s+ya\s+|(?:plain|simple|easy|proper)\s+)?{_NAME}"
    rf"(?:\s+(?:na|and|or|au)\s+(?P<second>{'|'.join(_NAMES)}))?\b"
    rf"|\b{_NAME.replace('name', 'polite')}\s*,?\s*(?:please|tafadhali)\b",
    re.IGNORECASE,
)

# "Why are we taught in English?", "X inaitwaje kwa Kiingereza?" and "X ina maana gani in English?" speak of a language,
# they do not ask for it.
_ABOUT_A_LANGUAGE = re.compile(
    r"(?:\b\w{3,}ed|\b(?:taught|written|spoken|said|sung|made|known|word|say|mean|means|term|born)|\w{3,}(?:wa|waje|we)"
    r"|\bmaana gani)"
    r"(?:\s+(?:for|of)(?:\s+\w+){1,3})?$",
    re.IGNORECASE,
)
_ASKS_FOR_A_WORD = re.compile(
    r"\b(?:how (?:do|did|would|can|should) \w+ (?:say|call|write|spell)|(?:do|does|did) \w+(?: \w+)? (?:say|call)"
    r"|(?:is|are|was|were) (?:\w+ )?called|translated)\b(?:\s+\S+){0,6}$"
    r"|\b(?:is|are) (?:who|what)$|\b(?:known as|called) what$|\b(?:which|what) name$",
    re.IGNORECASE,
)
"""As the question says before the language: "how do we say weathering", "which planet is called Zuhura"."""
LOOK_BACK = 80

_ORDER = re.compile(
    r"\b(?:explain|answer|reply|define|describe|tell|give|write|list|mention|state|discuss|respond|translate|summari[sz]e"
    r"|eleza|elezea|nieleze|jibu|nijibu|fafanua|taja|andika|niambie|orodhesha|bainisha|jadili|tafsiri|toa)\b",
    re.IGNORECASE,
)


def language_request(text: str) -> tuple[Language | None, str]:
    """The language asked for, or None, and the text without those words. Asking for both is asking for "mixed"."""
    for wish in _WISH.finditer(text):
        before, after = text[: wish.start()].rstrip(), text[wish.end() :].lstrip()
        stands_apart = not before or not after or after[0] in ".,;:?!)"
        near = before[-LOOK_BACK:]
        is_about = _ABOUT_A_LANGUAGE.search(near) or _ASKS_FOR_A_WORD.search(near) or not stands_apart
        if is_about and not _ORDER.search(text):
            continue
        first = wish.group("name") or wish.group("polite")
        asked = {_NAMES[name.lower()] for name in (first, wish.group("second")) if name}
        rest = f"{before} {after}".strip()
        return ("mixed" if len(asked) > 1 else asked.pop()), rest
    return None, text
