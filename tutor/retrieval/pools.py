"""A pool: the candidates of one language, searched by meaning and by words and fused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tutor.core.types import BookLanguage, Language
from tutor.index.analysis import Terms
from tutor.index.dense import DenseIndex, centred
from tutor.index.lexical import LexicalIndex
from tutor.index.numbers import Numbers
from tutor.retrieval.fusion import Fuse
from tutor.retrieval.gate import REMEMBERED

Vectors = NDArray[np.float32]
Centring = Literal["crossing", "never", "always"]
"""Which questions are compared with a pool centred."""


@dataclass(frozen=True)
class PoolCandidate:
    """A passage number with its raw scores. `distinction`: by how many standard deviations its centred
    cosine stands out in its pool; `fused`: the fusion of both searches within the pool."""

    number: int
    language: str
    dense: float
    centred: float
    distinction: float
    lexical: float
    fused: float


class Pool:
    """Both indexes of one language."""

    def __init__(self, language: BookLanguage, lexical: LexicalIndex, dense: DenseIndex, fuse: Fuse) -> None:
        self.language = language
        self.dense = dense
        self._lexical = lexical
        self._fuse = fuse
        # With the set itself, which keeps its id from being given to another.
        self._owned: dict[int, tuple[Numbers, Numbers | None]] = {}

    def __len__(self) -> int:
        return len(self.dense)

    def rarity(self, stems: Sequence[str]) -> float:
        """How rare the stems are in this language's books."""
        return self._lexical.rarity(stems)

    def candidates(
        self,
        vector: Vectors,
        language_mean: Vectors,
        terms: Terms,
        depth: int,
        crosses: bool,
        admissible: Numbers | None,
        translated: Vectors | None = None,
        centring: Centring = "crossing",
    ) -> list[PoolCandidate]:
        """The pool's candidates, best fused score first: the union of `depth` from each search.

        `vector` [d] is the question's unit vector, `language_mean` [d] the mean of its own language.
        A question that crosses into this pool is compared centred, one that stays in its language raw
        (measured: centring is what crosses languages and costs a little within one); `centring` can say otherwise.
        `translated` [d] is searched with instead, where a question that crosses has one. How far a passage stands out
        is then the mean of both: words of the books' own language in a question make all of that pool stand out.
        """
        admissible = self._own(admissible)
        shifted = centred(vector if translated is None else translated, language_mean)
        centre = crosses if centring == "crossing" else centring == "always"
        asked = shifted if centre else vector if translated is None else translated
        dense = dict(self.dense.search(asked, depth, admissible, centre=centre))
        lexical = dict(self._lexical.search(terms, depth, admissible))
        numbers = sorted({*dense, *lexical})
        dense |= self.dense.scores(asked, [number for number in numbers if number not in dense], centre=centre)
        other = self.dense.scores(vector if centre else shifted, numbers, centre=not centre)
        raw, moved = (other, dense) if centre else (dense, other)
        distinctions = self._distinctions(shifted, moved)
        if translated is not None:
            plain = centred(vector, language_mean)
            own = self._distinctions(plain, self.dense.scores(plain, numbers, centre=True))
            distinctions = {number: (distinctions[number] + own[number]) / 2 for number in numbers}
        fused = self._fuse(dense, lexical)
        found = [
            PoolCandidate(
                number=number,
                language=self.language,
                dense=raw[number],
                centred=moved[number],
                distinction=distinctions[number],
                lexical=lexical.get(number, 0.0),
                fused=fused[number],
            )
            for number in numbers
        ]
        return sorted(found, key=lambda candidate: (-candidate.fused, candidate.number))

    def _distinctions(self, shifted: Vectors, cosines: Mapping[int, float]) -> dict[int, float]:
        """By how many standard deviations of the whole pool each centred cosine stands out."""
        usual, deviation = self.dense.usual_score(shifted)
        return {number: (cosine - usual) / deviation for number, cosine in cosines.items()}

    def _own(self, admissible: Numbers | None) -> Numbers | None:
        """Of the admissible numbers those in this pool; None when the whole pool is admissible."""
        if admissible is None:
            return None
        known = self._owned.get(id(admissible))
        if known is None or known[0] is not admissible:
            numbers = np.intersect1d(self.dense.numbers, admissible, assume_unique=True)
            known = (admissible, None if len(numbers) == len(self) else numbers)
            if len(self._owned) >= REMEMBERED:
                self._owned.clear()
            self._owned[id(admissible)] = known
        return known[1]


def crosses_into(pool: BookLanguage, question: Language) -> bool:
    """True when a question of that language asks a pool of the other one. A mixed question crosses nowhere."""
    return question not in ("mixed", pool)
