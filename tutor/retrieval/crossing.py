"""The question as it is asked of the other language's books: its school terms named in that language too.

An embedder that learnt from the web knows `mmomonyoko` and `mgawanyiko wa damu` less well than the glossary does. So a
question that crosses is embedded twice, as it stands and with the translations behind it, and the mean is compared.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import BookLanguage, Language
from tutor.index.analysis import translatable
from tutor.index.questions import EmbedsQueries
from tutor.language.glossary import Glossary
from tutor.models.embedder import unit_rows

HELPED: frozenset[tuple[Language, BookLanguage]] = frozenset({("sw", "en")})
"""(language of the question, of the books). Measured with the starter embedder, without and with, recall@1 / @5 and
nDCG@5: golden dev in Swahili .829/.928, .839 to .874/.964, .890; 148 published Swahili questions to English passages
.514/.858 to .527/.865, those that share no name .317/.730 to .349/.746; no other figure moves.
The translations with half or twice that weight, or put in the place of the terms, give less of the one or the other.
English questions to Swahili books gain .004 of nDCG@5 on golden dev and lose an English question's first place."""
REMEMBERED = 64
"""Questions: one is searched several times, inside of its scope and outside, and is embedded once."""


def with_terms_of_books(text: str, language: Language, pool: BookLanguage, glossary: Glossary) -> str | None:
    """The question with its terms named in the books' language behind it; None where that says nothing new."""
    if (language, pool) not in HELPED:
        return None
    named = [match.entry.terms(pool)[0] for match in translatable(text, language, pool, glossary)]
    said = text.casefold()
    news = [term for term in dict.fromkeys(named) if term.casefold() not in said]
    return f"{text.rstrip(' ?.')} ({', '.join(news)})?" if news else None


class CrossingVectors:
    """Question vectors for the pools of the other language. Remembers the last ones."""

    def __init__(self, embedder: EmbedsQueries, glossary: Glossary) -> None:
        self._embedder = embedder
        self._glossary = glossary
        self._known: dict[str, NDArray[np.float32]] = {}

    def vector(
        self, vector: NDArray[np.float32], text: str, language: Language, pool: BookLanguage
    ) -> NDArray[np.float32] | None:
        """The unit vector [d] to search the pool with, for a question whose own is `vector` [d]; None: just that."""
        translated = with_terms_of_books(text, language, pool, self._glossary)
        if translated is None:
            return None
        known = self._known.get(translated)
        if known is None:
            known = self._embedder.embed_queries([translated])[0]
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[translated] = known
        mean: NDArray[np.float32] = unit_rows((vector + known)[None])[0]
        return mean

    def forget(self) -> None:
        """Forgets the questions, so that each is embedded again: what a measurement of time needs."""
        self._known.clear()
