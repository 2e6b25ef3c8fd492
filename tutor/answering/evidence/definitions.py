"""Which sentence says what a thing is: its subject is the term asked for, followed by "is" or `ni`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor.answering.question.terms import Mentions, Term
from tutor.language.tokens import words

COPULA = re.compile(
    r"\s+(is|are|was|were|means|refers to|is called|are called|states? that|ni|alikuwa|ilikuwa|yalikuwa|vilikuwa|"
    r"walikuwa|maana yake ni|huitwa|humaanisha|hujulikana kama|(inasema|inaeleza|inadai) (kuwa|kwamba))\s+",
    re.IGNORECASE,
)
NAMING = re.compile(
    r"\b(is|are) (called|known as)\b|\b(huitwa|inaitwa|unaitwa|yanaitwa|hujulikana kama)\b", re.IGNORECASE
)
NO_DEFINITION = re.compile(
    r"^(important|necessary|useful|needed|used|found|made|not|also|one of|very|good|bad|more|less|caused|"
    r"muhimu|lazima|la lazima|ya lazima|mojawapo|moja ya|kwa sababu|katika|pia|zaidi|kubwa|nzuri)\b",
    re.IGNORECASE,
)
LONGEST_SUBJECT = 6


def defines(sentence: str, terms: Sequence[Term], language: str) -> float:
    """1 when the sentence says what one of the terms is, 0.5 when it gives the term as a thing's name, else 0."""
    found = COPULA.search(sentence)
    if found:
        subject = sentence[: found.start()]
        fits = len(words(subject)) <= LONGEST_SUBJECT and not NO_DEFINITION.match(sentence[found.end() :])
        if fits and _names_a_term(subject, terms, language):
            return 1.0
    naming = NAMING.search(sentence)
    if naming and _names_a_term(" ".join(words(sentence[naming.end() :])[:3]), terms, language):
        return 0.5
    return 0.0


def _names_a_term(text: str, terms: Sequence[Term], language: str) -> bool:
    mentioned = Mentions(text, language)
    return any(mentioned.mentions(term) for term in terms)
