"""What lists are of: "List the causes of soil erosion" has a head (causes) and a matter (soil erosion)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.question.terms import Mentions, Term
from tutor.answering.question.understanding import Understanding
from tutor.answering.support.numbers import NUMBER_WORDS
from tutor.language.tokens import words

_HEADS = {
    "cause": r"causes?|caused|factors?|leads? to|sababu|visababishi|kisababishi|chanzo|vyanzo|\w*sababishw?a|hutokana",
    "effect": r"effects?|results?|consequences|impacts?|outcomes?|athari|matokeo|madhara",
    "good": r"advantages?|benefits?|importance|important|merits?|strengths|uses?|used|helps?|role|faida|manufaa|"
    r"umuhimu|muhimu|matumizi|hutumika|hutumiwa|nafasi",
    "bad": r"disadvantages?|demerits?|weaknesses|problems?|challenges?|dangers?|limitations?|hasara|matatizo|"
    r"changamoto|udhaifu|hatari",
    "kind": r"types?|kinds?|classes|groups?|forms?|divided|classified|grouped|aina|makundi|kundi|"
    r"\w*gawan(?:yika|ywa)\s+(?:katika|kuwa|kulingana)",
    "part": r"parts?|components?|made up|consists?|organs?|arms?|branch(?:es)?|sehemu|vipengele|mihimili|viungo",
    "mark": r"characteristics|features?|properties|qualities|signs|symptoms|sifa|tabia|dalili|alama",
    "work": r"functions?|duties|roles?|responsibilities|jobs?|work|kazi|majukumu|wajibu",
    "way": r"ways?|methods?|measures?|controlled?|prevented?|prevention|reduced?|njia|mbinu|hatua|\w*dhibitiwa|"
    r"udhibiti|\w*zuiwa|kuzuia|kupunguza",
    "step": r"steps?|stages?|phases?|hatua|awamu",
    "reason": r"reasons?|why|because|sababu",
    "example": r"examples?|such as|mifano|mfano|kama vile",
    "condition": r"conditions?|needs?|needed|necessary|requirements?|masharti|mahitaji|\w*hitaji\w*",
    "source": r"sources?|vyanzo|chanzo",
    "right": r"rights?|haki",
    "aim": r"aims?|objectives?|goals?|purposes?|malengo|lengo|madhumuni",
}
"""What lists are of, with the words by which books announce them."""
_HEAD = {name: re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE) for name, pattern in _HEADS.items()}
ALL_HEADS = tuple(_HEADS)
_WHICH = frozenset(
    "kila each main major chief important common different various any some following kuu muhimu mbalimbali tofauti "
    "zozote yoyote vyovyote wowote zifuatazo yafuatayo "
    "moja mbili tatu nne tano sita saba nane tisa kumi mawili matatu manne matano viwili vitatu vinne vitano wawili "
    "watatu wanne watano miwili mitatu minne mitano".split()
)
_EVERYWHERE = frozenset("tanzania tanzanian nchini nchi yetu country our world".split())
"""What the books speak of anyway: "the causes of poverty" are those in Tanzania too."""
_JOINED = re.compile(r",\s*(?:and|or|na|au)?\s*|\s+(?:and|or|na|au)\s+")
_CONTRASTS = re.compile(r"\b(?:but|whereas|lakini|ilhali|bali)\b", re.IGNORECASE)
MOST_FOR_ITEM = 9
"""Words of one thing in an enumeration; a longer one is a clause."""
FEWEST_ITEMS = 3


def asked_heads(question: Understanding) -> tuple[str, ...]:
    """What the question wants a list of: the heads whose words it holds."""
    return tuple(name for name, pattern in _HEAD.items() if pattern.search(question.text))


def names_head(text: str, heads: Sequence[str]) -> bool:
    """True when the text has a word for one of the heads."""
    return any(_HEAD[name].search(text) for name in heads)


def matter_share(question: Understanding, text: str, language: str) -> float:
    """The share, 0 to 1, of what the list is to be of, its head left out, that the text names."""
    matter = matter_of(question)
    if not matter:
        return 1.0
    mentioned = Mentions(text, language)
    return sum(mentioned.mentions(term) for term in matter) / len(matter)


def matter_of(question: Understanding) -> tuple[Term, ...]:
    """The terms of what a list is to be of, without its head and without what the books speak of anyway."""
    matter = tuple(term for term in question.terms if not _is_head(term))
    return tuple(term for term in matter if term.written not in _EVERYWHERE) or matter


def _is_head(term: Term) -> bool:
    """True for what is no matter of a list: its head, how many things it is to have, and which of them."""
    counted = term.written.isdigit() or term.written in NUMBER_WORDS or term.written in _WHICH
    return counted or any(pattern.fullmatch(term.written) for pattern in _HEAD.values())


def enumerates(text: str) -> bool:
    """True for a sentence that names three things or more in a row: "rainfall, slope, plant cover and land use"."""
    pieces = [piece for piece in _JOINED.split(text.rstrip(" .;")) if piece]
    if text.count(",") < FEWEST_ITEMS - 2 or _CONTRASTS.search(text) or len(pieces) < FEWEST_ITEMS:
        return False
    return all(len(words(piece)) <= MOST_FOR_ITEM for piece in pieces[1:])
