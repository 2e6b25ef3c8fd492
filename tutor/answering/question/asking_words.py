"""Words of a question that ask and name nothing: a book that answers "nieleze faida tatu" need not say "explain" or
"three", nor "city" where it says "Gaborone".

Found by counting: of 1,359 labelled questions these were missing from what answers them three times and more as often
as from what does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.question.terms import Term
from tutor.language.wordlists import word_set

KINDS_OF_THING = word_set(
    "city town country place region year date month day time name number body institution organisation person people "
    "man woman scientist instrument unit colour kind type way ways reason reasons cause causes effect effects part "
    "parts example examples thing things problem problems mji jiji nchi mahali mkoa mikoa mwaka tarehe mwezi siku muda "
    "jina idadi chombo taasisi mtu watu kifaa kipimo rangi aina njia sababu athari sehemu mifano mambo vitu kitu jambo "
    "faida hasara umuhimu kazi matatizo tatizo shida himaya ugonjwa hatua tofauti"
)
"""Words for the kind of answer."""
_ASKING = word_set(
    "go goes going went happen happens happened come comes came put puts get gets getting give gives gave take takes "
    "took become becomes keep keeps bring brings see seen say says said tell tells told call called mean means work "
    "works make makes made do done use used using like inside outside different difference differences differ other "
    "right main important two three four five six seven several some any please pls n exactly really actually talk "
    "talks wich which hav have shud should ppl cant dont doesnt im ur u "
    "mawili matatu manne matano viwili vitatu vinne vitano mbili tatu nne tano moja mmoja kimoja lipi ipi zipi yapi "
    "naomba nataka kujua nisaidie nitajie niambie nieleze nielezee tunaposema iweje akina kina mara wakati leo kutoka "
    "tz saiv mfano sifa"
)
_SUBJECT = "(?:ha)?(?:ni|u|a|tu|m|wa|i|zi|li|ya|ki|vi|pa|ku|mu)?(?:li|na|me|ta|ka|ki|nge)?"
_WHAT_IS_MEANT = "(?:po|yo|zo|cho|vyo|lo|o|ye)?"
_ASKING_VERB = re.compile(
    rf"(?:{_SUBJECT}|hu|ku){_WHAT_IS_MEANT}(?:kua|kuwa|fanya|fanywa|fanyika|sema|semwa|itwa|tokea|toke[az]|hitaji\w*|"
    r"takiwa|paswa|anza|pata|patikana|tumia|tumika|weza|saidia|leta|ko|po|na)(?:je|vyo)?"
)
"""To be, to do, to say, to be called, to happen and the like in all tenses and persons: `ilikuwa`, `inafanyaje`."""


def names_something(word: str) -> bool:
    """False for a word that only asks, in lower case."""
    if word in KINDS_OF_THING or word in _ASKING:
        return False
    return " " in word or _ASKING_VERB.fullmatch(word) is None


def naming_terms(terms: Sequence[Term]) -> tuple[Term, ...]:
    """The terms that name something; all of them where none does."""
    return tuple(term for term in terms if names_something(term.written)) or tuple(terms)
