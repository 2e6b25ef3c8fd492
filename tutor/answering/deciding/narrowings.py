"""What narrows a question so far that a sentence on the same matter is no answer: the place within which something is
the greatest, an amount, and who came before or after whom.

"The highest mountain in the world" is not Kilimanjaro, the highest of Africa; how much the hut tax was is not told by
the year in which it came; and who was president before Nyerere not by when he became it. No nearness in meaning shows
any of these.
"""

from __future__ import annotations

import re

from tutor.answering.question.expected import NUMBER_WORDS
from tutor.language.sentences import sentence_spans

_WHOLES = {
    "the world": re.compile(r"\b(?:world|earth|globe|duniani|dunia|ulimwengu\w*)\b", re.IGNORECASE),
    "East Africa": re.compile(r"\b(?:east africa\w*|afrika (?:ya )?mashariki)\b", re.IGNORECASE),
    "Africa": re.compile(
        r"(?<!east )(?<!west )(?<!south )(?<!north )\bafrica\b|\bafrika\b(?! (?:ya )?(?:mashariki|kusini|magharibi))",
        re.IGNORECASE,
    ),
    "the body": re.compile(r"\b(?:body|mwili|mwilini)\b", re.IGNORECASE),
}
"""Wholes of which something may be the greatest part; each is told in words of its own."""
_GREATEST = re.compile(
    r"\b(?:high|tall|long|larg|bigg|big|small|short|deep|old|young|great|low|hott|cold|near|fast|wid|rich|poor)est\b|"
    r"\b(?:most|least) \w+|\bkuliko (?:\w+ ){0,2}\w*ote\b|\b\w+ (?:zaidi|kabisa|kupita \w*ote)\b",
    re.IGNORECASE,
)
_AMOUNT_ASKED = re.compile(
    r"\bhow much\b(?! (?:does|do|did|is|are|of) (?:\w+ ){1,4}(?:know|like|depend|affect))|"
    r"\bkiasi gani\b|\bbei gani\b|\bgharama gani\b|\b(?:shilingi|pesa|hela|fedha|rupia) ngapi\b",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"\b(?:1[0-9]{3}|20[0-9]{2})s?\b(?!\s*(?:%|°|[kmc]?m\b|[km]?g\b|km|kg|hectares|hekta|metres|mita|shillings|rupees|"
    r"people|watu|hours|saa))",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    rf"\d|[%½¼¾]|\b(?:{NUMBER_WORDS}|hundreds|thousands|millions|billions|maelfu|half|halves|third|quarters?|most|all|"
    r"none|nothing|little|nusu|theluthi|robo|per cent|percent|asilimia|equal\w*|same|sawa|more|less|twice|zaidi|kidogo|"
    r"yote|wote|zote)\b",
    re.IGNORECASE,
)
_IN_ORDER_ASKED = re.compile(
    r"\bwho (?:was|were|became|ruled|led|headed|served|governed|held)\b.*\b(?:before|after)\b|"
    r"\bnani (?:alikuwa|alitawala|aliongoza|alirithi|alishika|akawa)\b.*\b(?:kabla|baada) ya\b|"
    r"\b(?:kabla|baada) ya\b.*\bnani (?:alikuwa|alitawala|aliongoza|alirithi|alishika|akawa)\b",
    re.IGNORECASE,
)
_IN_ORDER = re.compile(
    r"\b(?:before|after|afterwards|then|next|until|succe\w+|follow(?:s|ed|ing)?|replac\w+|predecessor|previous\w*|"
    r"took over|kabla|baada|kisha|halafu|mpaka|hadi|\w*rithi\w*|\w*fuat(?:a|ia|iwa)|badala|mtangulizi|nafasi ya)\b",
    re.IGNORECASE,
)


def other_whole(question: str, quotes: str) -> str | None:
    """The whole of which the greatest is asked ("the world"), where the quotes tell the greatest of others only."""
    if not _GREATEST.search(question):
        return None
    greatest = [quotes[start:end] for start, end in sentence_spans(quotes) if _GREATEST.search(quotes[start:end])]
    if not greatest:
        return None
    for name, pattern in _WHOLES.items():
        if pattern.search(question) and not any(pattern.search(sentence) for sentence in greatest):
            return name
    return None


def amount_missing(question: str, quotes: str) -> bool:
    """True where an amount is asked and the quotes hold none: a year is no amount."""
    return bool(_AMOUNT_ASKED.search(question)) and not _QUANTITY.search(_YEAR.sub(" ", quotes))


def order_missing(question: str, quotes: str) -> bool:
    """True where it is asked who was something before or after somebody, and the quotes tell of no order."""
    return bool(_IN_ORDER_ASKED.search(question)) and not _IN_ORDER.search(quotes)
